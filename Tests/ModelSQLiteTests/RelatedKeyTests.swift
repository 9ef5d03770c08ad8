import Foundation
import ModelRelations
import ModelSQLite
import Testing

/// A row that refers to itself or others by a text.
private struct Word: KeyedRecord, Identifiable, Hashable {
    var id: Int64
    var text: String
    var root: String?

    static let table = Table<Word>("words", "id", "text", "root", primaryKey: ["id"])

    struct Columns: TableColumns {
        let id = Column<Word, Int64>("id")
        let text = Column<Word, String>("text")
        let root = Column<Word, String?>("root")
    }

    struct Relations: Sendable {
        let same = Relation<Word, [Word]>.hasMany({ $0.text }, column: "text", Word.columns.text)
        let derived = Relation<Word, [Word]>.hasMany({ $0.text }, column: "text", Word.columns.root)
        let found = Relation<Word, [Word]>.hasMany({ $0.text }, column: "text", Word.columns.root, isIndexed: true)
        let root = Relation<Word, Word?>.belongsTo({ $0.root }, column: "root", Word.columns.text)
    }
    static let relations = Relations()

    init(id: Int64, text: String, root: String?) {
        self.id = id
        self.text = text
        self.root = root
    }

    init(row: borrowing Row) throws {
        try self.init(
            id: row.read(Int64.self, 0), text: row.read(String.self, 1), root: row.readIfPresent(String.self, 2))
    }

    func bind(to statement: inout RecordStatement) {
        statement.field(id)
        statement.field(text)
        statement.fieldIfPresent(root)
    }
}

@Suite("Keys of related rows")
struct RelatedKeyTests {
    @Test(
        "a relation finds the rows that a join finds, whatever SQLite considers equal", arguments: ["BINARY", "NOCASE"])
    func equality(_ collation: String) throws {
        let pool = try DatabasePool(.memory)
        // The accents of the first two are different characters, which Swift considers equal.
        let texts = ["é", "e\u{301}", "É", "a", "A", "b", "a\0b", "A\0c", "", " ", "'", "1"]
        try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT COLLATE \(collation), root TEXT COLLATE \(collation))
                    """)
            for (index, text) in texts.enumerated() {
                try Word(id: Int64(index), text: text, root: index % 5 == 4 ? nil : texts[(index * 7) % texts.count])
                    .insert(db)
            }
            func pairs(
                _ relation: KeyPath<Word.Relations, Relation<Word, [Word]>> & Sendable
            ) throws -> (joined: [[Int64]], included: [[Int64]]) {
                let joined = try Word.all.joining(relation).order { word, other in [word.id, other.id] }.all(db)
                let included = try Word.order { [$0.id] }.including(relation).all(db)
                return (
                    joined.map { [$0.id, $1.id] },
                    included.flatMap { word, others in others.map(\.id).sorted().map { [word.id, $0] } }
                )
            }
            for relation in [\Word.Relations.same, \.derived, \.found] {
                let (joined, included) = try pairs(relation)
                #expect(joined == included && !joined.isEmpty)
            }
            let roots = try Word.all.joining(\.root).order { word, root in [word.id, root.id] }.all(db)
            for (word, root) in try Word.order({ [$0.id] }).including(\.root).all(db) {
                #expect(root?.id == roots.first { $0.0.id == word.id }?.1.id)
            }
        }
    }

    @Test("a table whose column has no index is read once, not once for each key", arguments: ["BINARY", "NOCASE"])
    func scan(_ collation: String) throws {
        let plan = try plan(of: \.derived, collation: collation)
        #expect(plan.filter { $0.hasPrefix("SCAN words") }.count == 1, "\(plan)")
        #expect(plan.contains { $0.contains("modelgen_keys USING AUTOMATIC") }, "\(plan)")
    }

    @Test("an index finds the rows of each key", arguments: ["BINARY", "NOCASE"])
    func search(_ collation: String) throws {
        let plan = try plan(of: \.found, collation: collation, "CREATE INDEX words_root ON words (root)")
        #expect(plan.last?.hasPrefix("SEARCH words USING INDEX words_root") == true, "\(plan)")
        #expect(!plan.contains { $0.contains("AUTOMATIC") || $0.hasPrefix("SCAN words") }, "\(plan)")
    }

    /// How SQLite finds the related rows of a hundred words.
    private func plan(
        of relation: KeyPath<Word.Relations, Relation<Word, [Word]>> & Sendable, collation: String, _ index: String = ""
    ) throws -> [String] {
        var configuration = DatabaseConfiguration()
        let statements = Collected<String>()
        configuration.onStatement = { statements.add($0.sql) }
        let pool = try DatabasePool(.memory, configuration)
        return try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT, root TEXT COLLATE \(collation));
                    \(index)
                    """)
            for id in 0..<100 { try Word(id: Int64(id), text: "\(id)", root: "\(id / 10)").insert(db) }
            #expect(try Word.all.including(relation).all(db).map(\.1.count).reduce(0, +) == 100)
            let sql = try #require(statements.values.last { $0.contains("modelgen_keys") })
            let halves = sql.components(separatedBy: "?1")
            try #require(halves.count == 2)
            let question: SQL = "EXPLAIN QUERY PLAN \(SQL(trusted: halves[0]))\("[]")\(SQL(trusted: halves[1]))"
            return try db.rows(question) { try $0.read(String.self, 3) }
        }
    }
}
