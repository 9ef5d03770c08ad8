import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("References to keys of several fields")
struct CompositeReferenceTests {
    private func input(_ ticket: String) -> String {
        """
        database: { name: Cinema }
        models:
          Seat: { primaryKey: [row, number], fields: { row: Int64, number: Int64 } }
          Ticket:
            primaryKey: id
            fields:
              id: Int64
        \(ticket)
        """
    }

    @Test("one field for each part of the key is a reference") func parts() throws {
        let parsed = try schema(
            input(
                """
                      seatRow: { type: Int64, references: Seat.row, onDelete: cascade }
                      seatNumber: { type: Int64, references: Seat.number, onDelete: cascade }
                """))
        #expect(
            parsed.schema.models.last?.fields.compactMap(\.reference) == [
                Reference(model: "Seat", field: "row", onDelete: .cascade),
                Reference(model: "Seat", field: "number", onDelete: .cascade),
            ])
    }

    @Test("a single part is not") func missingPart() {
        expect(
            input("      seatRow: { type: Int64, references: ⟦1:Seat.row⟧ }"),
            [
                1:
                    "`Seat.row` is not unique; refer to each part of its key once: `row`, `number` [reference-target]"
            ])
    }

    @Test("all parts have the same actions") func actions() {
        expect(
            input(
                """
                      seatRow: { type: Int64, references: Seat.row, onDelete: cascade }
                      seatNumber: { type: Int64, references: ⟦1:Seat.number⟧ }
                """),
            [
                1:
                    "`seatNumber` is part of one foreign key with `seatRow`; write the same `onDelete` and `onUpdate` on both [reference-target]"
            ])
    }
}
