import Foundation
import ModelSQLite

/// When a source gave what the rows of a cache hold: a table of this library's own beside them.
///
/// A date is written in the transaction that writes the rows. It counts as long as the database has the version it had
/// then: a migration may have made of the rows what the source never said.
struct AnswerDates: Sendable {
    /// Every name with this prefix is the library's (rule `invalid-sql-name`).
    static let table = "modelgen_answers"

    private let models: String
    private let lists: String

    /// The dates of the models of a table, and of their lists.
    init(of table: String) {
        models = table
        lists = "list of \(table)"
    }

    /// When the list of a query was kept; nil where that is not known.
    func date(ofList key: String, _ db: Database) throws -> Date? {
        guard try exists(db) else { return nil }
        return try db.rows(
            """
            SELECT date FROM modelgen_answers WHERE subject = \(lists) AND key = \(key) \
            AND version = (SELECT user_version FROM pragma_user_version)
            """
        ) { row in try row.read(Date.self, 0) }.first
    }

    /// When a model was kept, by itself or with a list; nil where that is not known.
    func date<Key: SQLiteValue>(ofModel key: Key, _ db: Database) throws -> Date? {
        guard try exists(db) else { return nil }
        let line = try lines(of: [key])
        return try db.rows(
            """
            SELECT max(date) FROM modelgen_answers WHERE (subject = \(models) AND key = \(key) \
            OR subject = \(lists) AND instr(models, \(line)) > 0) \
            AND version = (SELECT user_version FROM pragma_user_version)
            """
        ) { row in try row.read(Date?.self, 0) }.first ?? nil
    }

    /// Keeps that the list of a query came now, and with which models.
    func set<Key: SQLiteValue>(list key: String, of models: [Key], _ db: Database) throws {
        try set(lists, key, lines(of: models), db)
    }

    /// Keeps that a model came now.
    func set<Key: SQLiteValue>(model key: Key, _ db: Database) throws {
        try set(models, key, "", db)
    }

    /// Forgets when a model came by itself.
    func forget<Key: SQLiteValue>(model key: Key, _ db: Database) throws {
        guard try exists(db) else { return }
        try db.run("DELETE FROM modelgen_answers WHERE subject = \(models) AND key = \(key)")
    }

    private func set<Key: SQLiteValue>(_ subject: String, _ key: Key, _ models: String, _ db: Database) throws {
        if try !exists(db) {
            // One of another form tells nothing that could not be asked again.
            try db.run("DROP TABLE IF EXISTS modelgen_answers")
            // The key has no type: it is kept as the table of the models keeps it.
            try db.run(
                """
                CREATE TABLE modelgen_answers \
                (subject TEXT, key, version INTEGER, date REAL, models TEXT, PRIMARY KEY (subject, key)) WITHOUT ROWID
                """
            )
        }
        try db.run(
            """
            INSERT OR REPLACE INTO modelgen_answers \
            VALUES (\(subject), \(key), (SELECT user_version FROM pragma_user_version), \(Date()), \(models))
            """
        )
    }

    private func exists(_ db: Database) throws -> Bool {
        try db.value(Int.self, "SELECT count(*) FROM pragma_table_info(\(Self.table)) WHERE name = 'models'") == 1
    }

    /// Keys as one text, each a line between line breaks. A row for each would take a list as long as its models do.
    private func lines<Key: SQLiteValue>(of keys: [Key]) throws -> String {
        var text = "\n"
        for key in keys {
            switch try key.databaseValue() {
            case .null: break
            case .integer(let number): text += String(number)
            case .real(let number): text += String(number)
            case .text(let line): text += line.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
            case .blob(let data): text += data.base64EncodedString()
            }
            text += "\n"
        }
        return text
    }
}
