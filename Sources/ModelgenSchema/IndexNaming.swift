extension Index {
    /// The name of an index for which the schema declares none: `posts_on_user_id_title`, or
    /// `posts_unique_user_id_title`.
    ///
    /// The history relies on it: if the table or a column is renamed, an index with this name gets the newly derived
    /// name.
    package static func derivedName(table: SQLName, columns: [SQLName], uniqueness: Uniqueness) -> SQLName {
        let middle =
            switch uniqueness {
            case .plain: "on"
            case .unique: "unique"
            }
        return SQLName(([table.text, middle] + columns.map(\.text)).joined(separator: "_"))
    }
}
