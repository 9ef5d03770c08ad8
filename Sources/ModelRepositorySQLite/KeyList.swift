import Foundation
import ModelRuntime
import ModelSQLite

/// The keys of an answer as one string, in the server's order: `[12,7]`, `["no","dk"]`.
///
/// Writing a row for each key would take longer than writing the rows of the answer.
enum KeyList {
    static func text(of keys: [DatabaseValue]) throws -> String {
        var integers: [Int64] = []
        integers.reserveCapacity(keys.count)
        for key in keys {
            guard case .integer(let number) = key else { return try mixed(keys) }
            integers.append(number)
        }
        return try integers.jsonString(at: [])
    }

    private static func mixed(_ keys: [DatabaseValue]) throws -> String {
        var text = "["
        for (index, key) in keys.enumerated() {
            if index > 0 { text += "," }
            switch key {
            case .integer(let number): text += String(number)
            case .null: text += "null"
            // Strings have a `t` in front, to distinguish them from other values that JSON would write as the same
            // string.
            case .text(let value): text += try ("t" + value).jsonString(at: [])
            case .real(let value): text += "\"r\(value.bitPattern)\""
            case .malformedText(let data): text += "\"m\(data.base64EncodedString())\""
            case .blob(let data): text += "\"b\(data.base64EncodedString())\""
            }
        }
        return text + "]"
    }

    static func keys(of text: String) -> [DatabaseValue] {
        // Most keys are integers. Ten thousand of them are read in the time of a hundred rows.
        (try? [Int64](json: text))?.map { .integer($0) } ?? mixed(of: text)
    }

    private static func mixed(of text: String) -> [DatabaseValue] {
        guard let list = try? JSON(json: text), case .array(let elements) = list else { return [] }
        return elements.compactMap { element -> DatabaseValue? in
            switch element {
            case .integer(let number): return .integer(number)
            case .null: return .null
            case .string(let value):
                // By scalars rather than characters: a combining mark after the letter belongs to the value.
                let rest = String(value.unicodeScalars.dropFirst())
                switch value.unicodeScalars.first {
                case "t": return .text(rest)
                case "r": return UInt64(rest).map { DatabaseValue.real(Double(bitPattern: $0)) }
                case "m": return Data(base64Encoded: rest).map { DatabaseValue.malformedText($0) }
                case "b": return Data(base64Encoded: rest).map { DatabaseValue.blob($0) }
                default: return nil
                }
            case .bool, .number, .array, .object: return nil
            }
        }
    }
}
