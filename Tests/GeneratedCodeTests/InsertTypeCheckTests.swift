import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

/// How long the compiler looks at calls that are written in one expression.
@Suite("Type-checking inserts", .serialized)
struct InsertTypeCheckTests {
    private static let schema = """
        database: { name: Family, version: 1 }
        models:
          Child:
            table: children
            primaryKey: id
            fields:
              id: { type: Int64, assigned: database }
              parentId: Int64
              title: String
              body: { type: String, default: "" }
              score: { type: Double, default: 0 }
              count: { type: Int, default: 0 }
              isActive: { type: Bool, default: true }
              link: URL?
              createdAt: Date
              tags: { type: [String], default: [] }
              note: String?

        """

    @Test(
        "models and drafts are made in the call that inserts them, in less than a second of the compiler's processor time",
        arguments: [
            #"Child(id: Int64($0), parentId: Int64($0 % 7), title: "Child \($0)", createdAt: Date())"#,
            #"Child(id: Int64($0), parentId: 1, title: "a", score: Double($0), isActive: true, createdAt: Date())"#,
            #"Child.Draft(parentId: Int64($0), title: "Child \($0)", score: Double($0), createdAt: Date())"#,
        ])
    func mapped(_ child: String) throws {
        let pipeline = Pipeline(options: GenerationOptions(), templates: try TemplateLibrary())
        let generated = pipeline.generate([SourceFile(path: "family.model.yaml", text: Self.schema)]).files
        var files = Dictionary(uniqueKeysWithValues: generated.map { ($0.name, $0.text) })
        files["Use.swift"] = """
            import Foundation
            import ModelSQLite

            func fill(_ n: Int, _ family: FamilyDatabase) async throws {
                try await family.write { db in
                    try Child.insert((0..<n).map { \(child) }, db)
                }
            }

            """
        let compiler = try Compiler()
        defer { compiler.remove() }
        let outcome = try compiler.check(files, ["-Xfrontend", "-solver-expression-time-threshold=1"])
        #expect(outcome.succeeded, "\(outcome.messages)")
    }
}
