import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let giantValue = RuleEntry(
        id: "giant-value",
        summary: "A value has at most 600 fields, including those of the values in it.",
        explanation: """
            A struct stores its fields inline, including those of the structs in it. To copy one, the compiler emits code for
            every field, so a few models with thousands of fields in total take it minutes and gigabytes of memory. Values in
            a list, a dictionary or a `oneOf` are stored elsewhere and do not count.
            """,
        example: """
             models:
               A: { fields: { a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int } }
               B: { fields: { a: A, b: A, c: A, d: A, e: A, f: A, g: A, h: A } }
            -  C: { fields: { a: B, b: B, c: B, d: B, e: B, f: B, g: B, h: B } }
            +  C: { fields: { all: "[B]" } }
            """)
}

extension SchemaIndex {
    /// Reports the fields that make values too large for the compiler.
    func giantValues() -> [Finding] {
        let excess = ValueSize.excess(of: schema.models.map(\.name)) { name -> ValueSize.Parts<SwiftName, SwiftName> in
            guard let model = model(name) else { return ValueSize.Parts(own: 0, held: []) }
            var held: [(key: SwiftName, value: SwiftName)] = []
            for field in model.fields where !isIndirect(field, of: model) {
                guard let part = field.type.modelInPlace, self.model(part)?.oneOf.isEmpty == true else { continue }
                held.append((field.name, part))
            }
            return ValueSize.Parts(own: model.fields.count, held: held)
        }
        return excess.map { each in
            Finding(
                severity: .warning, rule: RuleEntry.giantValue.id,
                message: "`\(each.holder)` has \(each.fields) fields, including those of nested values; "
                    + "put this one into a list, or refer to it by its key",
                element: ElementID(.field(model: each.holder, each.key)))
        }
    }
}
