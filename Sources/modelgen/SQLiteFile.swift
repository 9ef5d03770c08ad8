import CModelSQLite
import Foundation
import ModelSchemas
import ModelgenFiles
import ModelgenImporting
import ModelgenSchema

/// A database file, opened read-only.
struct SQLiteFile {
    let path: String

    /// The limits on the rows that are read of a view, and on the instructions that SQLite runs for them. A view may be
    /// a join of everything with everything, or count without end.
    private static let rowsOfViews = 10_000
    private static let workOfViews: Int32 = 100_000_000
    /// `SQLITE_CORRUPT_VTAB`, a macro that Swift does not import.
    private static let corruptVirtualTable = SQLITE_CORRUPT | 1 << 8
    /// Longer strings are not dates.
    private static let longestText = 64

    /// What an import needs to know about the file.
    func facts() throws -> DatabaseFacts {
        try UntouchedDatabase.read(path, facts(in:))
    }

    private func facts(in file: UntouchedDatabase) throws -> DatabaseFacts {
        let all = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY rowid"
        guard let handle = file.handle, let list = try? handle.texts(all) else { throw file.failure }
        let entries = list.map { row in
            DatabaseFacts.Entry(type: row[0], name: row[1], table: row[2], sql: row[3])
        }
        let url = URL(filePath: path)
        var facts = DatabaseFacts(
            name: url.deletingPathExtension().lastPathComponent, file: url.lastPathComponent,
            userVersion: try file.number("user_version"), applicationID: try file.number("application_id"),
            entries: entries)
        for entry in entries where entry.type == "table" || entry.type == "view" {
            let isView = entry.type == "view"
            sqlite3_progress_handler(handle, isView ? Self.workOfViews : 0, { _ in 1 }, nil)
            let table = try columns(handle, entry.name, most: isView ? Self.rowsOfViews : .max, in: file)
            facts.columns[FoldedName(entry.name)] = table.columns
            if table.isSample { facts.sampled[entry.name] = table.rows }
        }
        return facts
    }

    private struct TableContents {
        var columns: [FoldedName: ColumnFacts] = [:]
        var rows = 0
        /// Whether there are more rows than were read.
        var isSample = false
    }

    /// The contents of a table's columns, from one pass over its rows. There are none for a table that cannot be read,
    /// for example because its module is missing.
    private func columns(
        _ handle: OpaquePointer, _ table: String, most: Int, in file: UntouchedDatabase
    ) throws -> TableContents {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, "SELECT * FROM \(SQLName(table).quoted)", -1, &statement, nil) == SQLITE_OK
        else {
            return TableContents()
        }
        let names = (0..<sqlite3_column_count(statement)).map { index in
            sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
        }
        var facts = names.indices.map { index in
            let type = sqlite3_column_decltype(statement, Int32(index)).map { String(cString: $0).uppercased() }
            return ColumnFacts(readsJSON: type?.contains("JSON") == true)
        }
        var contents = TableContents()
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW, contents.rows < most {
            contents.rows += 1
            for index in facts.indices { Self.note(statement, Int32(index), in: &facts[index]) }
            code = sqlite3_step(statement)
        }
        // The SQL of a view or of a generated column may fail for a row, and the index of a virtual table may be
        // outdated. Any other error concerns the file.
        let isRead =
            [SQLITE_ROW, SQLITE_DONE, SQLITE_INTERRUPT, SQLITE_ERROR, SQLITE_TOOBIG].contains(code & 0xff)
            || sqlite3_extended_errcode(handle) == Self.corruptVirtualTable
        if !isRead { throw file.failure }
        contents.isSample = code != SQLITE_DONE
        contents.columns = Dictionary(firstOf: zip(names.map { FoldedName($0) }, facts))
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
            // Decoding replaces bytes that are not UTF-8.
            if !isPlain, !String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) {
                return facts.noteMalformedText()
            }
            guard isPlain, facts.wantsTexts, bytes.count <= longestText else { return facts.noteText(bytes) }
            facts.note(bytes)
        case SQLITE_NULL: facts.noteNull()
        default: facts.noteBlob()
        }
    }
}
