import ModelExpressions
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Arithmetic with doubles", .serialized)
struct DoubleColumnTests {
    private struct Ware: TableRecord {
        struct Columns: TableColumns {
            var price: Column<Ware, Double> { Column("price") }
            var amount: Column<Ware, Double?> { Column("amount") }
        }

        static let table = Table<Ware>("wares", "price", "amount")

        var price: Double
        var amount: Double?

        init(_ price: Double, _ amount: Double?) { (self.price, self.amount) = (price, amount) }
        init(fields columns: inout RowReader) throws { try self.init(columns.field(), columns.fieldIfPresent()) }
        func write(fields statement: inout RecordStatement) {
            statement.field(price)
            statement.fieldIfPresent(amount)
        }
    }

    private func values<Value: Sendable>(
        _ wares: [Ware], _ type: String, _ expression: (Ware.Columns) -> SQLExpression<Ware, Value>
    ) throws -> [Value] {
        try DatabasePool(.memory).write { db in
            try db.run(script: "CREATE TABLE wares (price \(type), amount \(type))")
            try Ware.insert(wares, db)
            return try Ware.select(expression).all(db)
        }
    }

    // SQLite stores a whole number as INTEGER in all but the first. Source:
    // https://www.sqlite.org/datatype3.html#determination_of_column_affinity
    private static let types = ["REAL", "DECIMAL(10,2)", "NUMERIC", "INTEGER"]

    @Test("doubles are divided as doubles, even if SQLite stores them as integers", arguments: types)
    func quotients(_ type: String) throws {
        let wares = [Ware(5, 2), Ware(5.5, 2), Ware(5, nil)]
        #expect(try values(wares, type) { $0.price.optional / $0.amount } == [2.5, 2.75, nil])
        #expect(try values(wares, type) { ($0.price + $0.price) / ($0.price + $0.price) } == [1, 1, 1])
        #expect(try values(wares, type) { $0.price / 2 } == [2.5, 2.75, 2.5])
        #expect(try values([Ware(1, 4)], type) { $0.price.optional / $0.amount / $0.amount } == [1.0 / 16])
    }

    @Test("doubles are added up as doubles, even if SQLite stores them as integers", arguments: types)
    func sums(_ type: String) throws {
        #expect(
            try values([Ware(9_007_199_254_740_992, nil), Ware(1, nil)], type) { $0.price.sum } == [
                9_007_199_254_740_992
            ])
        let large = 9e18
        #expect(try values([Ware(large, nil), Ware(large, nil)], type) { $0.price.sum } == [1.8e19])
        #expect(try values([Ware(1, 2), Ware(1, nil), Ware(1, 0.5)], type) { $0.amount.sum } == [2.5])
        #expect(try values([], type) { $0.amount.sum } == [nil])
    }
}
