import ModelSchemas
import ModelgenDatabase

extension SchemaFacts {
    /// What a version is, set up in memory.
    package init(of shape: DatabaseShape) throws(MemoryDatabase.Refusal) {
        let database = try MemoryDatabase()
        for statement in shape.createStatements { try database.run(statement) }
        self = try database.facts()
    }
}

extension MemoryDatabase {
    /// Its schema by its meaning.
    package func facts(types: SchemaFacts.Types = .affinity) throws(Refusal) -> SchemaFacts {
        do {
            return try SchemaFacts(handle, types: types)
        } catch {
            throw Refusal(message: error.message)
        }
    }
}
