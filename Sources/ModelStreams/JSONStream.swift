import ModelRuntime

// Streams: models one after another, in constant memory.

extension JSONModel {
    /// The models of a document that arrives in parts: one large array, or JSON Lines (one object a line).
    ///
    ///     for try await post in Post.stream(json: response.chunks) { … }
    ///
    /// Only the model being read is in memory, and at most `limit` bytes of it. An error in one model ends the stream;
    /// its path starts with the model's index.
    ///
    /// - Parameters:
    ///   - parts: The document in parts of any size, cut anywhere, in UTF-8.
    ///   - limit: The maximum size of one model in bytes, 64 MiB by default; exceeding it is an error of the kind
    ///     `tooLarge`.
    ///   - report: Collects the values skipped because of `onInvalid`.
    public static func stream<Parts: AsyncSequence>(
        json parts: Parts,
        limit: Int = 64 << 20,
        reporting report: JSONReport? = nil
    ) -> JSONStream<Self, Parts> where Parts.Element: Collection<UInt8> {
        JSONStream(parts: parts, limit: limit, report: report)
    }

    /// The same for a document that arrives byte by byte.
    public static func stream<Bytes: AsyncSequence>(
        json bytes: Bytes,
        limit: Int = 64 << 20,
        reporting report: JSONReport? = nil
    ) -> JSONStream<Self, AsyncBytesInParts<Bytes>> where Bytes.Element == UInt8 {
        JSONStream(parts: AsyncBytesInParts(bytes: bytes), limit: limit, report: report)
    }
}

/// The models of a document that arrives in parts. Created by `Model.stream(json:)`.
public struct JSONStream<Model: JSONModel, Parts: AsyncSequence>: AsyncSequence
where Parts.Element: Collection<UInt8> {
    /// A model.
    public typealias Element = Model

    let parts: Parts
    let limit: Int
    let report: JSONReport?

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(parts: parts.makeAsyncIterator(), splitter: JSONSplitter(limit: limit), report: report)
    }

    /// Reads one model after another.
    public struct Iterator: AsyncIteratorProtocol {
        var parts: Parts.AsyncIterator
        var splitter: JSONSplitter
        let report: JSONReport?
        var isAtEnd = false

        /// The next model, or nil at the end of the document.
        public mutating func next() async throws -> Model? {
            while true {
                do {
                    if let model = try splitter.next(Model.self, reporting: report) { return model }
                } catch is JSONDropped {
                    continue
                }
                if isAtEnd { return nil }
                if let part = try await parts.next() {
                    splitter.add(part)
                } else {
                    isAtEnd = true
                    try splitter.finish()
                }
            }
        }
    }
}

extension JSONStream: Sendable where Parts: Sendable {}

/// Single bytes gathered into parts.
public struct AsyncBytesInParts<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
    /// A part.
    public typealias Element = [UInt8]

    let bytes: Bytes

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(bytes: bytes.makeAsyncIterator())
    }

    /// Reads one part after another.
    public struct Iterator: AsyncIteratorProtocol {
        var bytes: Bytes.AsyncIterator

        /// The next part. It ends with a line or a closing bracket, so that nothing complete has to wait.
        public mutating func next() async throws -> [UInt8]? {
            var part: [UInt8] = []
            while part.count < 16384, let byte = try await bytes.next() {
                part.append(byte)
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "}") { break }
            }
            return part.isEmpty ? nil : part
        }
    }
}

extension AsyncBytesInParts: Sendable where Bytes: Sendable {}
