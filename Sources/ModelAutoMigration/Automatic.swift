import Foundation
import ModelMigrations
import ModelSQLite
import ModelSchemas
import ModelStoredForms

extension MigrationMode {
    /// Compares the file with the schema. Missing tables, columns and indexes are added, and tables whose columns or
    /// constraints have changed are rebuilt. No table or column is dropped. Rows that violate a new constraint are an
    /// error.
    ///
    /// In older rows, a new required column gets its default, or else 0 or an empty value. A required reference needs a
    /// default; without one, it is an error if there are rows.
    public static let auto = MigrationMode.following(Following.comparing([:]))

    /// The same as ``auto``, with other values for older rows. Generated for columns whose models cannot read 0 or an
    /// empty value.
    ///
    /// - Parameter fills: The values as SQL, by table and column. Nil means that there is no suitable value, so a row
    ///   that needs one is an error.
    public static func auto(filling fills: KeyValuePairs<String, KeyValuePairs<String, String?>>) -> MigrationMode {
        // In a dictionary literal, keys that only differ in normalization are equal and trap; for SQLite, they are two
        // names.
        var exact: Fills = [:]
        for (table, columns) in fills {
            for (column, sql) in columns { exact[FoldedName(table), default: [:]][FoldedName(column)] = .some(sql) }
        }
        return MigrationMode.following(Following.comparing(exact))
    }

    /// Empties a file with a different schema, and creates its tables again. For caches.
    public static let recreate = MigrationMode.following(Following.recreating)
}

/// The values for older rows, by table and column.
private typealias Fills = [FoldedName: [FoldedName: String?]]

/// Handles a file that does not match the schema.
private enum Following: FollowingMigration {
    case comparing(Fills)
    case recreating

    var empties: Bool { if case .recreating = self { true } else { false } }

    func isUpToDate(_ connection: Connection, _ schema: DatabaseSchema) throws -> Bool {
        try Fingerprint.read(connection) == schema.fingerprint
    }

    func created(_ connection: Connection, _ schema: DatabaseSchema) throws {
        try Fingerprint.write(schema, connection)
    }

    func migrate(_ connection: Connection, from version: Int, _ migrator: Migrator) throws {
        switch self {
        case .comparing(let fills):
            try Comparing(migrator: migrator, fills: fills, origin: .own).migrate(connection, from: version)
        case .recreating: try migrator.recreate(connection)
        }
    }

    func adopted(_ connection: Connection, at version: Int, _ migrator: Migrator) throws {
        guard case .comparing(let fills) = self else { return }
        try Comparing(migrator: migrator, fills: fills, origin: .adopted).migrate(connection, from: version)
    }
}

private struct Comparing {
    let migrator: Migrator
    let fills: Fills
    let origin: FileOrigin
    var schema: DatabaseSchema { migrator.schema }

    /// Compares the file with the schema: adds and rebuilds tables, and drops only what contains no data.
    func migrate(_ connection: Connection, from version: Int) throws {
        let next = schema.version
        try connection.access(.write) { db in
            try migrator.guarded("willMigrate", to: next, connection) {
                try migrator.migrations.willMigrate(db, from: version, to: next)
            }
            try connection.keepingStatistics {
                try migrator.keepingReferences(db, .statements) { try follow(connection, from: version) }
            }
            try Fingerprint.write(schema, connection)
            try migrator.guarded("didMigrate", to: next, connection) {
                try migrator.migrations.didMigrate(db, from: version, to: next)
            }
        }
        try migrator.setVersion(next, connection)
    }

    /// Makes the changes, and returns the tables that were rebuilt.
    private func follow(_ connection: Connection, from version: Int) throws -> ChangedTables {
        let model = try connection.model(creating: schema.create)
        let wanted = try SchemaObject.all(in: model)
        let record = try Fingerprint.record(connection, of: origin, at: version)
        for table in wanted where table.holdsData {
            try migrator.check(ColumnForms(table), since: record.forms, connection)
        }
        var additions = try connection.triggersOfViews()
        try dropStale(wanted, record, connection)
        var rebuilt = try loosenRemoved(wanted, record, &additions, connection)
        let differences = try connection.schemaFacts(.declared).differences(
            from: model.schemaFacts(.declared), in: connection.pointer)
        for table in wanted where table.holdsData {
            guard try exists(table, connection) else {
                try migrator.run(table.sql, connection)
                continue
            }
            if SchemaText.isVirtual(table.sql) { continue }
            let columns = try Columns(of: table, in: connection, model, record)
            let isDifferent = differences.contains { difference in
                difference.table.isName(table.name) && difference.requiresRebuild(keeping: columns.kept)
            }
            guard isDifferent || columns.preventInserts else { continue }
            additions += try rebuild(table, columns, model, connection)
            rebuilt.append(table.name)
        }
        for object in wanted where !object.holdsData {
            let isNew = try !exists(object, connection)
            if isNew { try migrator.run(object.sql, connection) }
            guard let indexed = SchemaText.indexedTable(object.sql) else { continue }
            if isNew || rebuilt.contains(where: { $0.literalForSQL.isName(indexed) }) {
                let name = object.name.quotedForSQL
                try migrator.run("INSERT INTO \(name) (\(name)) VALUES ('rebuild')", connection)
            }
        }
        try migrator.restore(additions, to: schema.version, connection)
        return .only(rebuilt)
    }

    /// Whether the file contains an object. Tables, views and indexes share one namespace, so throws an error if the
    /// name belongs to an object of another kind.
    private func exists(_ own: SchemaObject, _ connection: Connection) throws -> Bool {
        let namespace = own.kind == .trigger ? "type = 'trigger'" : "type <> 'trigger'"
        let found = try connection.objects("\(namespace) AND name = \(own.name.literalForSQL) COLLATE NOCASE").first
        if let found, found.kind != own.kind { throw taken(found, by: own) }
        return found != nil
    }

    /// Removes the foreign keys of tables that the schema no longer has, and returns those tables. The foreign keys
    /// would prevent or follow deletions of rows to which no model refers any more.
    private func loosenRemoved(
        _ wanted: [SchemaObject], _ record: FileRecord, _ additions: inout [SchemaObject], _ connection: Connection
    ) throws -> [String] {
        let removed = try SchemaObject.all(in: connection).filter { table in
            table.holdsData && record.hasForms(of: table.name) && !wanted.contains { $0.name.isName(table.name) }
        }.map(\.name).filter {
            try connection.integer("SELECT count(*) FROM pragma_foreign_key_list(\($0.literalForSQL))") > 0
        }
        for table in removed {
            let rebuild = try connection.rebuild(of: table, as: TableDeclaration.withoutReferences)
            additions += try migrator.rebuild(rebuild, connection)
        }
        return removed
    }

    /// Drops objects that contain no data and differ from the schema: those with a name that the schema uses, whoever
    /// created them, and those that an earlier version of the schema created.
    private func dropStale(_ wanted: [SchemaObject], _ record: FileRecord, _ connection: Connection) throws {
        let tables = wanted.filter(\.holdsData).map(\.name)
        for object in try SchemaObject.all(in: connection) {
            let isRecorded = record.objects[object.key] != nil
            if let own = wanted.first(where: { $0.kind == object.kind && $0.name.isName(object.name) }) {
                if own.holdsData { continue }
                // Earlier releases neither recorded full-text indexes nor updated them.
                let isIndex = SchemaText.indexedTable(own.sql) != nil
                if object.sql.isExactly(own.sql), isRecorded || !isIndex { continue }
                guard isRecorded || !isIndex || object.indexes(sameTableAs: own) else { throw taken(object, by: own) }
            } else if object.holdsData || !(isRecorded || record.isMissing && object.isIndex(of: tables)) {
                continue
            }
            try migrator.run("DROP \(object.kind.rawValue.uppercased()) \(object.name.quotedForSQL)", connection)
        }
    }

    private func taken(_ object: SchemaObject, by own: SchemaObject) -> SQLiteError {
        let (kind, ownKind) = (object.kind.rawValue, own.kind.rawValue)
        let use =
            SchemaText.indexedTable(own.sql) != nil
            ? "a full-text index" : own.kind == .index ? "an index" : "a \(ownKind)"
        let advice = object.kind == .table ? "rename the table, since its rows would be lost" : "drop the \(kind)"
        return migrator.failure(
            .notMatching([schema.version: [object.difference(from: own.sql)]]),
            "the file has the \(kind) \(object.name), and \(schema.name) needs this name for \(use); use another name, "
                + "or \(advice)")
    }

    /// Rebuilds a table. A column that the schema no longer has is kept, and inserts may omit it.
    private func rebuild(
        _ table: SchemaObject, _ columns: Columns, _ model: Connection, _ connection: Connection
    ) throws -> [SchemaObject] {
        let (old, new) = (columns.old, columns.new)
        let temporary = TableRebuild.temporaryName(of: table.name).quotedForSQL
        let declaration = TableDeclaration(table.sql)
        var copied = try new.filter { !$0.isGenerated }.map { column in
            let earlier = old.first { $0.isNamed(column.name) }
            return (column.name.quotedForSQL, try source(of: column, from: earlier, in: table.name, connection))
        }
        if try model.rowIDPlace(of: table.name, declaration) == .hidden, try connection.hasRowID(table.name),
            let name = (old + new).rowIDName
        {
            copied.append((name, name))
        }
        let copy = """
            INSERT INTO \(temporary) (\(copied.map(\.0).joined(separator: ", "))) \
            SELECT \(copied.map(\.1).joined(separator: ", ")) FROM \(table.name.quotedForSQL)
            """
        var rebuild = TableRebuild(
            table: table.name, create: TableDeclaration.renamed(table.sql, to: temporary), copy: copy,
            counter: declaration.options.contains("AUTOINCREMENT") ? .kept : .none)
        rebuild.loosening = columns.loose.map(\.name)
        return try migrator.rebuild(rebuild, connection)
    }

    /// The SQL for the values of a column, based on an earlier column with its name.
    private func source(
        of column: ColumnFacts, from earlier: ColumnFacts?, in table: String, _ connection: Connection
    ) throws -> String {
        // An INSERT converts each value if that loses nothing, whereas a CAST would turn a date into its year.
        let values = earlier?.name.quotedForSQL
        if let values, earlier?.isRequired == true || !column.isRequired { return values }
        if let fill = column.standard
            ?? fills[FoldedName(table), default: [:]][FoldedName(column.name), default: column.zero]
        {
            return values.map { "coalesce(\($0), \(fill))" } ?? fill
        }
        let condition = earlier.map { " WHERE \($0.name.quotedForSQL) IS NULL" } ?? ""
        let rows = try connection.texts("SELECT 1 FROM \(table.quotedForSQL)\(condition) LIMIT 1")
        if rows.isEmpty { return values ?? "NULL" }
        var violation = ConstraintViolation(.notNull)
        violation.table = table
        violation.columns = [column.name]
        throw SQLiteError(
            .constraint(violation),
            message:
                "rows of \(table) have no value for the required column \(column.name) of \(schema.name); give it a "
                + "`default`, or make it optional")
    }
}

extension Connection {
    fileprivate func hasRowID(_ table: String) throws -> Bool {
        try rowIDPlace(of: table, declaration(of: table)) != .none
    }
}

/// The columns of a table in the file and in the schema.
private struct Columns {
    let old: [ColumnFacts]
    let new: [ColumnFacts]
    /// The columns that the schema no longer has, and whose restrictions are removed, such as a foreign key.
    let loose: [ColumnFacts]
    /// The columns of another program, as a table. They keep their declarations.
    let kept: TableDeclaration
    /// Whether inserts fail because they omit a column that the schema does not have.
    let preventInserts: Bool

    init(of table: SchemaObject, in file: Connection, _ model: Connection, _ record: FileRecord) throws {
        let (old, new) = (try file.columns(of: table.name), try model.columns(of: table.name))
        let declaration = try file.declaration(of: table.name)
        let extra = old.filter { column in !new.contains { $0.isNamed(column.name) } }
        let obstacles = extra.filter { $0.key > 0 || $0.preventsInserts(among: extra, of: declaration) }
        let forms = ColumnForms(table)
        loose = extra.filter { column in
            obstacles.contains(column) || record.isMissing || record.forms[forms.key(of: column.name)] != nil
        }
        let others = extra.filter { [loose] column in !loose.contains(column) }
        // The names of the other columns tell names from strings in double quotes.
        let definitions = old.map { column in
            let kept = others.contains(column) ? declaration.columns[FoldedName(column.name)] : nil
            return kept ?? column.name.quotedForSQL
        }
        kept = TableDeclaration("CREATE TABLE kept (\(definitions.joined(separator: ", ")))")
        preventInserts = !obstacles.isEmpty
        (self.old, self.new) = (old, new)
    }
}

extension SchemaDifference {
    /// Whether only a rebuild of the table removes this difference. Additional columns do no harm if inserts may omit
    /// them.
    ///
    /// - Parameter kept: The columns that a rebuild does not change.
    fileprivate func requiresRebuild(keeping kept: TableDeclaration) -> Bool {
        switch kind {
        case .table, .primaryKey: true
        case .foreignKey: expected != nil || !kept.refers(name)
        case .check: expected != nil || !kept.checks.contains(name)
        case .column: expected != nil
        case .unique: expected == nil
        case .index, .view, .trigger: false
        }
    }
}

extension ColumnFacts {
    /// Whether inserts fail because they set neither this column nor any other that the schema does not have.
    fileprivate func preventsInserts(among extra: [ColumnFacts], of table: TableDeclaration) -> Bool {
        guard isRequired, isGenerated else { return isRequired && standard == nil }
        let names = sqlTokens(table.columns[FoldedName(name)] ?? "").compactMap(\.name)
        return extra.contains { $0 != self && $0.standard == nil && names.contains(where: $0.isNamed) }
    }

    /// The value for older rows in a new column without a default.
    var zero: String { isRequired ? ColumnAffinity(declared: type).zero : "NULL" }
}
