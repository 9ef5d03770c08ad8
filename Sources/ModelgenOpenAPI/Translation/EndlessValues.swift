import ModelgenSchema

/// Declarations whose values would be endless or too large, once all of them are known.
extension SchemaTranslation {
    /// Breaks cycles of models that require each other, and of unions that are alternatives of themselves.
    mutating func cutCycles() {
        let declarations = declarations
        ValueCycles.find(in: declarations.indices) {
            declarations[$0].ownParts { !$0.isOptional && !$0.use.isNullable }
        } found: { path, key in
            guard let start = path.first, let holder = path.last else { return }
            let name = declarations[start].name
            switch self.declarations[holder].content {
            case .model(var fields):
                fields[key].isOptional = true
                fields[key].use.doubt = "In the document it is required, so no `\(name)` would ever be complete."
                self.declarations[holder].content = .model(fields)
                warn(
                    "each `\(name)` would contain another one here, so none would ever be complete",
                    "it becomes optional",
                    at: fields[key].place)
            case .alternatives(var cases):
                cases.removeAll { $0.use.form == .union(start) }
                if cases.isEmpty { cases = [(name: "json", use: .any)] }
                self.declarations[holder].content = .alternatives(cases)
                warn(
                    "`\(name)` would be an alternative of itself here", "it is left out", at: declarations[holder].node)
            case .enumeration, .union: return
            }
        }
    }

    /// Removes the largest models from values that would have too many fields.
    mutating func cutGiants() {
        let declarations = declarations
        let excess = ValueSize.excess(of: Array(declarations.indices)) { index -> ValueSize.Parts<Int, Int> in
            guard case .model(let fields) = declarations[index].content else { return .init(own: 0, held: []) }
            return ValueSize.Parts(own: fields.count, held: declarations[index].ownParts { _ in true })
        }
        for each in excess {
            guard case .model(var fields) = self.declarations[each.holder].content else { continue }
            warn(
                "a value of `\(declarations[each.holder].name)` would have \(each.fields) fields, including those of nested values",
                "this one becomes `JSON`", at: fields[each.key].place)
            fields[each.key].use = .any
            fields[each.key].use.doubt = "In the document an object, with too many nested fields for a struct."
            self.declarations[each.holder].content = .model(fields)
        }
    }
}

extension Declaration {
    /// The declarations of its own kind that a value stores inline, with their indices: the models of a model, and the
    /// unions among alternatives. A union stores its models elsewhere, and a list its elements.
    fileprivate func ownParts(_ isIncluded: (Declaration.Field) -> Bool) -> [(key: Int, value: Int)] {
        switch content {
        case .model(let fields):
            fields.enumerated().compactMap { key, field in
                if case .model(let part) = field.use.form, isIncluded(field) { (key, part) } else { nil }
            }
        case .alternatives(let cases):
            cases.enumerated().compactMap { key, each in
                if case .union(let part) = each.use.form { (key, part) } else { nil }
            }
        case .enumeration, .union: []
        }
    }
}
