import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

@Suite("A cache in a table with names that mean something else elsewhere")
struct ColumnNameTests {
    /// The table has the name that SQLite gives to the row that an upsert does not insert. The names of two of its
    /// columns are equal in Swift, and not in SQLite.
    private struct Note: KeyedRecord, Identifiable, Hashable {
        var id: Int64
        var title: String
        var own: String?
        var accented: String

        static let table = Table<Note>(
            "excluded", "id", "title", TableColumn("own", "\u{E9}"), TableColumn("accented", "e\u{301}"),
            primaryKey: ["id"])

        struct Columns: TableColumns {}

        init(_ id: Int64, _ title: String, own: String? = nil, _ accented: String) {
            (self.id, self.title, self.own, self.accented) = (id, title, own, accented)
        }

        init(fields columns: inout RowReader) throws {
            id = try columns.field()
            title = try columns.field()
            own = try columns.fieldIfPresent()
            accented = try columns.field()
        }

        func write(fields statement: inout RecordStatement) {
            statement.field(id)
            statement.field(title)
            statement.fieldIfPresent(own)
            statement.field(accented)
        }
    }

    private typealias Asked = Question<WholeList, Int64>

    @Test("a list changes the rows that it contains, except for the columns that the server does not know")
    func refreshed() async throws {
        let pool = try DatabasePool(.memory)
        try await pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE excluded (id INTEGER PRIMARY KEY, title TEXT UNIQUE, "\u{E9}" TEXT, "e\u{301}" TEXT UNIQUE);
                    """)
            try Note(1, "a", own: "mine", "b").insert(db)
            try Note(2, "c", "d").insert(db)
        }
        let cache = DatabaseCache<Note, WholeList>(pool, localColumns: ["\u{E9}"]) { _ in Note.all }
        let question = Asked.list(WholeList())
        // The rows exchange their unique values.
        for (one, two) in [(("A", "B"), ("C", "D")), (("C", "D"), ("A", "B")), (("C", "B"), ("A", "D"))] {
            let notes = [Note(1, one.0, one.1), Note(2, two.0, two.1)]
            let facts = AnswerFacts()
            _ = try await cache.keep(.list(notes, .whole, facts), to: question, cache.ask(question))
            #expect(
                try await pool.read { db in try Note.all(db) } == [Note(1, one.0, own: "mine", one.1), notes[1]])
        }
    }
}
