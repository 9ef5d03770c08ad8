import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

extension OperationTranslation {
    /// A default as a YAML value; nil for one that needs code, and for one that does not match.
    func literal(_ node: Node, _ use: TypeUse) -> YAMLValue? {
        switch use.form {
        case .enumeration(let index):
            guard case .enumeration(_, let cases) = schemas.declarations[index].content else { return nil }
            return cases.first { $0.value == node.text }.map { .text($0.name.text) }
        case .scalar: return Scalar(rawValue: use.text).flatMap { Self.literal(node, $0, use.transformer) }
        case .list(let element):
            guard case .sequence(let elements) = node.content else { return nil }
            let inner = TypeUse(
                text: String(use.text.dropFirst().dropLast()), form: element, transformer: use.transformer)
            let values = elements.compactMap { literal($0, inner) }
            return values.count == elements.count ? .list(values) : nil
        case .dictionary:
            // A dictionary default with contents does not occur in practice.
            guard case .mapping(let entries) = node.content, entries.isEmpty else { return nil }
            return .plain("{}")
        case .any, .model, .union, .texts: return nil
        }
    }

    private static func literal(_ node: Node, _ scalar: Scalar, _ transformer: String?) -> YAMLValue? {
        guard let text = node.text, !node.isNull else { return nil }
        // Elsewhere, a number is a string and a date is a number.
        guard transformer != "unixSeconds" else { return node.isNumber ? plain(text, .date) : nil }
        guard transformer != "stringNumber" else { return node.string?.isDecimal == true ? plain(text, scalar) : nil }
        switch scalar {
        case .bool: return node.flag.map { .plain($0 ? "true" : "false") }
        // On some platforms, they have only 32 bits.
        case .int, .uint: return node.isInteger && Int32(text) != nil ? plain(text, scalar) : nil
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double, .decimal:
            return node.isNumber ? plain(text, scalar) : nil
        case .string: return .text(text)
        // In the form that generated code and exports write.
        case .date:
            let written = node.string.flatMap { Instant(rfc3339: $0) }?.rfc3339
            return written.map { .text(transformer == nil ? $0 : String($0.prefix(10))) }
        case .uuid: return text.isUUID ? .text(text.uppercased()) : nil
        case .data, .url:
            return node.string != nil && LiteralReader.isLiteral(text, scalar) ? .text(text) : nil
        case .json: return nil
        }
    }

    private static func plain(_ text: String, _ scalar: Scalar) -> YAMLValue? {
        LiteralReader.isLiteral(text, scalar) ? .plain(text) : nil
    }
}

extension String {
    /// Whether it is a number as JSON writes it, without an exponent.
    fileprivate var isDecimal: Bool {
        let parts = (first == "-" ? dropFirst() : self[...]).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
            && (parts[0] == "0" || parts[0].first != "0")
    }
}
