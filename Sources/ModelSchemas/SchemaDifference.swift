/// A difference between the schema of a file and the expected one.
public struct SchemaDifference: Hashable, Sendable, CustomStringConvertible {
    /// What differs.
    public let kind: Kind
    /// The table to which it belongs, or the name of the table itself.
    public let table: String
    /// The name of a column, an index or a trigger; the columns of a key; or the text of a check.
    public let name: String
    /// The form in the file; nil if the file lacks it.
    public let found: String?
    /// The expected form; nil if it is only in the file.
    public let expected: String?

    /// The parts of a schema.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case table
        case column
        case primaryKey = "primary key"
        case unique
        case foreignKey = "foreign key"
        case check
        case index
        case view
        case trigger

        /// The name for several of these in an adoption, if a file may have them in addition.
        package var additions: String? {
            switch self {
            case .table: "tables"
            case .column: "columns"
            case .index: "indexes"
            case .view: "views"
            case .trigger: "triggers"
            case .primaryKey, .unique, .foreignKey, .check: nil
            }
        }
    }

    package init(kind: Kind, table: String, name: String, found: String?, expected: String?) {
        self.kind = kind
        self.table = table
        self.name = name
        self.found = found
        self.expected = expected
    }

    /// Whether it is a column of the file that an insert must set, or one that is computed from another addition, which
    /// an insert would leave NULL.
    package func isRequiredColumn(among all: [SchemaDifference]) -> Bool {
        guard kind == .column, let found, found.contains("NOT NULL"), !found.contains("DEFAULT") else { return false }
        guard found.contains(" AS (") else { return true }
        let names = sqlTokens(found).compactMap(\.name)
        return all.contains { other in
            other.kind == .column && other != self && other.expected == nil && other.table.isName(table)
                && other.found?.contains("DEFAULT") == false && names.contains { $0.isName(other.name) }
        }
    }

    /// `table posts`, `column title of posts`.
    public var subject: String {
        switch kind {
        case .table, .view: "\(kind.rawValue) \(name)"
        case .primaryKey: "primary key of \(table)"
        case .column, .index, .trigger: "\(kind.rawValue) \(name) of \(table)"
        case .unique, .foreignKey, .check: "\(kind.rawValue) (\(name)) of \(table)"
        }
    }

    /// The difference between the file and the version, in one line.
    public var description: String {
        switch (found, expected) {
        case (let found?, let expected?):
            "\(subject): in the file `\(found)`, in the version `\(expected)`"
        case (let found?, nil): "\(subject): in the file `\(found)`, not in the version"
        case (nil, let expected?): "\(subject): not in the file, in the version `\(expected)`"
        case (nil, nil): subject
        }
    }
}

extension [SchemaDifference] {
    /// The kinds of additions with which an adoption accepts all of these: `.tables, .triggers`; nil if it does not.
    package var tolerated: String? {
        let kinds = map { $0.expected == nil && !$0.isRequiredColumn(among: self) ? $0.kind.additions : nil }
        guard !isEmpty, !kinds.contains(nil) else { return nil }
        return Set(kinds.compactMap { $0.map { ".\($0)" } }).sorted().joined(separator: ", ")
    }
}
