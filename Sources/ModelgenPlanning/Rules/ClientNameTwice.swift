import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let clientNameTwice = RuleEntry(
        id: "client-name-twice",
        summary: "Each client of a module has a different name.",
        explanation: """
            A client is named after the last segment of its path: `api.posts`; if two paths of an API end with the same
            segment, after the plural of its model. If that name is taken too, change one of the paths or rename the
            model.
            """,
        example: """
             api: { name: MapAPI, baseURL: https://example.org }
             models:
               City: { fields: { id: Int64 }, rest: { path: new/places, operations: [list] } }
               Town: { fields: { id: Int64 }, rest: { path: old/places, operations: [list] } }
            -  Village: { fields: { id: Int64 }, rest: { path: towns, operations: [list] } }
            +  Village: { fields: { id: Int64 }, rest: { path: villages, operations: [list] } }
            """)
}

extension SchemaPlanning {
    /// Reports clients of an API with the same name.
    func sameClientFindings() -> [Finding] {
        var findings: [Finding] = []
        var owners: [[String]: SwiftName] = [:]
        for model in schema.models where model.module == nil {
            guard let client = model.client, let names = clientNames[model.name] else { continue }
            let element = ElementID(.model(model.name), key: "rest")
            let place = [client.api.text, names.property]
            if let other = owners[place] {
                findings.append(
                    RuleEntry.clientNameTwice.error(
                        "the clients of `\(other)` and `\(model.name)` would both be named `\(names.property)`; "
                            + "change one of their paths",
                        at: element))
            }
            owners[place] = owners[place] ?? model.name
        }
        return findings
    }
}
