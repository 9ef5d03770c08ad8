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
    }

    package init(kind: Kind, table: String, name: String, found: String?, expected: String?) {
        self.kind = kind
        self.table = table
        self.name = name
        self.found = found
        self.expected = expected
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
