import Foundation

/// Bytes that have arrived and were not read yet: the first ones in memory, the others in a temporary file, which has no
/// name, so it is deleted with the process at the latest.
struct Backlog {
    /// The number of bytes in memory, and of those that are read at a time.
    static let memory = 1 << 20

    private var bytes: Data
    private var file: (handle: FileHandle, start: UInt64, end: UInt64)?

    /// Creates a backlog of bytes that are in memory, and stay there.
    init(_ bytes: Data = Data()) { self.bytes = bytes }

    /// The number of bytes.
    var count: Int { bytes.count + (file.map { Int($0.end - $0.start) } ?? 0) }

    mutating func add(_ chunk: Data) throws {
        if file == nil, count + chunk.count <= Self.memory { return bytes += chunk }
        let (handle, start, end) = try file ?? (.unnamed(), 0, 0)
        try handle.seek(toOffset: end)
        try handle.write(contentsOf: chunk)
        file = (handle, start, end + UInt64(chunk.count))
    }

    /// Removes and returns the first bytes; nil if there are none.
    mutating func take() throws -> Data? {
        guard bytes.isEmpty else {
            defer { bytes = Data() }
            return bytes
        }
        guard let (handle, start, end) = file else { return nil }
        try handle.seek(toOffset: start)
        guard let chunk = try handle.read(upToCount: Self.memory) else { throw CocoaError(.fileReadCorruptFile) }
        let next = start + UInt64(chunk.count)
        file = next < end ? (handle, next, end) : nil
        return chunk
    }
}

extension FileHandle {
    /// Creates a temporary file that only this process can open.
    fileprivate static func unnamed() throws -> FileHandle {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("modelrest-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: place.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: place.path]) }
        let handle = try FileHandle(forUpdating: place)
        try FileManager.default.removeItem(at: place)
        return handle
    }
}
