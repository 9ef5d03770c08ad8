import ModelMigrations
import ModelSQLite

/// Migration steps defined by closures.
///
/// ```swift
/// let migrations = MigrationSteps(["fillSlugs": { db in try db.run("UPDATE posts SET slug = lower(title)") }])
/// ```
public struct MigrationSteps: DatabaseMigrating {
    private let steps: [String: @Sendable (Database) throws -> Void]

    /// Creates steps by name.
    public init(_ steps: [String: @Sendable (Database) throws -> Void]) { self.steps = steps }

    /// Runs the closure with that name.
    ///
    /// - Throws: The error of the closure; without a closure, a `SQLiteError` of the kind `migration(.missingStep)`.
    public func run(step: String, _ db: Database) throws {
        guard let body = steps[step] else {
            throw SQLiteError(.migration(.missingStep(step)), message: "no migration step `\(step)`")
        }
        try body(db)
    }
}
