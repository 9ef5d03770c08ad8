import Foundation
import Testing

/// Compares tables in guides with the code they describe: each row is run by a test, and nothing is missing.
@Suite("Tables in guides")
struct GuideTableTests {
    private static let sqlite = "Sources/ModelSQLite"
    private static let rest = "Sources/ModelREST"

    @Test("every column function is run, and becomes the SQL in its row")
    func functions() throws {
        let rows = try table(in: "\(Self.sqlite)/ModelSQLite.docc/ColumnFunctions.md").filter { $0.count > 1 }
        let checks = try text("Tests/Golden/Guide_Queries/Functions.swift").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        #expect(rows.count > 50)
        for row in rows {
            let code = row[0].split(separator: " ").joined(separator: " ")
            let bodies = ["{ \(code) }", "{ _ in \(code) }"]
            let literals = ["(\"\(row[1])\")", "(#\"\(row[1])\"#)"]
            #expect(
                literals.contains { sql in bodies.contains { checks.contains("\(sql) \($0)") } },
                "no check of \(code) as \(row[1])")
        }
    }

    @Test("no column function is missing on the page")
    func allFunctions() throws {
        let page = try text("\(Self.sqlite)/ModelSQLite.docc/ColumnFunctions.md").replacing("\\|", with: "|")
        let files =
            ["Comparisons", "Ordering", "SQLExpression"].map { "\(Self.sqlite)/Queries/\($0)" }
            + ["Aggregates", "Numbers", "SQLCase", "Subqueries", "TextConditions", "Texts"].map {
                "Sources/ModelExpressions/\($0)"
            }
        var names: Set<String> = []
        for file in files {
            let source = try text("\(file).swift")
            for match in source.matches(of: /public (?:static |prefix )*(?:func|var) `?([^\s(<:`]+)/) {
                names.insert(String(match.1))
            }
        }
        // Functions used by generated code and the runtime.
        names.subtract(["columnName", "orderSQL"])
        #expect(names.count > 40)
        for name in names { #expect(page.contains(name), "ColumnFunctions.md lacks \(name)") }
    }

    @Test("every function of a record, and every property of the configuration, is on the page about databases")
    func records() throws {
        let page = try text("\(Self.sqlite)/ModelSQLite.docc/UsingADatabase.md")
        var names: Set<String> = []
        for file in ["Fetching", "Inserting", "Updating"] {
            for match in try text("\(Self.sqlite)/Records/\(file).swift").matches(of: /public .*func (\w+)/) {
                names.insert(String(match.1))
            }
        }
        names.remove("bind")  // for generated code
        #expect(names.count > 12)
        for name in names { #expect(page.contains(".\(name)("), "UsingADatabase.md lacks \(name)") }
        let configuration = try text("\(Self.sqlite)/Connection/Configuration.swift")
            .components(separatedBy: "public init()")[0]
        let properties = configuration.matches(of: /\n    public var (\w+)/).map { String($0.1) }
        #expect(properties.count > 8)
        for name in properties { #expect(page.contains("`\(name)`"), "UsingADatabase.md lacks \(name)") }
    }

    @Test("every function of a list of models is on the page about JSON")
    func lists() throws {
        let page = try text("Sources/ModelRuntime/ModelRuntime.docc/WorkingWithJSON.md")
        let source = try text("Sources/ModelEditing/IdentifiedElements.swift")
        let names = Set(source.matches(of: /public (?:mutating )?func (\w+)/).map { String($0.1) })
        #expect(names.count > 7)
        for name in names { #expect(page.contains("\(name)("), "WorkingWithJSON.md lacks \(name)") }
        #expect(page.contains("[id: 12]") && source.contains("subscript(id id: Element.ID)"))
    }

    @Test("every part of a request is on the page about requests")
    func requests() throws {
        let page = try text("\(Self.rest)/ModelREST.docc/ChangingRequests.md")
        let source = try text("\(Self.rest)/Requests/APIRequest.swift")
            .components(separatedBy: "\n/// What to do with a redirect")[0]
        let names = source.matches(of: /\n    public (?:var|let) (\w+)/).map { String($0.1) }
        #expect(names.count > 12)
        for name in names { #expect(page.contains("`\(name)`"), "ChangingRequests.md lacks \(name)") }
    }

    @Test(
        "every kind of error is on the page about errors",
        arguments: [
            ("\(rest)/Responses/APIError.swift", "public enum Reason"),
            ("\(sqlite)/Values/SQLiteError.swift", "public enum Kind"),
        ])
    func errors(file: String, declaration: String) throws {
        let page = try text("Sources/ModelRuntime/ModelRuntime.docc/ShowingErrors.md")
        let source = try text(file).components(separatedBy: declaration)[1].components(separatedBy: "\n    }\n")[0]
        let names = source.matches(of: /\n        case (\w+)/).map { String($0.1) }
        #expect(names.count > 10)
        for name in names { #expect(page.contains("| `\(name)` |"), "ShowingErrors.md lacks \(name)") }
    }

    /// The code in the cells of each row.
    private func table(in path: String) throws -> [[String]] {
        try text(path).components(separatedBy: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.matches(of: /`((?:[^`])+)`/).prefix(2).map { String($0.1).replacing("\\|", with: "|") }
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Command.package.appending(path: path), encoding: .utf8)
    }
}
