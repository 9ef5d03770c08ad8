import Foundation
import ModelDateFormats
import ModelMigrations
import ModelRuntime
import ModelSQLite
import ModelSchemas

/// The number of rows for each table. It is reduced when a migration rejects rows: first from several to one, because
/// no two rows may be equal in a column that a later version makes unique, and then to none.
struct RowAmounts {
    private var others: Int
    private var tables: [String: Int] = [:]

    init(_ rows: TestRows) { others = rows == .madeUp ? 8 : 0 }

    subscript(table: String) -> Int { tables[table.folded] ?? others }

    /// Reduces the number of rows for a table; or for all tables, if the table has no rows or its name is unknown.
    /// Returns false if no rows are left.
    mutating func lower(_ table: String) -> Bool {
        if !table.isEmpty, self[table] > 0 {
            tables[table.folded] = self[table] / 8
            return true
        }
        defer { others /= 8 }
        return others > 0
    }
}

/// Creates rows for all tables of a database at one version. Keys and unique columns differ, and foreign keys refer to
/// existing rows. What checks and triggers require is found by trial and error.
struct MadeUpRows {
    private let tables: [TableFacts]
    private let samples: [String: StoredForm]
    /// Whether some values are guesses, because only the program can create valid ones, and the test's rows contain
    /// none.
    private(set) var hasGuesses = false
    /// The values of such columns in the test's rows.
    private var own: [String: [String]] = [:]
    /// Why tables that should have rows are empty.
    private(set) var refusals: [String] = []
    /// The inserted rows as SQL literals by column, for each table by its folded name.
    private var rows: [String: [[String: String]]] = [:]

    init(_ samples: [ColumnSamples], _ version: Int, _ db: Database) throws {
        tables = try TableFacts.all(db)
        var current: [String: ColumnSamples] = [:]
        for sample in samples where sample.since <= version {
            let key = Self.key(sample.table, sample.column)
            if sample.since >= current[key]?.since ?? 0 { current[key] = sample }
        }
        self.samples = current.mapValues(\.form)
    }

    static func key(_ table: String, _ column: String) -> String {
        "\(table.folded)\u{0}\(column.folded)"
    }

    mutating func fill(_ amounts: RowAmounts, _ db: Database) throws {
        for table in parentsFirst() {
            readRows(of: table, db)
            var refusal: String?
            for number in 0..<amounts[table.name] { refusal = insert(number, into: table, db) ?? refusal }
            if let refusal, rows[table.folded]?.isEmpty ?? true {
                refusals.append("\(table.name) has no rows: \(refusal)")
            }
        }
    }

    /// The tables, each one after those to which it refers. Tables that refer to each other keep their order.
    private func parentsFirst() -> [TableFacts] {
        var waiting = tables
        var placed: Set<String> = []
        var ordered: [TableFacts] = []
        while !waiting.isEmpty {
            let index = waiting.firstIndex { table in
                table.references.allSatisfy { placed.contains($0.table) || $0.table == table.folded }
            }
            let table = waiting.remove(at: index ?? 0)
            placed.insert(table.folded)
            ordered.append(table)
        }
        return ordered
    }

    /// The rows that the test inserted.
    private mutating func readRows(of table: TableFacts, _ db: Database) {
        let literals = table.columns.map { "quote(\($0.quoted))" }.joined(separator: ", ")
        let found = try? db.rows(SQL(trusted: "SELECT \(literals) FROM \(table.quoted) LIMIT 8")) { row in
            var values: [String: String] = [:]
            for (place, column) in table.columns.enumerated() { values[column.name] = try row.read(String.self, place) }
            return values
        }
        rows[table.folded] = found
    }

    /// Tries values for a row until SQLite accepts it. If nothing satisfies a check, the table stays empty.
    ///
    /// - Returns: Why SQLite accepted no row; nil if it accepted one.
    private mutating func insert(_ number: Int, into table: TableFacts, _ db: Database) -> String? {
        var refusal: String?
        for attempt in 0..<24 {
            guard let row = row(number, attempt, of: table) else {
                return refusal ?? "a row it refers to is missing"
            }
            let columns = table.columns.filter { row[$0.name] != nil }
            let names = columns.map(\.quoted).joined(separator: ", ")
            let values = columns.compactMap { row[$0.name] }.joined(separator: ", ")
            let sql = columns.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(values))"
            do {
                try db.run(SQL(trusted: "INSERT INTO \(table.quoted) \(sql)"))
                rows[table.folded, default: []].append(row)
                return nil
            } catch {
                refusal = "\(error)"
            }
        }
        return refusal
    }

    /// A row; nil if there is no row to which a foreign key could refer.
    private mutating func row(_ number: Int, _ attempt: Int, of table: TableFacts) -> [String: String]? {
        var row: [String: String] = [:]
        for (place, column) in table.columns.enumerated() where !column.isGenerated {
            let known = values(of: column, in: table)
            if !known.isEmpty {
                let values = column.isRequired || column.mustDiffer ? known : known + ["NULL"]
                row[column.name] = values[(number + attempt * (column.mustDiffer ? 1 : place + 1)) % values.count]
            } else if column.mustDiffer {
                row[column.name] = column.affinity.distinctValue(number + attempt * 100)
            } else {
                let values = column.affinity.values + (column.isRequired ? [] : ["NULL"])
                // Each column goes through its values in a different order from one attempt to the next.
                row[column.name] = values[(number + attempt * (place + 1)) % values.count]
            }
        }
        for reference in table.references {
            let optional = reference.columns.filter { name in table.columns.contains { $0.isOptional(name) } }
            let parents = rows[reference.table] ?? []
            if !optional.isEmpty, number % 3 == 2 || parents.isEmpty {
                for column in optional { row[column] = "NULL" }
            } else if !parents.isEmpty {
                let parent = parents[(number + attempt) % parents.count]
                for (column, target) in zip(reference.columns, reference.targets) { row[column] = parent[target] }
            } else if reference.table == table.folded {
                for (column, target) in zip(reference.columns, reference.targets) { row[column] = row[target] }
            } else {
                return nil
            }
        }
        return row
    }

    /// The possible values of the column. If only the program can create them, they are taken from the test's rows.
    private mutating func values(of column: TableFacts.Column, in table: TableFacts) -> [String] {
        let key = Self.key(table.name, column.name)
        guard let form = samples[key] else { return [] }
        guard case .unknown = form else { return form.values }
        if let known = own[key] { return known }
        let found = (rows[table.folded] ?? []).compactMap { $0[column.name] }.filter { $0 != "NULL" }
        own[key] = found
        if found.isEmpty { hasGuesses = true }
        return found
    }
}

extension StoredForm {
    /// SQL literals; empty if the column's type is sufficient.
    fileprivate var values: [String] {
        switch self {
        case .plain, .unknown: []
        case .values(let literals): literals
        case .boolean: ["1", "0"]
        case .small: (0..<9).map { "\($0 * $0)" }
        case .decimal: (0..<9).map { "'\($0).5'" }
        case .uuid: (1..<10).map { "'00000000-0000-4000-8000-00000000000\($0)'" }
        case .url: (1..<10).map { "'https://example.com/\($0)?b=%20#c'" }
        case .date(let pattern):
            (0..<9).map { number in
                let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 100_000)
                let text = try? pattern.map { try DateFormat($0).encode(date) } ?? RFC3339().encode(date)
                return "'\((text ?? "").replacingOccurrences(of: "'", with: "''"))'"
            }
        case .milliseconds: (0..<9 as Range<Int64>).map { "\(1_700_000_000_000 + $0 * 100_000)" }
        case .json: ["'{\"a\":[1,null]}'", "'null'"]
        }
    }
}

extension ColumnAffinity {
    /// Values that occur in real programs: empty and long strings, quotes, and other scripts.
    fileprivate var values: [String] {
        switch self {
        case .integer, .numeric: ["1", "0", "-1", "42", "1000000"]
        case .real: ["1.0", "-0.1", "0.0", "123456.75"]
        case .text:
            [
                "'word'", "'it''s \"quoted\" `here` [and] there; -- no comment'", "''", "'Gru\u{308}ße 📮 日本語'",
                "'\(String(repeating: "long ", count: 100))'", "'12'",
            ]
        case .blob: ["x'0100ff'", "x''"]
        }
    }

    /// A value that is different for each number, for keys.
    fileprivate func distinctValue(_ number: Int) -> String {
        switch self {
        case .integer, .numeric: "\(number + 1)"
        case .real: "\(number).5"
        case .text: "'key \(number)'"
        case .blob: "CAST('key \(number)' AS BLOB)"
        }
    }
}
