import Foundation
import ModelRuntime
import ModelSQLite
import ModelTesting
import Testing

struct Code: Hashable, JSONRepresentable, SQLiteRepresentable {
    var number: Int

    init(_ number: Int) { self.number = number }
    init(jsonForm: Int) { number = jsonForm }
    var jsonForm: Int { number }
    init(stored: String) throws {
        guard stored.hasPrefix("#"), let number = Int(stored.dropFirst()) else { throw JSONError(.invalidValue) }
        self.number = number
    }
    var stored: String { "#\(number)" }
}

@Suite("The stored forms of old versions")
struct StoredFormTests {
    /// A row as each version has it, for values that only the program can make and that checks require.
    private func fill(_ db: Database, _ version: Int) throws {
        let table: SQL = version < 3 ? "note" : "notes"
        try db.run(
            """
            INSERT INTO \(table) (id, code, place, places, by_name, by_mood, moods, rank, days, day, saved, price, number, \
            raw, bytes, small, words)
            VALUES (100, '#7', '{"x":1,"mood":"low","since":"2023-11-14T22:13:20Z"}', '[]', '{}', '{"low":2}', '["high"]', 2, \
            '[1700000000]', '2023-11-14', 1700000000123, '0.10', '00000000-0000-4000-8000-000000000001', 'true', 'ff', 3, '')
            """)
        try db.run("INSERT INTO strict VALUES (1, 'x1')")
    }

    @Test("every version, written as it was then, is read by the present models")
    func truth() throws {
        for faults in [InjectedFaults.none, .afterEveryStatement] {
            #expect(try ArchiveDatabase.verifyMigrations(faults: faults, filling: fill) == [])
        }
    }

    @Test("values that only the program can make are reported, and so is a table that stays empty")
    func guesses() throws {
        let notes = try ArchiveDatabase.verifyMigrations()
        let advice = "its values are guesses, so no later column was read; provide a row"
        #expect(notes.count { $0.contains("Note.code") && $0.hasSuffix(advice) } == 6)
        #expect(notes.count { $0.contains("strict has no rows: ") && $0.contains("CHECK") } == 6)
        #expect(notes.count == 12, "\(notes.joined(separator: "\n"))")
        #expect(notes.count { $0.hasPrefix("version 3 of Archive, adopted: ") } == 2)
    }

    @Test("the test's own rows are inserted into each version")
    func filling() throws {
        var versions: [Int] = []
        try ArchiveDatabase.verifyMigrations { db, version in
            versions.append(version)
            try fill(db, version)
        }
        #expect(versions == [1, 2, 3, 4, 1, 3])
    }

    @Test("a wrong `restored: same` is reported by version, model and field")
    func lies() throws {
        let error = #expect(throws: MigrationsDiffer.self) { try LiarDatabase.verifyMigrations() }
        #expect(error?.reason == .reading)
        #expect(error?.from == 1)
        #expect(error?.to == 3)
        let lines = error?.difference.split(separator: "\n") ?? []
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("Yearly.at: column at contains TEXT") })
        #expect(lines.contains { $0.hasPrefix("Narrow.mood: column mood contains TEXT") })
    }

    @Test("the newest version alone does not reveal it, and a test's own rows alone are read, too")
    func ownRows() throws {
        #expect(try LiarDatabase.verifyMigrations(rows: .none) == [])
        let error = #expect(throws: MigrationsDiffer.self) {
            try LiarDatabase.verifyMigrations(rows: .none) { db, version in
                if version == 2 { try db.run("INSERT INTO narrow VALUES (1, 5, 'furious')") }
            }
        }
        #expect(error?.from == 2)
        #expect(error?.difference.hasPrefix("Narrow.mood: ") == true)
    }
}
