import ModelgenImporting
import SeededNumbers
import Testing

/// A random database: everything that the schema language can express, in all combinations.
struct RandomDatabase {
    private var random: SeededNumbers
    private(set) var statements: [String] = []
    private var keys: [(table: String, columns: [(name: String, type: String)])] = []

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        for number in 0..<(2 + next(5)) { addTable(number) }
        if next(2) == 0, let key = keys.first {
            statements.append(
                "CREATE VIEW first_rows AS SELECT \(key.columns.map(\.name).joined(separator: ", ")) FROM \(key.table)")
        }
    }

    private mutating func next(_ bound: Int) -> Int { random.below(bound) }

    private mutating func one(of list: [String]) -> String { list[next(list.count)] }

    private static let types = ["INTEGER", "TEXT", "REAL", "BLOB", "BOOLEAN", "VARCHAR(20)", "BIGINT", "DOUBLE"]
    private static let strictTypes = ["INTEGER", "TEXT", "REAL", "BLOB"]

    private mutating func addTable(_ number: Int) {
        let table = one(of: ["posts", "user_accounts", "\"order\"", "\"Größen\"", "\"a b\"", "news"])
        let name = table.hasSuffix("\"") ? "\(table.dropLast())\(number)\"" : "\(table)\(number)"
        let isStrict = next(4) == 0
        var lines: [String] = []
        var columns: [(name: String, type: String)] = []
        var key: [(name: String, type: String)] = []
        var suffix = isStrict ? ["STRICT"] : []
        switch next(5) {
        case 0:
            lines.append("id INTEGER PRIMARY KEY")
            key = [("id", "INTEGER")]
        case 1:
            lines.append("id INTEGER PRIMARY KEY AUTOINCREMENT")
            key = [("id", "INTEGER")]
        case 2:
            lines.append("code TEXT PRIMARY KEY NOT NULL\(next(2) == 0 ? " COLLATE NOCASE" : "")")
            key = [("code", "TEXT")]
            if next(2) == 0 { suffix.append("WITHOUT ROWID") }
        case 3:
            key = [("part_a", "INTEGER"), ("part_b", "TEXT")]
            lines += ["part_a INTEGER NOT NULL", "part_b TEXT NOT NULL"]
            if next(2) == 0 { suffix.append("WITHOUT ROWID") }
        default: break
        }
        columns = key
        var texts: [String] = []
        for _ in 0..<(1 + next(6)) {
            let column = one(of: ["title", "\"to\"", "avatarURL", "\"x y\"", "is_on", "URLs"])
            let unique =
                column.hasSuffix("\"") ? "\(column.dropLast())_\(columns.count)\"" : "\(column)_\(columns.count)"
            let type = one(of: isStrict ? Self.strictTypes : Self.types)
            lines.append(definition(unique, type, first: columns.first?.name))
            columns.append((unique, type))
            if type == "TEXT" { texts.append(unique) }
        }
        if key.count > 1 { lines.append("PRIMARY KEY (\(key.map(\.name).joined(separator: ", ")))") }
        // A key to an earlier table, or to this one.
        if let parent = (keys + [(name, key)]).filter({ !$0.columns.isEmpty }).dropFirst(next(keys.count + 1)).first {
            let own = parent.columns.indices.map { "ref_\($0)" }
            for (column, target) in zip(own, parent.columns).reversed() {
                lines.insert("\(column) \(target.type)", at: 0)
            }
            let action = one(of: [
                "", " ON DELETE CASCADE", " ON DELETE SET NULL ON UPDATE CASCADE", " ON UPDATE RESTRICT",
            ])
            lines.append(
                "FOREIGN KEY (\(own.joined(separator: ", "))) REFERENCES \(parent.table) (\(parent.columns.map(\.name).joined(separator: ", ")))\(action)"
            )
        }
        if next(3) == 0, let text = texts.first { lines.append("CHECK (length(\(text)) > \(next(9)))") }
        if next(3) == 0, let text = texts.last { lines.append("CONSTRAINT check_\(number) CHECK (\(text) <> 'a''b')") }
        statements.append("CREATE TABLE \(name) (\(lines.joined(separator: ", "))) \(suffix.joined(separator: ", "))")
        if !key.isEmpty { keys.append((name, key)) }
        addIndexes(number, name, columns.dropFirst(key.count).map(\.name), texts)
    }

    private mutating func definition(_ name: String, _ type: String, first: String?) -> String {
        var parts = [name, type]
        if next(6) == 0, let first, type == "TEXT" {
            return "\(name) TEXT GENERATED ALWAYS AS (lower(\(first))) \(next(2) == 0 ? "STORED" : "VIRTUAL")"
        }
        if next(2) == 0 { parts.append("NOT NULL") }
        if next(2) == 0 {
            let value =
                switch type {
                case "INTEGER", "BIGINT": one(of: ["0", "-7", "9223372036854775807", "(1 + 2)"])
                case "BOOLEAN": one(of: ["0", "1"])
                case "TEXT", "VARCHAR(20)":
                    one(of: ["''", "'it''s'", "'#: {a}'", "'null'", "'ü\"\\n'", "CURRENT_TIMESTAMP"])
                case "REAL", "DOUBLE": one(of: ["0", "1.5", "-2.5e3"])
                default: one(of: ["x'00ff'", "X''"])
                }
            parts.append("DEFAULT \(value)")
        }
        if type == "TEXT", next(4) == 0 { parts.append("COLLATE \(one(of: ["NOCASE", "RTRIM"]))") }
        if next(6) == 0 { parts.append("CHECK (\(name) IS NOT 'x' OR \(name) > 3)") }
        return parts.joined(separator: " ")
    }

    private mutating func addIndexes(_ number: Int, _ table: String, _ columns: [String], _ texts: [String]) {
        for index in 0..<next(4) {
            let column = columns[next(columns.count)]
            let other = columns[next(columns.count)]
            let kind = next(3) == 0 ? "UNIQUE INDEX" : "INDEX"
            var terms = [column + one(of: ["", " DESC", ""])]
            if other != column, next(2) == 0 { terms.append(other) }
            if next(4) == 0 { terms = ["length(\(column))"] + terms.dropFirst() }
            if next(6) == 0 { terms[0] = "\(column) COLLATE NOCASE" }
            let condition = next(3) == 0 ? " WHERE \(column) IS NOT NULL" : ""
            statements.append(
                "CREATE \(kind) \"index \(number).\(index)\" ON \(table) (\(terms.joined(separator: ", ")))\(condition)"
            )
        }
    }
}

@Suite("Round trips")
struct RoundTripTests {
    @Test("a database that is imported and created again is the same, whatever it contains", arguments: 0..<10)
    func roundTrip(batch: Int) throws {
        for seed in 0..<20 {
            let random = RandomDatabase(seed: UInt64(batch * 1_000 + seed + 1))
            let imported = try Imported(random.statements)
            let sql = random.statements.joined(separator: ";\n")
            #expect(try imported.differences() == [], "\(sql)\n\(imported.models)")
            let untold = imported.diagnostics.filter { $0.rule == "import-difference" }.map(\.message)
            #expect(untold == [], "\(sql)")
        }
    }
}
