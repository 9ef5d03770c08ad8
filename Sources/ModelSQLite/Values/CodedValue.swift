import CModelSQLite
import Foundation
import ModelRuntime

// JSON represents neither bytes nor every double exactly, so a list that contains such values consists of encoded ones.

extension DatabaseValue {
    /// The value as `modelgen_value` expects it: an integer unchanged, and any other value as text with its storage
    /// class and its bits or bytes.
    package var coded: JSON {
        get throws {
            switch self {
            case .null: return .null
            case .integer(let value): return .integer(value)
            case .real(let value):
                if value.isNaN { throw SQLiteError.unencodable(Double.self, .notANumber) }
                return .string("r\(value.bitPattern)")
            case .text(let text): return .string("t" + Data(text.utf8).base64EncodedString())
            case .malformedText(let bytes): return .string("t" + bytes.base64EncodedString())
            case .blob(let bytes): return .string("b" + bytes.base64EncodedString())
            }
        }
    }
}

/// Defines the SQL function `modelgen_value`, which decodes a value.
func defineCodedValues(_ connection: OpaquePointer) {
    sqlite3_create_function_v2(
        connection, "modelgen_value", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
        { context, _, arguments in
            guard let value = arguments?[0] else { return }
            if sqlite3_value_type(value) != SQLITE_TEXT { return sqlite3_result_value(context, value) }
            let text = String(cString: sqlite3_value_text(value))
            let code = String(text.dropFirst())
            if text.hasPrefix("r") { return sqlite3_result_double(context, Double(bitPattern: UInt64(code) ?? 0)) }
            let bytes = (Data(base64Encoded: code) ?? Data()).map { CChar(bitPattern: $0) }
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            // The extra byte makes sure that there is a pointer even without bytes; for a null pointer, SQLite would
            // return NULL.
            if text.hasPrefix("t") {
                sqlite3_result_text64(context, bytes + [0], sqlite3_uint64(bytes.count), copied, UInt8(SQLITE_UTF8))
            } else {
                sqlite3_result_blob64(context, bytes + [0], sqlite3_uint64(bytes.count), copied)
            }
        }, nil, nil, nil)
}
