import ModelgenDiagnostics
import ModelgenSchema

/// The parameter that selects models by their keys is a list of keys.
enum KeysParameter: ModelRule {
    static let entry = RuleEntry(
        id: "keys-parameter",
        summary: "`keys` names the parameter of `list` that takes a list of keys.",
        explanation: """
            While a list is read page by page, an object can move to a page that was already read, and is then missing. A
            repository requests such objects by key: with `keys: ids`, many in one request, as `ids=4&ids=9`. So `keys` names a parameter
            of the list's `query`, whose type is a list of the primary key's type.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64, name: String }
            -    rest: { operations: [list], list: { keys: ids, query: { ids: Int64? } } }
            +    rest: { operations: [list], list: { keys: ids, query: { ids: "[Int64]?" } } }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken, subject.fields.count == subject.names.count, let client = subject.model.client else {
            return []
        }
        return client.operations.filter { $0.kind == .list }.compactMap { operation in
            let element = ElementID(.operation(model: subject.model.name, operation.kind), key: "keys")
            guard let name = operation.request.keysParameter, let place = run.positions[element] else { return nil }
            guard subject.primaryKey.count == 1, let key = subject.model.field(subject.primaryKey[0]) else {
                return report(
                    "`\(subject.model.name)` has no single-field key",
                    do: "add \(subject.keyDeclaration), or remove `keys`",
                    at: place)
            }
            let wanted = FieldType.list(key.type.unwrapped)
            guard let parameter = operation.request.query.first(where: { $0.name == name }) else {
                return report(
                    "`list` has no parameter `\(name)`", do: "add `\(name): \"\(wanted.text)?\"` to its `query`",
                    at: place)
            }
            guard parameter.constant == nil, parameter.type.unwrapped == wanted else {
                return report(
                    "`\(name)` does not accept a list of keys", do: "give it the type `\"\(wanted.text)?\"`", at: place)
            }
            return nil
        }
    }
}
