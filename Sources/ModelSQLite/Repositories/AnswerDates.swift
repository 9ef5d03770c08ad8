import Foundation

/// When a source gave what the rows of a cache hold: a table of this library's own beside them.
///
/// A date is written in the transaction that writes the rows. It counts as long as the database has the version it had
/// then: a migration may have made of the rows what the source never said.
struct AnswerDates: Sendable {
    /// Every name with this prefix is the library's (rule `invalid-sql-name`).
    static let table = "modelgen_answers"

    /// What the keys are of.
    private let subject: String

    init(of subject: String) {
        self.subject = subject
    }

    /// When the answer to `key` was kept; nil where that is not known.
    func date<Key: SQLiteValue>(of key: Key, _ db: Database) throws -> Date? {
        guard try exists(db) else { return nil }
        return try db.rows(
            """
            SELECT date FROM modelgen_answers WHERE subject = \(subject) AND key = \(key) \
            AND version = (SELECT user_version FROM pragma_user_version)
            """
        ) { row in try row.read(Date.self, 0) }.first
    }

    /// Keeps when the answer to `key` came; nil forgets it.
    func set<Key: SQLiteValue>(_ date: Date?, for key: Key, _ db: Database) throws {
        guard let date else {
            if try exists(db) {
                try db.run("DELETE FROM modelgen_answers WHERE subject = \(subject) AND key = \(key)")
            }
            return
        }
        // The key has no type: it is kept as the table of the models keeps it.
        try db.run(
            """
            CREATE TABLE IF NOT EXISTS modelgen_answers \
            (subject TEXT, key, version INTEGER, date REAL, PRIMARY KEY (subject, key)) WITHOUT ROWID
            """
        )
        try db.run(
            """
            INSERT OR REPLACE INTO modelgen_answers \
            VALUES (\(subject), \(key), (SELECT user_version FROM pragma_user_version), \(date))
            """
        )
    }

    private func exists(_ db: Database) throws -> Bool {
        try db.value(Int.self, "SELECT count(*) FROM sqlite_master WHERE name = \(Self.table)") == 1
    }
}
