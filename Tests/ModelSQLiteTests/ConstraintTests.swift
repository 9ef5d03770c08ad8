import ModelQueries
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Violated constraints")
struct ConstraintTests {
    private func violation(_ body: () throws -> Void) -> ConstraintViolation? {
        do { try body() } catch let error as SQLiteError {
            if case .constraint(let violation) = error.kind { return violation }
        } catch {}
        return nil
    }

    @Test("a foreign key that restricts is a foreign key, although SQLite calls it a trigger; a trigger is one")
    func restricting() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { db in
            try db.run(
                script: """
                    CREATE TABLE parents (id INTEGER PRIMARY KEY);
                    CREATE TABLE children (parent INTEGER REFERENCES parents ON DELETE RESTRICT ON UPDATE RESTRICT);
                    CREATE TRIGGER kept BEFORE DELETE ON children BEGIN SELECT raise(ABORT, 'no'); END;
                    INSERT INTO parents VALUES (1);
                    INSERT INTO children VALUES (1);
                    """)
        }
        for sql: SQL in ["DELETE FROM parents", "UPDATE parents SET id = 2"] {
            #expect(violation { try pool.write { db in _ = try db.run(sql) } }?.rule == .foreignKey)
        }
        #expect(violation { try pool.write { db in _ = try db.run("DELETE FROM children") } }?.rule == .trigger)
    }

    @Test("outside a transaction, a row that RETURNING gives is stored, even if only the first one is read")
    func returning() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { db in
            try db.run(
                script: """
                    CREATE TABLE parents (id INTEGER PRIMARY KEY);
                    CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
                    INSERT INTO parents VALUES (1);
                    """)
        }
        let orphans = "INSERT INTO children VALUES (7), (8) RETURNING parent"
        try pool.writeWithoutTransaction { (db: Database) throws in
            let value = violation { _ = try db.value(Int.self, SQL(trusted: orphans)) }
            #expect(value?.rule == .foreignKey)
            let first = violation { _ = try db.fetchFirst(orphans) { row in try row.read(Int.self, 0) } }
            #expect(first?.rule == .foreignKey)
            #expect(try db.value(Int.self, "SELECT count(*) FROM children") == 0)
            #expect(try db.value(Int.self, "INSERT INTO children VALUES (1), (1) RETURNING parent") == 1)
            #expect(try db.value(Int.self, "SELECT count(*) FROM children") == 2)
        }
    }

    private struct Dotted: TableRecord {
        struct Columns: TableColumns {}
        static let table = Table<Dotted>("a.b", "c", TableColumn("dotted", "d.e"))
        var c: Int
        var dotted: Int

        init(_ c: Int, _ dotted: Int) { (self.c, self.dotted) = (c, dotted) }
        init(fields columns: inout RowReader) throws { try self.init(columns.field(), columns.field()) }
        func write(fields statement: inout RecordStatement) {
            statement.field(c)
            statement.field(dotted)
        }
    }

    @Test("names that contain periods are those of the table and its columns")
    func periods() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { db in
            try db.run(script: "CREATE TABLE \"a.b\" (c INTEGER UNIQUE, \"d.e\" INTEGER, UNIQUE (\"d.e\", c))")
        }
        let unique = violation { try pool.write { db in try Dotted.insert([Dotted(1, 1), Dotted(1, 2)], db) } }
        #expect(unique?.table == "a.b" && unique?.columns == ["c"] && unique?.fields == ["c"])
        try pool.write { db in
            try db.run(script: "DROP TABLE \"a.b\"; CREATE TABLE \"a.b\" (c INTEGER, \"d.e\" INTEGER UNIQUE)")
        }
        let dotted = violation { try pool.write { db in try Dotted.insert([Dotted(1, 1), Dotted(2, 1)], db) } }
        #expect(dotted?.table == "a.b" && dotted?.columns == ["d.e"] && dotted?.fields == ["dotted"])
    }

    @Test("a unique index of an expression names no table")
    func expression() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { db in
            try db.run(script: "CREATE TABLE t (a INTEGER); CREATE UNIQUE INDEX absolute ON t (abs(a))")
        }
        let unique = violation { try pool.write { db in _ = try db.run("INSERT INTO t VALUES (1), (-1)") } }
        #expect(unique?.rule == .unique && unique?.table == nil && unique?.columns == [])
    }
}
