import Foundation
import Testing

/// The guides and the reference quote code that is compiled and run: that of the golden cases `Guide_…` and of the
/// tutorial's package.
@Suite("Guides")
struct GuideTests {
    @Test("every piece of Swift and YAML in a guide is compiled and run by a test")
    func quotations() throws {
        let code = try QuotedCode(
            Document.files(below: "Tests") { file in
                ["swift", "yaml"].contains(file.pathExtension)
                    && (file.path.contains("/Golden/Guide_") || file.path.contains("/Consumers/Tutorial/")
                        || file.path.contains("/CodableTemplates/Guide/"))
            })
        var count = 0
        for block in try Document.guides().flatMap({ try Document($0).blocks })
        where ["swift", "yaml"].contains(block.language) {
            count += 1
            #expect(code.contains(block), "\(block) is compiled nowhere")
        }
        #expect(count > 30)
    }

    @Test("the commands in documents exist, with the options that are shown")
    func commands() throws {
        let command = try Command()
        defer { command.remove() }
        let makefile = try String(contentsOf: Command.package.appending(path: "Makefile"), encoding: .utf8)
        let pages = try ["README.md", "CONTRIBUTING.md"].map(Document.init)
        var count = 0
        for block in try (pages + (Document.reference() + Document.guides()).map(Document.init)).flatMap(\.blocks)
        where block.language == "sh" {
            for line in block.text.split(separator: "\n").map({ $0.prefix { $0 != "#" && $0 != ">" } }) {
                let words = line.split(separator: " ").map(String.init)
                if words.first == "make", words.count > 1 {
                    count += 1
                    #expect(makefile.contains("\n\(words[1]):"), "\(block): \(line)")
                }
                guard let place = words.firstIndex(where: { $0 == "modelgen" || $0 == "modelgen-check" }) else {
                    continue
                }
                count += 1
                // `swift package modelgen --target App` generates, with or without a command.
                let rest = words[(place + 1)...]
                var verbs = Array(rest.prefix { $0.allSatisfy { $0.isLowercase } }.prefix(2))
                let isPlugin = words.starts(with: ["swift", "package"])
                if isPlugin, verbs.isEmpty { verbs = [words[place] == "modelgen" ? "generate" : "check"] }
                let help = try command.run(verbs + ["--help"])
                #expect(help.code == 0, "\(block): \(line)")
                for option in rest where option.hasPrefix("--") && !(isPlugin && option == "--target") {
                    #expect(help.output.contains(option), "\(block): \(line)")
                }
            }
        }
        #expect(count > 15)
    }

    @Test("the model in the command's help is valid") func help() throws {
        let command = try Command()
        defer { command.remove() }
        let lines = try command.run("--help").output.components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: "Describe a model in NAME.model.yaml:"))
        let model = lines[(start + 2)...].prefix { !$0.isEmpty }.map { $0.dropFirst(4) }
        try command.write(model.joined(separator: "\n") + "\n", to: "city.model.yaml")
        let outcome = try command.run("check", ".")
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
    }

    @Test("shell examples in documents work in a shell", .enabled(if: Command.has("sqlite3")))
    func shell() throws {
        let pages = try [Document("README.md")] + (Document.reference() + Document.guides()).map(Document.init)
        let blocks = pages.flatMap(\.blocks).filter { $0.language == "sh" && $0.text.hasPrefix("modelgen ") }
        #expect(blocks.count > 4)
        for block in blocks {
            let command = try Command()
            defer { command.remove() }
            // What the readers have already.
            let stored = city.replacing("fields:", with: "primaryKey: id\n    fields:") + "    rest: { path: cities }\n"
            for folder in ["Models", "Sources/Shelf"] {
                let text = stored + "database: { name: Map }\napi: { name: MapAPI }\n"
                try command.write(text, to: "\(folder)/city.model.yaml")
            }
            for name in ["posts", "users"] { try command.write(#"[{"id": 1, "name": "a"}]"#, to: "\(name).json") }
            for name in ["petstore.yaml", "api.github.com.json"] { try command.write(openAPI, to: name) }
            let table = "CREATE TABLE t (id INTEGER PRIMARY KEY)"
            #expect(try command.run(tool: "sqlite3", "app.sqlite", table).code == 0)
            let script = "set -e; PATH=\"$(dirname \"$0\"):$PATH\"\n" + block.text
            let outcome = try command.run(tool: "bash", "-c", script, Command.executable.path)
            // An import ends with a report of how much of the document the models express.
            let errors = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("Exported again, ") }
            #expect(outcome.code == 0 && errors.isEmpty, "\(block): \(outcome.errors)")
        }
    }

    /// An OpenAPI document, as short as possible with everything that the guides select.
    private let openAPI = """
        {
            "openapi": "3.1.0",
            "info": { "title": "Pets", "version": "1" },
            "servers": [{ "url": "https://pets.example.com" }],
            "paths": { "/user": { "get": {
                "operationId": "getUser",
                "tags": ["issues"],
                "responses": { "200": {
                    "description": "The user.",
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/simple-user" } } }
                } }
            } } },
            "components": { "schemas": { "simple-user": {
                "type": "object", "required": ["id"], "properties": { "id": { "type": "integer", "format": "int64" } }
            } } }
        }

        """

    @Test("every guide is linked from its library's page") func links() throws {
        let pages = Document.guides()
        let text = try pages.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for page in pages {
            let name = page.deletingPathExtension().lastPathComponent
            let isLanding = page.deletingLastPathComponent().lastPathComponent == "\(name).docc"
            #expect(isLanding || text.contains("<doc:\(name)>"), "\(name)")
        }
    }

    @Test("no code block of a document is in a language that nothing checks")
    func languages() throws {
        let pages = try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(Document.init)
        for block in try (pages + (Document.reference() + Document.guides()).map(Document.init)).flatMap(\.blocks) {
            #expect(["swift", "yaml", "sh", "mustache", ""].contains(block.language), "\(block): \(block.language)")
        }
    }
}
