import ModelgenSchema

/// The name of a model's operations, as code that uses it reads: `api.posts`.
package struct ClientNames: Sendable {
    package var property: String

    /// What an API has itself, the only property that ``RESTAPI`` of ModelREST asks for.
    private static let ownProperty = "client"

    /// The names of every client of a schema: by the last word of its path, or by its model where two paths of an API end
    /// alike.
    package static func all(in schema: Schema) -> [SwiftName: ClientNames] {
        var names: [SwiftName: ClientNames] = [:]
        for api in schema.apis {
            let clients = schema.models.filter { $0.client?.api == api.name }
            var byPath: [String: Int] = [:]
            for model in clients { byPath[byPathName(model), default: 0] += 1 }
            for model in clients {
                let wanted = byPathName(model)
                let isFree = byPath[wanted] == 1 && !wanted.isEmpty && wanted != ownProperty
                names[model.name] = ClientNames(property: isFree ? wanted : model.name.text.lowerCamelCased.plural)
            }
        }
        return names
    }

    private static func byPathName(_ model: Model) -> String {
        let words = model.client?.path.split(separator: "/").filter { !$0.contains("{") } ?? []
        return words.last.map { String($0).camelCasedIdentifier } ?? ""
    }
}
