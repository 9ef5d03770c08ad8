import Foundation
import ModelRuntime
import ModelSQLite
import Testing

@Suite("New columns in a database that migrates automatically")
final class AutomaticFillTests {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) } }

    /// Makes the file one of an earlier program, without a column.
    private func drop(_ column: String, of table: String) throws {
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.write { (db: Database) throws in
            try db.run("ALTER TABLE \(name: table) DROP COLUMN \(name: column)")
            try db.run("UPDATE modelgen_schema SET value = '' WHERE key = 'fingerprint'")
        }
    }

    private func columns(of table: String) throws -> [String] {
        try ShelfDatabase.inMemory().read { db in
            try db.rows("SELECT name FROM pragma_table_info(\(table)) WHERE name <> 'id'") {
                try $0.read(String.self, 0)
            }
        }
    }

    @Test("older rows get 0 or an empty value, which the model reads")
    func read() throws {
        let total = Total(
            id: 1, count: 2, small: 3, amount: 4.5, price: 5, isDone: true, flag: true, name: "a", word: "b",
            bytes: Data([1]), digits: Data([2]), number: 6, sizes: [Size(width: 7)], days: [Date()], moods: [.low],
            byName: ["c": Size(width: 8)], words: ["d"], mood: .low, note: "e")
        for column in try columns(of: "totals") {
            let shelf = try ShelfDatabase.openAndWait(at: file)
            try shelf.write { db in _ = try total.save(db) }
            shelf.pool.closeAndWait()
            try drop(column, of: "totals")
            let opened = try ShelfDatabase.openAndWait(at: file)
            let read = try #require(try opened.read { db in try Total.find(1, db) }, "\(column)")
            #expect(read != total)
            #expect(read.small == (column == "small" ? 0 : 3))
            #expect(read.moods == (column == "moods" ? [] : [.low]))
            #expect(read.mood == (column == "mood" ? .high : .low))
            opened.pool.closeAndWait()
        }
    }

    @Test("a row is an error that names the column if its type has no such value, and without rows there is none")
    func named() throws {
        let thing = Thing(
            id: 1, number: UUID(), link: try #require(URL(string: "a:b")), mood: .low, rank: .first, at: Date(),
            day: Date(timeIntervalSince1970: 0), seconds: Date(), size: Size(width: 1), raw: .null)
        let table = "\"things\".all"
        for column in try columns(of: table) {
            let shelf = try ShelfDatabase.openAndWait(at: file)
            try shelf.write { db in _ = try thing.save(db) }
            shelf.pool.closeAndWait()
            try drop(column, of: table)
            let error = #expect(throws: SQLiteError.self) { try ShelfDatabase.openAndWait(at: self.file) }
            #expect(error?.message.contains("required column \(column) of Shelf") == true, "\(column)")
            let pool = try DatabasePool(.file(file))
            try pool.write { (db: Database) throws in try db.run("DELETE FROM \(name: table)") }
            pool.closeAndWait()
        }
    }

    @Test(
        "tables and columns whose names differ only in normal form are filled apart",
        arguments: ["price", "caf\u{e9}", "cafe\u{301}"])
    func normalForms(column: String) throws {
        let shelf = try ShelfDatabase.openAndWait(at: file)
        try shelf.write { db in
            _ = try Coffee(id: 1, price: 2, new: 3, old: 4).save(db)
            _ = try Tea(id: 1, price: 5).save(db)
        }
        shelf.pool.closeAndWait()
        try drop(column, of: "caf\u{e9}")
        let opened = try ShelfDatabase.openAndWait(at: file)
        let coffee = try opened.read { db in try Coffee.find(1, db) }
        #expect(
            [coffee?.price, coffee?.new, coffee?.old] == [
                column == "price" ? 0 : 2, column.utf8.count == 5 && column != "price" ? 0 : 3,
                column.utf8.count == 6 ? 0 : 4,
            ])
        #expect(try opened.read { db in try Tea.find(1, db) }?.price == 5)
        opened.pool.closeAndWait()
    }

    @Test("SQL keeps lines that consist of blanks")
    func blankLines() throws {
        let shelf = try ShelfDatabase.inMemory()
        try shelf.write { (db: Database) throws in try db.run("INSERT INTO poem (id) VALUES (1)") }
        #expect(try shelf.read { db in try Poem.find(1, db) }?.text == Poem(id: 1).text)
        #expect(Poem(id: 1).text == "a\n   \nb \n")
        #expect(try shelf.read { db in try Poem.joined(db) } == ["a b \n"])
    }
}
