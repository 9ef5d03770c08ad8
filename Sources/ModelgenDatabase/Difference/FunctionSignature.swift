/// The parameters and the result of a function, in the form of a fact: `(id: Int64, since: Date?) -> [Post]`.
struct FunctionSignature {
    struct Parameter {
        var label: String
        var type: WireType
        /// Optional parameters can be omitted.
        var isRequired: Bool { !type.isOptional }
    }

    var parameters: [Parameter]
    var result: String

    init(_ text: String) {
        var depth = 0
        var end = text.startIndex
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            end = text.index(after: index)
            if depth == 0 { break }
        }
        parameters = FactParts(String(text[..<end].dropFirst().dropLast())).parts.map { part in
            let label = part.prefix { $0 != ":" }
            return Parameter(
                label: String(label), type: WireType(String(part.dropFirst(label.count + 1).drop { $0 == " " })))
        }
        let rest = text[end...]
        result = rest.hasPrefix(" -> ") ? String(rest.dropFirst(4)) : ""
    }

    /// How severe the change to another signature is for calls; nil if they mean the same.
    func severity(of other: FunctionSignature) -> Difference.Severity? {
        var effects: [Difference.Severity] = []
        if result != other.result {
            // Code may or may not unwrap the result; after the change, it may not compile.
            let isWrapped = WireType(result).unwrapped == WireType(other.result).unwrapped
            effects.append(isWrapped ? .dataDependent : .destructive)
        }
        for parameter in parameters {
            guard let now = other.parameters.first(where: { $0.label == parameter.label }) else {
                effects.append(parameter.isRequired ? .destructive : .dataDependent)
                continue
            }
            guard now.type != parameter.type else { continue }
            switch (parameter.type, now.type) {
            case (let type, .optional(let wrapped)) where type == wrapped: effects.append(.additive)
            case (.optional(let wrapped), let type) where type == wrapped: effects.append(.dataDependent)
            default: effects.append(parameter.isRequired ? .destructive : .dataDependent)
            }
        }
        for parameter in other.parameters where !parameters.contains(where: { $0.label == parameter.label }) {
            effects.append(parameter.isRequired ? .destructive : .additive)
        }
        if let severity = severityOfOrder(other) { effects.append(severity) }
        return effects.max()
    }

    /// Calls pass their arguments in the order of the parameters.
    private func severityOfOrder(_ other: FunctionSignature) -> Difference.Severity? {
        let labels = parameters.map(\.label).filter { label in other.parameters.contains { $0.label == label } }
        let now = other.parameters.map(\.label).filter { label in parameters.contains { $0.label == label } }
        guard labels != now else { return nil }
        return parameters.filter(\.isRequired).count > 1 ? .destructive : .dataDependent
    }
}
