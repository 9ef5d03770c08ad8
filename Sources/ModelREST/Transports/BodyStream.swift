import Foundation
import ModelStoredForms

/// Bytes that arrive in chunks as the reader requests them. They can be read once.
public struct ByteChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// The next chunk, or nil at the end.
    public typealias Next = @Sendable () async throws -> Data?

    private let read: Next

    /// Creates chunks from a function that returns the next one.
    public init(_ next: @escaping Next) {
        read = next
    }

    /// Creates a single chunk.
    public init(_ data: Data) {
        let rest = Locked<Data?>(data.isEmpty ? nil : data)
        read = { rest.withLock { $0.take() } }
    }

    /// The remaining chunks.
    public func makeAsyncIterator() -> ByteChunks { self }

    /// The next chunk, or nil at the end.
    public mutating func next() async throws -> Data? { try await read() }
}

/// The body of a request: bytes in memory, files, or chunks that are requested while they are sent. It can be opened
/// again if the request has to be repeated.
public struct BodyStream: Sendable {
    /// The memory and files that it concatenates; nil if it was created from a function.
    let pieces: [Piece]?
    private let size: @Sendable () -> Int64?
    private let start: @Sendable () throws -> ByteChunks

    /// Creates a body from a function that opens it at the first byte.
    public init(length: Int64?, open: @escaping @Sendable () throws -> ByteChunks) {
        pieces = nil
        size = { length }
        start = open
    }

    /// Creates a body by concatenating memory and files, which are read 64 KiB at a time.
    package init(_ pieces: [Piece]) {
        self.pieces = pieces
        size = { try? PieceReader(pieces).left }
        start = {
            let reader = Locked(try PieceReader(pieces))
            return ByteChunks { try reader.withLock { try $0.next() } }
        }
    }

    /// The bytes, if all of them are in memory.
    public var data: Data? {
        if let pieces, pieces.count == 1, case .data(let data) = pieces[0] { data } else { nil }
    }

    /// The number of bytes, if it is known. For files, it is their current size.
    public var length: Int64? { size() }

    /// Opens the body at its first byte.
    public func open() throws -> ByteChunks { try start() }

    /// A part of a composed body.
    package enum Piece: Sendable {
        case data(Data)
        case file(URL)

        package func length() throws -> Int64 {
            switch self {
            case .data(let data): return Int64(data.count)
            case .file(let url):
                // Without resolving it, the attributes would be those of a symbolic link itself.
                let path = url.resolvingSymlinksInPath().path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                // A folder can be opened but not read, and a pipe or a device has no size.
                guard attributes[.type] as? FileAttributeType == .typeRegular else {
                    throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: url.path])
                }
                return (attributes[.size] as? NSNumber)?.int64Value ?? 0
            }
        }
    }
}

/// Reads the parts one after the other. From each one, it reads as many bytes as the part had at the beginning, because
/// the total was sent as the length of the body.
struct PieceReader: Sendable {
    /// The number of bytes left.
    private(set) var left: Int64 = 0
    private var pieces: ArraySlice<(piece: BodyStream.Piece, length: Int64)> = []
    private var file: (handle: FileHandle, left: Int64)?

    init(_ pieces: [BodyStream.Piece]) throws {
        for piece in pieces {
            let length = try piece.length()
            left += length
            if length > 0 { self.pieces.append((piece, length)) }
        }
    }

    mutating func next() throws -> Data? {
        while true {
            if let (handle, rest) = file {
                if rest > 0 {
                    guard let chunk = try handle.read(upToCount: Int(min(rest, 64 << 10))), !chunk.isEmpty else {
                        // The file has become shorter.
                        throw CocoaError(.fileReadCorruptFile)
                    }
                    file = (handle, rest - Int64(chunk.count))
                    left -= Int64(chunk.count)
                    return chunk
                }
                try handle.close()
                file = nil
            }
            guard let (piece, length) = pieces.popFirst() else { return nil }
            switch piece {
            case .data(let data):
                left -= length
                return data
            case .file(let url): file = (try FileHandle(forReadingFrom: url), length)
            }
        }
    }
}
