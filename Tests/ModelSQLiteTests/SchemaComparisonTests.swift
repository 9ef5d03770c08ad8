import CModelSQLite
import Foundation
import ModelAdoption
import ModelSQLite
import SeededNumbers
import Testing

/// Random schemas: with different SQL they are the same, and with one change they are not.
@Suite("Schemas compared by meaning")
struct SchemaComparisonTests {
    /// A schema as data, so that it can be written in several ways.
    struct Sketch {
        struct Column {
            var name: String
            var type: String
            var isRequired: Bool
            var standard: String?
            var collation: String?
            var check: String?
            var generated: String?
            var reference: String?
        }

        struct Table {
            var name: String
            var columns: [Column]
            var uniques: [[String]] = []
            var indexes: [(name: String, columns: String, condition: String?)] = []
            var checks: [String] = []
            var isWithoutRowID = false
        }

        var tables: [Table]
        var view: String

        static func random(_ random: inout SeededNumbers) -> Sketch {
            let types = ["INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC"]
            let tables = (0..<Int.random(in: 2...4, using: &random)).map { number -> Table in
                var columns = [Column(name: "id", type: "INTEGER", isRequired: false)]
                for index in 0..<Int.random(in: 2...5, using: &random) {
                    var column = Column(
                        name: "c\(index)", type: types.randomElement(using: &random) ?? "TEXT",
                        isRequired: .random(using: &random))
                    column.standard =
                        [nil, "1", "'a b'", "-2.5", "CURRENT_TIMESTAMP"].randomElement(using: &random) ?? nil
                    column.collation = [nil, nil, "NOCASE"].randomElement(using: &random) ?? nil
                    column.check = [nil, "c\(index) <> 'no (way'"].randomElement(using: &random) ?? nil
                    columns.append(column)
                }
                columns.append(
                    Column(name: "made", type: "TEXT", isRequired: false, generated: "lower(c0) || 'x'"))
                if number > 0 {
                    columns.append(
                        Column(name: "parent", type: "INTEGER", isRequired: false, reference: "t\(number - 1)"))
                }
                var table = Table(name: "t\(number)", columns: columns)
                table.uniques = [["c0", "c1"]]
                table.indexes = [("i\(number)", "c1, c0 DESC", Bool.random(using: &random) ? "c0 > 5" : nil)]
                table.checks = ["length(c0) < 100"]
                table.isWithoutRowID = .random(using: &random)
                return table
            }
            return Sketch(tables: tables, view: "SELECT id, c0 FROM t0 WHERE c0 > 1")
        }

        /// Its statements; with random numbers, in one of several wordings.
        func statements(_ random: inout SeededNumbers, plain: Bool) -> [String] {
            func choose(_ spellings: String...) -> String {
                plain ? spellings[0] : spellings.randomElement(using: &random) ?? spellings[0]
            }
            func name(_ text: String) -> String {
                choose(text, "\"\(text)\"", "[\(text)]", "`\(text)`", text.uppercased())
            }
            var statements: [String] = []
            for table in tables {
                var lines = table.columns.map { column -> String in
                    var parts = [name(column.name)]
                    switch column.type {
                    case "INTEGER" where column.name != "id": parts.append(choose("INTEGER", "BIGINT", "int"))
                    case "TEXT": parts.append(choose("TEXT", "VARCHAR(30)", "clob"))
                    case "REAL": parts.append(choose("REAL", "DOUBLE PRECISION", "float"))
                    case "NUMERIC": parts.append(choose("NUMERIC", "DECIMAL(10, 2)", "DATE"))
                    default: parts.append(column.type)
                    }
                    if column.name == "id" { parts.append(choose("PRIMARY KEY", "NOT NULL PRIMARY KEY")) }
                    var rules: [String] = []
                    if column.isRequired { rules.append(choose("NOT NULL", "not null")) }
                    if let standard = column.standard {
                        rules.append(
                            "DEFAULT " + choose(standard, standard.hasPrefix("C") ? standard : "(\(standard))"))
                    } else if column.generated == nil, column.name != "id", !column.isRequired {
                        rules.append(choose("", "DEFAULT NULL"))
                    }
                    if let collation = column.collation {
                        rules.append("COLLATE \(choose(collation, collation.lowercased()))")
                    }
                    if let check = column.check { rules.append("CHECK (\(choose(check, "(\(check))")))") }
                    if let generated = column.generated {
                        rules.append(choose("GENERATED ALWAYS ", "") + "AS (\(choose(generated, "( \(generated) )")))")
                    }
                    if let reference = column.reference {
                        rules.append("REFERENCES \(name(reference)) " + choose("(id)", "") + " ON DELETE CASCADE")
                    }
                    return (parts + (plain ? rules : rules.shuffled(using: &random))).joined(
                        separator: choose(" ", "\n /* c */ "))
                }
                var constraints = table.checks.map { choose("", "CONSTRAINT named ") + "CHECK (\($0))" }
                for unique in table.uniques {
                    let columns = unique.joined(separator: ", ")
                    if plain || Bool.random(using: &random) {
                        constraints.append("UNIQUE (\(columns))")
                    } else {
                        statements.append(
                            "CREATE UNIQUE INDEX u_\(table.name)_\(unique.count) ON \(table.name) (\(columns))")
                    }
                }
                lines += plain ? constraints : constraints.shuffled(using: &random)
                let create =
                    "CREATE TABLE \(name(table.name)) (\(lines.joined(separator: ", ")))"
                    + (table.isWithoutRowID ? choose(" WITHOUT ROWID", " without  rowid") : "")
                statements.insert(
                    create,
                    at: statements.firstIndex { $0.hasPrefix("CREATE UNIQUE INDEX u_\(table.name)_") }
                        ?? statements.count)
                for index in table.indexes {
                    let condition = index.condition.map { " \(choose("WHERE", "where")) \($0)" } ?? ""
                    statements.append(
                        "CREATE INDEX \(name(index.name)) ON \(table.name) (\(index.columns))\(condition)")
                }
            }
            statements.append(
                "CREATE VIEW v AS \(plain ? view : view.replacingOccurrences(of: " ", with: choose(" ", "\n  ")))")
            return statements
        }

        /// Changes one thing, and returns a description.
        mutating func change(_ random: inout SeededNumbers) -> String {
            let table = Int.random(in: 0..<tables.count, using: &random)
            let column = Int.random(in: 2..<tables[table].columns.count - (table > 0 ? 2 : 1), using: &random)
            switch Int.random(in: 0..<17, using: &random) {
            case 0:
                tables[table].columns[column].type = tables[table].columns[column].type == "TEXT" ? "REAL" : "TEXT"
                return "type"
            case 1:
                tables[table].columns[column].isRequired.toggle()
                return "nullability"
            case 2:
                tables[table].columns[column].standard = tables[table].columns[column].standard == "7" ? "8" : "7"
                return "default"
            case 3:
                let isThere = tables[table].columns[column].collation != nil
                tables[table].columns[column].collation = isThere ? nil : "RTRIM"
                return "collation"
            case 4:
                tables[table].columns[column].check = "\(tables[table].columns[column].name) <> 'other'"
                return "check of a column"
            case 5:
                tables[table].checks = ["length(c0) < 101"]
                return "check"
            case 6:
                tables[table].uniques = []
                return "unique lost"
            case 7:
                tables[table].uniques.append(["c1"])
                return "unique more"
            case 8:
                tables[table].indexes = []
                return "index lost"
            case 9:
                tables[table].indexes[0].columns = "c1, c0"
                return "order of an index"
            case 10:
                tables[table].indexes[0].condition = "c0 > 6"
                return "condition of an index"
            case 11:
                tables[table].isWithoutRowID.toggle()
                return "rowid"
            case 12:
                let made = tables[table].columns.firstIndex { $0.generated != nil } ?? 0
                tables[table].columns[made].generated = "upper(c0)"
                return "generated"
            case 13:
                tables[1].columns[tables[1].columns.count - 1].reference = "t1"
                return "reference"
            case 14:
                tables[table].columns.insert(Column(name: "more", type: "TEXT", isRequired: false), at: 1)
                return "column more"
            case 15:
                tables.append(Table(name: "extra", columns: [Column(name: "id", type: "INTEGER", isRequired: false)]))
                return "table more"
            default:
                view = "SELECT id, c0 FROM t0 WHERE c0 > 2"
                return "view"
            }
        }
    }

    private func open(_ file: [String], expecting version: [String]) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("random.sqlite")
        try run(file.joined(separator: ";\n"), in: url)
        let schema = DatabaseSchema(
            "Random", version: 1, applicationID: 9, create: version, adoptable: [AdoptableVersion(1)])
        let pool = try DatabasePool(.file(url))
        defer { pool.closeAndWait() }
        try pool.migrate(schema, adopting: 1)
    }

    @Test("different SQL with the same meaning is the same", arguments: 0..<60)
    func same(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed &* 7919)
        let sketch = Sketch.random(&random)
        let (file, version) = (sketch.statements(&random, plain: false), sketch.statements(&random, plain: true))
        #expect(throws: Never.self, "\(file)") { try open(file, expecting: version) }
    }

    @Test("a single difference of any kind is found", arguments: 0..<200)
    func different(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed &* 104_729 &+ 1)
        let sketch = Sketch.random(&random)
        var changed = sketch
        let change = changed.change(&random)
        let version = sketch.statements(&random, plain: true)
        let file = changed.statements(&random, plain: false)
        let error = #expect(throws: SQLiteError.self, "\(change): \(file)") { try open(file, expecting: version) }
        guard case .migration(.notMatching)? = error?.kind else {
            Issue.record("\(change): \(String(describing: error))")
            return
        }
    }
}
