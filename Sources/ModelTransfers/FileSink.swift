import Foundation
import HTTPTypes
import ModelREST
import ModelStoredForms

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes bytes next to a file, and replaces it at the end. So the file is either the old one or the complete new one.
///
/// A document that reports a failure is not the download. It becomes the response's body instead.
final class FileSink: ResponseSink {
    /// The maximum size of a document that reports a failure.
    private static let failureLimit = 1 << 20

    private struct Part {
        let handle: FileHandle
        /// The number of bytes so far.
        var count: Int64
        /// The total number of bytes, if it is known.
        let total: Int64?
    }

    private let destination: URL
    /// The file for the bytes until the download is complete.
    private let place: URL
    private let download: Handling
    /// There is no part until a response arrives, and when the attempt is over. A transport may deliver a response even
    /// after that.
    private let state = Locked<(part: Part?, isOver: Bool)>((nil, false))

    init(_ destination: URL, _ download: Handling) {
        self.destination = destination
        self.download = download
        // The name does not include that of the file, which may already have the maximum length.
        place =
            download.partial?.file
            ?? destination.deletingLastPathComponent().appendingPathComponent(".modelrest-\(UUID().uuidString).part")
    }

    var isOpen: Bool { state.withLock { $0.part != nil } }

    func open(_ response: HTTPResponse, announcing length: Int64?) throws -> Bool {
        // The body of another status describes the file, or is empty.
        guard Handling.isFile(response.status.code) else { return false }
        try state.withLock { state in
            guard !state.isOver else { return }
            // A transport that forwards requests may have sent the request again.
            try state.part.take()?.handle.close()
            if download.partial?.isOther(response) == true { return }
            guard download.isRequested(response) else { throw TransportError(.malformedResponse) }
            guard destination.isFileURL else {
                throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: destination])
            }
            let handle = try download.partial?.open() ?? openPlace()
            let count = try download.partial?.prepare(handle, for: response, of: length) ?? 0
            try handle.truncate(atOffset: UInt64(count))
            var total = count > 0 ? PartialFile.size(response) : nil
            if total == nil, let length {
                let (sum, overflows) = count.addingReportingOverflow(length)
                guard !overflows, length >= 0 else { throw TransportError(.malformedResponse) }
                total = sum
            }
            state.part = Part(handle: handle, count: count, total: total)
        }
        return true
    }

    /// Creates the file for the bytes, which stays locked while it is written. Removes files that killed processes left
    /// in its folder.
    private func openPlace() throws -> FileHandle {
        let folder = place.deletingLastPathComponent()
        if Self.cleaned.withLock({ $0.insert(folder.path).inserted }) {
            let files = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
            for file in files ?? [] where Self.isPlace(file) {
                let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
                // A file that was just created may not be locked yet.
                guard let date = values?.contentModificationDate, -date.timeIntervalSinceNow > 60,
                    let handle = try? FileHandle(forWritingTo: file),
                    flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0
                else { continue }
                try? FileManager.default.removeItem(at: file)
            }
        }
        let handle = try FileHandle.creating(place)
        _ = flock(handle.fileDescriptor, LOCK_EX | LOCK_NB)
        return handle
    }

    /// The folders that have been cleaned up.
    private static let cleaned = Locked<Set<String>>([])

    private static func isPlace(_ file: URL) -> Bool {
        file.lastPathComponent.hasPrefix(".modelrest-") && file.pathExtension == "part"
    }

    func write(_ chunk: Data) throws {
        let progress = try state.withLock { state in
            try state.part?.handle.write(contentsOf: chunk)
            state.part?.count += Int64(chunk.count)
            return state.part.map { ($0.count, $0.total) }
        }
        if let (count, total) = progress {
            download.report(TransferProgress(.download, completed: count, total: total))
        }
    }

    func finish(_ response: inout APIRawResponse) throws {
        try state.withLock { state in
            guard let complete = state.part else { return }
            if let total = complete.total, complete.count != total {
                throw TransportError(complete.count < total ? .connectionLost : .malformedResponse)
            }
            if let failure = download.failure, complete.count <= Self.failureLimit {
                let body = try Data(contentsOf: place)
                if failure.isFailure(failure.code(in: body)) {
                    response.body = body
                    download.partial?.removeTag()
                    return
                }
            }
            try complete.handle.synchronize()
            // The file may have been deleted, and another download may have created its own, with its own tag.
            guard complete.handle.isNamed(place) else { throw POSIXError(.ENOENT) }
            // Before the name becomes available to another download.
            download.partial?.removeTag()
            // rename(2) replaces the file atomically, whereas FileManager would have to remove it first. This comes
            // before closing the file, which would allow another download to use it.
            guard rename(place.path, destination.path) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            try? complete.handle.close()
            response.file = destination
            state = (nil, true)
        }
    }

    func abandon() {
        state.withLock { state in
            let part = state.part.take()
            state.isOver = true
            guard let part else { return }
            // Before the file is closed, which would allow another download to use it.
            if download.partial?.isResumable != true, part.handle.isNamed(place) {
                try? FileManager.default.removeItem(at: place)
            }
            try? part.handle.close()
        }
    }
}
