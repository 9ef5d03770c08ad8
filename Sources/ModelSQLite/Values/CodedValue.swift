import CModelSQLite
import Foundation
import ModelRuntime

// JSON represents neither bytes nor every double exactly, so a list with such values consists of coded ones.

extension DatabaseValue {
    /// The value for `modelgen_value`: integers unchanged, others as text with their storage class and their bits or bytes.
    var coded: JSON {
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

/// Defines the SQL function `modelgen_value`, which returns the value that a coded one stands for.
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
            // With a byte more, there is a pointer even if there are no bytes: SQLite would return NULL.
            if text.hasPrefix("t") {
                sqlite3_result_text64(context, bytes + [0], sqlite3_uint64(bytes.count), copied, UInt8(SQLITE_UTF8))
            } else {
                sqlite3_result_blob64(context, bytes + [0], sqlite3_uint64(bytes.count), copied)
            }
        }, nil, nil, nil)
}
