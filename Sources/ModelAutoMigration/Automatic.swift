import Foundation
import ModelMigrations
import ModelSQLite
import ModelSchemas

extension MigrationMode {
    /// Compares the file with the schema: missing tables, columns and indexes are added, and changed columns are
    /// rebuilt; no column or table is dropped.
    public static let auto = MigrationMode(following: Following.comparing)
    /// A file with a different schema is emptied and created again: for caches.
    public static let recreate = MigrationMode(following: Following.recreating)
}

/// Handles a file that does not match the schema.
private enum Following: FollowingMigration {
    case comparing, recreating

    func isUpToDate(_ connection: Connection, _ schema: DatabaseSchema) throws -> Bool {
        try Fingerprint.read(connection) == schema.fingerprint
    }

    func created(_ connection: Connection, _ schema: DatabaseSchema) throws {
        try Fingerprint.write(schema, connection)
    }

    func migrate(_ connection: Connection, from version: Int, _ migrator: Migrator) throws {
        switch self {
        case .comparing: try Comparing(migrator: migrator).migrate(connection, from: version)
        case .recreating: try migrator.recreate(connection)
        }
    }

    func adopted(_ connection: Connection, at version: Int, _ migrator: Migrator) throws {
        if self == .comparing { try migrate(connection, from: version, migrator) }
    }
}

private struct Comparing {
    let migrator: Migrator
    var schema: DatabaseSchema { migrator.schema }

    /// Brings the file to the schema by comparing the two: adds and rebuilds, drops only our own outdated indexes.
    func migrate(_ connection: Connection, from version: Int) throws {
        let next = schema.version
        try connection.migrating { db in
            try migrator.guarded("willMigrate", to: next, connection) {
                try migrator.steps.willMigrate(db, from: version, to: next)
            }
            try follow(connection)
            try Fingerprint.write(schema, connection)
            try migrator.guarded("didMigrate", to: next, connection) {
                try migrator.steps.didMigrate(db, from: version, to: next)
            }
        }
        try migrator.setVersion(next, connection)
    }

    private func follow(_ connection: Connection) throws {
        let wanted = try SchemaObject.all(of: schema)
        try dropStale(wanted, connection)
        var rebuilt: [String] = []
        var additions: [TableAdditions] = []
        try SchemaObject.withModel(of: schema) { model in
            for table in wanted where table.type == "table" {
                guard try exists(table, connection) else {
                    try migrator.run(table.sql, connection)
                    continue
                }
                if table.sql.uppercased().hasPrefix("CREATE VIRTUAL") || isShadow(table, wanted) { continue }
                let old = try connection.columns(of: table.name)
                let new = try model.columns(of: table.name)
                if old.covers(new) { continue }
                additions.append(try rebuild(table, old: old, new: new, connection))
                rebuilt.append(table.name)
            }
        }
        for addition in additions { try addition.restore(connection) }
        for object in wanted where object.type != "table" {
            if try !exists(object, connection) { try migrator.run(object.sql, connection) }
        }
        try migrator.checkForeignKeys(of: rebuilt, in: nil, connection)
    }

    private func exists(_ object: SchemaObject, _ connection: Connection) throws -> Bool {
        try connection.integer(
            """
            SELECT count(*) FROM sqlite_master WHERE type = '\(object.type)' AND \
            name = \(object.name.literalForSQL) COLLATE NOCASE
            """
        ) > 0
    }

    /// Full-text tables keep their data in tables that are created with them.
    private func isShadow(_ table: SchemaObject, _ wanted: [SchemaObject]) -> Bool {
        wanted.contains { $0.sql.uppercased().hasPrefix("CREATE VIRTUAL") && table.name.hasPrefix($0.name + "_") }
    }

    /// Indexes, triggers and views that we created and that the schema has changed or no longer has.
    private func dropStale(_ wanted: [SchemaObject], _ connection: Connection) throws {
        for (key, sql) in try Fingerprint.objects(connection).sorted(by: { $0.key < $1.key }) {
            if wanted.contains(where: { $0.key == key && $0.sql == sql }) { continue }
            let parts = key.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let statement = "DROP \(parts[0].uppercased()) IF EXISTS \(String(parts[1]).quotedForSQL)"
            try migrator.run(statement, connection)
        }
    }

    /// A column that the schema no longer has is kept, and inserts may omit it.
    private func rebuild(
        _ table: SchemaObject, old: [ColumnFacts], new: [ColumnFacts], _ connection: Connection
    ) throws -> TableAdditions {
        let temporary = TableRebuild.temporaryName(of: table.name).quotedForSQL
        let extra = old.filter { column in !new.contains { $0.isNamed(column.name) } && !column.isGenerated }
        let values = new.filter { !$0.isGenerated }.map { column in
            (column.name, old.first { $0.isNamed(column.name) }.map(column.source) ?? column.standard ?? column.zero)
        }
        let copied = values + extra.map { ($0.name, $0.name.quotedForSQL) }
        let more = extra.map { "ALTER TABLE \(temporary) ADD COLUMN \($0.name.quotedForSQL) \($0.type);\n" }
        let copy = """
            INSERT INTO \(temporary) (\(copied.map(\.0.quotedForSQL).joined(separator: ", "))) \
            SELECT \(copied.map(\.1).joined(separator: ", ")) FROM \(table.name.quotedForSQL)
            """
        let rebuild = TableRebuild(
            table: table.name, create: TableDeclaration.renamed(table.sql, to: temporary), copy: more.joined() + copy,
            counter: table.sql.uppercased().contains("AUTOINCREMENT") ? .kept : .none, dropping: old.map(\.name))
        return try migrator.rebuild(rebuild, connection)
    }
}

extension ColumnFacts {
    /// The earlier column's values in the form of this column.
    func source(from earlier: ColumnFacts) -> String {
        let column = earlier.name.quotedForSQL
        let converted =
            earlier.type.lowercased() == type.lowercased() || type.isEmpty ? column : "CAST(\(column) AS \(type))"
        if !isRequired || earlier.isRequired { return converted }
        return "coalesce(\(converted), \(standard ?? zero))"
    }

    /// The value for older rows in a new column that declares none.
    var zero: String {
        if !isRequired { return "NULL" }
        let type = type.uppercased()
        if type.contains("CHAR") || type.contains("TEXT") || type.contains("CLOB") { return "''" }
        if type.contains("BLOB") { return "x''" }
        return "0"
    }
}

extension [ColumnFacts] {
    /// Whether all required columns are as declared; additional ones do no harm.
    func covers(_ wanted: [ColumnFacts]) -> Bool {
        wanted.allSatisfy { column in contains { $0.isNamed(column.name) && $0.isLike(column) } }
    }
}

extension ColumnFacts {
    fileprivate func isLike(_ other: ColumnFacts) -> Bool {
        type.lowercased() == other.type.lowercased() && isRequired == other.isRequired && standard == other.standard
            && key == other.key && isGenerated == other.isGenerated
    }
}
