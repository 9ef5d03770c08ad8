import Foundation
import HTTPTypes
import ModelREST

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes bytes next to a file and replaces it at the end: the file is either the old one or the complete new one.
///
/// A document that reports a failure is not the download: it becomes the response's body.
struct FileSink: ByteSink {
    /// The maximum size of a failure's document.
    private static let failureLimit = 1 << 20

    private let destination: URL
    private let part: URL
    private let handle: FileHandle
    private let failure: FailureRule?
    /// Where the bytes are kept if the rest does not arrive.
    private let partial: PartialFile?
    private(set) var count: Int64 = 0

    init(
        _ destination: URL,
        unless failure: FailureRule?,
        _ partial: PartialFile? = nil,
        _ response: HTTPResponse
    ) throws {
        self.failure = failure
        self.destination = destination
        self.partial = partial
        guard destination.isFileURL else {
            throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: destination])
        }
        // Without the file's own name, which may already have the maximum length.
        part =
            partial?.file
            ?? destination.deletingLastPathComponent().appendingPathComponent(".modelrest-\(UUID().uuidString).part")
        guard
            FileManager.default.fileExists(atPath: part.path)
                || FileManager.default.createFile(atPath: part.path, contents: nil)
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: part.path]) }
        handle = try FileHandle(forWritingTo: part)
        guard let partial else { return }
        // Another process downloads the same file.
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { throw POSIXError(.EWOULDBLOCK) }
        if partial.continues(with: response) {
            count = Int64(try handle.seekToEnd())
        } else {
            partial.removeTag()
            try handle.truncate(atOffset: 0)
            try partial.keepTag(of: response)
        }
    }

    mutating func write(_ chunk: Data) throws {
        try handle.write(contentsOf: chunk)
        count += Int64(chunk.count)
    }

    mutating func finish(_ response: inout APIRawResponse) throws {
        if let failure, count <= Self.failureLimit {
            let body = try Data(contentsOf: part)
            if failure.isBroken(by: body) {
                response.body = body
                partial?.removeTag()
                abandon()
                return
            }
        }
        try handle.synchronize()
        try handle.close()
        // rename(2) replaces it atomically; FileManager would have to remove it first.
        guard rename(part.path, destination.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        partial?.removeTag()
        response.file = destination
    }

    mutating func abandon() {
        try? handle.close()
        if let partial, partial.isResumable { return }
        try? FileManager.default.removeItem(at: part)
    }
}
