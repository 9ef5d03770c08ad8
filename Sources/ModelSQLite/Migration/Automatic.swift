import CModelSQLite
import Foundation

extension Migrator {
    /// Brings the file to the schema by comparing the two: adds and rebuilds, drops nothing but our own stale indexes.
    func automatic(_ connection: Connection, from version: Int) throws {
        let next = schema.version
        let db = Database(connection, .write)
        defer { db.end() }
        try guarded("willMigrate", to: next, connection) { try steps.willMigrate(db, from: version, to: next) }
        let wanted = try SchemaObject.all(of: schema)
        try dropStale(wanted, connection)
        var rebuilt: [String] = []
        try SchemaObject.withModel(of: schema) { model in
            for table in wanted where table.type == "table" {
                guard try exists(table, connection) else {
                    try run(table.sql, connection)
                    continue
                }
                if table.sql.uppercased().hasPrefix("CREATE VIRTUAL") || isShadow(table, wanted) { continue }
                let old = try connection.columns(of: table.name)
                let new = try model.columns(of: table.name)
                if old.covers(new) { continue }
                try rebuild(table, old: old, new: new, connection)
                rebuilt.append(table.name)
            }
        }
        for object in wanted where object.type != "table" {
            if try !exists(object, connection) { try run(object.sql, connection) }
        }
        try checkForeignKeys(of: rebuilt, in: nil, connection)
        try Fingerprint.write(schema, connection)
        try guarded("didMigrate", to: next, connection) { try steps.didMigrate(db, from: version, to: next) }
        try setVersion(next, connection)
    }

    private func exists(_ object: SchemaObject, _ connection: Connection) throws -> Bool {
        try connection.integer(
            """
            SELECT count(*) FROM sqlite_master WHERE type = '\(object.type)' AND \
            name = \(object.name.literalForSQL) COLLATE NOCASE
            """
        ) > 0
    }

    /// Full-text tables keep their data in tables that are made with them.
    private func isShadow(_ table: SchemaObject, _ wanted: [SchemaObject]) -> Bool {
        wanted.contains { $0.sql.uppercased().hasPrefix("CREATE VIRTUAL") && table.name.hasPrefix($0.name + "_") }
    }

    /// Indexes, triggers and views that we made and that are gone from the schema or have changed.
    private func dropStale(_ wanted: [SchemaObject], _ connection: Connection) throws {
        for (key, sql) in try Fingerprint.objects(connection).sorted(by: { $0.key < $1.key }) {
            if wanted.contains(where: { $0.key == key && $0.sql == sql }) { continue }
            let parts = key.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let statement = "DROP \(parts[0].uppercased()) IF EXISTS \(String(parts[1]).quotedForSQL)"
            try run(statement, connection)
        }
    }

    private func rebuild(
        _ table: SchemaObject,
        old: [ColumnFacts],
        new: [ColumnFacts],
        _ connection: Connection
    ) throws {
        let temporary = TableRebuild.temporaryName(of: table.name)
        // Views and triggers of others name the table and stay; its own indexes and triggers go with it.
        let own = try SchemaObject.all(in: connection).filter {
            $0.type != "table" && $0.type != "view" && $0.table == table.name
        }
        try run(table.sql(named: temporary), connection)
        let extra = old.filter { column in !new.contains { $0.isNamed(column.name) } && !column.isGenerated }
        for column in extra {
            try run(
                "ALTER TABLE \(temporary.quotedForSQL) ADD COLUMN \(column.name.quotedForSQL) \(column.type)",
                connection
            )
        }
        var targets: [String] = []
        var sources: [String] = []
        for column in new where !column.isGenerated {
            if let earlier = old.first(where: { $0.isNamed(column.name) }) {
                targets.append(column.name.quotedForSQL)
                sources.append(column.source(from: earlier))
            } else if column.isRequired && column.standard == nil {
                targets.append(column.name.quotedForSQL)
                sources.append(column.zero)
            }
        }
        for column in extra {
            targets.append(column.name.quotedForSQL)
            sources.append(column.name.quotedForSQL)
        }
        let copy =
            targets.isEmpty
            ? "SELECT 1"
            : """
            INSERT INTO \(temporary.quotedForSQL) (\(targets.joined(separator: ", "))) \
            SELECT \(sources.joined(separator: ", ")) FROM \(table.name.quotedForSQL)
            """
        try run(copy, connection)
        if table.sql.uppercased().contains("AUTOINCREMENT") { try keepCounter(table.name, connection) }
        try run("DROP TABLE \(table.name.quotedForSQL)", connection)
        try connection.run("PRAGMA legacy_alter_table = ON")
        try run(
            "ALTER TABLE \(temporary.quotedForSQL) RENAME TO \(table.name.quotedForSQL)",
            connection
        )
        try connection.run("PRAGMA legacy_alter_table = OFF")
        for object in own { try run(object.sql, connection) }
    }
}

/// What is compared of a column.
struct ColumnFacts: Hashable {
    var name: String
    var type: String
    var isRequired: Bool
    var standard: String?
    var key: Int
    var isGenerated: Bool

    func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

    /// The earlier column's values in the form of this column.
    func source(from earlier: ColumnFacts) -> String {
        let column = earlier.name.quotedForSQL
        let converted =
            earlier.type.lowercased() == type.lowercased() || type.isEmpty ? column : "CAST(\(column) AS \(type))"
        if !isRequired || earlier.isRequired { return converted }
        return "coalesce(\(converted), \(standard ?? zero))"
    }

    /// What older rows get in a new column that must have a value and says none.
    var zero: String {
        let type = type.uppercased()
        if type.contains("CHAR") || type.contains("TEXT") || type.contains("CLOB") { return "''" }
        if type.contains("BLOB") { return "x''" }
        return "0"
    }
}

extension [ColumnFacts] {
    /// Whether all wanted columns are here as they should be; further columns do no harm.
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

extension Connection {
    /// The columns of a table. Source: <https://www.sqlite.org/pragma.html#pragma_table_xinfo>.
    func columns(of table: String) throws -> [ColumnFacts] {
        let statement = try prepare("PRAGMA table_xinfo(\(table.quotedForSQL))")
        var columns: [ColumnFacts] = []
        while sqlite3_step(statement.pointer) == SQLITE_ROW {
            let row = Row(statement.pointer)
            let hidden = try row.integer(6)
            if hidden == 1 { continue }  // the columns of virtual tables that nobody selects
            columns.append(
                ColumnFacts(
                    name: try row.text(1),
                    type: try row.text(2),
                    isRequired: try row.integer(3) != 0,
                    standard: row.isNull(4) ? nil : try row.text(4),
                    key: Int(try row.integer(5)),
                    isGenerated: hidden == 2 || hidden == 3
                )
            )
        }
        return columns
    }
}

extension SchemaObject {
    /// This table's statement for a table of another name.
    func sql(named name: String) -> String {
        var rest = sql.unicodeScalars.dropFirst("CREATE TABLE".unicodeScalars.count).drop { $0.properties.isWhitespace }
        switch rest.first {
        case "\"": rest = SchemaObject.afterQuoted(rest, "\"")
        case "`": rest = SchemaObject.afterQuoted(rest, "`")
        case "[": rest = rest.drop { $0 != "]" }.dropFirst()
        default: rest = rest.drop { !$0.properties.isWhitespace && $0 != "(" }
        }
        return "CREATE TABLE \(name.quotedForSQL)\(String(rest))"
    }

    private static func afterQuoted(
        _ text: Substring.UnicodeScalarView,
        _ quote: Unicode.Scalar
    ) -> Substring.UnicodeScalarView {
        var rest = text.dropFirst()
        while let end = rest.firstIndex(of: quote) {
            rest = rest[rest.index(after: end)...]
            if rest.first != quote { return rest }
            rest = rest.dropFirst()
        }
        return rest
    }
}
