import Foundation
import ModelRuntime
import ModelStreams
import Testing

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
