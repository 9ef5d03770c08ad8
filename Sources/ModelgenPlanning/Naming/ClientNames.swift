import ModelgenSchema

/// The name of a model's operations in code: `api.posts`.
package struct ClientNames: Sendable {
    package var property: String

    /// The API's own property, the only one that ``RESTAPI`` of ModelREST requires.
    private static let ownProperty = "client"

    /// The names of every client of a schema: after the last word of its path, or after its model if two paths of an
    /// API end with the same word.
    package static func all(in schema: Schema) -> [SwiftName: ClientNames] {
        var names: [SwiftName: ClientNames] = [:]
        for api in schema.apis {
            let clients = schema.models.compactMap { model in
                model.client?.api == api.name ? (model: model.name, wanted: byPathName(model)) : nil
            }
            var byPath: [String: Int] = [:]
            for client in clients { byPath[client.wanted, default: 0] += 1 }
            for (model, wanted) in clients {
                let isFree = byPath[wanted] == 1 && !wanted.isEmpty && wanted != ownProperty
                names[model] = ClientNames(property: isFree ? wanted : model.text.lowerCamelCased.plural)
            }
        }
        return names
    }

    private static func byPathName(_ model: Model) -> String {
        let words = model.client?.path.split(separator: "/").filter { !$0.contains("{") } ?? []
        return words.last.map { String($0).camelCasedIdentifier } ?? ""
    }
}
