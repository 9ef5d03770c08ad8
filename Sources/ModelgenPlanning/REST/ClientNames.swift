import ModelgenSchema

/// The names of a model's client, as code that uses it reads: `api.posts`, `PostsClient`.
package struct ClientNames: Sendable {
    package var property: String

    package var query: String { property.capitalizedFirst + "Query" }
    package var protocolName: String { property.capitalizedFirst + "Client" }
    package var structure: String { property.capitalizedFirst + "API" }
    package var endpoints: String { property.capitalizedFirst + "Endpoints" }

    /// The types that a client declares.
    package var types: [String] { [protocolName, structure, endpoints, query] }

    /// The names of every client of a schema: by the last word of its path, or by its model where two paths end alike or
    /// the name is taken.
    package static func all(in schema: Schema) -> [SwiftName: ClientNames] {
        let clients = schema.models.filter { $0.client != nil }
        let taken = Set(
            schema.models.map(\.name.text) + schema.apis.map(\.name.text) + schema.enumerations.map(\.name.text))
        var byPath: [String: Int] = [:]
        for model in clients { byPath[byPathName(model), default: 0] += 1 }
        var names: [SwiftName: ClientNames] = [:]
        for model in clients {
            let wanted = ClientNames(property: byPathName(model))
            let isFree =
                byPath[wanted.property] == 1 && !wanted.property.isEmpty
                && taken.isDisjoint(with: wanted.types)
            names[model.name] = isFree ? wanted : ClientNames(property: model.name.text.lowerCamelCased.plural)
        }
        return names
    }

    private static func byPathName(_ model: Model) -> String {
        let words = model.client?.path.split(separator: "/").filter { !$0.contains("{") } ?? []
        return words.last.map { String($0).camelCasedIdentifier } ?? ""
    }
}
