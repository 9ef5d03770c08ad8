import ModelSQLite

/// A column of a table in the file.
package struct ColumnFacts: Hashable {
    package var name: String
    package var type: String
    package var isRequired: Bool
    package var standard: String?
    package var key: Int
    package var isGenerated: Bool

    package func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

extension Connection {
    /// The columns of a table, without the hidden ones of virtual tables. Source:
    /// <https://www.sqlite.org/pragma.html#pragma_table_xinfo>.
    package func columns(of table: String) throws -> [ColumnFacts] {
        try rows(
            """
            SELECT name, type, "notnull", pk, hidden, dflt_value IS NULL, dflt_value \
            FROM pragma_table_xinfo(\(table.literalForSQL)) WHERE hidden <> 1
            """
        ).map { row in
            ColumnFacts(
                name: row[0], type: row[1], isRequired: row[2] != "0", standard: row[5] == "1" ? nil : row[6],
                key: Int(row[3]) ?? 0, isGenerated: row[4] != "0")
        }
    }
}
