import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import ModelTesting
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import Testing

/// What `generate` accepts is what a program can do with its files: `generate` runs the statements of a rebuild, and a
/// program runs the rebuild of the runtime, which also keeps what others have added.
@Suite("Histories in a program")
struct RuntimeHistoryTests {
    /// The databases of a history, if `generate` accepts it.
    private func databases(_ yaml: String) throws -> [PlannedDatabase] {
        let result = try Pipeline.plain().analyse(
            [SourceFile(path: "m.model.yaml", text: yaml + "\n")], for: .generating)
        return result.diagnostics.errors.isEmpty ? result.models?.databases ?? [] : []
    }

    private func verify(_ planned: PlannedDatabase) throws {
        try HistoryDatabase.$description.withValue(HistoryDatabase.Description(planned)) {
            _ = try HistoryDatabase.verifyMigrations(migrating: HistoryDatabase.Description.steps(of: planned))
        }
    }

    @Test("every version becomes the newest with its rows", arguments: NastyHistory.all)
    func migrated(_ history: NastyHistory) throws {
        let databases = try databases(history.yaml)
        #expect(!databases.isEmpty)
        for planned in databases { try verify(planned) }
    }

    @Test("so it does where SQLite renames no columns, and drops none")
    func earlySQLite() throws {
        var count = 0
        for history in NastyHistory.all where !history.yaml.contains("sqlite:") {
            let yaml = history.yaml.replacingOccurrences(
                of: "version: ", with: "sqlite: \"3.24\", version: ", options: [],
                range: history.yaml.range(of: "version: "))
            for planned in try databases(yaml) {
                count += 1
                do { try verify(planned) } catch { Issue.record("\(history.testDescription): \(error)") }
            }
        }
        // The others need newer versions.
        #expect(count >= 5)
    }

    @Test(
        "objects of another program are kept, or are named by the error that they prevent it",
        arguments: NastyHistory.all)
    func others(_ history: NastyHistory) throws {
        for planned in try databases(history.yaml) where planned.versions.count > 1 {
            let description = HistoryDatabase.Description(planned)
            let first = try #require(description.earliest)
            for object in try objects(first.create) { try check(object, first, description, planned) }
        }
    }

    /// An index for each column, and for each table a trigger and a table with a row that refers to it, as SQL.
    private func objects(_ create: [String]) throws -> [(table: String, sql: [String])] {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: ModelSQLite.Database) throws in for sql in create { try db.run(SQL(trusted: sql)) } }
        let tables = try pool.read { db in
            try db.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'") {
                try $0.read(String.self, 0)
            }
        }.filter { !$0.contains("_fts_") && !$0.hasPrefix("modelgen_") && !$0.hasPrefix("sqlite_") }
        return try tables.flatMap { table -> [(table: String, sql: [String])] in
            let columns = try pool.read { db in
                try db.rows("SELECT name FROM pragma_table_xinfo(\(table))") { try $0.read(String.self, 0) }
            }
            let name = "\"\(table)\""
            return columns.map { (table, ["CREATE INDEX other ON \(name) (\"\($0)\")"]) } + [
                (table, ["CREATE TRIGGER other AFTER DELETE ON \(name) BEGIN SELECT 1; END"]),
                (table, ["CREATE VIEW other AS SELECT * FROM \(name)"]),
            ]
        }
    }

    private func check(
        _ object: (table: String, sql: [String]), _ first: EarliestVersion, _ description: HistoryDatabase.Description,
        _ planned: PlannedDatabase
    ) throws {
        let pool = try DatabasePool(.memory)
        let schema = description.schema
        try pool.write { (db: ModelSQLite.Database) throws in
            for sql in first.create + object.sql { try db.run(SQL(trusted: sql)) }
            try db.run(
                script: "PRAGMA user_version = \(first.version); PRAGMA application_id = \(schema.applicationID)")
        }
        let subject = "\(object.sql.joined(separator: "; ")) of \(object.table)"
        do {
            try pool.migrate(schema, migrating: HistoryDatabase.Description.steps(of: planned))
        } catch let error as SQLiteError {
            guard case .migration(.notMatching(let found)) = error.kind else {
                Issue.record("\(subject): \(error)")
                return
            }
            #expect(found.values.flatMap(\.self).map(\.name) == ["other"], "\(subject)")
            return
        }
        // It is gone only with its table.
        let kept = try pool.read { db in
            try db.value(
                Int.self,
                """
                SELECT count(*) FROM sqlite_master AS m WHERE name = 'other' AND (type = 'view' OR EXISTS \
                (SELECT 1 FROM sqlite_master AS t WHERE t.type = 'table' AND t.name = m.tbl_name))
                """)
        }
        let isDropped = planned.migrations.flatMap(\.steps).contains { step in
            if case .dropTable = step.action { true } else { false }
        }
        #expect(kept == 1 || isDropped, "\(subject)")
    }
}
