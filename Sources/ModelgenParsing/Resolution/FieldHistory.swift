import ModelgenSchema

/// The fields of a model in one version, while its steps are undone from the newest backwards.
struct FieldHistory {
    /// A field in this version.
    struct Entry {
        /// Its present name; nil for a field that has been dropped since.
        var present: String?
        /// The version that added it.
        var since: Int
        /// The column in this version; nil if it has none.
        var column: SQLName?
        /// Whether the naming strategy names the column, so that it follows the field's name.
        var isNamedByStrategy: Bool
    }

    /// The fields by their names in this version.
    private var entries: [String: Entry] = [:]
    private let naming: NamingStrategy
    /// The version that added the table, and with it the fields without a `since`.
    private let since: Int

    init(_ subject: ModelSubject, naming: NamingStrategy) {
        self.naming = naming
        since = subject.entries.integer(.since) ?? 1
        for name in subject.names {
            let field = subject.field(name)
            entries[name] = Entry(
                present: name,
                since: field?.field.since ?? since,
                column: field.map { $0.field.column?.name } ?? SQLName(naming.name(for: SwiftName(name))),
                isNamedByStrategy: field?.entries?.has(.column) != true
            )
        }
    }

    /// Whether this version has a field with that name.
    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// The field that a step refers to by this name: the one with the name, or the one whose column it would name. A
    /// field that was renamed only in Swift kept its column.
    func meant(_ name: String) -> String? {
        if contains(name) { return name }
        let column = SQLName(naming.name(for: SwiftName(name))).folded
        return all.first { entries[$0]?.column?.folded == column && entries[$0]?.isNamedByStrategy == false }
    }

    /// The present name of the field.
    func present(_ name: String) -> String? { entries[name]?.present }

    /// The version that added the field which has this name now.
    func version(_ name: String) -> Int { entries[name]?.since ?? since }

    /// The column of the field in this version; nil if it is not known, or if there is none.
    func column(_ name: String) -> SQLName? { entries[name]?.column }

    /// The column of the field in this version, if it does not follow the field's name.
    func ownColumn(_ name: String) -> SQLName? {
        guard let entry = entries[name], !entry.isNamedByStrategy else { return nil }
        return entry.column
    }

    /// All names, sorted.
    var all: [String] { entries.keys.sorted() }

    /// What happens to the column of a field when the field gets its name of this version; nil if it is kept.
    ///
    /// - Parameter written: The name that the step uses, if it is no longer the name of the field.
    func columnRename(from old: String, to new: String, called written: String? = nil) -> ColumnRename? {
        guard let entry = entries[new], let column = entry.column else { return nil }
        guard entry.isNamedByStrategy || (written ?? new) != new else { return nil }
        let earlier = SQLName(naming.name(for: SwiftName(old)))
        return earlier == column ? nil : ColumnRename(from: earlier, to: column)
    }

    // MARK: Going back

    /// Brings back the fields that the version drops, with the names after its renames.
    ///
    /// - Parameter column: The name of its column, if its definition has a key for it.
    mutating func restore(_ name: String, since: Int?, column: SQLName?, hasColumnKey: Bool) {
        guard entries[name] == nil else { return }
        entries[name] = Entry(
            present: nil,
            since: since ?? self.since,
            column: hasColumnKey ? column : SQLName(naming.name(for: SwiftName(name))),
            isNamedByStrategy: !hasColumnKey
        )
    }

    /// Undoes the renames of a version, all at once.
    mutating func undo(_ renames: [(old: String, new: String)], columns: [ColumnRename]) {
        let names = Dictionary(firstOf: columns.map { ($0.to.folded, $0.from) })
        for (name, entry) in entries {
            if let column = entry.column, let earlier = names[column.folded] { entries[name]?.column = earlier }
        }
        let renamed = renames.map { entries[$0.new] }
        for rename in renames { entries[rename.new] = nil }
        for (rename, entry) in zip(renames, renamed) { entries[rename.old] = entry }
        // The naming strategy named the column before this version gave it its own name.
        for (name, entry) in entries where !entry.isNamedByStrategy {
            guard let column = entry.column, names.values.contains(column) else { continue }
            entries[name]?.isNamedByStrategy = column == SQLName(naming.name(for: SwiftName(name)))
        }
    }

    /// Removes the fields that were added after this version.
    mutating func forget(fieldsAfter version: Int) {
        for (name, entry) in entries where entry.since > version { entries[name] = nil }
    }
}
