import Foundation
import ModelLeniency
import ModelRuntime
import ModelTransformers
import Testing

/// A lenient model with a field of each kind.
private struct Loose: JSONModel, Equatable {
    var int: Int?
    var small: UInt8?
    var double: Double?
    var decimal: Decimal?
    var bool: Bool?
    var string: String?
    var url: URL?
    var time: Date?
    var list: [Int]?

    static let jsonFields = JSONFields(
        Loose.self,
        ["int", "small", "double", "decimal", "bool", "string", "url", "mtime", "list"].map { JSONField($0) },
        reading: .lenient
    )

    init() {}

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        int = try source.fieldIfPresent()
        small = try source.fieldIfPresent()
        double = try source.fieldIfPresent()
        decimal = try source.fieldIfPresent()
        bool = try source.fieldIfPresent()
        string = try source.fieldIfPresent()
        url = try source.fieldIfPresent()
        time = try source.fieldIfPresent(using: UnixSeconds())
        list = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

@Suite("Lenient models convert (M10)")
struct ConversionTests {
    private func both(_ text: String) throws -> Loose {
        let direct = try Loose(json: text)
        #expect(try JSONDecoder().decode(Loose.self, from: Data(text.utf8)) == direct, "\(text)")
        return direct
    }

    @Test("numbers, numeric strings and Booleans are converted to each other")
    func converted() throws {
        #expect(try both(#"{"int":"35"}"#).int == 35)
        #expect(try both(#"{"int":"-3.50e1"}"#).int == -35)
        #expect(try both(#"{"int":true}"#).int == 1)
        #expect(try both(#"{"small":"255"}"#).small == 255)
        #expect(try both(#"{"double":"1.5"}"#).double == 1.5)
        #expect(try both(#"{"double":false}"#).double == 0)
        #expect(try both(#"{"decimal":"1.05"}"#).decimal == Decimal(string: "1.05"))
        #expect(try both(#"{"bool":0}"#).bool == false)
        #expect(try both(#"{"bool":1.0}"#).bool == true)
        #expect(try both(#"{"bool":"true"}"#).bool == true)
        #expect(try both(#"{"bool":"NO"}"#).bool == false)
        #expect(try both(#"{"string":35}"#).string == "35")
        #expect(try both(#"{"string":-1.50}"#).string == "-1.5")
        #expect(try both(#"{"string":true}"#).string == "true")
        let long = "1\(String(repeating: "0", count: 38))1"
        #expect(try Loose(json: #"{"string":\#(long)}"#).string == long)
        #expect(try Loose(json: #"{"string":0.\#(long)}"#).string == "0.\(long)")
        #expect(try both(#"{"url":"https://a.b"}"#).url == URL(string: "https://a.b"))
        #expect(try both(#"{"mtime":"1504596320"}"#).time == Date(timeIntervalSince1970: 1_504_596_320))
        #expect(try both(#"{"list":["1",2,true]}"#).list == [1, 2, 1])
        // A value of the right kind is unchanged.
        #expect(try both(#"{"int":1,"double":2.5,"bool":true,"string":"x"}"#).string == "x")
    }

    @Test("lossy conversions are errors with and without Codable")
    func refused() {
        for text in [
            #"{"int":"35x"}"#, #"{"int":"1.5"}"#, #"{"int":""}"#, #"{"int":"+1"}"#, #"{"int":" 1"}"#,
            #"{"small":"256"}"#,
            #"{"bool":2}"#, #"{"bool":"maybe"}"#, #"{"string":[]}"#, #"{"int":{}}"#, #"{"double":"1e400"}"#,
            #"{"int":1.5}"#,
        ] {
            #expect(throws: JSONError.self, "\(text)") { try Loose(json: text) }
            #expect(throws: DecodingError.self, "\(text)") {
                try JSONDecoder().decode(Loose.self, from: Data(text.utf8))
            }
        }
    }

    @Test("leniency ends with the model that declares it")
    func scope() throws {
        #expect(throws: JSONError.self) { try Square(json: #"{"side":"1"}"#) }
        let post = #"{"id":1,"user_id":2,"title":"t","author":{"name":5},"created_at":0,"body":5}"#
        #expect(throws: JSONError.self) { try Post(json: post) }
        #expect(try Post(json: post.replacingOccurrences(of: ",\"body\":5", with: "")).author?.name == "5")
    }
}
