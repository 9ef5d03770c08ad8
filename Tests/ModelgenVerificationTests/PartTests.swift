import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import SeededNumbers
import Testing

@testable import ModelgenVerification

@Suite("Parts of a database") struct PartTests {
    /// Eight tables, each of which may refer to an earlier one, with steps that rename, convert, delete and break
    /// things.
    private func schema(seed: UInt64) -> Schema {
        var random = SeededNumbers(seed: seed)
        var keys: [SwiftName] = []
        let models = (0..<8).map { number -> Model in
            let name = "T\(number)"
            var fields = [stored("id", int), stored("title"), stored("size", int)]
            if number > 0, random.next() % 6 > 0 {
                let parent = Int(random.next() % UInt64(number))
                let reference = Reference(
                    model: SwiftName("T\(parent)"), field: keys[parent],
                    onDelete: [.cascade, .setNull, .restrict, .noAction].randomElement(using: &random) ?? .cascade,
                    onUpdate: [.cascade, .noAction].randomElement(using: &random) ?? .cascade)
                fields.append(stored("parent", optional(int), references: reference))
            }
            let table = "t\(number)s"
            var steps: [Int: [TableStep]] = [:]
            for version in 2...4 {
                switch random.next() % 24 {
                case 0: steps[version] = [.sql("DELETE FROM \(table) WHERE \(version == 4 ? "id" : "rowid") > 2")]
                case 1: steps[version] = [.sql("UPDATE \(table) SET size = size + 1")]
                case 2 where version == 4: steps[version] = [.sql("UPDATE \(table) SET id = id + 1000")]
                case 3: steps[version] = [.sql("REPLACE INTO \(table) SELECT * FROM \(table) LIMIT 1")]
                case 4 where version == 3:
                    steps[version] = [.change(from: stored("size"), .using("CAST(size AS INTEGER)"))]
                case 5: steps[version] = [.drop(stored("legacy\(version)", optional(text)))]
                case 6 where version == 2:
                    steps[version] = [renamed("name", to: "title")]
                default: break
                }
            }
            if random.next() % 3 == 0 {
                steps[4, default: []].insert(renamed("key", to: "id"), at: 0)
            }
            if random.next() % 6 == 0 {
                steps[3, default: []].append(was { $0.name = SQLName("old_\(table)") })
            }
            keys.append("id")
            return model(name, fields, table: table, steps)
        }
        return blog(version: 4, models)
    }

    @Test("a part with the parents of its tables finds the same as all connected tables together")
    func findings() throws {
        var verified = 0
        var faulty = 0
        for seed in 0..<24 {
            let schema = schema(seed: UInt64(seed))
            let planned = try #require(schema.plannedDatabase("Blog"))
            guard planned.findings.isEmpty else { continue }
            verified += 1
            let together = try verifyPairs(of: planned.parts(for: .connected), schema)
            if together.isEmpty { continue }
            faulty += 1
            #expect(try !verifyPairs(of: planned.parts(for: .rows), schema).isEmpty, "seed \(seed): \(together)")
        }
        // Most can be verified, and some of them have a fault.
        #expect(verified >= 12)
        #expect(faulty >= 4)
    }

    @Test("tables in a chain of foreign keys make parts that do not grow with the chain") func chain() throws {
        let models = (0..<100).map { number in
            let parent = Reference(model: SwiftName("T\(max(0, number - 1))"), field: "id", onDelete: .cascade)
            return model(
                "T\(number)", [stored("id", int), stored("parent", optional(int), references: parent)],
                [2: [renamed("key", to: "id")]])
        }
        let planned = try #require(blog(version: 2, models).plannedDatabase("Blog"))
        #expect(planned.findings == [])
        for content in [PartContent.rows, .tables] {
            let parts = planned.parts(for: content)
            #expect(parts.map(\.planned.newest.tables.count).max() ?? 0 <= 8)
            #expect(parts.map(\.own.count).reduce(0, +) == 100)
        }
        #expect(verifyAllPairs(planned, schema: blog(version: 2, models)) == [])
    }

    @Test(
        "a step may name tables in any quotes",
        arguments: [
            "DELETE FROM 'items'", "UPDATE 'items' SET title = ''", "UPDATE OR IGNORE 'items' SET title = ''",
            "INSERT INTO 'items' SELECT * FROM 'items' WHERE 0", "DELETE FROM [items]", "DELETE FROM `items`",
            "UPDATE t0s SET title = (SELECT max(title) FROM 'items')",
            "UPDATE t0s SET title = (SELECT max(i.title) FROM t0s, 'items' AS i)",
        ])
    func quotedTables(_ sql: String) throws {
        // More tables than share a part.
        var models = (0..<12).map { model("T\($0)", [stored("id", int), stored("title")]) }
        models.append(model("Item", [stored("id", int), stored("title")]))
        let schema = blog(version: 2, models, steps: [2: [.sql(sql)]])
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(verifyChain(planned) == [])
        #expect(verifyAllPairs(planned, schema: schema) == [])
    }
}
