import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@Suite("Values for older rows without versions")
struct AutomaticFillTests {
    @Test("a required reference has none: no row has the key 0", arguments: [int, text, .scalar(.int)])
    func references(_ type: FieldType) throws {
        let user = Reference(model: "User", field: "id")
        let schema = blog(
            version: 1,
            [
                model("User", [stored("id", type)]),
                model(
                    "Item",
                    [
                        stored("id", int), stored("count", type), stored("author", type, references: user),
                        stored("editor", optional(type), references: user),
                        stored(
                            "owner", type, default: .literal(type == text ? .string("x") : .integer("1")),
                            references: user),
                    ]),
            ], mode: .auto)
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(planned.automaticFills.map(\.column) == ["author"])
        #expect(planned.automaticFills.map(\.sql) == [nil])
    }
}
