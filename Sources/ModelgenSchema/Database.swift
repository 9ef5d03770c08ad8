/// A database: one SQLite file with its own version.
package struct Database: Hashable, Sendable, Codable {
    package var name: SwiftName
    package var file: String
    package var version: Int
    /// The oldest version of a file that can still be migrated, where the history begins.
    package var oldest = 1
    package var migration: MigrationMode
    /// The oldest SQLite version that must be supported.
    package var oldestSQLite: SQLiteVersion
    package var migrations: [DatabaseMigration]
    /// The versions that files of other programs can be adopted as.
    package var adopt: [Int] = []
    package var ownership: FileOwnership = .applicationID

    package init(
        name: SwiftName, file: String, version: Int = 1, migration: MigrationMode = .versioned,
        oldestSQLite: SQLiteVersion = .default, migrations: [DatabaseMigration] = []
    ) {
        self.name = name
        self.file = file
        self.version = version
        self.migration = migration
        self.oldestSQLite = oldestSQLite
        self.migrations = migrations
    }

    /// The name of its Swift type: `BlogDatabase` for `Blog`.
    package var typeName: SwiftName { Self.typeName(of: name) }

    package static func typeName(of database: SwiftName) -> SwiftName { SwiftName(database.text + "Database") }

    /// The name of the protocol for its Swift steps: `BlogMigrations` for `Blog`.
    package var migrationsName: SwiftName { SwiftName(name.text + "Migrations") }
}

/// How a file is recognized as belonging to the database.
package enum FileOwnership: String, Hashable, Sendable, Codable {
    /// By its `application_id`.
    case applicationID
    /// By its `user_version` alone; the `application_id` belongs to another program.
    case version
}

package enum MigrationMode: String, Hashable, Sendable, Codable, CaseIterable {
    case versioned
    case auto
    case recreate
    case none
}

/// A version of the SQLite library, such as 3.35.
package struct SQLiteVersion: Hashable, Comparable, Sendable, Codable {
    package var major: Int
    package var minor: Int

    package init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// The default: the first version with DROP COLUMN and RETURNING.
    package static let `default` = SQLiteVersion(major: 3, minor: 35)

    package static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

/// The steps of a version that do not belong to a single table.
package struct DatabaseMigration: Hashable, Sendable, Codable {
    package enum Step: Hashable, Sendable, Codable {
        /// The model as it was.
        case dropModel(Model)
        case sql(String)
        case swift(SwiftStep)
    }

    package var version: Int
    package var steps: [Step]

    package init(version: Int, steps: [Step]) {
        self.version = version
        self.steps = steps
    }
}
