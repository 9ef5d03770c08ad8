import ModelRuntime

// Streams: models that are read one after another, in constant memory.

extension JSONModel {
    /// Returns the models of a document that arrives in parts: one large array, or JSON Lines (one object per line).
    ///
    ///     for try await post in Post.stream(json: api.chunks(of: Post.export())) { … }
    ///
    /// Only the model that is being read is in memory, and at most `limit` bytes of it. An error in a model ends the
    /// stream. The path of the error starts with the model's index.
    ///
    /// - Parameters:
    ///   - parts: The document in UTF-8, in parts of any size, which may end anywhere.
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

    /// Returns the models of a document that arrives byte by byte.
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

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(parts: parts.makeAsyncIterator(), splitter: JSONSplitter(limit: limit), report: report)
    }

    /// Reads one model after another.
    public struct Iterator: AsyncIteratorProtocol {
        var parts: Parts.AsyncIterator
        var splitter: JSONSplitter
        let report: JSONReport?
        private var isAtEnd = false
        private var isOver = false

        init(parts: Parts.AsyncIterator, splitter: JSONSplitter, report: JSONReport?) {
            self.parts = parts
            self.splitter = splitter
            self.report = report
        }

        /// Returns the next model, or nil at the end of the document or after an error.
        public mutating func next() async throws -> Model? {
            while !isOver {
                do {
                    if let model = try splitter.next(Model.self, reporting: report) { return model }
                    if isAtEnd { return nil }
                    if let part = try await parts.next() {
                        splitter.add(part)
                    } else {
                        isAtEnd = true
                        try splitter.finish()
                    }
                } catch is JSONDropped {
                    continue
                } catch {
                    isOver = true
                    throw error
                }
            }
            return nil
        }
    }
}

extension JSONStream: Sendable where Parts: Sendable {}

/// Collects single bytes into parts.
public struct AsyncBytesInParts<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
    /// A part.
    public typealias Element = [UInt8]

    let bytes: Bytes

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(bytes: bytes.makeAsyncIterator())
    }

    /// Reads one part after another.
    public struct Iterator: AsyncIteratorProtocol {
        var bytes: Bytes.AsyncIterator

        /// Returns the next part. It ends after a line or a closing brace, so that nothing complete has to wait.
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
