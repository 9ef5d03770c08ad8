import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

extension Schema {
    /// The part of the schema that is left if only these are generated.
    func emitting(_ emits: Set<Emission>) -> Schema {
        var schema = self
        for index in schema.models.indices {
            if !emits.contains(.sqlite) { schema.models[index].storage = .none }
            if !emits.contains(.rest) { schema.models[index].client = nil }
            if emits.contains(.json) { continue }
            schema.models[index].json = JSONOptions()
            for field in schema.models[index].fields.indices { schema.models[index].fields[field].json = nil }
        }
        if !emits.contains(.sqlite) { schema.databases = [] }
        if !emits.contains(.rest) { schema.apis = [] }
        return schema
    }
}

extension Schema {
    /// What a lock and a comparison need to know about the code, besides the schema.
    func codeOptions(_ options: GenerationOptions) -> CodeOptions {
        CodeOptions(
            access: options.access.rawValue, clients: ClientNames.all(in: self).mapValues(\.property))
    }
}
