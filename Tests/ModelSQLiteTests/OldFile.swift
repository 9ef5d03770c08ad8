import Foundation
import ModelMigrations
import ModelSQLite

/// The Swift step of the reference database.
struct Nicknames: BlogMigrations {
    func fillNicknames(_ db: Database) throws {
        try db.run("UPDATE posts SET nickname = \("nick") || id")
    }
}

/// A file of version 1 with rows, made with SQLite directly, as an earlier program would have left it.
func makeOldFile(_ url: URL, version: Int = 1, applicationID: Int32 = 0x4d47_0001) throws {
    let pool = try DatabasePool(.file(url))
    try pool.write { (db: Database) throws in
        for statement in BlogDatabase.earliestVersion?.create ?? [] { try db.run(script: statement) }
        try db.run("INSERT INTO users (id, name, email, age) VALUES (1, 'Ann', 'a', 30), (2, 'Bob', 'b', 40)")
        try db.run("INSERT INTO posts (id, user_id, title) VALUES (1, '1', 'First'), (2, '2', 'Sëcond'), (7, '1', '')")
        try db.run("INSERT INTO comments (id, post_id, text) VALUES (1, 1, 'c1'), (2, 7, 'c2')")
        try db.run(script: "PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID)")
    }
    pool.closeAndWait()
}

func version(_ url: URL) throws -> Int? {
    let pool = try DatabasePool(.file(url))
    defer { pool.closeAndWait() }
    return try pool.read { db in try db.value(Int.self, "PRAGMA user_version") }
}

/// Everything in a file: its schema and its rows.
func contents(_ url: URL) throws -> [String] {
    let pool = try DatabasePool(.file(url))
    defer { pool.closeAndWait() }
    return try pool.read { (db: Database) throws -> [String] in
        var lines = try db.rows("SELECT coalesce(sql, name) FROM sqlite_master ORDER BY name") {
            try $0.read(String.self, 0)
        }
        for table in try db.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
            { try $0.read(String.self, 0) }
        ) {
            lines += try db.rows("SELECT * FROM \(name: table) ORDER BY 1") { row in
                let cells = try (0..<row.count).map { "\(row.name($0))=\(try row.read(DatabaseValue.self, $0))" }
                return cells.joined(separator: " ")
            }
        }
        return lines
    }
}

/// What closures on several threads have added.
final class Collected<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Element] = []
    var values: [Element] { lock.withLock { list } }
    func add(_ element: Element) { lock.withLock { list.append(element) } }
}
