import Foundation
import ModelLeniency
import ModelRuntime
import Testing

/// Decoders and Encoders other than JSON's: what a model writes to one, it reads from it.
@Suite("Models in property lists")
struct PropertyListTests {
    private struct Own<Model: Codable & Equatable>: Codable, Equatable {
        var models: [Model]
        var byName: [String: Model]
    }

    private func check<Model: JSONModel & Equatable>(_ model: Model) throws {
        let own = Own(models: [model, model], byName: ["a": model])
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            #expect(try PropertyListDecoder().decode(Model.self, from: encoder.encode(model)) == model)
            #expect(try PropertyListDecoder().decode(Own<Model>.self, from: encoder.encode(own)) == own)
        }
        #expect(try JSONDecoder().decode(Own<Model>.self, from: JSONEncoder().encode(own)) == own)
    }

    @Test("every kind of field survives a round trip, alone and inside a user's type")
    func roundTrip() throws {
        try check(Features(json: FeatureDifferenceTests.base))
        try check(
            Post(
                json: #"""
                    {"id": 1, "user_id": 2, "title": "t", "created_at": 1295602506250, "author": {"name": "a"},
                     "tags": ["x"], "scores": {"1": 5}, "meta": {"a": [1, 2.5]}}
                    """#))
    }

    /// Values that JSON's coders hold in another form than others.
    private struct Amounts: JSONModel, Equatable {
        var total: Decimal
        var byKind: [Kind: Int] = [:]

        static let jsonFields = JSONFields(Amounts.self, ["total", "byKind"])

        init(total: Decimal) { self.total = total }

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            total = try source.field()
            byKind = try source.field(or: [:])
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
            sink.field(total)
            sink.field(byKind)
        }
    }

    private enum Kind: String, JSONEnum, CaseIterable {
        case other

        init?(rawValue: String) { self = .other }
    }

    @Test(
        "a Decimal survives a round trip with all its digits",
        arguments: ["12.5", "123456789012345678.25", "-0.1", "18446744073709551616"])
    func decimals(_ text: String) throws {
        try check(Amounts(total: try #require(Decimal(string: text))))
    }

    @Test("of several keys that are one value, the first in their order counts, in every run")
    func keysOfOneValue() throws {
        let members = (10..<30).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let document = Data("{\"total\":1,\"byKind\":{\(members)}}".utf8)
        #expect(try JSONDecoder().decode(Amounts.self, from: document).byKind == [.other: 10])
        #expect(try Amounts(json: document).byKind == [.other: 10])
    }

    /// Between two fields that report an invalid value, one that only JSON can be read from: the model is read twice.
    private struct Reading: JSONModel, Equatable {
        var first: Int
        var grade: Grade
        var second: Int

        static let jsonFields = JSONFields(Reading.self, ["first", "grade", "second"])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            first = try source.validField(or: 1)
            grade = try source.field()
            second = try source.validField(or: 2)
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
            sink.field(first)
            sink.field(grade)
            sink.field(second)
        }
    }

    private enum Grade: String, JSONEnum, CaseIterable {
        case good

        static func decode(from input: CodableInput) throws -> Grade? { throw CocoaError(.coderInvalidValue) }
    }

    @Test("a problem is reported once, also if its model has to be read again")
    func reportedOnce() throws {
        let data = try PropertyListEncoder().encode([["first": "x", "grade": "good", "second": "y"]])
        let report = JSONReport()
        let decoder = PropertyListDecoder()
        decoder.userInfo[try #require(JSONReport.key)] = report
        let readings = try decoder.decode([Reading].self, from: data)
        #expect(readings.map(\.first) == [1] && readings.map(\.second) == [2])
        #expect(report.problems.map(\.path) == ["[0].first", "[0].second"])
    }

    @Test("errors have the model, the field and the whole path")
    func errors() throws {
        let data = try PropertyListEncoder().encode(["models": [["id": "x"]]])
        let error = #expect(throws: DecodingError.self) {
            try PropertyListDecoder().decode([String: [Post]].self, from: data)
        }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let known = try #require(context.underlyingError as? JSONError)
        #expect(known.model == "Post" && known.field == "id" && known.path == "models[0].id")
    }
}
