/// Why a database could not be migrated to its newest version.
public enum MigrationFailure: Hashable, Sendable {
    /// The file was written by a newer program, perhaps after this one opened it.
    case newer(found: Int, known: Int)
    /// The tables of the file do not match this program's. It was opened read-only, or another program has changed it
    /// since. The versions may be equal.
    case older(found: Int, known: Int)
    /// The version of the file is too old for this program to migrate.
    case tooOld(found: Int, oldest: Int)
    /// The file has tables but no version; to adopt it, open it with `adopting:`.
    case unversioned
    /// The file belongs to another application.
    case foreign(applicationID: Int32)
    /// This is not a version that can be adopted; `known` lists those that are. Nil for `Adoption.matching` if there
    /// are none.
    case notAdoptable(Int?, known: [Int])
    /// The file has been adopted before, or was created by this program.
    case alreadyAdopted(version: Int)
    /// The file differs from each version it was compared with.
    case notMatching([Int: [SchemaDifference]])
    /// The program does not provide this step in Swift.
    case missingStep(String)
    /// Rows of this table refer to missing rows.
    case foreignKeys(table: String)
    /// Rows of this table contain values in this column that the program would misread, because its type has changed.
    case unreadable(table: String, column: String)
    /// A step did something that could leave the file in an undefined state. Contains the name of the step or hook.
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
    /// Change the version or the application ID of the file.
    case version
    /// Change the schema, which is defined by the YAML; contains what was added, changed or dropped.
    case schema(String)
}
