import Foundation
import ModelChanges
import ModelRuntime
import ModelSQLite
import MoneyKit
import Testing

extension Money: JSONRepresentable {
    public init(jsonForm text: String) throws {
        guard let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
            throw JSONError(.invalidValue, expected: "an amount such as \"4.90\"")
        }
        self.init(cents: NSDecimalNumber(decimal: amount * 100).int64Value)
    }

    public var jsonForm: String { "\(cents / 100)." + "0\(cents % 100)".suffix(2) }
}

extension Money: SQLiteRepresentable {
    public init(stored: Int64) { self.init(cents: stored) }
    public var stored: Int64 { cents }
}

extension Ratio: JSONRepresentable, SQLiteRepresentable {
    public init(jsonForm: Double) { self.init(jsonForm) }
    public var jsonForm: Double { value }
    public init(stored: Double) throws {
        guard (0...1).contains(stored) else { throw JSONError(.outOfRange) }
        self.init(stored)
    }
    public var stored: Double { value }
}

struct Barcode: Hashable, JSONRepresentable, SQLiteRepresentable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(jsonForm numbers: [Int]) throws {
        bytes = try numbers.map {
            guard let byte = UInt8(exactly: $0) else { throw JSONError(.outOfRange, expected: "a byte") }
            return byte
        }
    }
    var jsonForm: [Int] { bytes.map(Int.init) }
    init(stored: Data) { bytes = Array(stored) }
    var stored: Data { Data(bytes) }
}

struct Code: Hashable, JSONRepresentable, SQLiteRepresentable {
    var number: Int

    init(_ number: Int) { self.number = number }
    init(jsonForm: Int) { number = jsonForm }
    var jsonForm: Int { number }
    init(stored: String) throws {
        guard let number = Int(stored.dropFirst()) else { throw JSONError(.invalidValue) }
        self.number = number
    }
    var stored: String { "#\(number)" }
}

struct Cents: Transformer {
    func decode(_ cents: Int64) -> Money { Money(cents: cents) }
    func encode(_ money: Money) -> Int64 { money.cents }
}

extension MoneyKit.Unit: JSONRepresentable, SQLiteRepresentable {
    public init(jsonForm: String) { self.init(jsonForm) }
    public var jsonForm: String { symbol }
    public init(stored: String) { self.init(stored) }
    public var stored: String { symbol }
}

extension MoneyKit.Row: JSONRepresentable, SQLiteRepresentable {
    public init(jsonForm: Int) { self.init(jsonForm) }
    public var jsonForm: Int { number }
    public init(stored: Int64) { self.init(Int(stored)) }
    public var stored: Int64 { Int64(number) }
}

extension MoneyKit.Formatter: Transformer {
    public func decode(_ text: String) throws -> MoneyKit.Row {
        guard let number = Int(text.dropFirst()) else { throw JSONError(.invalidValue) }
        return MoneyKit.Row(number)
    }

    public func encode(_ row: MoneyKit.Row) -> String { "#\(row.number)" }
}

@Suite("External types")
struct ExternalTypeTests {
    private let product = Product(
        code: Code(7), price: Money(cents: 1205), oldPrice: nil, discount: Ratio(0.25), barcode: Barcode([1, 255]),
        prices: [Money(cents: 1), Money(cents: 100)], byRegion: ["no": Money(cents: 250)], seen: [Money(cents: 2)],
        tax: Money(cents: 19))

    @Test("M5, D7: a user's type in JSON, with and without Codable, on its own and in collections")
    func json() throws {
        let json: JSON = [
            "code": 7, "price": "12.05", "discount": 0.25, "ids": ["barcode": [1, 255]], "prices": ["0.01", "1.00"],
            "byRegion": ["no": "2.50"], "seen": ["0.02"], "shipping": "4.90", "tax_cents": 19,
            "units": [],
        ]
        #expect(try JSON(json: product.jsonData()) == json)
        #expect(try JSON(json: JSONEncoder().encode(product)) == json)
        #expect(try Product(json: json.jsonData()) == product)
        #expect(try JSONDecoder().decode(Product.self, from: json.jsonData()) == product)
        #expect(try Product(json: #"{"code": 1, "price": "1"}"#).shipping == Money(cents: 490))
    }

    @Test("a value that the conversion refuses is an error at its place, and onInvalid applies")
    func refused() throws {
        let error = try #require(throws: JSONError.self) {
            try Product(json: #"{"code": 1, "price": "1", "prices": ["2", "x"]}"#)
        }
        #expect(error.path == "prices[1]")
        #expect(error.expected == "an amount such as \"4.90\"")
        #expect(error.column == 43)
        #expect(try Product(json: #"{"code": 1, "price": "1", "deposit": "x"}"#).deposit == nil)
    }

    @Test("a user's type in a module may have the name of a library's type")
    func namesOfLibraries() throws {
        let sold = try Product(
            json: ##"{"code": 1, "price": "1", "unit": "kg", "units": ["g"], "row": 4, "shelf": "#12"}"##)
        #expect(sold.unit == MoneyKit.Unit("kg") && sold.units == [MoneyKit.Unit("g")])
        #expect(sold.row == MoneyKit.Row(4) && sold.shelf == MoneyKit.Row(12))
        let stored = try ShopDatabase.inMemory().write { db in
            try sold.insert(db)
            return try Product.where { $0.row == MoneyKit.Row(4) && $0.unit == MoneyKit.Unit("kg") }.all(db)
        }
        #expect(stored == [sold])
    }

    @Test("D6, D7: a user's type in columns of each storage class, as a key, in conditions, and as a default")
    func columns() throws {
        let database = try ShopDatabase.inMemory()
        try database.write { [product] db in
            try product.insert(db)
            try db.run("INSERT INTO products (code, price, tax) VALUES ('#8', 5, 0)")
        }
        try database.read { db in
            #expect(try Product.find(Code(7), db) == product)
            let other = try #require(try Product.find(Code(8), db))
            #expect(other.shipping == Money(cents: 490))
            #expect(other.discount == Ratio(0.5))
            #expect(try Product.find(price: Money(cents: 5), db)?.code == Code(8))
            #expect(try Product.where { $0.price == Money(cents: 1205) }.all(db) == [product])
            #expect(try Product.where { $0.price.in([Money(cents: 5), Money(cents: 6)]) }.count(db) == 1)
            #expect(
                try Product.where { $0.oldPrice == nil }.order { [$0.price.desc] }.all(db).map(\.code.number) == [7, 8])
            #expect(try Product.where { $0.barcode == Barcode([1, 255]) }.count(db) == 1)
        }
        try database.write { try $0.run("UPDATE products SET discount = 7.5 WHERE code = '#8'") }
        #expect(throws: SQLiteError.self) { try database.read { try Product.find(Code(8), $0) } }
    }

    @Test("D12: a patch changes a column of a user's type")
    func patch() throws {
        let database = try ShopDatabase.inMemory()
        try database.write { [product] db in
            try product.insert(db)
            try Product.update(db, where: { $0.code == Code(7) }) { $0.oldPrice = Money(cents: 3) }
        }
        #expect(try database.read { try Product.find(Code(7), $0) }?.oldPrice == Money(cents: 3))
    }
}
