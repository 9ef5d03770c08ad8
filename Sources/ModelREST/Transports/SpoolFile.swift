import Foundation

/// A temporary file with the contents of a stream. Only this user can read it, and it is deleted with this object.
final class SpoolFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("modelrest-\(UUID().uuidString)")

    /// - Parameter progressed: Called with zero, because nothing has been sent yet, whenever there is progress.
    init(_ stream: BodyStream, _ progressed: ((Int64) -> Void)?) async throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        for try await chunk in try stream.open() {
            try handle.write(contentsOf: chunk)
            progressed?(0)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
