import ModelgenPlanning
import ModelgenSchema

/// The types of all columns of a database. A foreign key has the type of what it refers to.
struct ColumnTypes {
    let tables: [FoldedName: TableFacts]
    private var own: [FoldedName: [FoldedName: ColumnType]] = [:]
    private var typings: [FoldedName: [FoldedName: ColumnTyping]] = [:]

    init(_ tables: [TableFacts], _ values: [FoldedName: [FoldedName: ColumnFacts]]) {
        self.tables = Dictionary(firstOf: tables.map { (FoldedName($0.name), $0) })
        for table in tables {
            var typings: [FoldedName: ColumnTyping] = [:]
            for column in table.columns {
                let name = FoldedName(column.name)
                typings[name] = ColumnTyping(column, values: values[FoldedName(table.name)]?[name])
            }
            self.typings[FoldedName(table.name)] = typings
            own[FoldedName(table.name)] = typings.mapValues(\.type)
        }
        for table in tables {
            for key in table.foreignKeys {
                for (index, column) in key.columns.enumerated() { adopt(column, of: table, key, index) }
            }
        }
    }

    func type(_ column: String, of table: String) -> ColumnType {
        own[FoldedName(table)]?[FoldedName(column)] ?? ColumnType(type: .string)
    }

    /// The type of a table's column behind one of a view; nil if there is no such table.
    func type(of origin: ResultColumn.Origin) -> ColumnType? {
        own[FoldedName(origin.table.text)]?[FoldedName(origin.column.text)]
    }

    /// Gives a column the type of what it refers to, if its values could have it.
    private mutating func adopt(_ column: String, of table: TableFacts, _ key: TableFacts.ForeignKey, _ index: Int) {
        guard let parent = tables[FoldedName(key.table)] else { return }
        let names = key.parentColumns.isEmpty ? parent.key.map(\.name) : key.parentColumns
        guard names.indices.contains(index), parent.column(names[index]) != nil else { return }
        let wanted = type(names[index], of: parent.name)
        let mine = type(column, of: table.name)
        guard wanted.name != mine.name, mine.storage == wanted.storage || mine.isGuess,
            typings[FoldedName(table.name)]?[FoldedName(column)]?.fits(wanted) == true
        else { return }
        own[FoldedName(table.name)]?[FoldedName(column)] = ColumnType(
            type: wanted.type, transformer: wanted.transformer, affinity: mine.affinity,
            isOfAnyClass: wanted.isOfAnyClass)
    }
}
