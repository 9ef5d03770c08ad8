extension StoredForm {
    /// The values of a column that a program with this form does not read as those of an earlier one wrote them.
    package enum UnreadableValues: Equatable, Sendable {
        case all
        /// Those for which this SQL is true.
        case those(String)
    }

    /// The values of an earlier form that this one reads wrongly or not at all; nil if there are none.
    ///
    /// The texts are compared by bytes: the column's collation may take two of them for one.
    ///
    /// - Parameter column: Its quoted name.
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
            // A text such as '3' is a number, although the text of that number is '3.0'.
            let number = storage == "REAL" && before == "TEXT" ? "CAST(\(column) AS NUMERIC)" : value
            conditions.append("CAST(\(number) AS \(before)) IS NOT \(exact)")
        }
        // The nearest Double of the largest integer is larger, and a CAST of that gives the integer.
        if Set([storage, before]) == ["INTEGER", "REAL"],
            Self.range(of: storage == "INTEGER" ? type : old ?? "")?.upperBound == Int64.max
        {
            conditions.append("\(storage == "INTEGER" ? value : column) = \(Int64.max)")
        }
        // A CAST gives one of all integers anyway.
        if let range = Self.range(of: type), storage == before || range != Int64.min...Int64.max {
            conditions.append("\(value) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        }
        return conditions.isEmpty ? .all : .those(conditions.joined(separator: " OR "))
    }

    /// The type of the columns of a scalar type whose values SQLite can convert. Nil for dates and the like.
    private static func storage(of type: String) -> String? {
        switch type {
        case "Float", "Double": "REAL"
        case "String", "Decimal": "TEXT"
        default: range(of: type) == nil ? nil : "INTEGER"
        }
    }

    /// The type of the values of an enum, or the type itself; nil if a transformer writes the values.
    private static func raw(_ type: String) -> String? {
        if type.hasPrefix("enum ") { return String(type.dropFirst("enum ".count)) }
        return type.contains(" ") ? nil : type
    }

    /// The values of an enum that accepts no others, as literals of SQL.
    private static func literals(of type: String?) -> [String]? {
        guard let values = type.flatMap({ values(of: $0) }), !values.all.isEmpty, !values.takesAll else { return nil }
        return values.all.sorted().map { value in
            guard value.hasPrefix("\"") else { return value }
            let text = FactParts.withoutQuotes(value).unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined()
            return "'\(text)'"
        }
    }

    /// The values of an integer type, as far as they can be stored, and of `Bool`, which is stored as one.
    private static func range(of type: String) -> ClosedRange<Int64>? {
        guard let bits = bits(of: type) else { return nil }
        let greatest = Int64(bitPattern: UInt64.max >> UInt64(64 - min(bits.count, 63)))
        return (bits.isSigned ? ~greatest : 0)...greatest
    }
}
