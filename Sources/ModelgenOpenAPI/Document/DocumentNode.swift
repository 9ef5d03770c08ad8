import ModelgenImporting
import ModelgenParsing

extension Node {
    convenience init(_ sample: JSONSample) {
        func scalar(_ text: String, _ style: Scalar.Style) -> Content { .scalar(Scalar(text: text, style: style)) }
        let content: Content =
            switch sample.content {
            case .null: scalar("null", .plain)
            case .bool(let value): scalar(value ? "true" : "false", .plain)
            case .number(let text): scalar(text, .plain)
            case .string(let text): scalar(text, .doubleQuoted)
            case .array(let elements): .sequence(elements.map { Node($0) })
            case .object(let members):
                .mapping(
                    members.map { member in
                        let key = Node(
                            scalar(member.key, .doubleQuoted), file: sample.range.file, start: member.keyRange.start,
                            end: member.keyRange.end)
                        return Entry(key: key, value: Node(member.value))
                    })
            }
        self.init(content, file: sample.range.file, start: sample.range.start, end: sample.range.end)
    }

    /// The string, if it is a YAML string and not a number, Boolean or null.
    var string: String? {
        guard case .scalar(let scalar) = content else { return nil }
        if scalar.style == .plain, isNull || flag != nil || isNumber { return nil }
        return scalar.text
    }

    /// `true` or `false`.
    var flag: Bool? {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return nil }
        switch scalar.text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    var isNumber: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return Double(scalar.text) != nil && scalar.text.first.map { "+-.0123456789".contains($0) } == true
    }

    var isInteger: Bool { isNumber && (text.map { Int64($0) != nil } ?? false) }
}
