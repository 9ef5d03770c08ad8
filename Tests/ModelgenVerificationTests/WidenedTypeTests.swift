import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

@Suite("Changes of types that need no conversion") struct WidenedTypeTests {
    @Test(
        "the new type has every value of the old one, and they are stored as it reads them", arguments: Scalar.allCases)
    func widened(_ old: Scalar) throws {
        for new in Scalar.allCases where new != old {
            let change = TableStep.change(from: stored("value", .scalar(old)), .automatic)
            let schema = blog(version: 2, [model("Note", [key, stored("value", .scalar(new))], [2: [change]])])
            let planned = try #require(schema.plannedDatabase("Blog"))
            if planned.findings.contains(where: { $0.rule == "change-without-conversion" }) { continue }
            #expect(planned.findings == [])
            let database = try MemoryDatabase()
            #expect(database.setUp(planned.versions[0].shape, isNewest: false) == [])
            let values = SynthesizedValues(schema).values(of: stored("value", .scalar(old)))
            for value in values { try database.run("INSERT INTO notes (value) VALUES (?)", [value]) }
            for migration in planned.migrations { #expect(database.migrate(by: migration, of: "Blog") == []) }
            let found = try database.rows("SELECT value FROM notes ORDER BY id").map { $0[0] }
            #expect(found.count == values.count)
            for (before, after) in zip(values, found) {
                #expect(after.isStored(as: new), "\(old) \(before) is read as \(new) from \(after)")
                #expect(after.means(before), "\(old) \(before) became \(new) \(after)")
            }
        }
    }
}

extension SQLValue {
    /// Whether a column of this type may hold the value.
    fileprivate func isStored(as type: Scalar) -> Bool {
        switch (type, self) {
        case (.int, .integer), (.int64, .integer): true
        case (.int8, .integer(let value)): Int8(exactly: value) != nil
        case (.int16, .integer(let value)): Int16(exactly: value) != nil
        case (.int32, .integer(let value)): Int32(exactly: value) != nil
        case (.uint8, .integer(let value)): UInt8(exactly: value) != nil
        case (.uint16, .integer(let value)): UInt16(exactly: value) != nil
        case (.uint32, .integer(let value)): UInt32(exactly: value) != nil
        case (.uint, .integer(let value)), (.uint64, .integer(let value)): value >= 0
        case (.bool, .integer(let value)): value == 0 || value == 1
        case (.float, .real(let value)): Double(Float(value)) == value
        case (.double, .real), (.date, .real), (.data, .blob): true
        case (.decimal, .text(let text)): text.allSatisfy { "-.0123456789".contains($0) }
        case (.string, .text), (.uuid, .text), (.url, .text), (.json, .text): true
        default: false
        }
    }

    /// Whether both are the same number or the same text.
    fileprivate func means(_ other: SQLValue) -> Bool {
        if case (.real(let value), .integer(let whole)) = (self, other) { return Int64(exactly: value) == whole }
        return self == other || text == other.text
    }
}
