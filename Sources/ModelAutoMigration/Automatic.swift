import Foundation
import ModelMigrations
import ModelSQLite
import ModelSchemas

extension MigrationMode {
    /// Compares the file with the schema: missing tables, columns and indexes are added, and tables with changed columns
    /// or constraints are rebuilt; no column or table is dropped. Rows that violate a new constraint are an error.
    ///
    /// Older rows get the default of a new required column, or else 0 or an empty value.
    public static let auto = MigrationMode.following(Following.comparing([:]))

    /// As ``auto``, with other values for older rows. Generated for columns whose models cannot read 0 or an empty value.
    ///
    /// - Parameter fills: The values as SQL, by table and column. Nil if there is none: a row that needs one is an error.
    public static func auto(filling fills: [String: [String: String?]]) -> MigrationMode {
        MigrationMode.following(Following.comparing(fills))
    }

    /// A file with a different schema is emptied and created again: for caches.
    public static let recreate = MigrationMode.following(Following.recreating)
}

/// Handles a file that does not match the schema.
private enum Following: FollowingMigration {
    case comparing([String: [String: String?]])
    case recreating

    func isUpToDate(_ connection: Connection, _ schema: DatabaseSchema) throws -> Bool {
        try Fingerprint.read(connection) == schema.fingerprint
    }

    func created(_ connection: Connection, _ schema: DatabaseSchema) throws {
        try Fingerprint.write(schema, connection)
    }

    func migrate(_ connection: Connection, from version: Int, _ migrator: Migrator) throws {
        switch self {
        case .comparing(let fills): try Comparing(migrator: migrator, fills: fills).migrate(connection, from: version)
        case .recreating: try migrator.recreate(connection)
        }
    }

    func adopted(_ connection: Connection, at version: Int, _ migrator: Migrator) throws {
        if case .comparing = self { try migrate(connection, from: version, migrator) }
    }
}

private struct Comparing {
    let migrator: Migrator
    let fills: [String: [String: String?]]
    var schema: DatabaseSchema { migrator.schema }

    /// Brings the file to the schema by comparing the two: adds and rebuilds, drops only our own outdated indexes.
    func migrate(_ connection: Connection, from version: Int) throws {
        let next = schema.version
        try connection.access(.write) { db in
            try migrator.guarded("willMigrate", to: next, connection) {
                try migrator.migrations.willMigrate(db, from: version, to: next)
            }
            try migrator.keepingReferences(db, .statements) { try follow(connection, from: version) }
            try Fingerprint.write(schema, connection)
            try migrator.guarded("didMigrate", to: next, connection) {
                try migrator.migrations.didMigrate(db, from: version, to: next)
            }
        }
        try migrator.setVersion(next, connection)
    }

    /// Returns the tables that it has rebuilt.
    private func follow(_ connection: Connection, from version: Int) throws -> [String] {
        let model = try Connection(creating: schema.create)
        let wanted = try SchemaObject.all(in: model)
        let forms = try Fingerprint.forms(connection, at: version)
        for table in wanted where table.holdsData { try migrator.check(ColumnForms(table), since: forms, connection) }
        try dropStale(wanted, connection)
        var rebuilt: [String] = []
        var additions: [TableAdditions] = []
        let differences = try connection.schemaFacts(.declared).differences(
            from: model.schemaFacts(.declared), in: connection.pointer)
        for table in wanted where table.holdsData {
            guard try exists(table, connection) else {
                try migrator.run(table.sql, connection)
                continue
            }
            if SchemaText.isVirtual(table.sql) { continue }
            let old = try connection.columns(of: table.name)
            let new = try model.columns(of: table.name)
            let extra = old.filter { column in !new.contains { $0.isNamed(column.name) } }
            let declaration = try connection.declaration(of: table.name)
            let loose = extra.filter { $0.key > 0 || $0.preventsInserts(among: extra, of: declaration) }
            let isDifferent = differences.contains { difference in
                difference.table.lowercased() == table.name.lowercased() && difference.requiresRebuild
            }
            guard isDifferent || !loose.isEmpty else { continue }
            additions.append(try rebuild(table, old: old, new: new, loosening: loose, model, connection))
            rebuilt.append(table.name)
        }
        for addition in additions { try addition.restore(connection) }
        for object in wanted where !object.holdsData {
            let isNew = try !exists(object, connection)
            if isNew { try migrator.run(object.sql, connection) }
            guard let indexed = SchemaText.indexedTable(object.sql)?.lowercased() else { continue }
            if isNew || rebuilt.contains(where: { $0.literalForSQL.lowercased() == indexed }) {
                let name = object.name.quotedForSQL
                try migrator.run("INSERT INTO \(name) (\(name)) VALUES ('rebuild')", connection)
            }
        }
        return rebuilt
    }

    private func exists(_ object: SchemaObject, _ connection: Connection) throws -> Bool {
        try connection.integer(
            """
            SELECT count(*) FROM sqlite_master WHERE type = '\(object.type)' AND \
            name = \(object.name.literalForSQL) COLLATE NOCASE
            """
        ) > 0
    }

    /// Our own objects that hold no data and that the schema has changed or no longer has.
    private func dropStale(_ wanted: [SchemaObject], _ connection: Connection) throws {
        var recorded = try Fingerprint.objects(connection)
        // Earlier releases neither recorded full-text indexes nor kept them up to date.
        for table in wanted where table.type == "table" && !table.holdsData && recorded[table.key] == nil {
            recorded[table.key] = ""
        }
        for (key, sql) in recorded.sorted(by: { $0.key < $1.key }) {
            if wanted.contains(where: { $0.key == key && $0.sql == sql }) { continue }
            let parts = key.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let statement = "DROP \(parts[0].uppercased()) IF EXISTS \(String(parts[1]).quotedForSQL)"
            try migrator.run(statement, connection)
        }
    }

    /// A column that the schema no longer has is kept, and inserts may omit it.
    private func rebuild(
        _ table: SchemaObject, old: [ColumnFacts], new: [ColumnFacts], loosening loose: [ColumnFacts],
        _ model: Connection, _ connection: Connection
    ) throws -> TableAdditions {
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
        rebuild.loosening = loose.map(\.name)
        return try migrator.rebuild(rebuild, connection)
    }

    /// The values of a column, from those of an earlier one with its name.
    private func source(
        of column: ColumnFacts, from earlier: ColumnFacts?, in table: String, _ connection: Connection
    ) throws -> String {
        let values = earlier.map(column.converted)
        if let values, earlier?.isRequired == true || !column.isRequired { return values }
        if let fill = column.standard ?? fills[table, default: [:]][column.name, default: column.zero] {
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

    fileprivate func declaration(of table: String) throws -> TableDeclaration {
        TableDeclaration(try createSQL(of: table))
    }
}

extension SchemaDifference {
    /// Whether only a rebuild of the table removes this difference. Additional columns do no harm if inserts may omit
    /// them.
    fileprivate var requiresRebuild: Bool {
        switch kind {
        case .table, .primaryKey, .foreignKey, .check: true
        case .column: expected != nil
        case .unique: expected == nil
        case .index, .view, .trigger: false
        }
    }
}

extension ColumnFacts {
    /// Whether inserts fail because they set neither this column nor others that the schema does not have.
    fileprivate func preventsInserts(among extra: [ColumnFacts], of table: TableDeclaration) -> Bool {
        guard isRequired, isGenerated else { return isRequired && standard == nil }
        let names = sqlTokens(table.columns[name.lowercased()] ?? "").compactMap(\.name)
        return extra.contains { $0 != self && $0.standard == nil && names.contains(where: $0.isNamed) }
    }

    /// The earlier column's values in the form of this column.
    func converted(from earlier: ColumnFacts) -> String {
        let column = earlier.name.quotedForSQL
        // A column of this affinity keeps every value as it is, of which a CAST makes the bytes of its text.
        let isKept = ColumnAffinity(declared: type) == .blob
        return earlier.type.lowercased() == type.lowercased() || isKept ? column : "CAST(\(column) AS \(type))"
    }

    /// The value for older rows in a new column that declares none.
    var zero: String { isRequired ? ColumnAffinity(declared: type).zero : "NULL" }
}
