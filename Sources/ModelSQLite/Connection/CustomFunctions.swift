import CModelSQLite
import Foundation

/// Holds a Swift closure that SQLite calls.
final class SQLFunctionBox {
    let body: @Sendable ([DatabaseValue]) throws -> DatabaseValue
    init(_ body: @escaping @Sendable ([DatabaseValue]) throws -> DatabaseValue) { self.body = body }
}

extension ConnectionSetup {
    /// Whether a function gives the same result for the same arguments, so that indexes may use it.
    public enum Determinism: Sendable {
        case deterministic
        case nondeterministic
    }

    /// Adds a function to SQL.
    ///
    /// ```swift
    /// configuration.prepare = { connection in
    ///     try connection.addFunction("reverse", arguments: 1) { values in
    ///         guard case .text(let text) = values[0] else { return .null }
    ///         return .text(String(text.reversed()))
    ///     }
    /// }
    /// ```
    /// Source: <https://www.sqlite.org/appfunc.html>.
    public func addFunction(
        _ name: String,
        arguments: Int,
        _ determinism: Determinism = .deterministic,
        _ body: @escaping @Sendable ([DatabaseValue]) throws -> DatabaseValue
    ) throws {
        let box = SQLFunctionBox(body)
        connection.functions.append(box)
        var flags = SQLITE_UTF8
        if determinism == .deterministic { flags |= SQLITE_DETERMINISTIC }
        let code = sqlite3_create_function_v2(
            connection.pointer,
            name,
            Int32(arguments),
            flags,
            Unmanaged.passUnretained(box).toOpaque(),
            { context, count, arguments in callFunction(context, count, arguments) },
            nil,
            nil,
            nil
        )
        if code != SQLITE_OK { throw SQLiteError.reported(by: connection.pointer, code: code, sql: nil) }
    }
}

private func callFunction(
    _ context: OpaquePointer?,
    _ count: Int32,
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let data = sqlite3_user_data(context) else { return }
    let box = Unmanaged<SQLFunctionBox>.fromOpaque(data).takeUnretainedValue()
    let values = (0..<Int(count)).map { argument(arguments?[$0]) }
    do {
        switch try box.body(values) {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        case .text(let value): modelsqlite_result_text(context, value, Int32(value.utf8.count))
        case .malformedText(let value):
            value.withUnsafeBytes {
                modelsqlite_result_text(context, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count))
            }
        case .blob(let value):
            value.withUnsafeBytes { modelsqlite_result_blob(context, $0.baseAddress, Int32($0.count)) }
        }
    } catch {
        sqlite3_result_error(context, "a function of the program failed: \(type(of: error))", -1)
    }
}

private func argument(_ value: OpaquePointer?) -> DatabaseValue {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
        guard let start = sqlite3_value_text(value) else { return .null }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
        guard let start = sqlite3_value_blob(value) else { return .blob(Data()) }
        return .blob(Data(bytes: start, count: Int(sqlite3_value_bytes(value))))
    default: return .null
    }
}
