import Foundation

/// A whole stream in a temporary file, which is deleted with this object.
final class SpoolFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("modelrest-\(UUID().uuidString)")

    init(_ stream: BodyStream) async throws {
        let handle = try FileHandle(creating: url)
        defer { try? handle.close() }
        for try await chunk in try stream.open() {
            try handle.write(contentsOf: chunk)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// Unread bytes of a response: a mebibyte in memory, and the rest in an unnamed temporary file, which is removed when
/// the process ends at the latest.
struct Backlog {
    /// How many bytes may wait in memory.
    static let limit = 1 << 20

    private var chunks: ArraySlice<Data> = []
    private var file: (handle: FileHandle, written: UInt64, read: UInt64)?
    /// How many bytes wait in memory.
    private(set) var count = 0

    mutating func append(_ chunk: Data) {
        chunks.append(chunk)
        count += chunk.count
    }

    /// Adds a chunk, to the file if memory is full or a file exists already: bytes keep their order.
    mutating func spill(_ chunk: Data) throws {
        if file == nil {
            guard count > Self.limit else { return append(chunk) }
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("modelrest-\(UUID().uuidString)")
            file = (try FileHandle(creating: url), 0, 0)
            try FileManager.default.removeItem(at: url)
        }
        guard let (handle, written, read) = file else { return }
        try handle.seek(toOffset: written)
        try handle.write(contentsOf: chunk)
        file = (handle, written + UInt64(chunk.count), read)
    }

    /// The next chunk, or nil if there is none.
    mutating func next() throws -> Data? {
        if let chunk = chunks.popFirst() {
            count -= chunk.count
            return chunk
        }
        guard let (handle, written, read) = file else { return nil }
        guard read < written else {
            file = nil
            try handle.close()
            return nil
        }
        try handle.seek(toOffset: read)
        let chunk = try handle.read(upToCount: 64 << 10) ?? Data()
        file = (handle, written, read + UInt64(chunk.count))
        return chunk
    }
}

extension FileHandle {
    /// A new file that only this user can read.
    fileprivate convenience init(creating url: URL) throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        try self.init(forUpdating: url)
    }
}
