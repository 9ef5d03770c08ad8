import ModelSQLite
import ModelSchemas

/// A column of a table in the file.
package struct ColumnFacts: Hashable {
    package var name: String
    package var type: String
    package var isRequired: Bool
    package var standard: String?
    package var key: Int
    package var isGenerated: Bool

    package func isNamed(_ other: String) -> Bool { name.isName(other) }
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

extension Connection {
    /// Opens a database in memory with what these statements create. It is configured like this connection, because
    /// the statements may need its functions and collations.
    package func model(creating statements: [String]) throws -> Connection {
        var configuration = configuration
        configuration.access = .readWrite
        let model = try Connection(path: ":memory:", configuration: configuration, role: .writer)
        for statement in statements { try model.run(statement) }
        return model
    }

    /// The schema of the file, in terms of its meaning.
    package func schemaFacts(_ types: SchemaFacts.Types = .affinity) throws -> SchemaFacts {
        do {
            return try SchemaFacts(pointer, types: types)
        } catch {
            throw SQLiteError.reported(by: pointer, code: error.code)
        }
    }

    /// How the file differs from the schema that the statements create, and which of its unique constraints have an
    /// equivalent form.
    package func comparison(
        with statements: [String], _ types: SchemaFacts.Types = .affinity
    ) throws -> (differences: [SchemaDifference], respelledUniques: [RespelledUnique]) {
        let expected = try model(creating: statements).schemaFacts(types)
        let found = try schemaFacts(types)
        return (found.differences(from: expected, in: pointer), found.respelledUniques(of: expected))
    }

    /// Whether there is a table, index, view or trigger with this name.
    package func has(_ name: String) throws -> Bool {
        try integer("SELECT count(*) FROM sqlite_master WHERE name = \(name.literalForSQL) COLLATE NOCASE") > 0
    }

    /// The statement that created a table; empty if there is no such table.
    package func createSQL(of table: String) throws -> String {
        try texts(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = \(table.literalForSQL) COLLATE NOCASE"
        ).first ?? ""
    }
}

/// Where the rowid of a table's rows is. Source: <https://www.sqlite.org/rowidtable.html>.
package enum RowIDPlace {
    /// The table is WITHOUT ROWID.
    case none
    /// It is a column: the INTEGER PRIMARY KEY.
    case column
    /// It is not a column, so a copy of a row must name it explicitly.
    case hidden
}

extension Connection {
    /// The contents of a table's CREATE TABLE statement.
    package func declaration(of table: String) throws -> TableDeclaration {
        TableDeclaration(try createSQL(of: table))
    }

    /// Where the rowid of a table's rows is.
    package func rowIDPlace(of table: String, _ declaration: TableDeclaration) throws -> RowIDPlace {
        if declaration.options.contains("WITHOUT ROWID") { return .none }
        if try columns(of: table).allSatisfy({ $0.key == 0 }) { return .hidden }
        let indexes = try integer(
            "SELECT count(*) FROM pragma_index_list(\(table.literalForSQL)) WHERE origin = 'pk'")
        return indexes == 0 ? .column : .hidden
    }
}

extension [ColumnFacts] {
    /// A name for the rowid that is not the name of a column; nil if all of them are.
    package var rowIDName: String? { map(\.name).freeRowIDName }
}
