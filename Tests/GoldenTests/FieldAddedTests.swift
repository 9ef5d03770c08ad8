import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import Testing

/// How much of the checked-in code an added field changes.
@Suite("A field is added")
struct FieldAddedTests {
    private func lines(_ fields: [String]) throws -> [Substring] {
        let text = """
            database: { name: Shop }
            api: { name: ShopAPI, baseURL: "https://shop.example.org" }
            models:
              Item:
                table: items
                primaryKey: id
                patch: true
                fields:
                  id: { type: Int64, assigned: server }
            \(fields.map { "      \($0)" }.joined(separator: "\n"))
                rest: { path: items, operations: [list, get, create, update, delete] }

            """
        let pipeline = try Pipeline.plain()
        let result = pipeline.generate([SourceFile(path: "item.model.yaml", text: text)])
        let file = try #require(result.files.first)
        return file.text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("a field in the middle of 19 with table, patch and client changes at most 30 lines")
    func inTheMiddle() throws {
        let fields = (1...18).map { $0.isMultiple(of: 3) ? "field\($0): String?" : "field\($0): Int" }
        let before = try lines(fields)
        let after = try lines(Array(fields[..<9]) + ["added: Double?"] + Array(fields[9...]))
        let changes = after.difference(from: before)
        #expect(changes.count > 5)
        // The SQL of the database is one line that lists all columns.
        #expect(changes.count <= 30, "\(changes)")
    }

    @Test("a property is named on at most nine lines besides the SQL, also if its column has another name")
    func named() throws {
        let lines = try lines(["title: String", "added: { type: Date, column: is_added, transformer: unixSeconds }"])
        let naming = lines.filter { $0.contains(/\badded\b/) }
        #expect(naming.count > 5)
        #expect(naming.count <= 9, "\(naming)")
    }
}
