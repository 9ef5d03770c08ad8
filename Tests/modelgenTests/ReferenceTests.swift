import Foundation
import Testing

/// The reference of the schema language: `Schemas/README.md` and `Schemas/Reference`.
@Suite("The reference")
struct ReferenceTests {
    private let command: Command

    init() throws { command = try Command() }

    /// A YAML example, with the Swift up to the next one.
    struct Example: CustomTestStringConvertible, Sendable {
        var yaml: Document.Block
        var swift: [Document.Block] = []

        var testDescription: String { yaml.place }

        /// What the generated code requires: the types that the YAML names, hooks.
        var declarations: String {
            let texts = swift.map(\.text).filter {
                $0.hasPrefix("extension ") || $0.hasPrefix("struct ") && !$0.contains("Migrations {")
            }
            return texts.isEmpty ? "" : "import ModelRuntime\nimport ModelSQLite\n" + texts.joined(separator: "\n")
        }
    }

    private static let blocks = Document.reference().flatMap { (try? Document($0))?.blocks ?? [] }

    private static let examples: [Example] = {
        var examples: [Example] = []
        for block in blocks {
            switch block.language {
            case "yaml": examples.append(Example(yaml: block))
            case "swift" where !examples.isEmpty: examples[examples.count - 1].swift.append(block)
            default: break
            }
        }
        return examples
    }()

    private static let golden = try? QuotedCode(
        Document.files(below: "Tests/Golden/Guide_Reference") { ["swift", "yaml"].contains($0.pathExtension) })

    @Test(
        "each YAML example is valid on its own, and its code compiles without a warning",
        arguments: examples)
    func yaml(_ example: Example) throws {
        try command.write(example.declarations, to: "Generated/Declarations.swift")
        var arguments = ["Models", "--output", "Generated"]
        let detail = example.yaml.detail.split(separator: "=").map(String.init)
        switch (detail.first, detail.last ?? "") {
        case (nil, _): try command.write(example.yaml.text, to: "Models/example.model.yaml")
        case ("modelgen.yaml", _):
            try command.write(example.yaml.text, to: "modelgen.yaml")
            try command.write(city, to: "Models/city.model.yaml")
            #expect(try command.run("templates", "export", "Templates").code == 0)
            // A declared lock must exist.
            if example.yaml.text.contains("lock:") {
                _ = try command.run("release", "Models", "--lock", "modelgen.lock", exits: 0)
            }
        case ("file", let path): try command.write(example.yaml.text, to: "Models/\(path)")
        case ("import", let module):
            let imported = try #require(Self.examples.first { $0.yaml.detail.hasPrefix("file=\(module)/") })
            try command.write(imported.yaml.text, to: "\(module)/it.model.yaml")
            #expect(try command.run("generate", module, "--output", module, "--access", "public").errors == "")
            try command.compile("\(module)/it.model.swift", asModule: module)
            try command.write(example.yaml.text, to: "Models/example.model.yaml")
            arguments += ["--import", module]
        default: Issue.record("\(example.yaml) says something that nobody understands: \(example.yaml.label)")
        }
        let generated = try command.run(["generate"] + arguments)
        #expect(generated.errors == "" && generated.code == 0)
        for block in example.swift {
            guard let module = block.detail.split(separator: "=").last.map(String.init) else { continue }
            try command.write(block.text, to: "\(module).swift")
            try command.compile("\(module).swift", asModule: module)
        }
        // A golden case compiles and runs the others.
        guard Self.golden?.contains(example.yaml) != true else { return }
        let files = try command.files(in: "Generated").filter { $0.hasSuffix(".swift") }
        try command.compile(files.map { "Generated/\($0)" })
    }

    @Test("each piece of Swift is run by a golden case, with its YAML, or is a dependency")
    func swift() throws {
        let code = try #require(Self.golden)
        var count = 0
        for example in Self.examples {
            // Those of another module are compiled together with their YAML.
            for block in example.swift where block.detail.isEmpty {
                count += 1
                if block.text.hasPrefix(".package(") {
                    try expectDependency(block)
                } else {
                    #expect(code.contains(block), "\(block) is compiled nowhere")
                }
            }
        }
        #expect(count > 12)
        #expect(Self.examples.filter { code.contains($0.yaml) }.count > 8)
    }

    @Test("the diagnostic in README and reference is the one that the command prints")
    func diagnostic() throws {
        let quickStart = try #require(try Document("README.md").blocks.first { $0.language == "yaml" }).text
        let files = [
            "README.md": ("Sources/App/city.model.yaml", quickStart),
            "Schemas/Reference/Command.md": ("city.model.yaml", city),
        ]
        for (page, (file, text)) in files {
            try command.write(text.replacing("String", with: "Strng"), to: file)
            let printed = try command.run("check", file).errors
            let block = try #require(try Document(page).blocks.first { $0.text.contains(": error: ") })
            #expect(printed.hasPrefix(block.text), "\(block)")
        }
    }
}

/// A line for the `dependencies` of a manifest: it is Swift, and the traits that it enables exist.
func expectDependency(_ block: Document.Block) throws {
    let command = try Command()
    defer { command.remove() }
    let line = block.text.prefix { $0 != "\n" }
    let dependency = line.prefix(through: line.lastIndex(of: ")") ?? line.startIndex)
    try command.write(
        """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(name: "App", dependencies: [\(dependency)])
        """, to: "Package.swift")
    let dumped = try command.run(tool: "swift", "package", "dump-package", "--scratch-path", ".build")
    #expect(dumped.code == 0, "\(block): \(dumped.errors)")
    let manifest = try String(contentsOf: Command.package.appending(path: "Package.swift"), encoding: .utf8)
    for trait in dependency.matches(of: /traits: \["([A-Za-z]+)"\]/).map(\.1) {
        #expect(manifest.contains(".trait(name: \"\(trait)\""), "\(block)")
    }
}
