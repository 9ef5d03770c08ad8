import ModelgenSchema

/// The types of all columns of a database. A foreign key has the type of what it refers to.
struct ColumnTypes {
    /// By name in lower case.
    let tables: [String: TableFacts]
    private var own: [String: [String: ColumnType]] = [:]
    private var typings: [String: [String: ColumnTyping]] = [:]

    init(_ tables: [TableFacts], _ values: [String: [String: ColumnFacts]]) {
        self.tables = Dictionary(firstOf: tables.map { ($0.name.lowercased(), $0) })
        for table in tables {
            var typings: [String: ColumnTyping] = [:]
            for column in table.columns {
                typings[column.name.lowercased()] = ColumnTyping(column, values: values[table.name]?[column.name])
            }
            self.typings[table.name.lowercased()] = typings
            own[table.name.lowercased()] = typings.mapValues(\.type)
        }
        for table in tables {
            for key in table.foreignKeys {
                for (index, column) in key.columns.enumerated() { adopt(column, of: table, key, index) }
            }
        }
    }

    func type(_ column: String, of table: String) -> ColumnType {
        own[table.lowercased()]?[column.lowercased()] ?? ColumnType(type: .string)
    }

    /// Gives a column the type of what it refers to, if its values could have it.
    private mutating func adopt(_ column: String, of table: TableFacts, _ key: TableFacts.ForeignKey, _ index: Int) {
        guard let parent = tables[key.table.lowercased()] else { return }
        let names = key.parentColumns.isEmpty ? parent.key.map(\.name) : key.parentColumns
        guard names.indices.contains(index), parent.column(names[index]) != nil else { return }
        let wanted = type(names[index], of: parent.name)
        let mine = type(column, of: table.name)
        guard wanted.name != mine.name, mine.storage == wanted.storage || mine.isGuess,
            typings[table.name.lowercased()]?[column.lowercased()]?.fits(wanted) == true
        else { return }
        own[table.name.lowercased()]?[column.lowercased()] = ColumnType(
            type: wanted.type, transformer: wanted.transformer, convertsNumbers: mine.convertsNumbers,
            isOfAnyClass: wanted.isOfAnyClass)
    }
}
