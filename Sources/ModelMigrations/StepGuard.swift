import CModelSQLite
import ModelSQLite

/// Guards the transaction of a version while a statement or a closure of the user runs in it.
///
/// Meanwhile, nothing can be committed, and SQLite itself rejects statements that would end the transaction or change
/// the connection. The guard is only installed for a step, so it costs nothing outside of migrations.
final class StepGuard {
    /// Why the first rejected statement was rejected. Kept, because a step may have caught the error.
    private(set) var refused: StepViolation?
    /// Whether the transaction has ended, because of an error that rolled it back or by `OR ROLLBACK`.
    private(set) var hasEnded = false
    private let connection: Connection

    /// Installs the guard.
    init(_ connection: Connection) {
        self.connection = connection
        // Otherwise, a step could run the library's own statements that begin and end transactions, which stay
        // prepared.
        connection.statements = [:]
        let context = Unmanaged.passUnretained(self).toOpaque()
        // A new authorizer makes SQLite recompile statements that were already prepared. Source:
        // <https://www.sqlite.org/c3ref/set_authorizer.html>.
        sqlite3_set_authorizer(
            connection.pointer,
            { context, action, first, second, _, _ in
                guard let context else { return SQLITE_OK }
                let stepGuard = Unmanaged<StepGuard>.fromOpaque(context).takeUnretainedValue()
                return stepGuard.authorize(action, first, second)
            },
            context
        )
        // The hook turns a commit into a rollback. Source: <https://www.sqlite.org/c3ref/commit_hook.html>.
        sqlite3_commit_hook(connection.pointer, { _ in 1 }, nil)
        sqlite3_rollback_hook(
            connection.pointer,
            { context in
                guard let context else { return }
                Unmanaged<StepGuard>.fromOpaque(context).takeUnretainedValue().hasEnded = true
            },
            context
        )
    }

    /// Removes the guard.
    func remove() {
        sqlite3_commit_hook(connection.pointer, nil, nil)
        sqlite3_rollback_hook(connection.pointer, nil, nil)
        connection.installAuthorizer()
    }

    private func authorize(
        _ action: Int32,
        _ first: UnsafePointer<CChar>?,
        _ second: UnsafePointer<CChar>?
    ) -> Int32 {
        guard let violation = violation(action, first, second) else {
            connection.uses.note(action, first, second)
            return SQLITE_OK
        }
        if refused == nil { refused = violation }
        return SQLITE_DENY
    }

    private func violation(
        _ action: Int32,
        _ first: UnsafePointer<CChar>?,
        _ second: UnsafePointer<CChar>?
    ) -> StepViolation? {
        switch action {
        case SQLITE_TRANSACTION: return .transaction(first.map { String(cString: $0) } ?? "BEGIN")
        case SQLITE_SAVEPOINT:
            // A savepoint of `Database.savepoint` ends with its closure. Others might be left open.
            return second.map { String(cString: $0) } == "modelgen" ? nil : .transaction("SAVEPOINT")
        case SQLITE_ATTACH, SQLITE_DETACH: return .attachment
        case SQLITE_PRAGMA:
            guard let name = first.map({ String(cString: $0).lowercased() }), second != nil else { return nil }
            return Self.harmlessPragmas.contains(name) ? nil : .pragma(name)
        default: return nil
        }
    }

    /// The pragmas whose argument only selects what is read. Source: <https://www.sqlite.org/pragma.html>.
    private static let harmlessPragmas: Set<String> = [
        "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check",
        "quick_check", "table_info", "table_list", "table_xinfo",
    ]
}

extension Migrator {
    /// Runs a statement or a closure of the user, which must not end the transaction or change the connection.
    package func guarded(_ step: String, to version: Int, _ connection: Connection, _ body: () throws -> Void) throws {
        let stepGuard = StepGuard(connection)
        let result = Result { try body() }
        stepGuard.remove()
        // The error that the step throws may only say that its statement was rejected.
        if let violation = stepGuard.refused { throw broken(step, violation, version) }
        try result.get()
        if stepGuard.hasEnded { throw broken(step, .transaction("ROLLBACK"), version) }
    }

    /// Runs a closure of the user, which may only change rows.
    func guardedClosure(_ step: String, to version: Int, _ connection: Connection, _ body: () throws -> Void) throws {
        let before = (try state(connection), try connection.schemaTexts())
        try guarded(step, to: version, connection, body)
        if try state(connection) != before.0 { throw broken(step, .version, version) }
        if let change = before.1.firstChange(to: try connection.schemaTexts()) {
            throw broken(step, .schema(change), version)
        }
    }

    /// Rejects a version that leaves a temporary table, view or trigger behind, because it might hide one in the file.
    func checkTemporary(_ before: [String], to version: Int, _ connection: Connection) throws {
        guard let name = try connection.temporaryObjects().first(where: { !before.contains($0) }) else { return }
        throw broken("didMigrate", .schema("temporary \(name) was left"), version)
    }

    private func broken(_ step: String, _ violation: StepViolation, _ version: Int) -> SQLiteError {
        failure(.step(step, violation), "the step \(step) to version \(version) of \(schema.name) \(violation.message)")
    }
}

extension StepViolation {
    /// What the step did, and what to do instead.
    fileprivate var message: String {
        switch self {
        case .transaction("SAVEPOINT"): "opens a savepoint with SQL; use `db.savepoint { … }`"
        case .transaction(let word): "ran \(word), but the version is one transaction; throw an error to roll it back"
        // Setting it would clear what the check at the end of the version looks for.
        case .pragma("defer_foreign_keys"):
            "sets PRAGMA defer_foreign_keys; leave it out: foreign keys are deferred in steps, and never in hooks"
        case .pragma(let name): "sets PRAGMA \(name); set it in DatabaseConfiguration.prepare"
        case .attachment: "attaches or detaches a file; open the other file as a separate database"
        case .version: "changes the version or the application id of the file, which the migration sets"
        case .schema(let change):
            "changed the schema: \(change); steps can only change rows, because the schema is defined by the YAML"
        }
    }
}

extension [String] {
    /// The first object that was added, dropped or changed.
    fileprivate func firstChange(to other: [String]) -> String? {
        if self == other { return nil }
        func name(_ text: String) -> Substring { text.prefix { $0 != "\n" } }
        let (before, after) = (Set(self), Set(other))
        if let new = other.first(where: { !before.contains($0) }) {
            return "\(name(new)) was \(contains { name($0) == name(new) } ? "changed" : "added")"
        }
        return first { !after.contains($0) }.map { "\(name($0)) was dropped" }
    }
}

extension Connection {
    /// The schema as one string for each object: its type, name and SQL. The tables of a cache are not included.
    fileprivate func schemaTexts() throws -> [String] {
        try texts(
            """
            SELECT type || ' ' || name || char(10) || tbl_name || char(10) || coalesce(sql, '') FROM sqlite_master \
            WHERE substr(name, 1, 7) <> 'sqlite_' AND substr(tbl_name, 1, 15) <> 'modelgen_cache_' ORDER BY rowid
            """
        )
    }

    /// The names of temporary tables, views, indexes and triggers.
    func temporaryObjects() throws -> [String] {
        try texts("SELECT name FROM sqlite_temp_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
    }
}
