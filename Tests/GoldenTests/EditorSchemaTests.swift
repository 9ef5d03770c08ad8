import Foundation
import ModelgenDiagnostics
import ModelgenExporting
import ModelgenParsing
import SeededNumbers
import Testing

/// An editor must not underline what the tool accepts.
@Suite("The editors' schema compared with the reader")
struct EditorSchemaTests {
    @Test(
        "whatever change to an example the tool accepts, the schema accepts", .enabled(if: hasValidator)
    )
    func takesWhatIsRight() throws {
        var random = SeededNumbers(seed: 7)
        let trees = BlockTree.examples.flatMap { files in
            files.flatMap { file in
                var diagnostics: [Diagnostic] = []
                let tree = compose(file, &diagnostics)
                return diagnostics.containsErrors ? [] : tree.documents.map(BlockTree.init)
            }
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "editor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appending(path: "schema.json")
        try Data(editorSchema(FileKey.keyTable).utf8).write(to: schema)

        var files = [schema.path]
        var refused = 0
        for index in 0..<4_000 {
            var tree = try #require(trees.randomElement(using: &random))
            let donor = try #require(trees.randomElement(using: &random))
            for _ in 0..<Int.random(in: 1...2, using: &random) { tree.change(with: donor, &random) }
            let bytes = Array(tree.text.utf8)
            let (schema, diagnostics) = parse([SourceFile(path: "a.model.yaml", bytes: bytes)], imports: [])
            guard schema != nil, !diagnostics.containsErrors else {
                refused += 1
                continue
            }
            let file = folder.appending(path: "\(index).yaml")
            try Data(bytes).write(to: file)
            files.append(file.path)
        }
        #expect(files.count > 500 && refused > 500, "\(files.count) taken, \(refused) refused")
        try Data(files.joined(separator: "\n").utf8).write(to: folder.appending(path: "files"))
        for name in try Self.run(["Tests/Editor/validate.py"], in: folder) {
            Issue.record("\(try String(contentsOf: URL(filePath: name), encoding: .utf8))")
        }
    }

    private static let hasValidator = (try? run(["-c", "import jsonschema, yaml; yaml.CSafeLoader"])) != nil

    /// What python prints, line by line; paths are relative to the package.
    private static func run(_ arguments: [String], in folder: URL = GoldenCase.root) throws -> [String] {
        struct Failed: Error { var status: Int32 }
        let own = GoldenCase.root.appending(path: ".build/python/bin/python3").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [FileManager.default.isExecutableFile(atPath: own) ? own : "python3"]
            + arguments.map { $0.hasSuffix(".py") ? GoldenCase.root.appending(path: $0).path : $0 }
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
        return text.split(separator: "\n").map(String.init)
    }
}

extension BlockTree {
    /// Removes something, repeats it, or replaces it.
    fileprivate mutating func change(with donor: BlockTree, _ random: inout some RandomNumberGenerator) {
        // Without `null`, which the tool reads as a string where it expects one, while an editor does not.
        let odd = ["true", "false", "5", "0", "x y", "\"\"", "[]", "{}", "id", "\"[Int]?\"", "2.5", "a..b"]
        switch self {
        case .scalar:
            self = .scalar(odd.randomElement(using: &random) ?? "")
        case .mapping(var entries):
            guard let place = entries.indices.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: entries.remove(at: place)
            case 1: entries[place].value = donor.part(called: entries[place].key) ?? .scalar("true")
            case 2:
                if let other = donor.anyEntry(&random), !entries.contains(where: { $0.key == other.key }) {
                    entries.append(other)
                }
            default: entries[place].value.change(with: donor, &random)
            }
            self = .mapping(entries)
        case .sequence(var elements):
            guard let place = elements.indices.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: elements.remove(at: place)
            case 1: elements.append(elements[place])
            default: elements[place].change(with: donor, &random)
            }
            self = .sequence(elements)
        }
    }

    private func part(called key: String) -> BlockTree? {
        switch self {
        case .scalar: nil
        case .mapping(let entries):
            entries.first { $0.key == key }?.value ?? entries.lazy.compactMap { $0.value.part(called: key) }.first
        case .sequence(let elements): elements.lazy.compactMap { $0.part(called: key) }.first
        }
    }

    private func anyEntry(_ random: inout some RandomNumberGenerator) -> Entry? {
        switch self {
        case .scalar: return nil
        case .mapping(let entries):
            guard let entry = entries.randomElement(using: &random) else { return nil }
            return Bool.random(using: &random) ? entry : entry.value.anyEntry(&random) ?? entry
        case .sequence(let elements): return elements.randomElement(using: &random)?.anyEntry(&random)
        }
    }
}
