import CModelSQLite

extension OpaquePointer {
    /// Whether a view returns the same rows as the expected one, with different SQL.
    func isView(_ view: String, like expected: String) -> Bool {
        guard let program = program(ofView: expected, columnsOf: expected) else { return false }
        if self.program(ofView: view, columnsOf: expected) == program { return true }
        let (columns, select) = SchemaText.view(view)
        if columns.isEmpty { return false }
        // The same names, given by a table inside the view, as in models of imported files: SQLite then numbers one
        // more table.
        let with = "WITH modelgen_named \(columns.text) AS (\(select.text)) SELECT * FROM modelgen_named"
        return self.program(ofView: "CREATE VIEW v AS \(with)", columnsOf: expected) == program
    }

    /// The program to which SQLite compiles a view, that is, the instructions that read the columns of another view
    /// from it.
    ///
    /// Two views with the same program return the same rows, however they are written: with `*`, parentheses, aliases
    /// or qualified names. Nil if SQLite rejects one of them, or if the first one lacks a column of the second. Source:
    /// <https://www.sqlite.org/opcode.html>.
    ///
    /// - Parameters:
    ///   - view: The statement that creates the view.
    ///   - other: The statement of the view whose columns are read.
    private func program(ofView view: String, columnsOf other: String) -> [[String]]? {
        guard let columns = columns("\(Self.table(other)) SELECT * FROM modelgen_view") else { return nil }
        // A bare name might be interpreted as a string.
        let terms = columns.map { "modelgen_view.\($0.quotedForSQL)" }.joined(separator: ", ")
        let rows = try? texts("EXPLAIN \(Self.table(view)) SELECT \(terms) FROM modelgen_view")
        return rows?.map { row in
            var instruction = Array(row[1...6])
            // These contain the total number of columns that are read, and a comment.
            if ["OpenRead", "Explain"].contains(instruction[0]) { instruction[4] = "" }
            return instruction
        }
    }

    /// The view as `WITH modelgen_view (…) AS (SELECT …)`, which creates nothing in the file.
    private static func table(_ view: String) -> String {
        let (columns, select) = SchemaText.view(view)
        return "WITH modelgen_view \(columns.text) AS (\(select.text))"
    }

    private func columns(_ sql: String) -> [String]? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(self, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
        return (0..<sqlite3_column_count(statement)).map { index in
            sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
        }
    }
}

extension [SQLToken] {
    fileprivate var text: String { map(\.text).joined(separator: " ") }
}
