import Foundation

/// Bytes that have arrived and were not read yet: the first ones in memory, the others in temporary files, which have no
/// names, so they are deleted with the process at the latest. A file is deleted as soon as it was read. The more bytes
/// wait, the larger a new file gets, because a process may have only few files open, often 256 on Apple platforms.
struct Backlog {
    /// The number of bytes in memory, and of those that are read at a time.
    static let memory = 1 << 20

    private var bytes: Data
    private var files: [(handle: FileHandle, start: UInt64, end: UInt64)] = []
    private let fileSize: UInt64
    private let createFile: @Sendable () throws -> FileHandle

    /// Creates a backlog of bytes that are in memory, and stay there.
    ///
    /// - Parameter fileSize: The size from which a file gets no more bytes, unless more than eight times as many wait.
    init(
        _ bytes: Data = Data(), fileSize: UInt64 = 64 << 20,
        createFile: @escaping @Sendable () throws -> FileHandle = { try .unnamed() }
    ) {
        self.bytes = bytes
        self.fileSize = fileSize
        self.createFile = createFile
    }

    /// The number of bytes.
    var count: Int { bytes.count + files.reduce(0) { $0 + Int($1.end - $1.start) } }

    mutating func add(_ chunk: Data) throws {
        if files.isEmpty, count + chunk.count <= Self.memory { return bytes += chunk }
        let full = max(fileSize, UInt64(count) / 8)
        if files.last?.end ?? full >= full { files.append((try createFile(), 0, 0)) }
        let (handle, _, end) = files[files.count - 1]
        try handle.seek(toOffset: end)
        try handle.write(contentsOf: chunk)
        files[files.count - 1].end += UInt64(chunk.count)
    }

    /// Removes and returns the first bytes; nil if there are none.
    mutating func take() throws -> Data? {
        guard bytes.isEmpty else {
            defer { bytes = Data() }
            return bytes
        }
        guard let (handle, start, end) = files.first else { return nil }
        try handle.seek(toOffset: start)
        guard let chunk = try handle.read(upToCount: min(Self.memory, Int(end - start))) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        files[0].start += UInt64(chunk.count)
        if files[0].start == end { files.removeFirst() }
        return chunk
    }
}

extension FileHandle {
    /// Creates a temporary file that only this process can open.
    static func unnamed(in folder: URL = FileManager.default.temporaryDirectory) throws -> FileHandle {
        let place = folder.appendingPathComponent("modelrest-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: place.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: place.path]) }
        let handle = try FileHandle(forUpdating: place)
        try FileManager.default.removeItem(at: place)
        return handle
    }
}
