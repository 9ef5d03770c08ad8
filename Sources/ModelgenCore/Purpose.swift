import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import ModelgenVerification

/// The purpose of a run, which decides how thoroughly its databases are verified.
package enum Purpose: Hashable, Sendable {
    /// Inspecting what is there, as SQL or in a comparison. Nothing is verified.
    case inspecting
    /// Everyday work. Verifies the chain of migrations, from each version to the next, and the named queries. A version
    /// that is not in the lock yet is a warning.
    case generating
    /// Checking before a release. Migrates every version, with rows in its tables, to every later one, and verifies the
    /// named queries. A version that is not in the lock is an error.
    case checking
    /// Releasing. Verifies as much as checking, but versions may be missing from the lock, because they are about to be
    /// added.
    case releasing

    /// What SQLite reports about the migrations and views of a database.
    func findings(proving planned: PlannedDatabase, of schema: Schema) -> [Finding] {
        let migrations: [Finding]
        switch self {
        case .inspecting: return []
        case .generating: migrations = verifyChain(planned)
        case .checking, .releasing: migrations = verifyAllPairs(planned, schema: schema)
        }
        return migrations + verifyTables(planned, schema: schema) + verifyViews(planned, schema: schema)
            + verifyComparisons(planned, schema: schema) + verifyDefaults(planned, schema: schema)
    }

    /// The named queries of a database as SQLite prepared them.
    func queries(of planned: PlannedDatabase, in schema: Schema, scans: ScanReport) -> VerifiedQueries {
        switch self {
        case .inspecting: VerifiedQueries()
        case .generating, .checking, .releasing: verifyQueries(planned, schema: schema, scans: scans)
        }
    }

    /// Where a database differs from its last release. Before the first release, nothing does.
    func findings(comparing lock: Lock?, to databases: [PlannedDatabase]) -> [Finding] {
        guard let lock else { return [] }
        let refused = lock.renamedDatabases(databases) + lock.disownedDatabases(databases)
        switch self {
        case .inspecting: return []
        case .generating: return refused + databases.flatMap { lock.findings(for: $0, .generating) }
        case .checking: return refused + databases.flatMap { lock.findings(for: $0, .checking) }
        case .releasing:
            return refused
                + databases.flatMap { lock.findings(for: $0, .generating) }.errors
        }
    }
}
