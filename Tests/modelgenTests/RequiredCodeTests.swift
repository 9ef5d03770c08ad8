import Foundation
import Testing

/// Handwritten code that a schema requires: if it is missing, the compiler says so.
@Suite("What generated code requires of its user")
struct RequiredCodeTests {
    /// What the compiler says about the code for a schema and the user's own code.
    private func compiled(_ schema: String, with code: String) throws -> Command.Outcome {
        let command = try Command()
        defer { command.remove() }
        try command.write(schema, to: "music.model.yaml")
        let imports = ["Foundation", "ModelHooks", "ModelMigrations", "ModelRuntime", "ModelSQLite"]
        try command.write(imports.map { "import \($0)\n" }.joined() + code, to: "Own.swift")
        #expect(try command.run("generate", ".", "--output", "Out").code == 0)
        return try command.run(
            tool: "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors",
            "-package-name", "modelgen", "-I", Command.products.appending(path: "Modules").path,
            "-I", Command.package.appending(path: "Sources/CModelSQLite").path, "Out/music.model.swift", "Own.swift")
    }

    @Test("M8, M9: a missing hook is a compile error, and so is one that returns something else")
    func hooks() throws {
        let schema = """
            models:
              Track:
                fields: { title: String }
                hooks: [willDecode, didDecode, willEncode, didEncode]

            """
        let hooks = [
            ("JSONWillDecoding", "static func willDecode(_ json: JSON) throws -> JSON? { json }"),
            ("JSONDidDecoding", "mutating func didDecode() throws -> JSONVerdict { .keep }"),
            ("JSONWillEncoding", "func willEncode() throws -> Track? { self }"),
            ("JSONDidEncoding", "func didEncode(_ json: JSON) throws -> JSON? { json }"),
        ]
        let all = hooks.map(\.1).joined(separator: "\n")
        let right = try compiled(schema, with: "extension Track {\n\(all)\n}\n")
        #expect(right.code == 0, "\(right.errors)")
        for (name, hook) in hooks {
            for other in ["", hook.replacing("throws -> ", with: "throws -> [").replacing(" {", with: "] {")] {
                let wrong = try compiled(schema, with: "extension Track {\n\(all.replacing(hook, with: other))\n}\n")
                #expect(wrong.code != 0)
                #expect(wrong.errors.contains("does not conform to protocol '\(name)'"), "\(wrong.errors)")
            }
        }
    }

    @Test("without its steps in Swift, opening a file of a database is a compile error")
    func steps() throws {
        let schema = """
            database: { name: Music, version: 2 }
            models:
              Track:
                table: tracks
                primaryKey: id
                fields: { id: Int64, title: String }
                migrations: { 2: [{ swift: fill }] }

            """
        func opening(_ arguments: String) throws -> Command.Outcome {
            try compiled(
                schema,
                with: """
                    struct Steps: MusicMigrations { func fill(_ db: Database) throws {} }
                    func open(_ url: URL) async throws -> [MusicDatabase] {
                        [try .inMemory(), try await .open(at: url\(arguments)), try .openAndWait(at: url\(arguments))]
                    }
                    """)
        }
        for arguments in [", migrating: Steps()", ", migrating: Steps(), progress: { _ in }"] {
            let right = try opening(arguments)
            #expect(right.code == 0, "\(right.errors)")
        }
        for arguments in ["", ", progress: { _ in }"] {
            let wrong = try opening(arguments)
            #expect(wrong.code != 0)
            #expect(wrong.errors.contains("migrating") || wrong.errors.contains("SwiftSteps"), "\(wrong.errors)")
        }
    }
}
