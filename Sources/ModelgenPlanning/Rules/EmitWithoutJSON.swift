import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let emitWithoutJSON = RuleEntry(
        id: "emit-without-json",
        summary: "JSON is generated if clients or columns need it.",
        explanation: """
            A client sends and receives JSON (or XML, by the same code), and a column contains a model or a list as JSON. If
            `emit` in `modelgen.yaml` does not list `json`, the generated code would not compile.
            """)
}

extension ModelPlanning {
    /// Reports what needs the JSON that is not generated.
    func jsonFindings() -> [Finding] {
        guard !options.emits.contains(.json) else { return [] }
        func finding(_ what: String, at element: ElementID) -> Finding {
            RuleEntry.emitWithoutJSON.error("\(what), which is not generated; add `json` to `emit`", at: element)
        }
        let client = model.client.map { _ in
            finding("the client of `\(model.name)` needs JSON", at: ElementID(.model(model.name), key: "rest"))
        }
        let columns = model.fields.filter { model.storage != .none && $0.column != nil && $0.isStoredAsJSON(schema) }
        return (client.map { [$0] } ?? [])
            + columns.map { field in
                finding(
                    "`\(field.name)` is stored as JSON", at: ElementID(.field(model: model.name, field.name)))
            }
    }
}

extension Field {
    /// Whether its column contains JSON of a type that the schema's own module declares. Another module contains the
    /// JSON code of its types, or reports its own error.
    fileprivate func isStoredAsJSON(_ schema: SchemaIndex) -> Bool {
        guard transformer?.sqlite == nil else { return false }
        func isOwnEnumeration(_ name: SwiftName) -> Bool { schema.enumeration(name)?.module == nil }
        func isOwn(_ part: FieldType) -> Bool {
            switch part {
            case .model(let name): schema.model(name)?.module == nil
            case .enumeration(let name): isOwnEnumeration(name)
            case .scalar, .geometry, .external, .optional, .list, .set, .dictionary: false
            }
        }
        switch type.unwrapped {
        case .model: return isOwn(type.unwrapped)
        case .list(let part), .set(let part): return isOwn(part.innermost)
        case .dictionary(let key, let part):
            if case .enumeration(let name) = key, isOwnEnumeration(name) { return true }
            return isOwn(part.innermost)
        case .scalar, .geometry, .enumeration, .external, .optional: return false
        }
    }
}
