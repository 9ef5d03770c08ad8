import ModelgenSchema

/// Declarations whose values would be endless or too large, once all of them are known.
extension SchemaTranslation {
    /// Breaks cycles of models that contain themselves inline, since a struct cannot.
    mutating func cutCycles() {
        enum State { case open, done }
        var states: [Int: State] = [:]
        for start in declarations.indices where states[start] == nil {
            var stack = [(index: start, next: 0)]
            states[start] = .open
            while let top = stack.last {
                guard case .model(var fields) = declarations[top.index].content, top.next < fields.count else {
                    states[top.index] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                guard case .model(let part) = fields[top.next].use.form else { continue }
                switch states[part] {
                case .done: continue
                case nil:
                    states[part] = .open
                    stack.append((part, 0))
                case .open:
                    let name = declarations[part].name
                    let place = fields[top.next].place
                    fields[top.next].use = .any
                    fields[top.next].use.doubt =
                        "In the document a `\(name)`, but a struct cannot contain itself."
                    declarations[top.index].content = .model(fields)
                    warn("a `\(name)` would contain itself here, which a struct cannot", "it becomes `JSON`", at: place)
                }
            }
        }
    }

    /// Breaks cycles of unions that only contain themselves: their values would never end.
    mutating func cutAlternatives() {
        enum State { case open, done }
        var states: [Int: State] = [:]
        for start in declarations.indices where states[start] == nil {
            var stack = [(index: start, next: 0)]
            states[start] = .open
            while let top = stack.last {
                guard case .alternatives(var cases) = declarations[top.index].content, top.next < cases.count else {
                    states[top.index] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                guard case .union(let part) = cases[top.next].use.form else { continue }
                switch states[part] {
                case .done: continue
                case nil:
                    states[part] = .open
                    stack.append((part, 0))
                case .open:
                    let name = declarations[part].name
                    warn(
                        "`\(name)` would be an alternative of itself here", "it is left out",
                        at: declarations[top.index].node)
                    cases.remove(at: top.next)
                    stack[stack.count - 1].next -= 1
                    if cases.isEmpty { cases = [(name: "json", use: .any)] }
                    declarations[top.index].content = .alternatives(cases)
                }
            }
        }
    }

    /// Removes the largest models from values that would have too many fields.
    mutating func cutGiants() {
        let declarations = declarations
        let excess = ValueSize.excess(of: Array(declarations.indices)) { index -> ValueSize.Parts<Int, Int> in
            guard case .model(let fields) = declarations[index].content else { return .init(own: 0, held: []) }
            var held: [(key: Int, value: Int)] = []
            for (key, field) in fields.enumerated() {
                if case .model(let part) = field.use.form { held.append((key, part)) }
            }
            return ValueSize.Parts(own: fields.count, held: held)
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
