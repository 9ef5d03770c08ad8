import CModelSQLite
import Foundation

extension Migrator {
    /// Refuses a version that cannot be adopted, before a file is opened.
    func checkAdoption() throws {
        guard let version = adopting?.version else {
            if adopting != nil, schema.adoptable.isEmpty { throw notAdoptable(nil) }
            return
        }
        if !schema.adoptable.contains(where: { $0.version == version }) { throw notAdoptable(version) }
    }

    private func notAdoptable(_ version: Int?) -> SQLiteError {
        let versions = schema.adoptable.map(\.version).sorted()
        let what =
            version.map { "version \($0) of \(schema.name) cannot be adopted" }
            ?? "no version of \(schema.name) can be adopted"
        let known = versions.isEmpty ? "" : "; it is \(versions.map(String.init).joined(separator: " or "))"
        return failure(
            .notAdoptable(version, known: versions),
            "\(what)\(known); list what can be in the schema: `database: { adopt: [1] }`"
        )
    }

    /// Whether the header says that the file is ours.
    func isOwn(_ state: State) -> Bool {
        state.version > 0 && (schema.ownership == .version || state.applicationID == schema.applicationID)
    }

    /// Refuses to adopt what was adopted.
    func checkIsNew(_ state: State) throws {
        guard let adopting, !adopting.opensAdopted, isOwn(state) else { return }
        throw failure(
            .alreadyAdopted(version: state.version),
            "the file is \(schema.name) at version \(state.version) already; open it without adopting:, "
                + "or with .unlessAdopted"
        )
    }

    /// The version that a file of another program is.
    ///
    /// - Throws: ``MigrationFailure/notMatching(_:)`` with all differences if it is none.
    func adoptedVersion(_ connection: Connection, _ adopting: Adoption) throws -> Int {
        var refused: [Int: [SchemaDifference]] = [:]
        var fitting: [(version: Int, additions: Int)] = []
        for candidate in schema.adoptable.sorted(by: { $0.version < $1.version })
        where adopting.version == nil || adopting.version == candidate.version {
            let differences = try candidate.differences(connection, schema)
            let intolerable = differences.filter { !adopting.tolerates($0) }
            if intolerable.isEmpty {
                fitting.append((candidate.version, differences.count))
            } else {
                refused[candidate.version] = intolerable
            }
        }
        // The first of several: steps that change no table are not left out.
        if let best = fitting.min(by: { $0.additions < $1.additions }) { return best.version }
        let texts = refused.sorted { $0.key < $1.key }.map { version, differences in
            (["it is not version \(version):"] + differences.map { "  \($0)" }).joined(separator: "\n")
        }
        throw failure(
            .notMatching(refused),
            "the file cannot be adopted as \(schema.name)\n" + texts.joined(separator: "\n")
        )
    }

    /// Adopts a file and brings it to the newest version, in the transaction that is open: all of it, or nothing.
    func adopt(_ connection: Connection, as version: Int, _ way: MigrationWay) throws {
        // Of what other programs left, rows that refer to nothing are not ours to refuse.
        let before = try connection.danglingRows()
        try setVersion(version, connection)
        switch schema.mode {
        case .versioned:
            var reached = version
            while reached != schema.version {
                let next = schema.next(after: reached)
                try migrate(connection, from: reached, to: next, way)
                reached = next
            }
        case .auto: try automatic(connection, from: version)
        case .recreate, .none: break
        }
        if connection.configuration.foreignKeys == .ignored { return }
        for (table, count) in try connection.danglingRows() where count > before[table, default: 0] {
            throw failure(
                .foreignKeys(table: table),
                "after the migration rows of \(table) refer to rows that are not there"
            )
        }
    }

    /// Whether a table is made anew on the way from a version that the file may be.
    var mayRebuildToAdopt: Bool {
        let first = adopting?.version ?? schema.adoptable.map(\.version).min() ?? schema.version
        return schema.migrations.contains { $0.version > first && $0.steps.contains { $0.isRebuild } }
    }
}

extension Connection {
    /// How many rows of each table refer to rows that are not there.
    fileprivate func danglingRows() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in try texts("SELECT name FROM sqlite_master WHERE type = 'table'") {
            // A key that leads to what is not unique is an error; SQLite lives with it until the table is written.
            counts[table] = (try? texts("PRAGMA foreign_key_check(\(table.quotedForSQL))"))?.count
        }
        return counts
    }
}
