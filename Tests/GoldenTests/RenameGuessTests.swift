import ModelgenCore
import ModelgenDiagnostics
import Testing

/// After a release, a table or a column may have another name, or may be another one: the schema does not say which.
@Suite("Names that changed after a release")
struct RenameGuessTests {
    private func files(_ version: Int, _ models: [String], _ steps: String = "") -> [SourceFile] {
        let database = "database: { name: D, version: \(version), migrations: { \(steps) } }\nmodels:\n"
        let text = database + models.map { "  \($0)\n" }.joined()
        return [SourceFile(path: "m.model.yaml", text: text)]
    }

    private func told(_ released: [String], _ edited: [String], _ steps: String = "", version: Int = 2) throws
        -> [String]
    {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files(1, released))
        return pipeline.errors(files(version, edited, steps), lock: lock, for: .checking).map(\.message)
    }

    private func person(_ fields: String, _ steps: String = "") -> [String] {
        ["Person: { table: people, primaryKey: id, fields: { id: Int64, \(fields) }, migrations: { \(steps) } }"]
    }

    @Test("of several columns that may be it, none is taken for the removed one")
    func columns() throws {
        let released = person("firstName: String, lastName: String, age: Int")
        let messages = try told(released, person("familyName: String, givenName: String, age: Int"))
        #expect(messages.count == 2 && !messages.contains { $0.contains("seems to be") }, "\(messages)")
        for (old, name) in [("first_name", "firstName"), ("last_name", "lastName")] {
            let text =
                "the column `people.\(old)` was removed; if it is `people.family_name` or `people.given_name` now, use "
                + "`rename: { \(name): familyName }` or `rename: { \(name): givenName }`; otherwise this step deletes its values"
            #expect(messages.contains { $0.contains(text) }, "\(messages)")
        }
        let renames = "2: [{ rename: { firstName: givenName } }, { rename: { lastName: familyName } }]"
        #expect(try told(released, person("familyName: String, givenName: String, age: Int", renames)) == [])
    }

    @Test("what only one column can be is proposed, and so is that it is another one")
    func onlyColumn() throws {
        let released = person("a: String, b: Int?")
        let messages = try told(released, person("c: String, b: Int?"))
        #expect(
            messages.count == 1
                && messages[0].hasSuffix(
                    "the column `people.a` seems to be named `people.c` now; write under `migrations: 2:` `- rename: { a: c }`, or, "
                        + "if `people.c` is a new column, `since: 2` on it"),
            "\(messages)")
        let next = try told(released, person("c: { type: String, since: 2, fill: x }, b: Int?"))
        #expect(next.count == 1 && next[0].contains("`- drop: { a: String }`"), "\(next)")
        // By its field, or by its form, each of several can be only one.
        let forms = try told(person("a: Date, b: UUID, c: URL"), person("d: URL, e: Date, f: UUID"))
        #expect(
            forms.count == 3
                && ["a: e", "b: f", "c: d"].allSatisfy { pair in forms.contains { $0.contains("{ \(pair) }") } },
            "\(forms)")
    }

    @Test("names in another style are those of the same columns and tables")
    func spelling() throws {
        func orders(_ table: String, _ columns: [String], _ steps: String = "") -> [String] {
            let names = ["id", "shipVia", "shipTo", "note"]
            let fields = zip(names, columns).map { "\($0): { type: Int64, column: \($1) }" }
            return [
                "Order: { table: \(table), primaryKey: [id, shipVia], fields: { \(fields.joined(separator: ", ")) }, "
                    + "indexes: [[shipTo, note]]\(steps) }"
            ]
        }
        let released = orders("Orders", ["OrderID", "Ship Via", "shipTO", "NOTE"])
        let columns = ["order_id", "ship_via", "ship_to", "note"]
        let table = try told(released, orders("order", columns))
        #expect(table.count == 1 && table[0].contains("`- was: { table: Orders }`"), "\(table)")
        func migrations(_ steps: [String]) -> String {
            ", migrations: { 2: [\(steps.map { "{ \($0) }" }.joined(separator: ", "))] }"
        }
        let step = "was: { table: Orders }"
        let renames = ["OrderID: order_id", "\"Ship Via\": ship_via", "shipTO: ship_to", "NOTE: note"].map {
            "rename: { column: { \($0) } }"
        }
        let messages = try told(released, orders("order", columns, migrations([step])))
        #expect(
            messages.count == 4 && renames.allSatisfy { step in messages.contains { $0.contains(step) } }, "\(messages)"
        )
        #expect(try told(released, orders("order", columns, migrations([step] + renames))) == [])
    }

    private func named(_ names: [String]) -> [String] {
        ["Tag", "Kind"].enumerated().map {
            "\($1): { table: \(names[$0]), primaryKey: id, fields: { id: Int64, name: String } }"
        }
    }

    @Test("of several tables that may be it, none is taken for the removed one")
    func tables() throws {
        let messages = try told(named(["tags", "kinds"]), named(["labels", "categories"]))
        #expect(messages.count == 4 && !messages.contains { $0.contains("seems to be") }, "\(messages)")
        #expect(messages.contains { $0.contains("the table `tags` was removed; if it was renamed, use `was`") })
    }

    @Test("a table that is said to be new may be new, even if it is like one that went")
    func newTable() throws {
        let released = named(["tags", "kinds"])
        func category(_ fields: String) -> String {
            "Category: { table: categories, since: 2, primaryKey: id, fields: { \(fields) } }"
        }
        let edited = [released[1], category("id: Int64, name: String, color: String")]
        let messages = try told(released, edited)
        let step = "dropModel: { Tags: { table: tags, primaryKey: [id], fields: { id: Int64, name: String } } }"
        #expect(
            messages.count == 1
                && messages[0].hasSuffix(
                    "the table `tags` seems to be named `categories` now; remove `since: 2`, and write under `migrations: 2:` "
                        + "`- was: { table: tags }`, or, if `categories` is a new table, `\(step)` under the database's, "
                        + "which deletes the rows of `tags`"),
            "\(messages)")
        #expect(try told(released, edited, "2: [{ \(step) }]") == [])
        let unlike = try told(released, [released[1], category("id: Int64, color: String")])
        #expect(unlike.count == 1 && unlike[0].contains("the table `tags` was removed"), "\(unlike)")
    }
}
