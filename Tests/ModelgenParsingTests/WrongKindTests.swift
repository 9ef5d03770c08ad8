import Testing

@testable import ModelgenParsing

@Suite("Values of a wrong kind")
struct WrongKindTests {
    @Test("the advice is about what is written") func advice() {
        expect(
            """
            database: { name: Map }
            models:
              City:
                table: ⟦1:[cities]⟧
                primaryKey: id
                strict: ⟦2:maybe⟧
                withoutRowID: ⟦3:"true"⟧
                fields: { id: Int64, road: { type: String, unique: ⟦4:often⟧ } }
            """,
            [
                1: "`table` takes `true` or `false`, or a table's name, and this is a list [wrong-kind]",
                2:
                    "`strict` takes `true` or `false`, and this is `maybe`; write `true` or `false` [wrong-kind]",
                3:
                    "`withoutRowID` takes `true` or `false`, and this is `true`; write it without quotes [wrong-kind]",
                4:
                    "`unique` takes `true` or `false`, or a mapping (a field's index), and this is `often` [wrong-kind]",
            ]
        )
    }
}
