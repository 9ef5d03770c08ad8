import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Values that a field may have, including awkward ones: extremes, empty and long strings, Unicode, quotes.
struct SynthesizedValues: Sendable {
    let enumerations: [SwiftName: Enumeration]
    let storage: ColumnStorage

    init(_ schema: Schema) {
        enumerations = Dictionary(firstOf: schema.enumerations.map { ($0.name, $0) })
        storage = ColumnStorage(schema)
    }

    /// As many as needed; never empty. If the field is optional, NULL is the last.
    func values(of field: Field) -> [SQLValue] {
        let stored = storage.storedType(of: field.type, transformer: field.transformer?.sqlite)
        let values = transformedValues(of: field) ?? plainValues(of: stored.unwrapped, field)
        return field.type.isOptional ? values + [.null] : values
    }

    /// Whether the type has so few values that not every row can have a different one.
    func areFew(of field: Field) -> Bool {
        let stored = storage.storedType(of: field.type, transformer: field.transformer?.sqlite).unwrapped
        if case .enumeration = stored { return true }
        return stored == .scalar(.bool)
    }

    /// A different value for each number, in the same storage class: for keys.
    func distinctValue(_ number: Int, of field: Field) -> SQLValue {
        if let text = transformedText(number, of: field) { return .text(text) }
        return switch storage.storageClass(of: field) {
        case .integer: .integer(Int64(number + 1))
        case .real: .real(Double(number) + 0.5)
        case .blob: .blob(Array("key \(number)".utf8))
        case .text: .text(field.type.unwrapped == .scalar(.uuid) ? uuid(number) : "clé-\(number)")
        }
    }

    private func plainValues(of type: FieldType, _ field: Field) -> [SQLValue] {
        switch type {
        case .scalar(let scalar): return plainValues(of: scalar)
        case .enumeration(let name):
            return enumerations[name].map(values) ?? [.text("")]
        case .list, .set: return [.text("[]")]
        case .dictionary, .model: return [.text("{}")]
        case .geometry: return [.text("[0,0]")]
        case .optional(let wrapped): return plainValues(of: wrapped, field)
        case .external:
            switch storage.storageClass(of: field) {
            case .integer: return [.integer(0), .integer(7), .integer(.max)]
            case .real: return [.real(0), .real(-2.25)]
            case .text: return [.text("x"), .text("")]
            case .blob: return [.blob([]), .blob([1, 2, 255])]
            }
        }
    }

    private func plainValues(of scalar: Scalar) -> [SQLValue] {
        switch scalar {
        case .int, .int64: [.integer(1), .integer(0), .integer(-1), .integer(.max), .integer(.min)]
        case .int8: [.integer(1), .integer(-128), .integer(127)]
        case .int16: [.integer(1), .integer(-32_768), .integer(32_767)]
        case .int32: [.integer(1), .integer(Int64(Int32.min)), .integer(Int64(Int32.max))]
        case .uint8: [.integer(1), .integer(0), .integer(255)]
        case .uint16: [.integer(1), .integer(0), .integer(65_535)]
        case .uint32: [.integer(1), .integer(0), .integer(Int64(UInt32.max))]
        case .uint, .uint64: [.integer(1), .integer(0), .integer(.max)]
        case .bool: [.integer(1), .integer(0)]
        case .float: [.real(1), .real(-0.25), .real(Double(Float.greatestFiniteMagnitude))]
        case .double: [.real(1), .real(-0.1), .real(.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude)]
        case .decimal: [.text("1"), .text("-123456789012345678901234567890.0123456789")]
        case .string:
            [
                .text("word"), .text("WORD"), .text("it's \"quoted\" `here` [and] there; -- no comment"), .text(""),
                .text("Gru\u{308}ße 📮 日本語 \u{202E}"), .text(String(repeating: "long ", count: 100)), .text("12"),
            ]
        case .date: [.real(1_700_000_000.5), .real(0), .real(-62_135_596_800)]
        case .data: [.blob([1, 0, 255]), .blob([])]
        case .uuid: [.text(uuid(1)), .text("FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")]
        case .url: [.text("https://example.com/a?b=%20#c"), .text("mailto:a@example.com")]
        case .json: [.text("{\"a\":[1,null,\"ß\"]}"), .text("null")]
        }
    }

    /// The values of the cases.
    func values(of enumeration: Enumeration) -> [SQLValue] { enumeration.cases.map { value(of: $0.rawValue) } }

    private func value(of literal: Literal) -> SQLValue {
        switch literal {
        case .integer(let digits): Int64(digits).map { .integer($0) } ?? .text(digits)
        case .string(let text): .text(text)
        case .null, .boolean, .number, .list, .dictionary, .enumCase: .null
        }
    }

    private func uuid(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(number, radix: 16, uppercase: true).zeroPadded(to: 12)
    }
}
