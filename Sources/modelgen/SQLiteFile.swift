import CModelSQLite
import Foundation
import ModelgenFiles
import ModelgenImporting
import ModelgenSchema

/// A database file, opened read-only.
struct SQLiteFile {
    let path: String

    /// How many rows of a view are read; a view may be a join of everything with everything.
    private static let rowsOfViews = 10_000
    /// Longer strings are not dates.
    private static let longestText = 64

    /// What an import needs to know about the file.
    func facts() throws -> DatabaseFacts {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure.input("\(path): no such file")
        }
        guard !isFolder.boolValue else {
            throw CommandFailure.input("\(path): this is a folder; pass the database file in it")
        }
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else { throw failure(handle) }
        // A file that someone tampered with must not run code from its schema (https://www.sqlite.org/security.html).
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
            let table = columns(handle, entry.name, most: entry.type == "view" ? Self.rowsOfViews : .max)
            facts.columns[entry.name] = table.columns
            if table.isSample { facts.sampled[entry.name] = table.rows }
        }
        return facts
    }

    private struct TableContents {
        var columns: [String: ColumnFacts] = [:]
        var rows = 0
        /// Whether there are more rows than were read.
        var isSample = false
    }

    /// The contents of a table's columns, from one pass over its rows. None for a table that cannot be read, such as
    /// one of a missing module.
    private func columns(_ handle: OpaquePointer, _ table: String, most: Int) -> TableContents {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, "SELECT * FROM \(SQLName(table).quoted)", -1, &statement, nil) == SQLITE_OK
        else {
            return TableContents()
        }
        let names = (0..<sqlite3_column_count(statement)).map { index in
            sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
        }
        var facts = names.map { _ in ColumnFacts() }
        var contents = TableContents()
        while sqlite3_step(statement) == SQLITE_ROW {
            if contents.rows == most {
                contents.isSample = true
                break
            }
            contents.rows += 1
            for index in facts.indices { Self.note(statement, Int32(index), in: &facts[index]) }
        }
        contents.columns = Dictionary(zip(names, facts)) { first, _ in first }
        return contents
    }

    private static func note(_ statement: OpaquePointer?, _ index: Int32, in facts: inout ColumnFacts) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: facts.note(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: facts.noteReal()
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, index)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
            let isPlain = !bytes.contains { $0 >= 0x80 }
            // Decoding replaces what is not UTF-8.
            if !isPlain, !String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) {
                return facts.noteMalformedText()
            }
            guard isPlain, facts.wantsTexts, bytes.count <= longestText else { return facts.noteText() }
            facts.note(bytes)
        case SQLITE_NULL: break
        default: facts.noteBlob()
        }
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
                rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
            case SQLITE_DONE: return rows
            default: throw failure(handle)
            }
        }
    }

    private static func value(_ statement: OpaquePointer?, _ index: Int32) -> DatabaseFacts.Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            let count = Int(sqlite3_column_bytes(statement, index))
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
