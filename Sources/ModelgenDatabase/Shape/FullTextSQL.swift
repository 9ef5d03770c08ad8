import ModelgenSchema

/// An FTS5 table, and the triggers that keep it in sync with its table
/// (https://www.sqlite.org/fts5.html#external_content_tables). A deleted row is removed from the index by its old
/// values.
///
/// If REPLACE deletes a row, no trigger fires, unless a connection sets `PRAGMA recursive_triggers`, which would affect
/// every other trigger in the file (https://www.sqlite.org/lang_conflict.html). So before each statement, the rows that
/// it may replace are recorded in a table next to the FTS5 table. Those that no longer exist afterwards are removed
/// from the index.
extension FullTextShape {
    /// The FTS5 table and the triggers that keep it in sync.
    package func createStatements(for table: TableShape) -> [String] {
        [createSQL(for: table), "CREATE TABLE \(replaced.quoted) (\(columns.quotedList))"] + createTriggers(for: table)
    }

    private func createSQL(for table: TableShape) -> String {
        let options = [
            "content=\(SQLLiteral.string(table.name.text))", "content_rowid=\(SQLLiteral.string(rowID.text))",
        ]
        let arguments = columns.map(\.quoted) + options
        return "CREATE VIRTUAL TABLE \(name.quoted) USING fts5(\(arguments.joined(separator: ", ")))"
    }

    func createTriggers(for table: TableShape) -> [String] {
        [
            trigger(.inserting, on: table, note(table, where: table.conflicts)),
            trigger(.insert, on: table, removeReplaced(table) + [insertion]),
            trigger(.updating, on: table, note(table, where: table.conflicts, besides: "old")),
            trigger(.update, on: table, [forget, deletion] + removeReplaced(table) + [insertion]),
            trigger(.delete, on: table, [deletion, forget]),
        ]
    }

    /// The table for rows that may be replaced. Between statements, it only contains rows that an insert left
    /// unchanged.
    package var replaced: SQLName { SQLName("modelgen_replaced_\(name.text)") }

    package var triggerNames: [SQLName] { Event.allCases.map(triggerName) }

    private func triggerName(_ event: Event) -> SQLName { SQLName("\(name.text)_\(event.rawValue)") }

    // Files of earlier releases may lack some.
    var dropTriggers: [String] { triggerNames.map { "DROP TRIGGER IF EXISTS \($0.quoted)" } }

    /// Dropping the table also drops the triggers, but dropping the FTS table does not.
    var dropStatements: [String] {
        dropTriggers + ["DROP TABLE IF EXISTS \(replaced.quoted)", "DROP TABLE \(name.quoted)"]
    }

    /// Rebuilds the whole index from the content table.
    var rebuildSQL: String { "INSERT INTO \(name.quoted) (\(name.quoted)) VALUES ('rebuild')" }
}

// MARK: - Triggers

extension FullTextShape {
    private enum Event: String, CaseIterable {
        case inserting, insert, updating, update, delete
    }

    private func trigger(_ event: Event, on table: TableShape, _ statements: [String]) -> String {
        let moment =
            switch event {
            case .inserting: "BEFORE INSERT"
            case .insert: "AFTER INSERT"
            case .updating: "BEFORE UPDATE" + (table.conflictingColumns.map { " OF \($0.quotedList)" } ?? "")
            case .update: "AFTER UPDATE"
            case .delete: "AFTER DELETE"
            }
        let body = statements.map { "    \(Self.indented($0));\n" }.joined()
        return "CREATE TRIGGER \(triggerName(event).quoted) \(moment) ON \(table.name.quoted) BEGIN\n\(body)END"
    }

    /// Line breaks in a literal or a name are part of it.
    private static func indented(_ statement: String) -> String {
        sqlTokens(statement).map { $0.kind == .space ? $0.text.replacing("\n", with: "\n    ") : $0.text }.joined()
    }

    private func values(of row: String) -> String {
        ([rowID] + columns).map { "\(row).\($0.quoted)" }.joined(separator: ", ")
    }

    private var insertion: String {
        "INSERT INTO \(name.quoted) (rowid, \(columns.quotedList)) VALUES (\(values(of: "new")))"
    }

    /// The form of a command to an FTS5 table: `INSERT INTO posts_fts (posts_fts, rowid, title)`.
    private var command: String { "INSERT INTO \(name.quoted) (\(name.quoted), rowid, \(columns.quotedList))" }

    private var deletion: String { "\(command)\nVALUES ('delete', \(values(of: "old")))" }

    private var forget: String { "DELETE FROM \(replaced.quoted) WHERE rowid = old.\(rowID.quoted)" }

    /// With a condition, because a DELETE without one writes even if the table is empty.
    private func note(_ table: TableShape, where conflicts: [String], besides row: String? = nil) -> [String] {
        let either = conflicts.joined(separator: "\n    OR ")
        let condition = row.map { "\(rowID.quoted) <> \($0).\(rowID.quoted)\nAND (\(either))" } ?? either
        // In a query of a table with one of these names, they would be the row that it reads.
        let alias = ["old", "new"].contains(table.name.folded) ? " AS modelgen_rows" : ""
        return [
            "DELETE FROM \(replaced.quoted) WHERE rowid IS NOT NULL",
            """
            INSERT INTO \(replaced.quoted) (rowid, \(columns.quotedList))
            SELECT \(([rowID] + columns).quotedList) FROM \(table.name.quoted)\(alias)
            WHERE \(condition)
            """,
        ]
    }

    private func removeReplaced(_ table: TableShape) -> [String] {
        let gone =
            "WHERE rowid = new.\(rowID.quoted) OR rowid NOT IN (SELECT \(rowID.quoted) FROM \(table.name.quoted))"
        return [
            "\(command)\nSELECT 'delete', rowid, \(columns.quotedList) FROM \(replaced.quoted)\n\(gone)",
            "DELETE FROM \(replaced.quoted) \(gone)",
        ]
    }
}

extension TableShape {
    /// The conditions under which the row `new` replaces a row: one for each key and each unique index.
    fileprivate var conflicts: [String] {
        var conditions: [String] = []
        if let rowIDName { conditions.append("\(rowIDName.quoted) = new.\(rowIDName.quoted)") }
        if rowIDAlias == nil, !primaryKey.isEmpty {
            conditions.append(primaryKey.map { "\($0.quoted) = new.\($0.quoted)" }.joined(separator: " AND "))
        }
        for index in indexes where index.uniqueness == .unique {
            let terms = index.terms.map { term in
                switch term {
                case .column(let name, _): "\(name.quoted) = new.\(name.quoted)"
                case .expression(let sql): "(\(sql.withoutOrder)) = (SELECT \(sql.withoutOrder) FROM (\(newRow)))"
                }
            }
            conditions.append((terms + (index.condition.map { ["(\($0.text))"] } ?? [])).joined(separator: " AND "))
        }
        return conditions
    }

    /// The row `new` with the names of the columns, for expressions that use them.
    private var newRow: String {
        "SELECT " + columns.map { "new.\($0.name.quoted) AS \($0.name.quoted)" }.joined(separator: ", ")
    }

    /// The columns whose change can make a row conflict with another one; nil if columns alone cannot express that.
    fileprivate var conflictingColumns: [SQLName]? {
        let unique = indexes.filter { $0.uniqueness == .unique }
        let terms = unique.flatMap(\.terms)
        let columns = terms.compactMap(\.column)
        guard rowIDAlias != nil, columns.count == terms.count, unique.allSatisfy({ $0.condition == nil }),
            columns.allSatisfy({ column($0)?.generated == nil })
        else { return nil }
        return (primaryKey + columns).uniqued()
    }
}

extension IndexShape.Term {
    fileprivate var column: SQLName? {
        switch self {
        case .column(let name, _): name
        case .expression: nil
        }
    }
}

extension SQLText {
    /// An index term without ASC or DESC at its end.
    fileprivate var withoutOrder: String {
        var tokens = sqlTokens(text)
        while let last = tokens.last, last.kind == .space || last.isWord("ASC") || last.isWord("DESC") {
            tokens.removeLast()
        }
        return tokens.map(\.text).joined()
    }
}
