import ModelMigrations
import ModelSQLite
import ModelSchemas
import ModelStoredForms

/// The adoption of the file that is being opened.
private struct FileAdoption: FileAdopting {
    let adoption: Adoption
    /// The header and the version of the file that this program has opened read-only.
    private let opened = Locked<(state: Migrator.State, version: Int)?>(nil)

    init(_ adoption: Adoption) { self.adoption = adoption }

    func checkIsNew(_ state: Migrator.State, _ migrator: Migrator) throws { try adoption.checkIsNew(state, migrator) }

    /// Compares the file only once, because its owner may go on changing its schema, by adding an index for example.
    func version(of connection: Connection, _ migrator: Migrator) throws -> Int {
        let state = try migrator.state(connection)
        if let version = opened.withLock({ $0?.state == state ? $0?.version : nil }) { return version }
        let version = try adoption.version(of: connection, migrator)
        opened.withLock { $0 = (state, version) }
        return version
    }

    func adopt(_ connection: Connection, _ migrator: Migrator) throws { try adoption.adopt(connection, migrator) }
}

extension Adoption {
    /// Rejects a file that has already been adopted.
    fileprivate func checkIsNew(_ state: Migrator.State, _ migrator: Migrator) throws {
        guard !opensAdopted, migrator.isOwn(state) else { return }
        let doubt =
            migrator.schema.ownership == .version
            ? "; with `applicationID: keep`, only its user_version says so: if another program counts its own versions there, "
                + "it cannot be adopted" : ""
        throw migrator.failure(
            .alreadyAdopted(version: state.version),
            "the file is \(migrator.schema.name) already at version \(state.version); open it without `adopting:`, "
                + "or with `.unlessAdopted`\(doubt)"
        )
    }

    /// Determines the version that a file of another program matches.
    ///
    /// - Throws: ``MigrationFailure/notMatching(_:)`` with all differences if it matches none.
    fileprivate func version(of connection: Connection, _ migrator: Migrator) throws -> Int {
        let schema = migrator.schema
        var refused: [Int: [SchemaDifference]] = [:]
        var fitting: [(version: Int, additions: Int)] = []
        for candidate in schema.adoptableVersions.sorted(by: { $0.version < $1.version })
        where version == nil || version == candidate.version {
            let differences = try connection.comparison(with: candidate.create ?? schema.create).differences
            let intolerable = differences.filter { !tolerates($0, among: differences) }
            if intolerable.isEmpty {
                fitting.append((candidate.version, differences.count))
            } else {
                refused[candidate.version] = intolerable
            }
        }
        // If several are equally good, the first one, so that steps that change no table are not skipped.
        if let best = fitting.min(by: { $0.additions < $1.additions }) { return best.version }
        let texts = refused.sorted { $0.key < $1.key }.map { version, differences in
            (["it is not version \(version):"] + differences.map { "  \($0)" }).joined(separator: "\n")
        }
        throw migrator.failure(
            .notMatching(refused),
            "the file cannot be adopted as \(schema.name)\n" + texts.joined(separator: "\n")
        )
    }

    /// Adopts a file and migrates it to the newest version, in the open transaction. If it fails, nothing is changed.
    fileprivate func adopt(_ connection: Connection, _ migrator: Migrator) throws {
        let schema = migrator.schema
        let version = try self.version(of: connection, migrator)
        try migrator.setVersion(version, connection)
        if schema.mode.isVersioned {
            try migrator.takeOver(connection, at: version)
            var reached = version
            while reached != schema.version { reached = try migrator.migrate(connection, from: reached) }
        }
        try schema.mode.following?.adopted(connection, at: version, migrator)
        try migrator.checkFullText(connection)
    }
}

/// The versions that a file of another program may have, in the order in which they are tried.
extension Array: AdoptionRules where Element == AdoptableVersion {
    package var versions: [(version: Int, create: [String]?)] { map { ($0.version, $0.create) } }

    package func prepare(_ connection: Connection, at version: Int, _ migrator: Migrator) throws {
        try migrator.takeOver(connection, at: version)
    }

    package func check(_ connection: Connection, _ migrator: Migrator) throws {
        try migrator.checkFullText(connection)
    }
}

extension DatabaseSchema {
    /// The versions that files of other programs can be adopted as.
    package var adoptableVersions: [(version: Int, create: [String]?)] { adoptable?.rules.versions ?? [] }

    /// Creates the migrator of a file that may be adopted. Throws if no file can be adopted as this version.
    func migrator(
        _ migrations: some DatabaseMigrating,
        _ adoption: Adoption?,
        _ progress: (@Sendable (MigrationProgress) -> Void)?
    ) throws -> Migrator {
        if let adoption { try check(adoption) }
        return Migrator(self, migrations, adopting: adoption.map(FileAdoption.init), progress: progress)
    }

    private func check(_ adoption: Adoption) throws {
        let isKnown = adoption.version.map { version in adoptableVersions.contains { $0.version == version } }
        if !(isKnown ?? !adoptableVersions.isEmpty) { throw notAdoptable(adoption.version) }
    }

    private func notAdoptable(_ version: Int?) -> SQLiteError {
        let versions = adoptableVersions.map(\.version).sorted()
        let what =
            version.map { "version \($0) of \(name) cannot be adopted" }
            ?? "no version of \(name) can be adopted"
        let known = versions.isEmpty ? "" : "; it is \(versions.map(String.init).joined(separator: " or "))"
        return SQLiteError(
            .migration(.notAdoptable(version, known: versions)),
            message: "\(what)\(known); list the versions in the schema: `database: { adopt: [1] }`")
    }
}

extension Migrator {
    /// Rejects unique indexes of another program on tables with a full-text index. For each known index, triggers
    /// record the rows that a statement may replace, because REPLACE deletes them without firing triggers. Source:
    /// <https://www.sqlite.org/lang_conflict.html>.
    fileprivate func checkFullText(_ connection: Connection) throws {
        let tables = try connection.texts(
            """
            SELECT DISTINCT lower(tbl_name) FROM sqlite_master WHERE type = 'trigger' \
            AND sql LIKE '%modelgen\\_replaced\\_%' ESCAPE '\\'
            """
        )
        if tables.isEmpty { return }
        let unknown = try connection.comparison(with: schema.create).differences.filter { difference in
            difference.kind == .index && difference.found?.hasPrefix("UNIQUE") == true
                && tables.contains { $0.isName(difference.table) }
        }
        if unknown.isEmpty { return }
        throw failure(
            .notMatching([schema.version: unknown]),
            "the file has unique indexes unknown to \(schema.name), and rows that REPLACE deletes for them would stay in "
                + "the full-text index; declare them in the schema with `unique:`, or drop them from the file\n"
                + unknown.map { "  \($0)" }.joined(separator: "\n")
        )
    }

    /// Rejects a file that only has the number of a version, but not its schema. With `applicationID: keep`, nothing
    /// else identifies the file, and the next rebuild would lose its constraints.
    private func checkIsOwn(_ differences: [SchemaDifference], at version: Int) throws {
        let lost = differences.filter { $0.addition == nil }
        guard schema.ownership == .version, !lost.isEmpty else { return }
        throw failure(
            .notMatching([version: lost]),
            "the file says that it is version \(version) of \(schema.name), but its tables differ, and migrating it would "
                + "lose what is different\n" + lost.map { "  \($0)" }.joined(separator: "\n"))
    }

    /// Converts the unique constraints of a file into the indexes to which later steps refer by name, if there are any
    /// steps.
    ///
    /// A UNIQUE constraint and a unique index with another name mean the same, so such files are adopted. But a step
    /// drops an index by its name, and no statement drops a constraint. So the table is rebuilt, with its original SQL.
    fileprivate func takeOver(_ connection: Connection, at version: Int) throws {
        guard version < schema.version,
            let adoptable = schema.adoptableVersions.first(where: { $0.version == version })
        else { return }
        let comparison = try connection.comparison(with: adoptable.create ?? schema.create)
        try checkIsOwn(comparison.differences, at: version)
        let uniques = comparison.respelledUniques
        let constraints = Dictionary(grouping: uniques.filter(\.isConstraint)) { FoldedName($0.table) }
        for (_, found) in constraints.sorted(by: { $0.key < $1.key }) {
            let uniqueness: TableDeclaration.Uniqueness = found.contains(where: \.isKey) ? .all : .constraints
            let rebuild = try connection.rebuild(of: found[0].table) {
                TableDeclaration.without(uniqueness, $0, named: $1)
            }
            try restore(self.rebuild(rebuild, connection), to: schema.version, connection)
        }
        for unique in uniques {
            for index in unique.indexes { try run("DROP INDEX \(index.quotedForSQL)", connection) }
            if let create = unique.create { try run(create, connection) }
        }
    }
}
