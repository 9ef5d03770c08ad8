import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

extension MemoryDatabase {
    /// The parameters and result columns of a query. The values of `max(column)` and `min(column)` are those of the column,
    /// so it is the one behind the result.
    package func describeExtremes(_ sql: String) throws(Refusal) -> Description {
        var description = try describe(sql)
        var tokens = sqlTokens(sql)
        guard tokens.replaceExtremes(), let plain = try? describe(tokens.map(\.text).joined()).columns,
            plain.count == description.columns.count
        else { return description }
        for index in plain.indices where description.columns[index].origin == nil {
            description.columns[index].origin = plain[index].origin
        }
        return description
    }

    /// The columns of a view.
    ///
    /// - Parameter select: Its SELECT.
    package func columns(ofView name: SQLName, _ select: String) throws(Refusal) -> [ResultColumn] {
        var columns = try describe("SELECT * FROM \(name.quoted)").columns
        guard let selected = try? describeExtremes(select).columns, selected.count == columns.count else {
            return columns
        }
        for index in columns.indices where columns[index].origin == nil {
            columns[index].origin = selected[index].origin
        }
        return columns
    }
}

extension [SQLToken] {
    /// Replaces each `max(column)` and `min(column)` with the column, and returns whether there are any.
    fileprivate mutating func replaceExtremes() -> Bool {
        let places = indices.filter { self[$0].kind != .space }
        var isChanged = false
        for (start, place) in places.enumerated() where self[place].isWord("MAX") || self[place].isWord("MIN") {
            let argument = places[(start + 1)...].prefix { !self[$0].isSymbol(")") }
            // `(column` or `(table.column`
            guard let open = argument.first, self[open].isSymbol("("), [2, 4].contains(argument.count),
                argument.dropFirst().allSatisfy({ self[$0].name != nil || self[$0].isSymbol(".") }),
                places.indices.contains(start + 1 + argument.count)
            else { continue }
            for removed in [place, open, places[start + 1 + argument.count]] { self[removed].text = " " }
            isChanged = true
        }
        return isChanged
    }
}
