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
    package func meaningfulDifferences(from other: MemoryDatabase) throws(Refusal) -> [ModelSchemas.SchemaDifference] {
        try facts().differences(from: other.facts(), in: handle)
    }

    /// The meaning of its schema.
    package func facts() throws(Refusal) -> SchemaFacts {
        do {
            return try SchemaFacts(handle, types: .affinity)
        } catch {
            throw Refusal(message: error.message)
        }
    }
}
