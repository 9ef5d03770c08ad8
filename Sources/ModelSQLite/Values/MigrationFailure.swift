import ModelSchemas

/// Why a database could not be migrated to its newest version.
public enum MigrationFailure: Hashable, Sendable {
    /// The file was written by a newer program.
    case newer(found: Int, known: Int)
    /// The tables of the file are not those of the program's version, which may be the same, but it was opened read-only.
    case older(found: Int, known: Int)
    /// The file has a version that this program no longer migrates.
    case tooOld(found: Int, oldest: Int)
    /// The file has tables but no version; to adopt it, open it with `adopting:`.
    case unversioned
    /// The file belongs to another application.
    case foreign(applicationID: Int32)
    /// The version cannot be adopted; `known` lists those that can. Nil for `Adoption.matching` if none can.
    case notAdoptable(Int?, known: [Int])
    /// The file was adopted before, or was created by this program.
    case alreadyAdopted(version: Int)
    /// The file differs from each version it was compared with.
    case notMatching([Int: [SchemaDifference]])
    /// The migrations do not have this step in Swift.
    case missingStep(String)
    /// Rows of this table refer to missing rows.
    case foreignKeys(table: String)
    /// Rows of this table have values of this column that the program would read wrongly, because its type has changed.
    case unreadable(table: String, column: String)
    /// A step did something that would have left the file in an undefined state; contains the name of the step or the
    /// hook.
    case step(String, StepViolation)
}

/// What a migration step must not do. Its version is rolled back.
public enum StepViolation: Hashable, Sendable {
    /// Begin or end a transaction, or open a savepoint with SQL; contains the statement's first word.
    case transaction(String)
    /// Set a pragma; contains its name.
    case pragma(String)
    /// Attach or detach a file.
    case attachment
    /// Change the file's version or application id.
    case version
    /// Change the schema, which is defined by the YAML; contains what was added, changed or dropped.
    case schema(String)
}
