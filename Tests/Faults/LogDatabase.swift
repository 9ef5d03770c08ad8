import ModelSQLite

/// The database that is written to: each transaction records how many rows it has, and has them.
struct LogDatabase: SQLiteDatabase {
    static let schema = DatabaseSchema(
        "Log",
        version: 1,
        applicationID: 0x4d47_1001,
        create: [
            "CREATE TABLE transactions (number INTEGER PRIMARY KEY NOT NULL, row_count INTEGER NOT NULL)",
            "CREATE TABLE rows (transaction_number INTEGER NOT NULL REFERENCES transactions, text TEXT NOT NULL)",
            "CREATE INDEX rows_of_transaction ON rows (transaction_number)",
        ]
    )
    let pool: DatabasePool
    init(pool: DatabasePool) { self.pool = pool }

    /// Inserts, changes and deletes rows, of a few bytes and of several pages.
    static func writeTransaction(_ number: Int, _ db: Database) throws {
        let count = 1 + number % 13
        try db.run("INSERT INTO transactions VALUES (\(number), 0)")
        for row in 0..<count {
            let text = String(repeating: "\(number).", count: row == 5 ? 3000 : 20)
            try db.run("INSERT INTO rows VALUES (\(number), \(text))")
        }
        try db.run("UPDATE transactions SET row_count = \(count) WHERE number = \(number)")
        // Earlier rows move to other pages; the test checks that the last transactions are complete.
        let old = number - 40
        try db.run("DELETE FROM rows WHERE transaction_number = \(old)")
        try db.run("UPDATE transactions SET row_count = 0 WHERE number = \(old)")
    }
}
