extension StoredForm {
    /// The values of a column that a program with this form does not read as an earlier form wrote them.
    package enum UnreadableValues: Equatable, Sendable {
        case all
        /// The values for which this SQL is true.
        case those(String)
    }

    /// The values of an earlier form that this one misreads or rejects; nil if there are none.
    ///
    /// Texts are compared by bytes, because the column's collation may equate different ones.
    ///
    /// - Parameter column: The quoted name of the column.
    package func unreadable(_ earlier: StoredForm, column: String) -> UnreadableValues? {
        if reads(earlier) { return nil }
        let (raw, old) = (Self.raw(type), Self.raw(earlier.type))
        if let values = Self.literals(of: parts[""]?.type), raw == old {
            return .those("\(column) COLLATE BINARY NOT IN (\(values.joined(separator: ", ")))")
        }
        guard type == raw, let storage = Self.storage(of: type), let before = old.flatMap(Self.storage) else {
            return .all
        }
        var (value, conditions) = (column, [String]())
        if storage != before {
            value = "CAST(\(column) AS \(storage))"
            let exact = column + (before == "TEXT" ? " COLLATE BINARY" : "")
            // A text such as '3' is a number, although the text of that number would be '3.0'.
            let number = storage == "REAL" && before == "TEXT" ? "CAST(\(column) AS NUMERIC)" : value
            conditions.append("CAST(\(number) AS \(before)) IS NOT \(exact)")
        }
        // The Double nearest to the largest integer is larger, and a CAST of that gives the integer.
        if Set([storage, before]) == ["INTEGER", "REAL"],
            Self.range(of: storage == "INTEGER" ? type : old ?? "")?.upperBound == Int64.max
        {
            conditions.append("\(storage == "INTEGER" ? value : column) = \(Int64.max)")
        }
        // A CAST always gives an integer in the full range.
        if let range = Self.range(of: type), storage == before || range != Int64.min...Int64.max {
            conditions.append("\(value) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        }
        return conditions.isEmpty ? .all : .those(conditions.joined(separator: " OR "))
    }

    /// The type of a scalar's column, if SQLite can convert the values. Nil for dates and other types.
    private static func storage(of type: String) -> String? {
        switch type {
        case "Float", "Double": "REAL"
        case "String", "Decimal": "TEXT"
        default: range(of: type) == nil ? nil : "INTEGER"
        }
    }

    /// The raw type of an enum, or the type itself; nil if a transformer writes the values.
    private static func raw(_ type: String) -> String? {
        if type.hasPrefix("enum ") { return String(type.dropFirst("enum ".count)) }
        return type.contains(" ") ? nil : type
    }

    /// The values of an enum that accepts no others, as SQL literals.
    private static func literals(of type: String?) -> [String]? {
        guard let values = type.flatMap({ values(of: $0) }), !values.all.isEmpty, !values.takesAll else { return nil }
        return values.all.filter { !$0.hasPrefix("*") }.sorted().map { value in
            guard value.hasPrefix("\"") else { return value }
            let text = FactParts.withoutQuotes(value).unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined()
            return "'\(text)'"
        }
    }

    /// The values of an integer type, as far as they can be stored; also of `Bool`, which is stored as an integer.
    private static func range(of type: String) -> ClosedRange<Int64>? {
        guard let bits = bits(of: type) else { return nil }
        let greatest = Int64(bitPattern: UInt64.max >> UInt64(64 - min(bits.count, 63)))
        return (bits.isSigned ? ~greatest : 0)...greatest
    }
}
