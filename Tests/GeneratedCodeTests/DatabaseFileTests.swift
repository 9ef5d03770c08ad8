import Foundation
import Testing

/// Files like those of real programs, made by scripts in `Databases`. `make programs` does the same with files made by
/// the programs themselves.
@Suite("Files of other programs", .enabled(if: Compiler.hasPython, "python3 compares the rows"))
struct DatabaseFileTests {
    private static let folder = Compiler.package.appending(path: "Tests/GeneratedCodeTests/Databases")
    private static let reader = Compiler.package.appending(path: "Tests/Programs/rows.py").path

    @Test("every row is read by imported models, written into a copy, and found there by another reader")
    func rows() throws {
        let compiler = try Compiler()
        defer { compiler.remove() }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
            .filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }
        #expect(names.count >= 5)
        try compiler.withFiles([:]) { place, _ in
            func run(_ tool: String, _ arguments: String...) throws -> String {
                let outcome = try compiler.run(tool, arguments, in: place)
                try #require(outcome.succeeded, "\(tool) \(arguments): \(outcome.messages)")
                return outcome.messages
            }
            let modelgen = Compiler.products.appending(path: "modelgen").path
            var models: [String: [String]] = [:]
            for name in names {
                let script = Self.folder.appending(path: "\(name).sql").path
                _ = try run("python3", Self.reader, "make", script, "\(name).sqlite")
                _ = try run("python3", Self.reader, "empty", "\(name).sqlite", "\(name).copy")
                _ = try run(modelgen, "import", "sqlite", "\(name).sqlite", "--output", "\(name).models")
                _ = try run(modelgen, "generate", "\(name).models", "--output", "\(name).code")
                models[name] = try Self.records(in: place.appending(path: "\(name).code"))
            }
            let program = place.appending(path: "Program.swift")
            try Self.program(models).write(to: program, atomically: true, encoding: .utf8)
            let sources = try names.flatMap { name in
                try FileManager.default.contentsOfDirectory(atPath: place.appending(path: "\(name).code").path)
                    .filter { $0.hasSuffix(".swift") }.map { "\(name).code/\($0)" }
            }
            let built = try compiler.run(
                Compiler.options + ["-Onone", "-wmo", "-module-name", "App", "-o", "app", "Program.swift"]
                    + sources.sorted() + Compiler.objects + ["-lsqlite3"], in: place)
            try #require(built.succeeded, "\(built.messages)")
            for name in names {
                _ = try run(place.appending(path: "app").path, name)
                let told = try run("python3", Self.reader, "compare", "\(name).sqlite", "\(name).copy")
                #expect(told.hasSuffix(" rows, different: none\n") && !told.hasPrefix("0 "), "\(name): \(told)")
            }
        }
    }

    /// The models of generated code that are rows of tables.
    private static func records(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).flatMap { file in
            try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                .matches(of: /nonisolated extension (\w+): (?:KeyedRecord|RowIDRecord)/).map { String($0.1) }
        }
    }

    private static func program(_ models: [String: [String]]) -> String {
        let copies = models.sorted { $0.key < $1.key }.map { name, models in
            "        case \"\(name)\":\n"
                + models.sorted().map { "            try copy(\($0).self, source, target)\n" }.joined()
        }.joined()
        return """
            import Foundation
            import ModelSQLite

            nonisolated func copy<Record: TableRecord>(
                _: Record.Type, _ source: DatabasePool, _ target: DatabasePool
            ) throws {
                let rows = try source.read { try Record.all($0) }
                try target.write { db in for row in rows { try row.insert(db) } }
            }

            @main enum Program {
                static func main() throws {
                    let name = CommandLine.arguments[1]
                    var reading = DatabaseConfiguration()
                    reading.access = .readOnly
                    var writing = DatabaseConfiguration()
                    writing.foreignKeys = .ignored
                    let source = try DatabasePool(.file(URL(filePath: "\\(name).sqlite")), reading)
                    let target = try DatabasePool(.file(URL(filePath: "\\(name).copy")), writing)
                    switch name {
            \(copies)        default: break
                    }
                    source.closeAndWait()
                    target.closeAndWait()
                }
            }

            """
    }
}
