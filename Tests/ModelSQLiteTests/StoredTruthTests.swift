import ModelChanges
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Columns of truth in another form")
struct StoredTruthTests {
    private let blog: BlogDatabase

    init() throws { blog = try BlogDatabase.withRows() }

    private struct YesNo: Transformer {
        func decode(_ source: String) -> Bool { source == "Y" }
        func encode(_ value: Bool) -> String { value ? "Y" : "N" }
    }

    private struct OneTwo: Transformer {
        func decode(_ source: Int) -> Bool { source == 1 }
        func encode(_ value: Bool) -> Int { value ? 1 : 2 }
    }

    @Test("a column that stores truth in another form is a condition by its meaning")
    func storedTruth() throws {
        try blog.write { (db: Database) throws in
            try db.run("UPDATE users SET name = CASE WHEN id < 3 THEN 'Y' ELSE 'N' END")
        }
        let isActive = Column<User, Bool>("name", using: YesNo())
        let all = try blog.read { db in try User.count(db) }
        #expect(all > 2)
        #expect(try blog.read { db in try User.where { _ in isActive }.count(db) } == 2)
        #expect(try blog.read { db in try User.where { _ in !isActive }.count(db) } == all - 2)
        #expect(try blog.read { db in try User.where { isActive && $0.id == 1 }.count(db) } == 1)
        // 1 and 2 are both true for SQLite.
        try blog.write { (db: Database) throws in
            try db.run("UPDATE users SET age = CASE WHEN id < 3 THEN 1 ELSE 2 END")
        }
        let isYoung = Column<User, Bool>("age", using: OneTwo())
        #expect(try blog.read { db in try User.where { _ in isYoung || .none }.count(db) } == 2)
        #expect(try blog.read { db in try User.where { _ in !isYoung }.count(db) } == all - 2)
        #expect(try blog.write { db in try User.delete(db, where: { _ in !isActive }) } == all - 2)
    }
}
