import Foundation

/// Bytes that come piece by piece, as the reader asks for them.
public struct ByteChunks: AsyncSequence, Sendable {
    /// The next piece, or nil at the end.
    public typealias Next = @Sendable () async throws -> Data?

    let read: Next

    /// Chunks from a function that gives the next one.
    public init(_ next: @escaping Next) {
        read = next
    }

    /// The bytes of `data`, at once.
    public init(_ data: Data) {
        let rest = Locked<Data?>(data.isEmpty ? nil : data)
        read = {
            rest.withLock { rest in
                defer { rest = nil }
                return rest
            }
        }
    }

    /// An iterator over the rest of the bytes: they can be read once.
    public func makeAsyncIterator() -> Iterator { Iterator(read: read) }

    /// Asks for one piece after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let read: Next

        /// The next piece, or nil at the end.
        public mutating func next() async throws -> Data? { try await read() }
    }
}

/// A body that can be opened for reading, again when the request has to be repeated.
public struct BodyStream: Sendable {
    /// How many bytes it has, where that is known.
    public let length: Int64?
    /// Begins at its first byte.
    public let open: @Sendable () throws -> ByteChunks

    /// A body from a function that opens it.
    public init(length: Int64?, open: @escaping @Sendable () throws -> ByteChunks) {
        self.length = length
        self.open = open
    }

    /// Pieces of memory and files one after the other, read 64 KiB at a time.
    init(_ pieces: [Piece]) throws {
        var length: Int64 = 0
        for piece in pieces { length += try piece.length() }
        self.init(length: length) {
            let reader = Locked(PieceReader(pieces))
            return ByteChunks { try reader.withLock { try $0.next() } }
        }
    }

    /// A part of a composed body.
    enum Piece: Sendable {
        case data(Data)
        case file(URL)

        func length() throws -> Int64 {
            switch self {
            case .data(let data): return Int64(data.count)
            case .file(let url):
                let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
                return (attributes[.size] as? NSNumber)?.int64Value ?? 0
            }
        }
    }
}

/// Reads pieces in turn.
private struct PieceReader {
    private var pieces: ArraySlice<BodyStream.Piece>
    private var file: FileHandle?

    init(_ pieces: [BodyStream.Piece]) {
        self.pieces = pieces[...]
    }

    mutating func next() throws -> Data? {
        while true {
            if let handle = file {
                if let chunk = try handle.read(upToCount: 64 << 10), !chunk.isEmpty { return chunk }
                try handle.close()
                file = nil
            }
            guard let piece = pieces.popFirst() else { return nil }
            switch piece {
            case .data(let data):
                if !data.isEmpty { return data }
            case .file(let url):
                file = try FileHandle(forReadingFrom: url)
            }
        }
    }
}
