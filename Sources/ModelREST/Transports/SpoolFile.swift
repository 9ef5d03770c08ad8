import Foundation

/// A whole stream in a temporary file that only this user can read, and which is deleted with this object.
final class SpoolFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("modelrest-\(UUID().uuidString)")

    /// - Parameter progressed: Called with zero, since nothing was sent yet, as long as there is progress.
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
