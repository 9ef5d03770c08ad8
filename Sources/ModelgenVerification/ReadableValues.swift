import ModelgenDatabase
import ModelgenSchema

/// A value in a row, and SQLite's name for the type of JSON that it contains.
struct StoredValue {
    var value: SQLValue
    /// Nil if the value is not valid JSON.
    var json: String?
}

extension MemoryDatabase {
    /// The values of a column, both names quoted.
    func values(of column: String, in table: String) throws(Refusal) -> [StoredValue] {
        let json = "CASE WHEN json_valid(\(column)) THEN json_type(\(column)) END"
        return try rows("SELECT \(column), \(json) FROM \(table)").map { row in
            StoredValue(value: row[0], json: row[1] == .null ? nil : row[1].text)
        }
    }
}

extension SynthesizedValues {
    /// Whether a program can read a stored value as a value of the field, as far as the schema shows. NULL is left to
    /// the column.
    func reads(_ stored: StoredValue, as field: Field) -> Bool {
        if stored.value == .null { return true }
        let transformer = field.transformer?.sqlite
        return reads(stored.value, stored.json, storage.storedType(of: field.type, transformer: transformer).unwrapped)
            && transformer.map { reads(stored.value, $0) } != false
    }

    private func reads(_ value: SQLValue, _ json: String?, _ type: FieldType) -> Bool {
        switch type {
        case .scalar(let scalar): reads(value, json, scalar)
        case .enumeration(let name):
            enumerations[name].map { $0.unknown != .fail || self.values(of: $0).contains(value) } ?? true
        case .list, .set, .geometry: json == "array"
        case .dictionary: json == "object"
        // The JSON of a union may be anything.
        case .model: json != nil
        case .external: true
        case .optional(let wrapped): reads(value, json, wrapped)
        }
    }

    private func reads(_ value: SQLValue, _ json: String?, _ scalar: Scalar) -> Bool {
        switch (scalar, value) {
        case (.bool, .integer(let number)): (0...1).contains(number)
        case (.int8, .integer(let number)): Int8(exactly: number) != nil
        case (.int16, .integer(let number)): Int16(exactly: number) != nil
        case (.int32, .integer(let number)): Int32(exactly: number) != nil
        case (.uint8, .integer(let number)): UInt8(exactly: number) != nil
        case (.uint16, .integer(let number)): UInt16(exactly: number) != nil
        case (.uint32, .integer(let number)): UInt32(exactly: number) != nil
        case (.uint, .integer(let number)), (.uint64, .integer(let number)): number >= 0
        case (.int, .integer), (.int64, .integer), (.decimal, .integer), (.decimal, .real): true
        case (.float, .integer(let number)), (.double, .integer(let number)), (.date, .integer(let number)):
            Double(exactly: number) != nil
        case (.float, .real), (.double, .real), (.date, .real), (.data, .blob): true
        case (.decimal, .text(let text)): Double(text) != nil
        case (.uuid, .text(let text)): text.isUUID
        case (.url, .text(let text)): !text.isEmpty
        case (.string, .text): true
        case (.json, .text): json != nil
        default: false
        }
    }

    private func reads(_ value: SQLValue, _ transformer: TransformerUse) -> Bool {
        guard case .builtIn(let builtIn) = transformer, case .text(let text) = value else { return true }
        switch builtIn {
        case .rfc3339: return Instant(rfc3339: text) != nil
        // It also reads partial times.
        case .iso8601: return Instant(rfc3339: String(text.prefix(10))) != nil
        case .base64: return base64Decoded(text) != nil
        case .stringNumber: return Double(text) != nil
        case .unixSeconds, .unixMilliseconds, .dateFormat, .hex, .intBool, .commaSeparated, .trimmed, .lowercased:
            return true
        }
    }
}
