import ModelgenSchema

extension DatabaseShape {
    /// The statements that set up an empty file with this version: tables and their indexes, full-text search, views.
    package var createStatements: [String] {
        tables.flatMap(\.createStatements) + views.map(\.createSQL)
    }
}

extension TableShape {
    /// The table, its indexes and its full-text search.
    var createStatements: [String] {
        [createSQL()] + indexes.map { $0.createSQL(on: name) } + (fullText?.createStatements(for: self) ?? [])
    }

    /// The `CREATE TABLE` statement with one column per line. It has another name if a rebuild creates the new table
    /// next to the old one.
    package func createSQL(as name: SQLName? = nil) -> String {
        // A column declares the first foreign key that consists of it alone.
        var references = foreignKeys.filter { $0.columns.count == 1 }
        let key = primaryKey.count == 1 ? primaryKey[0] : nil
        let rowIDAlias = rowIDAlias
        var lines = columns.map { column in
            let reference = references.firstIndex { $0.columns[0] == column.name }
            return column.sql(
                key: key == column.name ? keyClause : nil,
                isRowIDAlias: rowIDAlias == column.name,
                reference: reference.map { references.remove(at: $0) }
            ) + (column.note.map { " /* \($0) */" } ?? "")
        }
        if primaryKey.count > 1 { lines.append("PRIMARY KEY (\(primaryKey.quotedList))") }
        for key in references + foreignKeys.filter({ $0.columns.count > 1 }) {
            lines.append("FOREIGN KEY (\(key.columns.quotedList)) \(key.clause)")
        }
        lines += checks.map(\.clause)
        let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil].compactMap { $0 }
        let suffix = options.isEmpty ? "" : " " + options.joined(separator: ", ")
        return "CREATE TABLE \((name ?? self.name).quoted) (\n    \(lines.joined(separator: ",\n    "))\n)\(suffix)"
    }

    private var keyClause: String {
        switch autoincrement {
        case .reusesKeys: "PRIMARY KEY"
        case .neverReusesKeys: "PRIMARY KEY AUTOINCREMENT"
        }
    }
}

extension ColumnShape {
    /// The column's line in `CREATE TABLE`, or what follows `ADD COLUMN`.
    func sql(key: String? = nil, isRowIDAlias: Bool = false, reference: ForeignKeyShape? = nil) -> String {
        var sql = name.quoted
        if !type.isEmpty { sql += " " + type }
        if let key { sql += " " + key }
        // The rowid is never NULL, so its alias need not be NOT NULL.
        if nullability == .required, !isRowIDAlias { sql += " NOT NULL" }
        if let collation { sql += " COLLATE " + SQLName(collation).quoted }
        if let defaultSQL { sql += " DEFAULT " + defaultSQL.text }
        if let check { sql += " CHECK (\(check.text))" }
        if let generated {
            let kind =
                switch generated.kind {
                case .virtual: "VIRTUAL"
                case .stored: "STORED"
                }
            sql += " GENERATED ALWAYS AS (\(generated.expression)) \(kind)"
        }
        if let reference { sql += " " + reference.clause }
        return sql
    }
}

extension ForeignKeyShape {
    /// `REFERENCES users (id) ON DELETE CASCADE`
    var clause: String {
        var clause = "REFERENCES \(table.quoted) (\(parentColumns.quotedList))"
        if onDelete != .noAction { clause += " ON DELETE \(onDelete.sql)" }
        if onUpdate != .noAction { clause += " ON UPDATE \(onUpdate.sql)" }
        return clause
    }
}

extension CheckShape {
    var clause: String {
        let prefix = name.map { "CONSTRAINT \($0.quoted) " } ?? ""
        return "\(prefix)CHECK (\(expression.text))"
    }
}

extension IndexShape {
    package func createSQL(on table: SQLName) -> String { "CREATE \(kind) \(name.quoted) ON \(definition(on: table))" }

    /// `INDEX` or `UNIQUE INDEX`
    var kind: String {
        switch uniqueness {
        case .plain: "INDEX"
        case .unique: "UNIQUE INDEX"
        }
    }

    /// `posts (user_id, title DESC) WHERE title <> ''`
    func definition(on table: SQLName) -> String {
        let list = terms.map { term in
            switch term {
            case .column(let name, .ascending): name.quoted
            case .column(let name, .descending): "\(name.quoted) DESC"
            case .expression(let sql): sql.text
            }
        }
        let suffix = condition.map { " WHERE \($0.text)" } ?? ""
        return "\(table.quoted) (\(list.joined(separator: ", ")))\(suffix)"
    }
}

extension ViewShape {
    package var createSQL: String { "CREATE VIEW \(name.quoted) AS \(sql.text)" }

    package var dropSQL: String { "DROP VIEW \(name.quoted)" }
}

extension Array where Element == SQLName {
    /// `a, "b c"`
    package var quotedList: String { map(\.quoted).joined(separator: ", ") }
}
