import Foundation
import ModelRuntime
import ModelSQLite

/// The keys of an answer as one string, in the server's order: `[12,7]`, `["no","dk"]`.
///
/// Writing a row for each key would take longer than writing the rows of the answer.
enum KeyList {
    static func text(of keys: [DatabaseValue]) throws -> String {
        var text = "["
        text.reserveCapacity(keys.count * 8 + 2)
        for (index, key) in keys.enumerated() {
            if index > 0 { text += "," }
            switch key {
            case .integer(let number): text += String(number)
            case .null: text += "null"
            // Strings; values that JSON cannot distinguish from them have a letter in front.
            case .text(let value): text += try ("t" + value).jsonString(at: [])
            case .real(let value): text += "\"r\(value.bitPattern)\""
            case .malformedText(let data): text += "\"m\(data.base64EncodedString())\""
            case .blob(let data): text += "\"b\(data.base64EncodedString())\""
            }
        }
        return text + "]"
    }

    static func keys(of text: String) -> [DatabaseValue] {
        integers(of: text) ?? mixed(of: text)
    }

    /// Most keys are integers; ten thousand of them are read in the time of a hundred rows.
    private static func integers(of text: String) -> [DatabaseValue]? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
            var keys: [DatabaseValue] = []
            keys.reserveCapacity(bytes.count / 5)
            var magnitude: UInt64 = 0
            var isNegative = false
            var digits = 0
            for byte in bytes.dropFirst() {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    magnitude = magnitude &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
                    digits += 1
                case UInt8(ascii: "-"): isNegative = true
                case UInt8(ascii: ","), UInt8(ascii: "]"):
                    if digits > 0 {
                        let value = Int64(bitPattern: magnitude)
                        keys.append(.integer(isNegative ? 0 &- value : value))
                    }
                    (magnitude, isNegative, digits) = (0, false, 0)
                default: return nil
                }
            }
            return keys
        }
    }

    private static func mixed(of text: String) -> [DatabaseValue] {
        guard let list = try? JSON(json: text), case .array(let elements) = list else { return [] }
        return elements.compactMap { element -> DatabaseValue? in
            switch element {
            case .integer(let number): return .integer(number)
            case .null: return .null
            case .string(let value):
                let rest = String(value.dropFirst())
                switch value.first {
                case "t": return .text(rest)
                case "r": return UInt64(rest).map { DatabaseValue.real(Double(bitPattern: $0)) }
                case "b": return Data(base64Encoded: rest).map { DatabaseValue.blob($0) }
                default: return nil
                }
            case .bool, .number, .array, .object: return nil
            }
        }
    }
}
