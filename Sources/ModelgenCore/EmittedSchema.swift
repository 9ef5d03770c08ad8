import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

extension Schema {
    /// What a lock and a comparison need to know if only these are generated.
    func compared(_ emits: Set<Emission>) -> Schema {
        var schema = emitting(emits)
        guard !emits.contains(.json) else { return schema }
        for index in schema.models.indices {
            schema.models[index].json = JSONOptions()
            for field in schema.models[index].fields.indices { schema.models[index].fields[field].json = nil }
        }
        return schema
    }

    /// What a lock and a comparison need to know about the code, besides the schema.
    func codeOptions(_ options: GenerationOptions) -> CodeOptions {
        CodeOptions(
            access: options.access.rawValue, clients: ClientNames.all(in: self).mapValues(\.property))
    }
}
