import ModelSchemas
import ModelgenDatabase

extension SchemaFacts {
    /// The facts of a version, which is set up in memory.
    package init(of shape: DatabaseShape) throws(MemoryDatabase.Refusal) {
        let database = try MemoryDatabase()
        for statement in shape.createStatements { try database.run(statement) }
        self = try database.facts()
    }
}

extension MemoryDatabase {
    /// What `adopting:` compares: the differences in meaning between its schema and another one.
    package func meaningfulDifferences(from other: MemoryDatabase) throws(Refusal) -> [SchemaDifference] {
        try facts().differences(from: other.facts(), in: handle)
    }

    /// The differences between this migrated database and one that was created with that version.
    package func differences(from expected: MemoryDatabase) throws(Refusal) -> [SchemaDifference] {
        // The same statements create the same schema. Only databases with different statements are compared by SQLite's
        // view of them, which takes longer than migrating.
        if try statements() == expected.statements() { return [] }
        return try differences(from: expected.facts(.exact))
    }

    func differences(from expected: SchemaFacts) throws(Refusal) -> [SchemaDifference] {
        try facts(.exact).differences(from: expected, in: handle)
    }

    /// The statements that SQLite stores for each thing, by kind and name.
    private func statements() throws(Refusal) -> [String: [SQLToken]] {
        let rows = try rows("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return Dictionary(rows.map { ($0[0].text, sqlTokens($0[1].text).filter { $0.kind != .space }) }) { $1 }
    }

    /// The meaning of its schema.
    package func facts(_ types: SchemaFacts.Types = .affinity) throws(Refusal) -> SchemaFacts {
        do {
            return try SchemaFacts(handle, types: types)
        } catch {
            throw Refusal(message: error.message)
        }
    }
}

extension SchemaDifference {
    /// The subject in a message: ``column `title` of `posts` ``.
    package var quotedSubject: String {
        switch kind {
        case .table, .view: "\(kind.rawValue) `\(name)`"
        case .primaryKey: "primary key of `\(table)`"
        case .column, .index, .trigger: "\(kind.rawValue) `\(name)` of `\(table)`"
        case .unique, .foreignKey, .check: "\(kind.rawValue) (`\(name)`) of `\(table)`"
        }
    }

    /// Both sides, in one line.
    var afterMigration: String {
        switch (found, expected) {
        case (let found?, let expected?):
            "\(quotedSubject) is `\(found)` after the migration, but should be `\(expected)`"
        case (let found?, nil): "\(quotedSubject) is `\(found)` after the migration, but should not exist"
        case (nil, let expected): "\(quotedSubject) is missing after the migration, but should be `\(expected ?? "")`"
        }
    }
}
