/// The counter of an AUTOINCREMENT key. Source: <https://www.sqlite.org/autoinc.html>.
package enum KeyCounter {
    /// Gives a new, empty table the counter of another one, which may be higher than any remaining key. SQLite's table
    /// of counters contains the name with which the table was created, perhaps by another program and in another letter
    /// case.
    package static func copy(from table: String, to new: String) -> String {
        """
        INSERT INTO sqlite_sequence (name, seq)
        SELECT \(new.literalForSQL), seq FROM sqlite_sequence WHERE name = \(table.literalForSQL) COLLATE NOCASE
        """
    }
}
