import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

/// A version with SQL that may violate references, and perhaps a rebuild of the table that they lead to.
private struct Deletion: Sendable, CustomTestStringConvertible {
    var action: ReferenceAction
    var sql: String
    var rebuilds: [String]
    /// The children that are left of two whose parent is deleted.
    var remaining: Int?

    var testDescription: String { "\(sql), with \(action) and a rebuild of \(rebuilds)" }

    var schema: Schema {
        let change = TableStep.change(from: stored("name", text), .automatic)
        return blog(
            version: 2,
            [
                model(
                    "Parent", [key, stored("name", rebuilds.contains("parents") ? optional(text) : text)],
                    [2: [.sql(sql)] + (rebuilds.contains("parents") ? [change] : [])]),
                model(
                    "Child",
                    [
                        key, stored("name", rebuilds.contains("children") ? optional(text) : text),
                        stored(
                            "parentId", optional(int),
                            references: Reference(model: "Parent", field: "id", onDelete: action)),
                    ], table: "children", [2: rebuilds.contains("children") ? [change] : []]),
            ])
    }
}

private let deletions: [Deletion] = [[], ["parents"], ["children"], ["parents", "children"]].flatMap { rebuilds in
    [
        Deletion(action: .cascade, sql: "DELETE FROM parents", rebuilds: rebuilds, remaining: 0),
        Deletion(action: .setNull, sql: "DELETE FROM parents", rebuilds: rebuilds, remaining: 2),
        Deletion(action: .noAction, sql: "DELETE FROM parents", rebuilds: rebuilds),
        Deletion(action: .restrict, sql: "DELETE FROM parents", rebuilds: rebuilds),
        Deletion(
            action: .noAction, sql: "DELETE FROM children; DELETE FROM parents", rebuilds: rebuilds, remaining: 0),
        Deletion(
            action: .noAction, sql: "DELETE FROM parents; DELETE FROM children", rebuilds: rebuilds, remaining: 0),
        Deletion(
            action: .noAction, sql: "DELETE FROM parents; UPDATE children SET parent_id = NULL", rebuilds: rebuilds,
            remaining: 2),
    ]
}

@Suite("References to deleted rows, with and without a rebuild") struct RebuiltReferenceTests {
    @Test("a step that would leave references to missing rows is reported, and no other", arguments: deletions)
    private func findings(_ deletion: Deletion) throws {
        let planned = try #require(deletion.schema.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        #expect(planned.migrations[0].suspendsForeignKeys == !deletion.rebuilds.isEmpty)
        #expect(verifyChain(planned) == [])
        let findings = verifyAllPairs(planned, schema: deletion.schema)
        #expect(findings.map(\.rule) == (deletion.remaining == nil ? ["migration-depends-on-data"] : []))
        for finding in findings where deletion.action == .noAction {
            #expect(finding.message.contains("rows of `children` refer to missing rows of `parents`"))
        }
    }

    @Test("an exported script deletes the same rows", arguments: deletions.filter { $0.remaining != nil })
    private func script(_ deletion: Deletion) throws {
        let planned = try #require(deletion.schema.plannedDatabase("Blog"))
        let database = try MemoryDatabase()
        let rows = """
            INSERT INTO parents (id, name) VALUES (1, 'a'); INSERT INTO children (name, parent_id) VALUES ('b', 1), ('c', 1);
            """
        let scripts = try [#require(planned.script(version: 1)), rows, #require(planned.script(from: 1, to: 2))]
        for statement in SQLText.statements(in: scripts.joined()) { try database.run(statement) }
        #expect(try database.rows("SELECT name FROM children").count == deletion.remaining)
        #expect(try database.rows("PRAGMA foreign_key_check") == [])
    }
}
