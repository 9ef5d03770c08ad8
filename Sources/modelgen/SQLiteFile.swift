import CModelSQLite
import Foundation
import ModelgenFiles
import ModelgenImporting

/// A database file, opened for reading only.
struct SQLiteFile {
    let path: String

    /// How many rows of a table are looked at, to tell a date from a text.
    private static let rowsOfInterest = 500
    /// Longer texts are no dates.
    private static let longestText = 64

    /// What an import needs to know of it.
    func facts() throws -> DatabaseFacts {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure.input("\(path): there is no such file")
        }
        guard !isFolder.boolValue else {
            throw CommandFailure.input("\(path): this is a folder; name the database's file in it")
        }
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else { throw failure(handle) }
        // A file that somebody tampered with runs no code of its schema (https://www.sqlite.org/security.html).
        sqlite3_exec(handle, "PRAGMA trusted_schema = OFF", nil, nil, nil)

        let entries = try rows(
            handle, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY rowid"
        ).map { row in DatabaseFacts.Entry(type: row[0].text, name: row[1].text, table: row[2].text, sql: row[3].text) }
        let url = URL(filePath: path)
        var facts = DatabaseFacts(
            name: url.deletingPathExtension().lastPathComponent, file: url.lastPathComponent,
            userVersion: try integer(handle, "PRAGMA user_version"),
            applicationID: try integer(handle, "PRAGMA application_id"), entries: entries)
        for entry in entries where entry.type == "table" || entry.type == "view" {
            facts.values[entry.name] = values(handle, entry.name)
        }
        return facts
    }

    /// The values of the first rows, column by column. A table that cannot be read, for a module that is not there,
    /// has none.
    private func values(_ handle: OpaquePointer, _ table: String) -> [String: [DatabaseFacts.Value]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let name = "\"" + table.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
        guard
            sqlite3_prepare_v2(handle, "SELECT * FROM \(name) LIMIT \(Self.rowsOfInterest)", -1, &statement, nil)
                == SQLITE_OK
        else { return [:] }
        let columns = (0..<sqlite3_column_count(statement)).map { index in
            sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
        }
        var values: [String: [DatabaseFacts.Value]] = [:]
        while sqlite3_step(statement) == SQLITE_ROW {
            for (index, column) in columns.enumerated() {
                values[column, default: []].append(Self.value(statement, Int32(index)))
            }
        }
        return values
    }

    private func integer(_ handle: OpaquePointer, _ sql: String) throws -> Int {
        if case .integer(let number)? = try rows(handle, sql).first?.first { Int(number) } else { 0 }
    }

    private func rows(_ handle: OpaquePointer, _ sql: String) throws -> [[DatabaseFacts.Value]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(handle) }
        var rows: [[DatabaseFacts.Value]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0, longest: .max) })
            case SQLITE_DONE: return rows
            default: throw failure(handle)
            }
        }
    }

    private static func value(
        _ statement: OpaquePointer?, _ index: Int32, longest: Int = longestText
    ) -> DatabaseFacts.Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            let count = Int(sqlite3_column_bytes(statement, index))
            guard count <= longest else { return .text("…") }
            let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, index), count: count)
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_NULL: return .null
        default: return .blob
        }
    }

    private func failure(_ handle: OpaquePointer?) -> CommandFailure {
        let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "SQLite cannot open it"
        return CommandFailure.input("\(path): cannot be read as a SQLite database; \(message)")
    }
}

extension DatabaseFacts.Value {
    fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
}
