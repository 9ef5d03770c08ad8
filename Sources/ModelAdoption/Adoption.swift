import ModelMigrations
import ModelSQLite
import ModelSchemas

/// Specifies how to adopt a file created by another program.
///
/// The meaning of the file's schema is compared with a version. Unless it matches, the file is rejected with a list of
/// all differences. Nothing in the file changes unless it can be opened at the newest version.
///
/// ```swift
/// let blog = try await BlogDatabase.open(at: url, adopting: 1)
/// let blog = try await BlogDatabase.open(at: url, adopting: .matching.tolerating(.triggers, .named("legacy")))
/// ```
public struct Adoption: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The version to adopt the file as; nil for the one that matches.
    let version: Int?
    private(set) var tolerated: Set<Addition> = []
    private(set) var opensAdopted = false

    /// Adopts the file as this version.
    public static func version(_ version: Int) -> Adoption { Adoption(version: version) }

    /// Adopts the file as the version that it matches; if there are several, as the one with the fewest tolerated
    /// additions. If two versions are equal, the earlier one is used, so that no step is skipped.
    public static let matching = Adoption(version: nil)

    private init(version: Int?) { self.version = version }

    /// Adopts the file as this version.
    public init(integerLiteral version: Int) { self.version = version }

    /// Tolerates additional contents of these kinds or with these names. They are preserved by every migration. If one
    /// cannot be preserved, such as an index on a column that a version drops, the error names it, and the file stays
    /// unchanged.
    public func tolerating(_ additions: Addition...) -> Adoption {
        var adoption = self
        adoption.tolerated.formUnion(additions)
        return adoption
    }

    /// Opens a file that has already been adopted like any other, for a program that makes the same call at each start.
    public var unlessAdopted: Adoption {
        var adoption = self
        adoption.opensAdopted = true
        return adoption
    }

    /// The kinds of additional contents of a file.
    public enum Addition: Hashable, Sendable {
        /// Columns that inserts can omit, with their values.
        case columns
        /// Indexes, including unique ones. A unique index on a table with a full-text index is not tolerated, because
        /// that would keep rows that REPLACE deletes. Declare it in the schema instead.
        case indexes
        /// Triggers. They run with SQLite's default settings.
        case triggers
        /// Tables, with their indexes and triggers.
        case tables
        /// Views.
        case views
        /// Anything with this name: `legacy`, or `posts.legacy` for a column.
        case named(String)
    }

    /// Whether the file may differ in this way.
    ///
    /// - Parameter all: All differences.
    func tolerates(_ difference: SchemaDifference, among all: [SchemaDifference]) -> Bool {
        guard let kind = difference.addition else { return false }
        let names = [difference.name, "\(difference.table).\(difference.name)"]
        let isNamed = tolerated.contains { addition in
            if case .named(let name) = addition { names.contains(where: name.isName) } else { false }
        }
        // The program's inserts set no value for it.
        if difference.isRequiredColumn(among: all) { return isNamed }
        return isNamed || tolerated.contains(kind)
    }
}

extension SchemaDifference {
    /// What the file contains in addition; nil for anything that a rebuild would lose or change.
    var addition: Adoption.Addition? {
        guard found != nil, expected == nil else { return nil }
        switch kind {
        case .column: return .columns
        case .index: return .indexes
        case .trigger: return .triggers
        case .table: return .tables
        case .view: return .views
        case .primaryKey, .unique, .foreignKey, .check: return nil
        }
    }
}

/// A version that files can be adopted as. Generated for `adopt:` of the database.
public struct AdoptableVersion: Sendable {
    /// The number of the version.
    public let version: Int
    /// The statements that create it; nil for those of the newest version.
    let create: [String]?

    /// Describes a version.
    ///
    /// - Parameters:
    ///   - version: The number of the version.
    ///   - create: The statements that create it in an empty file. By default, those of the newest version.
    public init(_ version: Int, create: [String]? = nil) {
        self.version = version
        self.create = create
    }
}

extension AdoptableFiles: ExpressibleByArrayLiteral {
    /// Lists the versions that files of other programs can be adopted as.
    public init(_ versions: [AdoptableVersion]) { self.init(versions as any AdoptionRules) }

    /// Lists the versions that files of other programs can be adopted as.
    public init(arrayLiteral versions: AdoptableVersion...) { self.init(versions) }
}
