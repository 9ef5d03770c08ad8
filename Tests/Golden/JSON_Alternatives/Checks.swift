import Foundation
import ModelDateFormats
import ModelRuntime
import ModelSQLite
import Testing

private let text = """
    {"id":1,"customer":{"id":"c1","created":5,"sponsor":"c0"},"source":{"object":"card","last4":"4242"},\
    "due":"1815-12-23","contents":[true,7,0.5,["now",9],[1,[true]]]}
    """

@Suite("Unions of types without a discriminator")
struct AlternativeTests {
    private let customer = Customer(id: "c1", created: Date(timeIntervalSince1970: 5), sponsor: .id("c0"))

    @Test("the kind of the value decides, and it is written as it was read")
    func kinds() throws {
        let payment = try Payment(json: text)
        #expect(payment.customer == .customer(customer))
        #expect(payment.source == .card(Card(object: .card, last4: "4242")))
        let moments: [Moment] = [.word(.now), .seconds(Date(timeIntervalSince1970: 9))]
        #expect(
            payment.contents == [
                .flag(true), .count(7), .share(0.5), .moments(moments), .parts([.count(1), .parts([.flag(true)])]),
            ])
        #expect(try payment.jsonString() == text)
    }

    @Test("between several models, the required keys decide, whatever their order")
    func keys() throws {
        #expect(try CustomerReference(json: #""c1""#) == .id("c1"))
        #expect(
            try CustomerReference(json: #"{"deleted": true, "id": "c1"}"#)
                == .deletedCustomer(DeletedCustomer(id: "c1", deleted: true)))
        #expect(try CustomerReference(json: #"{"sponsor": "c0", "id": "c1", "created": 5}"#) == .customer(customer))
    }

    @Test("an enum at a key that all have decides before the other keys")
    func values() throws {
        let closed = Date(timeIntervalSince1970: 0)
        #expect(
            try Source(json: #"{"closed": "1970-01-01T00:00:00Z", "object": "bank"}"#)
                == .closedBank(ClosedBank(object: .bank, closed: closed)))
        #expect(try Source(json: #"{"object": "giro", "iban": "DE"}"#) == .bank(Bank(object: .giro, iban: "DE")))
        #expect(try Source(json: #"{"any": 1}"#) == .other(["any": 1]))
    }

    @Test("a key that is null, or that another case may have, excludes no case")
    func shared() throws {
        #expect(try Answer(json: #"{"id": "1", "name": "x"}"#) == .full(Full(id: "1", name: "x")))
        #expect(
            try Answer(json: #"{"id": "1", "name": null, "error": "gone"}"#)
                == .partial(Partial(id: "1", name: nil, error: "gone")))
        #expect(
            try CustomerReference(json: #"{"id": "c1", "created": null, "deleted": true}"#)
                == .deletedCustomer(DeletedCustomer(id: "c1", deleted: true)))
    }

    @Test("otherwise the cases are tried in order, and the report has no failed attempts")
    func attempts() throws {
        let report = JSONReport()
        let moments = try [Moment](json: #"["1815-12-23", "never", "soon", 3]"#, reporting: report)
        let day = try DateFormat("yyyy-MM-dd").decode("1815-12-23")
        #expect(moments == [.day(day), .word(.never), .text("soon"), .seconds(Date(timeIntervalSince1970: 3))])
        #expect(report.problems.isEmpty)
    }

    @Test("cases that are tried inside each other take no time that doubles with each level")
    func nestedAttempts() throws {
        func nested(_ levels: Int, in note: String, around innermost: String) -> String {
            String(repeating: #"{"left":"#, count: levels) + innermost
                + String(repeating: #","right":1,"note":\#(note)}"#, count: levels)
        }
        var term = try Term(json: nested(200, in: #""x""#, around: "2"))
        for _ in 0..<200 {
            guard case .product(let product) = term else {
                Issue.record("\(term)")
                return
            }
            term = product.left
        }
        #expect(term == .number(2))
        #expect(throws: JSONError.self) { try Term(json: nested(50, in: #""x""#, around: "true")) }
        #expect(throws: JSONError.self) { try Term(json: nested(50, in: "true", around: "2")) }
        let sum = Sum(
            left: .product(Product(left: .number(1), right: .number(2), note: "x")), right: .number(3), note: 1)
        #expect(try [Term](json: [Term.sum(sum), .number(1)].jsonData()) == [.sum(sum), .number(1)])
    }

    @Test("an error says what was expected, or what is wrong with the intended case")
    func errors() throws {
        let kind = try #require(throws: JSONError.self) { try CustomerReference(json: "true") }
        #expect(kind.expected == "a string or an object")
        let inside = try #require(throws: JSONError.self) {
            try Payment(json: text.replacing(#""created":5"#, with: #""created":"x""#))
        }
        #expect(inside.path == "customer.created" && inside.field == "created")
        #expect(throws: JSONError.self) { try CustomerReference(json: #"{"id": "c1", "deleted": tru}"#) }
        #expect(throws: JSONError.self) { try CustomerReference(json: "null") }
    }

    @Test("any Decoder and Encoder works, too")
    func codable() throws {
        let payment = try Payment(json: text)
        #expect(try JSONDecoder().decode(Payment.self, from: Data(text.utf8)) == payment)
        #expect(try JSONDecoder().decode(Payment.self, from: JSONEncoder().encode(payment)) == payment)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Source].self, from: Data("[1]".utf8)) }
    }

    @Test("in a column")
    func column() throws {
        let payment = try Payment(json: text)
        let database = try PaymentsDatabase.inMemory()
        try database.write { try payment.insert($0) }
        #expect(try database.read { try Payment.find(1, $0) } == payment)
    }
}
