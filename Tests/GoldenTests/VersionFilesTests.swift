import Foundation
import ModelSQLite
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import Testing

/// Files as the program of each version made them, not as a later one thinks that they were.
@Suite("Files of each released version")
struct VersionFilesTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    /// The tables, columns and indexes of a file, without the counters of AUTOINCREMENT, which SQLite never deletes.
    private func structure(_ pool: DatabasePool) throws -> [String] {
        try pool.read { db in
            try db.rows(
                """
                SELECT m.type || ' ' || m.name || ' ' || ifnull(i.name || ' ' || i.type || i."notnull" || \
                ifnull(i.dflt_value, '') || i.pk, m.tbl_name) FROM sqlite_master AS m \
                LEFT JOIN pragma_table_xinfo(m.name) AS i ON m.type = 'table' \
                WHERE m.name <> 'sqlite_sequence' ORDER BY 1
                """
            ) { try $0.read(String.self, 0) }
        }
    }

    @Test(
        "become what the newest program creates, with their rows; each release follows the one before",
        arguments: VersionFiles.all)
    func migrated(_ project: VersionFiles) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var lock: SourceFile?
        var descriptions: [HistoryDatabase.Description] = []
        for (index, text) in project.versions.enumerated() {
            let files = [SourceFile(path: "m.model.yaml", text: text)]
            let released = pipeline.release(files, lock: lock)
            #expect(released.diagnostics.errors.map(\.message) == [], "version \(index + 1)")
            lock = released.lock.map { SourceFile(path: "modelgen.lock", text: $0) }
            descriptions.append(HistoryDatabase.Description(try pipeline.database(text)))
        }
        let last = try #require(descriptions.last)
        let new = try structure(HistoryDatabase.open(folder.appending(path: "new"), as: last, adopting: nil).pool)
        var hasRow = false
        for (index, description) in descriptions.enumerated() {
            let table = try #require(project.row.split(separator: " ").dropFirst(2).first)
            // At once, and version by version.
            let ways = [[last], Array(descriptions[(index + 1)...])]
            var isFirst = false
            for (number, way) in ways.enumerated() {
                let file = folder.appending(path: "\(index + 1).\(number)")
                let old = try HistoryDatabase.open(file, as: description, adopting: nil).pool
                isFirst = try !hasRow && structure(old).contains { $0.hasPrefix("table \(table) ") }
                if isFirst { try old.write { (db: ModelSQLite.Database) throws in try db.run(script: project.row) } }
                for next in way { _ = try HistoryDatabase.open(file, as: next, adopting: nil) }
                let migrated = try HistoryDatabase.open(file, as: last, adopting: nil).pool
                #expect(try structure(migrated) == new, "version \(index + 1)")
                guard isFirst else { continue }
                let rows = try migrated.read { db in
                    try db.rows(SQL(trusted: project.query.sql)) { try $0.read(String.self, 0) }
                }
                #expect(rows == project.query.result, "version \(index + 1)")
            }
            hasRow = hasRow || isFirst
        }
        #expect(hasRow)
    }

    /// A field as it was added with its `fill`, and as it is after a step; `isSame` says that both are one value.
    static let fills: [(added: String, later: String, change: String, isSame: Bool)] = [
        ("type: Int, fill: 1577836800", "type: Date, fill: 2020-01-01", "from: Int, using: at * 1.0", false),
        ("type: Int, fill: 1577836800000", "type: Date, fill: 1577836800", "from: Int, using: at / 1000.0", false),
        ("type: Int, fill: 100", "type: Double, fill: 1", "from: Int, using: at / 100.0", false),
        ("type: String, fill: '1'", "type: Int, fill: 1", "from: String, using: CAST(at AS INTEGER)", false),
        ("type: String, fill: low", "type: State, fill: low", "from: String, restored: same", false),
        ("type: String, fill: 'AAEC'", "type: Data, fill: AAEC", "from: String, using: CAST(at AS BLOB)", false),
        ("type: Double, fill: 1.5", "type: Decimal, fill: 1.5", "from: Double, using: CAST(at AS TEXT)", false),
        (
            "type: Date, transformer: unixSeconds, fill: 1577836800",
            "type: Date, transformer: unixMilliseconds, fill: 1577836800000",
            "from: { type: Date, transformer: unixSeconds }, using: CAST(at * 1000 AS INTEGER)", true
        ),
        ("type: Int, fill: { sql: '1' }", "type: String, fill: { sql: \"'a'\" }", "from: Int", false),
        // Older rows have NULL; the `fill` is for these.
        ("type: Int?", "type: String, fill: none", "from: Int?", true),
        ("type: Int32, fill: 7", "type: Int64, fill: 7", "from: Int32", true),
        ("type: Int, fill: 7", "type: Double, fill: 7", "from: Int, restored: same", true),
        ("type: URL, fill: 'https://a.b'", "type: String, fill: 'https://a.b'", "from: URL", true),
        ("type: Int, fill: { sql: id }", "type: Int64, fill: { sql: id }", "from: Int", true),
        (
            "type: Date, transformer: iso8601, fill: 2020-01-01", "type: Date, fill: 2020-01-01",
            "from: { type: Date, transformer: iso8601 }, using: unixepoch(at) * 1.0", true
        ),
    ]

    @Test(
        "a `fill` that is another value in the type that a field had then is an error",
        arguments: VersionFilesTests.fills.indices)
    func sameValue(_ index: Int) throws {
        let (added, later, change, isSame) = Self.fills[index]
        func text(_ version: Int, _ field: String, _ more: String) -> String {
            """
            enums: { State: [low, high] }
            database: { name: D, version: \(version), sqlite: "3.40" }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, at: { since: 2, \(field) } }
            \(more)
            """
        }
        let first = try pipeline.database(text(2, added, ""))
        let step = "    migrations:\n      3:\n        - change:\n            at: { \(change) }\n"
        let result = pipeline.analyse(
            [SourceFile(path: "m.model.yaml", text: text(3, later, step))], for: .generating)
        #expect(
            result.diagnostics.errors.map(\.rule).contains("fill-of-later-type") == !isSame, "\(result.diagnostics)")
        guard isSame else { return }
        #expect(result.diagnostics.errors.map(\.message) == [])
        let planned = try #require(result.models?.databases.first)
        // Version 2 of the later program is the one of the earlier program.
        let statements = [first, planned].map { database in
            database.migrations.first?.steps.map(\.action).compactMap { action -> String? in
                if case .sql(let sql) = action { sql } else { nil }
            } ?? []
        }
        let number = /\b7\.0\b/
        #expect(statements[0] == statements[1].map { $0.replacing(number, with: "7") })
    }
}
