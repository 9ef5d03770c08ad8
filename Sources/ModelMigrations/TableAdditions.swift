import ModelSQLite
import ModelSchemas

extension Connection {
    /// The triggers of views, which are deleted when a view is dropped and created again. They belong to other
    /// programs, because models do not write to views.
    package func triggersOfViews() throws -> [SchemaObject] {
        let views = "SELECT name FROM sqlite_master WHERE type = 'view'"
        return try objects("type = 'trigger' AND tbl_name COLLATE NOCASE IN (\(views))")
    }

    /// The number of objects that satisfy a condition.
    fileprivate func count(_ condition: String) throws -> Int64 {
        try integer("SELECT count(*) FROM sqlite_master WHERE \(condition)")
    }
}

extension Migrator {
    /// Creates the objects that do not exist, unless their table no longer exists.
    package func restore(_ additions: [SchemaObject], to version: Int, _ connection: Connection) throws {
        for object in additions {
            let named = "name = \(object.name.literalForSQL) COLLATE NOCASE"
            let table = "name = \(object.table.literalForSQL) COLLATE NOCASE"
            guard try connection.count("type = '\(object.kind.rawValue)' AND \(named)") == 0,
                try connection.count("type IN ('table', 'view') AND \(table)") > 0
            else { continue }
            do { try connection.run(object.sql) } catch let error as SQLiteError {
                throw obstacle(object, to: version, error.message)
            }
        }
    }

    /// Runs a statement of the migration. If SQLite rejects it because of an object of another program, the error names
    /// that object: `error in view v after drop column: no such column: note`, or an object with the name that the
    /// statement would add.
    func runKeepingObjects(_ sql: String, to version: Int, _ connection: Connection) throws {
        do { try run(sql, connection) } catch let error as SQLiteError {
            if let taken = try connection.taken(by: NewName(of: sql)) { throw nameTaken(taken, to: version) }
            guard error.message.hasPrefix("error in ") else { throw error }
            let objects = try connection.objects("type IN ('index', 'trigger', 'view')")
            let object = objects.first { object in
                [" ", ":"].contains { error.message.hasPrefix("error in \(object.kind.rawValue) \(object.name)\($0)") }
            }
            guard let object else { throw error }
            throw obstacle(object, to: version, error.message)
        }
    }

    /// Rejects the rebuild of a table if it adds a column that another program has already added to the file, because
    /// the values would be lost.
    func checkColumns(of rebuild: TableRebuild, to version: Int, _ connection: Connection) throws {
        let new = TableDeclaration(rebuild.create)
        let known = rebuild.copiedNames.union(rebuild.dropping.map { FoldedName($0) })
        let taken = try connection.columns(of: rebuild.table).first { column in
            let name = FoldedName(column.name)
            return new.columns[name] != nil && !known.contains(name) && !(column.isGenerated && new.computes(name))
        }
        if let taken { throw nameTaken(taken.difference(in: rebuild.table), to: version) }
    }

    func obstacle(_ object: SchemaObject, to version: Int, _ message: String) -> SQLiteError {
        let object = object.difference()
        return failure(
            .notMatching([version: [object]]),
            "the file has the \(object.subject), which cannot be kept in version \(version) of \(schema.name); drop it from "
                + "the file, or keep what it uses: \(message)")
    }

    private func nameTaken(_ object: SchemaDifference, to version: Int) -> SQLiteError {
        failure(
            .notMatching([version: [object]]),
            "the file has the \(object.subject), and version \(version) of \(schema.name) needs this name; rename it in the "
                + "file, or use another name in the schema")
    }
}

/// The name that a statement adds to the schema.
private enum NewName {
    case column(String, table: String)
    case object(String)
    case none

    init(of sql: String) {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        func name(after place: Int?) -> String? {
            place.flatMap { $0 + 1 < tokens.count ? tokens[$0 + 1].declaredName : nil }
        }
        func place(_ words: String...) -> Int? { tokens.firstIndex { token in words.contains(where: token.isWord) } }
        self = .none
        if tokens.first?.isWord("CREATE") == true {
            if let name = name(after: place("TABLE", "INDEX", "VIEW", "TRIGGER")) { self = .object(name) }
        } else if tokens.first?.isWord("ALTER") == true, let table = name(after: 1), tokens.count > 5 {
            let added = tokens[4].isWord("COLUMN") ? 4 : 3
            if tokens[3].isWord("ADD"), let name = name(after: added) { self = .column(name, table: table) }
            guard tokens[3].isWord("RENAME"), let name = name(after: place("TO")) else { return }
            self = tokens[4].isWord("TO") ? .object(name) : .column(name, table: table)
        }
    }
}

extension Connection {
    /// The object in the file that has a name.
    fileprivate func taken(by name: NewName) throws -> SchemaDifference? {
        switch name {
        case .none: nil
        case .object(let name): try objects("name = \(name.literalForSQL) COLLATE NOCASE").first?.difference()
        case .column(let name, let table):
            try columns(of: table).first { $0.isNamed(name) }?.difference(in: table)
        }
    }
}

extension ColumnFacts {
    fileprivate func difference(in table: String) -> SchemaDifference {
        SchemaDifference(kind: .column, table: table, name: name, found: type, expected: nil)
    }
}
