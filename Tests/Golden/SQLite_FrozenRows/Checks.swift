import Foundation
import ModelMigrationRows
import ModelMigrations
import ModelRuntime
import ModelSQLite
import ModelTesting
import Testing

/// Written when versions 2, 3 and 6 were the newest. What they name no longer exists, but they still compile.
struct Steps: ShopMigrations {
    func countCents(_ db: Database) throws {
        try Version2.OrdersRow.updateEach(db) { order in
            order.cents = Int64((Double(order.total) ?? 0) * 100)
        }
    }

    func splitNames(_ db: Database) throws {
        for customer in try Version3.CustomersRow.all(db) {
            let words = customer.name.split(separator: " ").map(String.init)
            try Version3.PersonsRow(id: customer.id, first: words.first ?? "", last: words.last ?? "").insert(db)
        }
    }

    func nameMigrations(_ db: Database) throws {
        try Version6.MigrationRow.updateEach(db) { migration in migration.name = "migration \(migration.id)" }
    }

    func weighAgain(_ db: Database) throws {
        try Version6.StockRow.updateEach(db) { stock in
            if case .integer(let grams) = stock.weight { stock.weight = .real(Double(grams) + 0.5) }
        }
        var number: Int64 = 0
        try Version6.LinesRow.updateEach(db) { line in
            number += 1
            line.number = number
        }
    }
}

@Suite("Frozen rows")
struct FrozenRowTests {
    private func old() throws -> ShopDatabase {
        let pool = try DatabasePool(.memory)
        try pool.write { db in
            for sql in ShopDatabase.earliestVersion?.create ?? [] { try db.run(script: sql) }
            try db.run("INSERT INTO customers VALUES (1, 'Ada King', 'secret'), (2, 'Grace Hopper', NULL)")
            try db.run("INSERT INTO stock (shop, item, weight, seal) VALUES (1, 'nut', 10, x'00'), (2, 'nut', 7, NULL)")
            for order in 1...1200 {
                try db.run("INSERT INTO orders (id, total, customer_id) VALUES (\(order), \("\(order).50"), 1)")
                try db.run("INSERT INTO lines (text) VALUES (\("line \(order)"))")
            }
            try db.run(script: "PRAGMA user_version = 1")
            try db.run(script: "PRAGMA application_id = \(ShopDatabase.schema.applicationID)")
        }
        return ShopDatabase(pool: pool)
    }

    @Test("a step that was written once compiles and runs, whatever happens to its table, columns and model")
    func chain() throws {
        let shop = try old()
        try shop.pool.migrate(ShopDatabase.schema, migrating: Steps())
        let purchases = try shop.read { try Purchase.all($0) }
        #expect(purchases.count == 1200)
        #expect(purchases.first == Purchase(id: 1, price: 1.5, buyer: 1))
        #expect(purchases.last == Purchase(id: 1200, price: 1200.5, buyer: 1))
        let persons = try shop.read { try Person.all($0) }
        #expect(
            persons == [Person(id: 1, first: "Ada", family: "King"), Person(id: 2, first: "Grace", family: "Hopper")])
        let weights = try shop.read { db in
            try db.rows("SELECT weight FROM stock ORDER BY shop") { try $0.read(DatabaseValue.self, 0) }
        }
        #expect(weights == [.real(10.5), .real(7.5)])
        let numbers = try shop.read { try Line.all($0) }.map(\.number)
        #expect(numbers == (1...1200).map { $0 })
    }

    @Test("verifyMigrations runs the steps, with a failure after every statement")
    func verified() throws {
        try ShopDatabase.verifyMigrations(migrating: Steps(), faults: .afterEveryStatement) { db, version in
            guard version == 1 else { return }
            try db.run("INSERT INTO customers VALUES (1, 'Ada King', NULL)")
            try db.run("INSERT INTO orders (id, total, customer_id) VALUES (7, '2.5', 1)")
        }
    }

    @Test("rows are found by their key, written, inserted and deleted")
    func rows() throws {
        let shop = try old()
        try shop.pool.write { db in
            typealias Stock = ShopDatabase.Version6.StockRow
            var nuts = try #require(try Stock.find([2, "nut"], db))
            #expect(nuts.labelText == "NUT")
            #expect(nuts.weight == .integer(7) && nuts.seal == nil)
            nuts.weight = .text("heavy")
            nuts.seal = Data([1])
            try nuts.update(db)
            #expect(try Stock.find([2, "nut"], db) == nuts)
            #expect(throws: SQLiteError.self) { try Stock.find(2, db) }
            #expect(try nuts.delete(db))
            #expect(try !nuts.delete(db))
            #expect(throws: SQLiteError.self) { try nuts.update(db) }
            #expect(try Stock.count(db) == 1)
            let order = try #require(try ShopDatabase.Version3.CustomersRow.find(1, db))
            #expect(order.name == "Ada King")
        }
    }

    @Test("a row with a sensitive column shows no value")
    func sensitive() throws {
        let customer = ShopDatabase.Version3.CustomersRow(id: 1, name: "Ada", password: "secret")
        var dumped = ""
        dump(customer, to: &dumped)
        #expect("\(customer)" == "a row of customers")
        #expect(!dumped.contains("secret") && !String(reflecting: customer).contains("secret"))
    }
}
