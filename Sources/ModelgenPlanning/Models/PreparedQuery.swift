import ModelgenDatabase
import ModelgenSchema

/// A named query as SQLite prepared it on the newest version.
package struct PreparedQuery: Hashable, Sendable {
    package var model: SwiftName
    package var query: SwiftName
    package var sql: QuerySQL
    /// Its result columns, in the order of the statement.
    package var columns: [ResultColumn]

    package init(model: SwiftName, query: SwiftName, sql: QuerySQL, columns: [ResultColumn]) {
        self.model = model
        self.query = query
        self.sql = sql
        self.columns = columns
    }
}

/// A column of a result.
package struct ResultColumn: Hashable, Sendable {
    package var name: String
    /// The table column that it is selected from; nil if it is computed.
    package var origin: Origin?

    package struct Origin: Hashable, Sendable {
        package var table: SQLName
        package var column: SQLName

        package init(table: SQLName, column: SQLName) {
            self.table = table
            self.column = column
        }
    }

    package init(name: String, origin: Origin? = nil) {
        self.name = name
        self.origin = origin
    }
}

/// A property with the result column of its value, and how that column is read.
package struct ResultProperty: Hashable, Sendable {
    package var name: SwiftName
    package var type: FieldType
    package var transformer: TransformerUse?
    /// Whether the value comes from a sensitive field.
    package var isSensitive: Bool
    /// Whether the source column may be NULL.
    package var isNullable: Bool
    /// The name of its column in SQL.
    package var column: SQLName
    /// The index of the column in the result.
    package var index: Int
}

/// How the rows of a result become values.
package struct ResultReading: Hashable, Sendable {
    /// In the order of the model or of `returns`.
    package var properties: [ResultProperty] = []
    /// The index of the rowid, for rows of a model that is keyed by it.
    package var rowID: Int?
    /// The mismatches; empty if every property has its column and no column is left over.
    package var problems: [String] = []

    /// Whether the columns are in the order in which a stored model reads them.
    package var isInOrder: Bool {
        properties.enumerated().allSatisfy { $0.offset == $0.element.index }
            && (rowID == nil || rowID == properties.count)
    }
}

extension SchemaIndex {
    /// Matches the result columns of a query with the properties of its result. Columns are found by name, in any
    /// order.
    package func reading(_ columns: [ResultColumn], as row: NamedQuery.Row, of database: SwiftName) -> ResultReading {
        let tables = tables[database] ?? TablesOfDatabase(schema, database)
        switch row {
        case .scalar(let type):
            guard let only = columns.first, columns.count == 1 else {
                return ResultReading(problems: [
                    "the query returns \(listed(columns)), but `returns` declares a single value"
                ])
            }
            let property = NamedQuery.Parameter(name: SwiftName(only.name), type: type)
            return tables.reading(columns, [(property, SQLName(only.name))], "`returns`")
        case .columns(let properties):
            return tables.reading(
                columns, properties.map { ($0, SQLName(NamingStrategy.snakeCase.name(for: $0.name))) }, "`returns`")
        case .model(let name):
            guard let model = model(name) else { return ResultReading() }
            guard model.oneOf.isEmpty else {
                return ResultReading(problems: [
                    "`\(name)` is a union, and a row does not say which case it is; return columns instead"
                ])
            }
            let isStored = model.storage != .none
            let fields = model.fields.filter { !isStored || $0.column != nil }
            var columns = columns
            var rowID: Int?
            if let key = model.rowIDKey {
                let keys = columns.indices.filter { SQLName(columns[$0].name).folded == key.folded }
                rowID = keys.first
                // No field has this name. The star contains the key, so `SELECT rowid, *` returns it twice.
                for index in keys { columns[index].name = "" }
            }
            var reading = tables.reading(
                columns,
                fields.map { field in
                    let column = field.column?.name ?? SQLName(NamingStrategy.snakeCase.name(for: field.name))
                    let transformer = field.transformer?.sqlite
                    return (
                        NamedQuery.Parameter(name: field.name, type: field.type, transformer: transformer), column
                    )
                }, "`\(name)`")
            reading.rowID = rowID
            for property in reading.properties where property.isSensitive {
                guard let field = model.field(property.name), !field.isSensitive else { continue }
                reading.problems.append(
                    "`\(property.column)` is sensitive where it is stored; write `sensitive: true` for "
                        + "`\(name).\(property.name)`")
            }
            return reading
        }
    }
}

private func listed(_ columns: [ResultColumn]) -> String {
    "(\(columns.map { $0.name.isEmpty ? "rowid" : $0.name }.joined(separator: ", ")))"
}

/// The models of a database by table, which show what a result column contains.
struct TablesOfDatabase: Sendable {
    private let fields: [ResultColumn.Origin: Field]
    private let storage: ColumnStorage

    init(_ schema: Schema, _ database: SwiftName) {
        storage = ColumnStorage(schema)
        var fields: [ResultColumn.Origin: Field] = [:]
        for model in schema.models {
            guard let table = model.table, table.database == database else { continue }
            for field in model.fields {
                guard let column = field.column else { continue }
                fields[ResultColumn.Origin(table: table.name.lowercase, column: column.name.lowercase)] = field
            }
        }
        self.fields = fields
    }

    private func field(_ column: ResultColumn) -> Field? {
        column.origin.flatMap {
            fields[ResultColumn.Origin(table: $0.table.lowercase, column: $0.column.lowercase)]
        }
    }

    func reading(
        _ columns: [ResultColumn], _ wanted: [(property: NamedQuery.Parameter, column: SQLName)], _ what: String
    ) -> ResultReading {
        var reading = ResultReading()
        let indices = indices(of: columns, for: wanted)
        for ((property, column), index) in zip(wanted, indices) {
            guard let index else {
                reading.problems.append(
                    "the query returns \(listed(columns)), and no column `\(column)` for `\(property.name)`; select it, or "
                        + "name it with AS")
                continue
            }
            let origin = field(columns[index])
            // A field's own column is read like the field.
            let transformer =
                property.transformer
                ?? origin.flatMap { $0.type.unwrapped == property.type.unwrapped ? $0.transformer?.sqlite : nil }
            if let origin, let problem = mismatch(property, transformer, origin, columns[index]) {
                reading.problems.append(problem)
            }
            reading.properties.append(
                ResultProperty(
                    name: property.name, type: property.type, transformer: transformer,
                    isSensitive: origin?.isSensitive ?? false, isNullable: origin?.type.isOptional ?? false,
                    column: column, index: index))
        }
        for index in columns.indices where !columns[index].name.isEmpty && !indices.contains(index) {
            let name = columns[index].name
            let isRead = wanted.contains { $0.column.folded == SQLName(name).folded }
            reading.problems.append(
                isRead
                    ? "the query returns `\(name)` more than once; select it once, or give the others different names with AS"
                    : "the query returns `\(name)`, which \(what) does not have; remove it from the SQL")
        }
        return reading
    }

    /// The result column of each property. A property's own column takes precedence over a column with the property's
    /// Swift name, because another property may be stored under that name. No column is read twice.
    private func indices(
        of columns: [ResultColumn], for wanted: [(property: NamedQuery.Parameter, column: SQLName)]
    ) -> [Int?] {
        var indices = [Int?](repeating: nil, count: wanted.count)
        var free = columns.indices.filter { !columns[$0].name.isEmpty }
        let spellings: [(NamedQuery.Parameter, SQLName) -> SQLName] = [
            { $1 }, { property, _ in SQLName(property.name.text) },
            { property, _ in SQLName(NamingStrategy.snakeCase.name(for: property.name)) },
        ]
        for spelling in spellings {
            for (place, each) in wanted.enumerated() where indices[place] == nil {
                let name = spelling(each.property, each.column).folded
                guard let found = free.firstIndex(where: { SQLName(columns[$0].name).folded == name }) else { continue }
                indices[place] = free.remove(at: found)
            }
        }
        return indices
    }

    /// Why a column's values do not have the property's type; nil if they do.
    private func mismatch(
        _ property: NamedQuery.Parameter, _ transformer: TransformerUse?, _ origin: Field, _ column: ResultColumn
    ) -> String? {
        let read = StoredType(property.type, transformer)
        return storage.misreading(of: StoredType(origin), as: read).map { held, read in
            "`\(column.name)` holds \(held), and `\(property.name)` is read \(read); give it the type of the field, or a "
                + "transformer"
        }
    }
}

extension SQLName {
    fileprivate var lowercase: SQLName { SQLName(folded.text) }
}
