import Foundation
import Testing

/// Every code block in README.md and CONTRIBUTING.md is compiled or run somewhere.
@Suite("README")
struct ReadmeTests {
    private static let generated = "Sources/BlogExample/Generated"

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Command.package.appending(path: path), encoding: .utf8)
    }

    @Test("each block of YAML is a file that is generated from and compiled")
    func yaml() throws {
        let models = ["Tests/Consumers/BuildPlugin/Sources/App/city.model.yaml", "Schemas/Blog/post.model.yaml"]
        for (block, model) in zip(try Document("README.md").blocks.filter { $0.language == "yaml" }, models) {
            #expect(block.text == (try text(model)), "\(block)")
        }
        #expect(try Document("README.md").blocks.count { $0.language == "yaml" } == models.count)
    }

    @Test("each block of Swift is generated, compiled or run")
    func swift() throws {
        for block in try Document("README.md").blocks where block.language == "swift" {
            if block.text.contains("nonisolated struct Post") {
                try expectLines(of: block, in: "\(Self.generated)/post.model.swift")
            } else if block.text.contains("DatabaseMigration(") {
                #expect(try quoted(block, in: "\(Self.generated)/blog.model.swift"), "\(block)")
            } else if block.heading == "Quick start" {
                // Tests/Consumers/first-use takes them from here, then builds and runs them.
                #expect(block.text.contains("// swift-tools-version:") || block.text.contains("AtlasDatabase"))
            } else if block.text.hasPrefix("// JSON") {
                try expectUse(block)
            } else if block.text.hasPrefix(".package(") {
                try expectDependency(block)
            } else {
                let transports = "Tests/Transports/Tests/TransportTests/AsyncHTTPClientTransportTests.swift"
                #expect(try quoted(block, in: transports), "\(block)")
            }
        }
    }

    @Test("the tour of the code quotes existing lines")
    func contributing() throws {
        let sources = try QuotedCode(Document.files(below: "Sources") { $0.pathExtension == "swift" })
        var count = 0
        for block in try Document("CONTRIBUTING.md").blocks {
            switch block.language {
            case "swift":
                count += 1
                #expect(sources.contains(block), "\(block)")
            case "yaml":
                count += 1
                let command = try Command()
                defer { command.remove() }
                try command.write(block.text, to: "example.model.yaml")
                let outcome = try command.run("check", ".")
                #expect(outcome.code == 0 && outcome.errors == "", "\(block): \(outcome.errors)")
            default: break
            }
        }
        #expect(count > 4)
    }

    @Test("the folders on the map in CONTRIBUTING.md exist, and each target and plugin is on it")
    func places() throws {
        let map = try #require(try Document("CONTRIBUTING.md").blocks.first { $0.text.hasPrefix("Sources/modelgen/ ") })
        let names = map.text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names.count > 30)
        for name in names {
            #expect(FileManager.default.fileExists(atPath: Command.package.appending(path: name).path), "\(name)")
        }
        for folder in ["Sources", "Plugins"] {
            let path = Command.package.appending(path: folder).path
            for name in try FileManager.default.contentsOfDirectory(atPath: path) where !name.hasPrefix(".") {
                #expect(map.text.contains("\(folder)/\(name)/") || map.text.contains("; \(name)/"), "\(name)")
            }
        }
    }

    /// Every line, except those with an ellipsis, is a line of the file.
    private func expectLines(of block: Document.Block, in file: String) throws {
        let lines = Set(try text(file).components(separatedBy: "\n"))
        for line in block.text.components(separatedBy: "\n") where !line.contains("…") {
            #expect(lines.contains(line), "\(block): \(line)")
        }
    }

    private func quoted(_ block: Document.Block, in file: String) throws -> Bool {
        try QuotedCode([Command.package.appending(path: file)]).contains(block)
    }

    /// The lines of their use are run by a test, in their order.
    private func expectUse(_ block: Document.Block) throws {
        // A comment after code may have more space in the README.
        func lines(_ text: String) -> [String] {
            text.replacing(#/(?<code>\S) +// /#) { "\($0.code)  // " }.components(separatedBy: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        var rest = lines(try text("Tests/BlogExampleTests/ReadmeExamples.swift"))[...]
        for line in lines(block.text) where !line.isEmpty {
            let wanted = line.components(separatedBy: " … }").first ?? line
            let place = rest.firstIndex { line.contains("…") ? $0.hasPrefix(wanted) : $0 == wanted }
            #expect(place != nil, "\(line)")
            if let place { rest = rest[(place + 1)...] }
        }
    }
}
