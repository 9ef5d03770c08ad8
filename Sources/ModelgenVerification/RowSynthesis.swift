import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// The number of rows in each table.
enum RowAmount: Int {
    case several = 8
    /// No two rows that could be equal where a later version requires different ones.
    case one = 1
    case none = 0
}

/// Fills the tables of a version with valid rows: keys and unique columns differ, and foreign keys refer to existing
/// rows. Values that satisfy the checks are found by trial.
struct RowSynthesis {
    private let values: SynthesizedValues
    private let shape: DatabaseShape
    private let fields: [TableOrigin: [SwiftName: Field]]
    /// The names of the existing tables.
    private let names: Set<FoldedName>
    /// The inserted rows, by table.
    private var rows: [FoldedName: [[SQLName: SQLValue]]] = [:]
    /// SQLite's message about the last row that it rejected, by table.
    private(set) var refusals: [FoldedName: String] = [:]

    init(values: SynthesizedValues, state: DatabaseState, shape: DatabaseShape) {
        self.values = values
        self.shape = shape
        names = Set(shape.tables.map(\.name.folded))
        fields = Dictionary(
            firstOf: state.tables.map { table in
                let named = table.fields.map { ($0.name, $0) }
                return (table.origin, Dictionary(firstOf: named))
            })
    }

    mutating func fill(_ database: MemoryDatabase, _ amount: RowAmount) throws(MemoryDatabase.Refusal) {
        // Rows refer to existing rows, but SQLite would also look for tables that are in other parts.
        let isWhole = shape.tables.allSatisfy { $0.foreignKeys.allSatisfy { names.contains($0.table.folded) } }
        try database.run("PRAGMA foreign_keys = \(isWhole ? "ON" : "OFF")")
        try database.run("BEGIN")
        for table in parentsFirst() {
            for number in 0..<amount.rawValue { insert(number, into: table, of: database) }
            if amount == .several { insertTwins(into: table, of: database) }
        }
        try database.run("COMMIT")
    }

    /// The tables, each after those that it refers to. Tables in a cycle keep their order.
    private func parentsFirst() -> [TableShape] {
        var waiting = shape.tables
        var placed: Set<FoldedName> = []
        var ordered: [TableShape] = []
        while !waiting.isEmpty {
            let index = waiting.firstIndex { table in
                table.foreignKeys.allSatisfy { placed.contains($0.table.folded) || $0.table == table.name }
            }
            let table = waiting.remove(at: index ?? 0)
            placed.insert(table.name.folded)
            ordered.append(table)
        }
        return ordered
    }

    /// Tries other values for the row until SQLite accepts it. A check that nothing satisfies leaves the table empty.
    private mutating func insert(_ number: Int, into table: TableShape, of database: MemoryDatabase) {
        for attempt in 0..<24 {
            guard let row = row(number, attempt: attempt, of: table) else { return }
            do throws(MemoryDatabase.Refusal) {
                try run(row, into: table, of: database)
                rows[table.name.folded, default: []].append(row)
                return
            } catch {
                refusals[table.name.folded] = error.message
                continue
            }
        }
    }

    /// Rows that equal another one except for their keys, of which the first also equals it in one part of a key or a
    /// unique index, and rows that only differ in case: they test what becomes unique or narrower later.
    private mutating func insertTwins(into table: TableShape, of database: MemoryDatabase) {
        let originals = rows[table.name.folded] ?? []
        guard let first = originals.first else { return }
        let keys = table.columns.map(\.name).filter { table.mustDiffer($0) }
        var number = RowAmount.several.rawValue
        func insert(_ original: [SQLName: SQLValue], _ value: SQLValue?, in column: SQLName?) {
            number += 1
            guard let other = row(number, attempt: 0, of: table) else { return }
            var twin = original
            for key in keys { twin[key] = other[key] }
            if let column { twin[column] = value }
            // Rows that the version itself requires to differ are rejected.
            try? run(twin, into: table, of: database)
        }
        for original in originals.dropFirst().prefix(2) { insert(original, nil, in: nil) }
        for key in keys {
            insert(first, first[key], in: key)
            if let value = first[key]?.inOtherCase, !isOfFew(key, in: table) { insert(first, value, in: key) }
        }
    }

    /// Whether the type of a column has few values. Those in another case are not among them.
    private func isOfFew(_ column: SQLName, in table: TableShape) -> Bool {
        let field = table.column(column).flatMap { fields[table.origin]?[$0.field] }
        return field.map(values.areFew) ?? false
    }

    private func run(
        _ row: [SQLName: SQLValue], into table: TableShape, of database: MemoryDatabase
    ) throws(MemoryDatabase.Refusal) {
        let columns = table.columns.map(\.name).filter { row[$0] != nil }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try database.run(
            "INSERT INTO \(table.name.quoted) (\(columns.quotedList)) VALUES (\(marks))",
            columns.map { row[$0] ?? .null }
        )
    }

    /// Nil if a foreign key has nothing to refer to.
    private func row(_ number: Int, attempt: Int, of table: TableShape) -> [SQLName: SQLValue]? {
        // The last row equals the first except for its keys, so that everything that becomes unique later finds two
        // equal rows.
        let twin = number + 1 == RowAmount.several.rawValue ? 0 : number
        var row: [SQLName: SQLValue] = [:]
        for (place, column) in table.columns.enumerated() where column.generated == nil {
            guard let field = fields[table.origin]?[column.field] else { continue }
            let mustDiffer = table.mustDiffer(column.name)
            if mustDiffer, !values.areFew(of: field) {
                row[column.name] = values.distinctValue(number + attempt * 100, of: field)
            } else {
                let candidates = values.values(of: field)
                // The attempts use the values in a different order for each column.
                let choice = (mustDiffer ? number : twin) + attempt * (place + 1)
                row[column.name] = candidates[choice % candidates.count]
            }
        }
        for key in table.foreignKeys {
            let isOptional = key.columns.contains { table.column($0)?.nullability == .nullable }
            let parents = rows[key.table.folded] ?? []
            let mustDiffer = key.columns.contains { table.mustDiffer($0) }
            let choice = mustDiffer ? number : twin
            if isOptional, choice % 3 == 2 || parents.isEmpty {
                for column in key.columns where table.column(column)?.nullability == .nullable { row[column] = .null }
            } else if !parents.isEmpty {
                let parent = parents[(choice + attempt) % parents.count]
                for (column, parentColumn) in zip(key.columns, key.parentColumns) { row[column] = parent[parentColumn] }
            } else if !names.contains(key.table.folded) {
                // Any value will do: the table is in another part, and nothing looks there.
                continue
            } else if key.table == table.name {
                for (column, parentColumn) in zip(key.columns, key.parentColumns) { row[column] = row[parentColumn] }
            } else {
                return nil
            }
        }
        return row
    }
}

extension SQLValue {
    /// A string in which the letters whose case SQLite knows are swapped.
    fileprivate var inOtherCase: SQLValue? {
        guard case .text(let text) = self else { return nil }
        let letters = text.unicodeScalars.map { scalar -> Character in
            let isLower = ("a"..."z").contains(scalar)
            return isLower ? Character(String(scalar).uppercased()) : Character(String(scalar).lowercased())
        }
        return String(letters) == text ? nil : .text(String(letters))
    }
}

extension TableShape {
    /// Whether rows need different values in that column because it is a key or unique.
    fileprivate func mustDiffer(_ column: SQLName) -> Bool {
        if primaryKey.contains(column) { return true }
        return indexes.contains { index in
            index.uniqueness == .unique
                && index.terms.contains { term in
                    switch term {
                    case .column(column, _): true
                    case .column: false
                    case .expression(let sql): namesMentioned(in: sql.text).contains(column.folded)
                    }
                }
        }
    }
}
