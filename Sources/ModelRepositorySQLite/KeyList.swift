import Foundation
import ModelRuntime
import ModelSQLite

/// The keys of an answer as one string, in the server's order: `[12,7]`, or `["tbm8=","tZGs="]` for `no` and `dk`.
///
/// Writing a row for each key would take longer than writing the rows of the answer.
enum KeyList {
    static func text(of keys: [DatabaseValue]) throws -> String {
        var integers: [Int64] = []
        integers.reserveCapacity(keys.count)
        for key in keys {
            guard case .integer(let number) = key else {
                return try JSON.array(keys.map { try $0.coded }).jsonString(at: [])
            }
            integers.append(number)
        }
        return try integers.jsonString(at: [])
    }

    /// The keys; nil if one of them cannot be read.
    static func keys(of text: String) -> [DatabaseValue]? {
        // Most keys are integers. Ten thousand of them are read in the time of a hundred rows.
        (try? [Int64](json: text))?.map { .integer($0) } ?? mixed(of: text)
    }

    private static func mixed(of text: String) -> [DatabaseValue]? {
        guard let list = try? JSON(json: text), case .array(let elements) = list else { return nil }
        let keys = elements.compactMap { element -> DatabaseValue? in
            switch element {
            case .integer(let number): return .integer(number)
            case .null: return .null
            case .string(let value):
                let code = String(value.dropFirst())
                if value.hasPrefix("r") { return UInt64(code).map { .real(Double(bitPattern: $0)) } }
                guard let data = Data(base64Encoded: code) else { return nil }
                if value.hasPrefix("b") { return .blob(data) }
                let text = String(decoding: data, as: UTF8.self)
                return text.utf8.elementsEqual(data) ? .text(text) : .malformedText(data)
            case .bool, .number, .array, .object: return nil
            }
        }
        return keys.count == elements.count ? keys : nil
    }
}
