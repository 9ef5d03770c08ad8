import ModelgenSchema

extension DocumentValue {
    /// The document as JSON (RFC 8259), one member per line in the planned order; short lists of plain values on one
    /// line.
    package var jsonText: String {
        var text = ""
        write(to: &text, indentation: "")
        return text + "\n"
    }

    private func write(to text: inout String, indentation: String) {
        let inner = indentation + "  "
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let number): text += String(number)
        case .number(let number): text += number
        case .string(let string): text += Self.quoted(string)
        case .array(let elements):
            let isShort = elements.allSatisfy(\.isPlain)
            guard !isShort else {
                text += "["
                for (index, element) in elements.enumerated() {
                    if index > 0 { text += ", " }
                    element.write(to: &text, indentation: inner)
                }
                text += "]"
                return
            }
            text += "["
            for (index, element) in elements.enumerated() {
                text += (index > 0 ? ",\n" : "\n") + inner
                element.write(to: &text, indentation: inner)
            }
            text += "\n\(indentation)]"
        case .object(let members):
            guard !members.isEmpty else {
                text += "{}"
                return
            }
            text += "{"
            for (index, member) in members.enumerated() {
                text += (index > 0 ? ",\n" : "\n") + inner + Self.quoted(member.key) + ": "
                member.value.write(to: &text, indentation: inner)
            }
            text += "\n\(indentation)}"
        }
    }

    private var isPlain: Bool {
        switch self {
        case .null, .bool, .integer, .number, .string: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        }
    }

    /// YAML does not allow an unescaped DEL (section 5.1), and JSON documents are read as YAML.
    private static func quoted(_ string: String) -> String {
        string.quotedForJSON.replacing("\u{7F}", with: "\\u007f")
    }
}
