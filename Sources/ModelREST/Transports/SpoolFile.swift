import Foundation

/// A body in a temporary file, which goes away with this object.
final class SpoolFile: Sendable {
    let url: URL

    /// All of a stream.
    init(_ stream: BodyStream) async throws {
        url = Self.freshURL()
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        for try await chunk in try stream.open() {
            try handle.write(contentsOf: chunk)
        }
    }

    /// A file that would go away otherwise.
    init(moving file: URL) throws {
        url = Self.freshURL()
        try FileManager.default.moveItem(at: file, to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The bytes, for one reader, which keeps the file.
    func chunks() throws -> ByteChunks {
        let source = try BodyStream([.file(url)]).open()
        return ByteChunks {
            let chunk = try await source.read()
            return withExtendedLifetime(self) { chunk }
        }
    }

    private static func freshURL() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("modelrest-\(UUID().uuidString)")
    }
}
