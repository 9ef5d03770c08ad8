import CModelSQLite
import ModelSQLite

extension DatabaseConfiguration {
    /// A configuration that registers the SQL function `twice(x)`, for schemas that need one.
    static var withTwice: DatabaseConfiguration {
        var configuration = DatabaseConfiguration()
        configuration.prepare = { connection in
            sqlite3_create_function_v2(
                connection.pointer, "twice", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
                { context, _, values in sqlite3_result_int64(context, 2 * sqlite3_value_int64(values?[0])) }, nil, nil,
                nil)
        }
        return configuration
    }
}
