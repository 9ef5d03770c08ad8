import Foundation
import ModelHooks
import ModelLeniency
import ModelRuntime
import ModelStreams
import Testing

/// A model with every hook (M8, M9).
private struct Hooked: JSONModel, Equatable, JSONWillDecoding, JSONDidDecoding, JSONWillEncoding, JSONDidEncoding {
    var n: Int
    var children: [Hooked] = []

    static let jsonFields = JSONFields(Hooked.self, [JSONField("n"), JSONField("children", "c")])

    init(_ n: Int, _ children: [Hooked] = []) {
        self.n = n
        self.children = children
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        n = try source.field()
        children = try source.field(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(n)
        if !children.isEmpty { sink.field(children) }
    }

    static func willDecode(_ json: JSON) throws -> JSON? {
        if json["drop"] == true { return nil }
        guard case .object(var object) = json else { return json }
        if let renamed = object["number"] { object["n"] = renamed }
        return .object(object)
    }

    mutating func didDecode() throws -> JSONVerdict {
        if n == 13 { return .drop }
        if n < 0 { throw JSONError(.invalidValue, reason: "n must not be negative") }
        n += 100
        return .keep
    }

    func willEncode() throws -> Hooked? {
        if n == 1013 { return nil }
        var copy = self
        copy.n -= 100
        return copy
    }

    func didEncode(_ json: JSON) throws -> JSON? {
        if n == 1014 - 100 { return nil }
        guard case .object(var object) = json else { return json }
        object["seal"] = true
        return .object(object)
    }
}

private struct Holder: JSONModel, Equatable {
    var one: Hooked?
    var many: [Hooked] = []

    static let jsonFields = JSONFields(Holder.self, [JSONField("one"), JSONField("many")])

    init(one: Hooked? = nil, many: [Hooked] = []) {
        self.one = one
        self.many = many
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        one = try source.fieldIfPresent()
        many = try source.field(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.fieldIfPresent(one)
        sink.field(many)
    }
}

/// Counts how often its hook is called.
private struct Counted: JSONModel, Equatable, JSONDidDecoding {
    final class Calls: @unchecked Sendable {
        private let lock = NSLock()
        private var calls: [Int] = []
        func add(_ n: Int) { lock.withLock { calls.append(n) } }
        var sorted: [Int] { lock.withLock { calls.sorted() } }
    }

    @TaskLocal static var calls = Calls()

    var n: Int

    static let jsonFields = JSONFields(Counted.self, ["n"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws { n = try source.field() }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { sink.field(n) }

    mutating func didDecode() throws -> JSONVerdict {
        Self.calls.add(n)
        return .keep
    }
}

/// Has models with hooks before fields that may be invalid.
private struct Counting: JSONModel, Equatable {
    var one: Counted
    var list: [[Counted]]
    var groups: [String: Group]
    var parts: [Group]
    var small: [Int8]
    var last: Int

    struct Group: JSONModel, Equatable {
        var one: Counted
        var size: Int

        static let jsonFields = JSONFields(Group.self, ["one", "size"])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            one = try source.field()
            size = try source.field()
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
            sink.field(one)
            sink.field(size)
        }
    }

    static let jsonFields = JSONFields(Counting.self, ["one", "list", "groups", "parts", "small", "last"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        one = try source.field()
        list = try source.field()
        groups = try source.field()
        parts = try source.field()
        small = try source.field()
        last = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(one)
        sink.field(list)
        sink.field(groups)
        sink.field(parts)
        sink.field(small)
        sink.field(last)
    }
}

@Suite("Hooks")
struct HookTests {
    @Test(
        "a Decoder's model that is invalid is not read again: each hook is called once, and the error is the reader's",
        arguments: [
            (#""last": 1"#, #""last": 2"#), (#""last": 1"#, #""last": "x""#), (#""last": 1"#, #""last": null"#),
            (#""last": 1"#, #""last": 1.5"#), (#", "last": 1"#, ""), ("[1, 2]", "[1, 300]"), ("[1, 2]", #"[1, "x"]"#),
            (#""size": 6"#, #""size": "x""#), (#"{"one": {"n": 6}, "size": 6}"#, "7"), (#""size": 4"#, #""size": []"#),
            (#"{"n": 3}"#, #"{"n": "x"}"#), (#"{"n": 3}"#, "null"), (#"{"n": 1}"#, "5"),
            (#"[{"n": 3}]"#, "7"),
        ])
    func readOnce(_ old: String, _ new: String) throws {
        let valid = #"""
            {"one": {"n": 1}, "list": [[{"n": 2}], [{"n": 3}]], "groups": {"a": {"one": {"n": 4}, "size": 4}},
             "parts": [{"one": {"n": 5}, "size": 5}, {"one": {"n": 6}, "size": 6}], "small": [1, 2], "last": 1}
            """#
        let text = valid.replacingOccurrences(of: old, with: new)
        #expect(text != valid)
        let calls = Counted.Calls()
        let read = Counted.$calls.withValue(calls) {
            Result { try JSONDecoder().decode([Counting].self, from: Data("[\(text)]".utf8)) }
        }
        #expect(Set(calls.sorted).count == calls.sorted.count, "\(calls.sorted)")
        switch Result(catching: { try [Counting](json: "[\(text)]") }) {
        case .success(let models): #expect(try read.get() == models && calls.sorted == [1, 2, 3, 4, 5, 6])
        case .failure(let failure):
            guard case .failure(let error as DecodingError) = read, case .some(let context) = error.context,
                let known = context.underlyingError as? JSONError, let direct = failure as? JSONError
            else {
                Issue.record("\(read)")
                return
            }
            #expect((known.model, known.field, known.path) == (direct.model, direct.field, direct.path))
            #expect((known.kind, known.expected, known.found) == (direct.kind, direct.expected, direct.found))
        }
    }

    @Test("hooks change, validate and drop decoded models, with and without Codable")
    func decoding() throws {
        let text = #"{"one":{"number":1},"many":[{"n":1,"c":[{"n":13},{"n":2}]},{"n":13},{"drop":true},{"n":3}]}"#
        let expected = Holder(one: Hooked(101), many: [Hooked(101, [Hooked(102)]), Hooked(103)])
        #expect(try Holder(json: text) == expected)
        #expect(try JSONDecoder().decode(Holder.self, from: Data(text.utf8)) == expected)
        #expect(try [Hooked](json: #"[{"n":13}]"#) == [])
    }

    @Test("a list that leaves out invalid elements leaves out dropped ones, too, which are no problems")
    func droppedAndInvalid() throws {
        struct Lax: JSONModel {
            var list: [Hooked]
            static let jsonFields = JSONFields(Lax.self, ["list"])
            init(fields source: inout some JSONFieldSource & ~Copyable) throws { list = try source.validElements() }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) { sink.field(list) }
        }
        let report = JSONReport()
        let text = #"{"list":[{"n":1},{"n":13},{"n":"x"},{"drop":true},{"n":-1},{"n":2}]}"#
        #expect(try Lax(json: text, reporting: report).list == [Hooked(101), Hooked(102)])
        #expect(report.problems.map(\.path) == ["list[2].n", "list[4]"])
    }

    /// A union without a discriminator.
    private enum Either: JSONCodable, Equatable {
        case hooked(Hooked)
        case any(JSON)
        indirect case several([Either])

        init(reading source: inout JSONSource) throws {
            self = try source.readFirst(
                { .several(try $0.read()) }, { .hooked(try $0.read()) }, { .any(try $0.read()) })
        }

        func write(to sink: inout JSONSink) throws {
            switch self {
            case .hooked(let model): try model.write(to: &sink)
            case .any(let json): try json.write(to: &sink)
            case .several(let list): try list.write(to: &sink)
            }
        }
    }

    @Test("a union whose model a hook drops is dropped, and not read as another case")
    func droppedCase() throws {
        let text = #"[{"n":1},{"n":13},{"drop":true},5,[{"n":13},[{"n":13},{"n":2}]]]"#
        #expect(
            try [Either](json: text) == [
                .hooked(Hooked(101)), .any(5), .several([.several([.hooked(Hooked(102))])]),
            ])
        let error = #expect(throws: JSONError.self) { try Either(json: #"{"n":13}"#) }
        #expect(error?.kind == .dropped)
    }

    @Test("dropping a single model is an error with its place")
    func single() throws {
        let error = #expect(throws: JSONError.self) { try Hooked(json: #"{"n":13}"#) }
        #expect(error?.kind == .dropped)
        let inner = #expect(throws: JSONError.self) { try [Holder](json: #"[{"many":[],"one":{"drop":true}}]"#) }
        #expect(inner?.kind == .dropped)
        #expect(inner?.path == "[0].one")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Hooked.self, from: Data(#"{"n":13}"#.utf8)) }
    }

    @Test("an error in a hook, or after one, names the place in the document")
    func places() throws {
        let error = #expect(throws: JSONError.self) { try Holder(json: #"{"many":[{"n":1},{"n":-1}]}"#) }
        #expect(error?.path == "many[1]")
        #expect(error?.reason == "n must not be negative")
        let inner = #expect(throws: JSONError.self) {
            try Holder(json: "{\"many\":[{\"n\":1},\n{\"n\":1,\"c\":[{\"n\":\"x\"}]}]}")
        }
        #expect(inner?.path == "many[1].c[0].n")
        #expect(inner?.line == 2)
    }

    @Test("hooks change and drop encoded models, with and without Codable")
    func encoding() throws {
        let holder = Holder(one: Hooked(101), many: [Hooked(1013), Hooked(102), Hooked(1014)])
        let text = #"{"one":{"n":1,"seal":true},"many":[{"n":2,"seal":true}]}"#
        #expect(try holder.jsonString() == text)
        #expect(
            try JSON(json: JSONEncoder().encode(Holder(one: Hooked(101), many: [Hooked(102)])))["many"]?[0]?["seal"]
                == true
        )
        #expect(try [Hooked(1013)].jsonString() == "[]")
        let error = #expect(throws: JSONError.self) { try Hooked(1013).jsonData() }
        #expect(error?.kind == .dropped)
    }
}

@Suite("Streams")
struct StreamTests {
    /// A document in parts of a given size.
    private struct Parts: AsyncSequence {
        var bytes: [UInt8]
        var size: Int

        func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes, size: size) }

        struct Iterator: AsyncIteratorProtocol {
            var bytes: [UInt8]
            var size: Int
            var position = 0

            mutating func next() async -> ArraySlice<UInt8>? {
                guard position < bytes.count else { return nil }
                defer { position += size }
                return bytes[position..<Swift.min(position + size, bytes.count)]
            }
        }
    }

    private func collect(_ text: String, size: Int) async throws -> [Square] {
        var squares: [Square] = []
        for try await square in Square.stream(json: Parts(bytes: Array(text.utf8), size: size)) {
            squares.append(square)
        }
        return squares
    }

    private let texts = [
        #" [ {"side":1,"x":"]}\""} , {"side":2,"y":[[{}],{"a":[]}]},{"side":3}] "#,
        "{\"side\":1,\"x\":\"]}\\\"\"}\n\n {\"side\":2,\"y\":[[{}],{\"a\":[]}]} \r\n{\"side\":3}",
        "{\"side\":1}\n{\"side\":2}\n{\"side\":3}\n",
    ]

    @Test("arrays and lines are read from chunks of any size")
    func parts() async throws {
        for text in texts {
            for size in 1...text.utf8.count {
                #expect(try await collect(text, size: size).map(\.side) == [1, 2, 3])
            }
        }
        #expect(try await collect("[]", size: 1).isEmpty)
        #expect(try await collect("", size: 1).isEmpty)
        var bytes: [Double] = []
        let stream = AsyncStream<UInt8> { continuation in
            for byte in texts[0].utf8 { continuation.yield(byte) }
            continuation.finish()
        }
        for try await square in Square.stream(json: stream) { bytes.append(square.side) }
        #expect(bytes == [1, 2, 3])
    }

    @Test(
        "a broken stream is an error",
        arguments: [
            "[", "[{\"side\":1}", "[{\"side\":1},", "[{\"side\":1},]", "[{\"side\":1} {\"side\":2}]", "[,{\"side\":1}]",
            "[{\"side\":1}]x", "[{\"side\":1}}]", "{\"side\":1", "{\"side\":1}}\n", "{\"side\":\"\n\"}", "7", "[7]",
            "{\"side\":1} {\"side\":2}x",
            "[{\"side\":1,\"x\":\"]", "]", "[{\"side\":1},null]", "{\"side\":1,}\n",
        ]
    )
    func broken(text: String) async {
        for size in [1, 3, 100] {
            await #expect(throws: JSONError.self, "\(text)") { try await collect(text, size: size) }
        }
    }

    @Test("errors name the index and the place in the whole document")
    func places() async throws {
        let text = "[{\"side\":1},\n {\"side\":2},\n  {\"side\":\"x\"}]"
        for size in [1, 5, 1000] {
            let error = await #expect(throws: JSONError.self) { try await collect(text, size: size) }
            #expect(error?.path == "[2].side")
            #expect(error?.line == 3)
            #expect(error?.column == 11)
            #expect(error?.offset == 36)
        }
    }

    @Test("a report has the places of all problems, and costs little however large the parts are")
    func reportedPlaces() async throws {
        let valid = String(repeating: "{\"side\":1},\n", count: 20_000)
        let bytes = Array("[\(valid){\"side\":\"x\"}, {\"side\":2}]".utf8)
        for size in [1000, bytes.count] {
            let report = JSONReport()
            let stream = Square.stream(json: Parts(bytes: bytes, size: size), reporting: report)
            var iterator = stream.makeAsyncIterator()
            for _ in 0..<20_000 { #expect(try await iterator.next()?.side == 1) }
            let error = await #expect(throws: JSONError.self) { try await iterator.next() }
            #expect(error?.path == "[20000].side" && error?.line == 20_001 && error?.column == 9)
            #expect(error?.offset == valid.utf8.count + 9)
        }
    }

    @Test("after an error, a stream is at its end")
    func endsWithAnError() async throws {
        for text in ["[{\"side\":true},{\"side\":1}]", "{\"side\":1,\"x\":\"\\\n{\"side\":2}\n"] {
            var iterator = Square.stream(json: Parts(bytes: Array(text.utf8), size: 100)).makeAsyncIterator()
            await #expect(throws: JSONError.self) { try await iterator.next() }
            #expect(try await iterator.next() == nil)
        }
    }

    @Test("a byte order mark before a list or lines is ignored, wherever chunks end")
    func byteOrderMark() async throws {
        for text in ["[{\"side\":1},{\"side\":2}]", "{\"side\":1}\n{\"side\":2}"] {
            for size in [1, 2, 3, 4, 1000] {
                #expect(try await collect("\u{FEFF}" + text, size: size).map(\.side) == [1, 2])
            }
        }
        await #expect(throws: JSONError.self) { try await collect("\u{FEFF}\u{FEFF}[]", size: 4) }
        for part in [[0xEF], [0xEF, 0xBB]] as [[UInt8]] {
            let cut = Square.stream(json: Parts(bytes: part, size: 1))
            await #expect(throws: JSONError.self) { for try await _ in cut {} }
        }
    }

    @Test("a model beyond the limit is refused before it is in memory")
    func limit() async throws {
        let text = "[{\"side\":1,\"x\":\"" + String(repeating: "x", count: 100_000) + "\"}]"
        let stream = Square.stream(json: Parts(bytes: Array(text.utf8), size: 1000), limit: 5000)
        let error = await #expect(throws: JSONError.self) { for try await _ in stream {} }
        #expect(error?.kind == .tooLarge)
    }

    @Test("a model of exactly the limit is read, and one with another byte is refused, wherever chunks end")
    func exactLimit() async throws {
        for list in ["[%@]", "[%@ ,%@]", "%@\n%@"] {
            let model = #"{"side":1,"x":"\#(String(repeating: "x", count: 200))"}"#
            let text = list.replacingOccurrences(of: "%@", with: model)
            for size in [1, 7, 50, 1000] {
                let parts = Parts(bytes: Array(text.utf8), size: size)
                var count = 0
                for try await _ in Square.stream(json: parts, limit: model.utf8.count) { count += 1 }
                #expect(count == list.split(separator: "%").count - (list.hasPrefix("%") ? 0 : 1))
                let refused = Square.stream(json: parts, limit: model.utf8.count - 1)
                let error = await #expect(throws: JSONError.self) { for try await _ in refused {} }
                #expect(error?.kind == .tooLarge, "\(size) \(list)")
            }
        }
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
