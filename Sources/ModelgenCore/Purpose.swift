import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import ModelgenVerification

/// What a run is for, which decides how much of its databases is proved.
package enum Purpose: Hashable, Sendable {
    /// To read what is there: SQL, a comparison. The plan is taken as it is.
    case inspecting
    /// To work with: the chain of migrations, one version after the other, and the named queries. A version that is not
    /// in the lock yet is a warning.
    case generating
    /// To be sure before it ships: every version migrated to every later one with rows in its tables, and the named
    /// queries. A version that is not in the lock is an error.
    case checking
    /// To pin it: as much as for checking, and what is not in the lock yet is about to be.
    case releasing

    /// What SQLite says about the migrations and the views of a database.
    func findings(proving planned: PlannedDatabase, of schema: Schema) -> [Finding] {
        let migrations: [Finding]
        switch self {
        case .inspecting: return []
        case .generating: migrations = verifyChain(planned)
        case .checking, .releasing: migrations = verifyAllPairs(planned, schema: schema)
        }
        return migrations + verifyTables(planned, schema: schema) + verifyViews(planned, schema: schema)
    }

    /// The named queries of a database as SQLite understood them.
    func queries(of planned: PlannedDatabase, in schema: Schema, scans: ScanReport) -> VerifiedQueries {
        switch self {
        case .inspecting: VerifiedQueries()
        case .generating, .checking, .releasing: verifyQueries(planned, schema: schema, scans: scans)
        }
    }

    /// Where a database is not what was released. Before the first release nothing was.
    func findings(comparing lock: Lock?, to databases: [PlannedDatabase]) -> [Finding] {
        guard let lock else { return [] }
        let refused = lock.renamedDatabases(databases) + lock.disownedDatabases(databases)
        switch self {
        case .inspecting: return []
        case .generating: return refused + databases.flatMap { lock.findings(for: $0, .generating) }
        case .checking: return refused + databases.flatMap { lock.findings(for: $0, .checking) }
        case .releasing:
            return refused
                + databases.flatMap { lock.findings(for: $0, .generating) }.filter { $0.severity == .error }
        }
    }
}
