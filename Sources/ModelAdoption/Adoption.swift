import ModelMigrations
import ModelSQLite
import ModelSchemas

/// Specifies how to adopt a file created by another program.
///
/// The file is compared with a version by meaning, and rejected with a list of all differences unless it matches.
/// Nothing in the file changes unless it is opened at the newest version.
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

    /// A file of this version.
    public static func version(_ version: Int) -> Adoption { Adoption(version: version) }

    /// A file of any version that can be adopted: the one it matches, or the one with the fewest tolerated additions.
    /// If two versions are equal, the earlier one is used, so that no step is skipped.
    public static let matching = Adoption(version: nil)

    private init(version: Int?) { self.version = version }

    /// A file of this version.
    public init(integerLiteral version: Int) { self.version = version }

    /// Tolerates additional contents of these kinds or names. They are kept in every migration; one that cannot be kept,
    /// such as an index on a column that a version drops, is an error that names it, and the file stays as it is.
    public func tolerating(_ additions: Addition...) -> Adoption {
        var adoption = self
        adoption.tolerated.formUnion(additions)
        return adoption
    }

    /// Opens a file that was adopted before like any other, for a program that uses the same call at each start.
    public var unlessAdopted: Adoption {
        var adoption = self
        adoption.opensAdopted = true
        return adoption
    }

    /// The kinds of additional contents of a file.
    public enum Addition: Hashable, Sendable {
        /// Columns that an insert can omit, with their values.
        case columns
        /// Indexes, including unique ones, except on tables with a full-text index, in which a row deleted by REPLACE
        /// for such an index would remain. Declare it in the schema instead.
        case indexes
        /// Triggers, which run as with SQLite's default settings.
        case triggers
        /// Tables, with their indexes and triggers.
        case tables
        /// Views.
        case views
        /// Anything with this name: `legacy`, or `posts.legacy` for a column.
        case named(String)
    }

    /// Whether the file may have this difference.
    func tolerates(_ difference: SchemaDifference) -> Bool {
        guard let kind = difference.addition else { return false }
        let names = [difference.name, "\(difference.table).\(difference.name)"]
        let isNamed = tolerated.contains { addition in
            if case .named(let name) = addition { names.contains(where: name.isName) } else { false }
        }
        // Our inserts set no value for it.
        if difference.isRequiredColumn { return isNamed }
        return isNamed || tolerated.contains(kind)
    }
}

extension SchemaDifference {
    /// What the file has in addition; nil for anything that a rebuild would lose or change.
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
    /// Its number.
    public let version: Int
    /// The statements that create it; nil for those of the newest version.
    let create: [String]?

    /// Describes a version.
    ///
    /// - Parameters:
    ///   - version: Its number.
    ///   - create: The statements that create it in an empty file; by default those of the newest version.
    public init(_ version: Int, create: [String]? = nil) {
        self.version = version
        self.create = create
    }
}

extension AdoptableFiles: ExpressibleByArrayLiteral {
    /// The versions that files of other programs can be adopted as.
    public init(_ versions: [AdoptableVersion]) { self.init(versions as any AdoptionRules) }

    /// The versions that files of other programs can be adopted as.
    public init(arrayLiteral versions: AdoptableVersion...) { self.init(versions) }
}
