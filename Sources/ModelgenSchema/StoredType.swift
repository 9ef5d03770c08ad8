/// A type and the transformer with which its values are stored in a column.
package struct StoredType: Hashable, Sendable {
    package var type: FieldType
    package var transformer: TransformerUse?

    package init(_ type: FieldType, _ transformer: TransformerUse? = nil) {
        self.type = type.unwrapped
        self.transformer = transformer
    }

    package init(_ field: Field) { self.init(field.type, field.transformer?.sqlite) }
    package init(_ parameter: NamedQuery.Parameter) { self.init(parameter.type, parameter.transformer) }
}

extension ColumnStorage {
    /// Why the values of a column cannot be read as another type; nil if they can.
    ///
    /// - Returns: What the column holds, and how it is read: `INTEGER` and `from REAL`.
    package func misreading(of held: StoredType, as read: StoredType) -> (held: String, read: String)? {
        if isAnyValue(held) || isAnyValue(read) { return nil }
        let classes = (held: storageClass(of: held), read: storageClass(of: read))
        if classes.held == classes.read {
            guard let holds = holdsDocuments(held), let reads = holdsDocuments(read), holds != reads else { return nil }
            return ("`\(held.type.text)`", "as `\(read.type.text)`")
        }
        // A number may be read as a date, but seconds are not milliseconds.
        let areDates = [held, read].allSatisfy { $0.type == .scalar(.date) }
        if classes == (.integer, .real), !areDates { return nil }
        if storedType(of: read) == .scalar(.decimal), classes.held != .blob { return nil }
        return (classes.held.rawValue, "from \(classes.read.rawValue)")
    }

    /// Whether a parameter of one type can be equal to a value in a column of the other.
    ///
    /// Values of the same type are equal only if they are stored in the same form. If the types differ, the form may be
    /// intended: a number of milliseconds, or text that SQLite converts to a number
    /// (https://www.sqlite.org/datatype3.html, 4.2).
    package func compares(_ parameter: StoredType, with column: StoredType) -> Bool {
        if isAnyValue(parameter) || isAnyValue(column) { return true }
        if parameter.type == column.type {
            // A transformer from a type to itself, such as `lowercased`, may prepare what is searched for.
            let isPrepared = column.transformer == nil && storedType(of: parameter) == column.type
            return isPrepared || written(parameter) == written(column)
        }
        let classes = Set([parameter, column].map(storageClass))
        if classes.count == 1 || classes == [.integer, .real] { return true }
        return !classes.contains(.blob) && ![parameter, column].contains(where: isNeverConverted)
    }

    /// Whether its values are numbers whose text is in no other column, or texts that are never numbers.
    private func isNeverConverted(_ stored: StoredType) -> Bool {
        switch (stored.type, stored.transformer) {
        case (.scalar(.date), nil), (.scalar(.date), .builtIn(.iso8601)), (.scalar(.date), .builtIn(.rfc3339)),
            (.scalar(.uuid), nil), (.scalar(.url), nil):
            true
        default: false
        }
    }

    /// The transformer that determines how values are written; nil if it makes no difference.
    private func written(_ stored: StoredType) -> TransformerUse? {
        guard case .builtIn(let transformer) = stored.transformer else { return stored.transformer }
        switch (transformer, stored.type) {
        case (.unixSeconds, .scalar), (.intBool, .scalar): return nil
        // SQLite converts an integer to the same digits.
        case (.stringNumber, .scalar(let number)) where number != .double && number != .float: return nil
        case (.rfc3339, .list), (.rfc3339, .dictionary), (.base64, .list), (.base64, .dictionary): return nil
        case (.iso8601, _): return written(StoredType(stored.type, .builtIn(.rfc3339)))
        default: return stored.transformer
        }
    }

    /// Whether a column may hold values of any class, also through a transformer from `DatabaseValue`.
    package func isAnyValue(_ stored: StoredType) -> Bool {
        storedType(of: stored) == .external(ExternalType.databaseValue.name)
    }

    private func storedType(of stored: StoredType) -> FieldType {
        storedType(of: stored.type, transformer: stored.transformer).unwrapped
    }

    package func storageClass(of stored: StoredType) -> StorageClass {
        storageClass(of: stored.type, transformer: stored.transformer)
    }

    /// Whether the values of a column are JSON documents; nil if they may be, as in a `String`.
    ///
    /// One that never holds documents cannot be read as documents, nor the reverse, although both are TEXT.
    private func holdsDocuments(_ stored: StoredType) -> Bool? {
        switch storedType(of: stored) {
        case .list, .set, .dictionary, .model, .geometry: true
        case .scalar(.string), .scalar(.json), .scalar(.decimal), .external: nil
        case .scalar, .enumeration, .optional: false
        }
    }
}
