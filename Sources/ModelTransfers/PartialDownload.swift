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

/// What happens to the bytes of an interrupted download.
public enum PartialDownload: Hashable, Sendable {
    /// They are discarded.
    case discarded
    /// They are kept next to the file, as `NAME.part` and `NAME.part-tag`. The next download of the same URL continues
    /// after them, if the server supports ranges and still has the same bytes: it must send a strong `ETag`
    /// (`If-Range`, RFC 9110, section 13.1.5). Otherwise, it starts over. If different users download different
    /// contents from one URL, use different files.
    case kept
}

/// A partially downloaded file, and how to tell whether a response continues it.
struct PartialFile {
    /// What is known about the whole file.
    private struct Origin: Equatable {
        /// A hash of the request's URL, which may contain secrets. An entity tag is only unique for one URL (RFC 9110,
        /// section 8.8.3).
        var url: String
        var tag: String
        var size: Int64?
    }

    let file: URL
    private let tagFile: URL
    /// The hash of the URL, the number of existing bytes, and whether they may be continued.
    private let request = Locked<(url: String, start: Int64, continues: Bool)>(("", 0, true))

    init(of destination: URL) {
        file = destination.appendingPathExtension("part")
        tagFile = destination.appendingPathExtension("part-tag")
    }

    /// The number of existing bytes, and the file to which they belong; nil if the download cannot be resumed.
    private var state: (count: Int64, origin: Origin)? {
        guard let lines = try? String(contentsOf: tagFile, encoding: .utf8).split(separator: "\n").map(String.init),
            lines.count >= 2, request.withLock({ $0.continues && $0.url == lines[1] }),
            let count = try? BodyStream.Piece.file(file).length(), count > 0
        else { return nil }
        return (count, Origin(url: lines[1], tag: lines[0], size: lines.count > 2 ? Int64(lines[2]) : nil))
    }

    /// Requests the missing part.
    func prepare(_ head: inout HTTPRequest) {
        let place = "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
        request.withLock { $0 = (String(fnv1a(place.utf8), radix: 16), 0, true) }
        // A range of a compressed body would consist of different bytes.
        head.headerFields[.acceptEncoding] = "identity"
        guard let (count, origin) = state else { return }
        request.withLock { $0.start = count }
        head.headerFields[.range] = "bytes=\(count)-"
        head.headerFields[.ifRange] = origin.tag
    }

    /// Requests the whole file if the server rejects the range, or sends another one, or one of another file: the
    /// existing part is not the beginning of the server's current file. It is kept until the file is opened for the new
    /// bytes, because another download may be writing to it.
    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool {
        guard isOther(response) || response.status.code == 416 && head.headerFields[.range] != nil else { return false }
        request.withLock { $0.continues = false }
        (head.headerFields[.range], head.headerFields[.ifRange]) = (nil, nil)
        return true
    }

    /// Whether a response contains another range than what is missing, or a different file than the existing bytes. Some
    /// servers ignore the condition, and some give the files of different users the same tag.
    func isOther(_ response: HTTPResponse) -> Bool {
        guard response.status.code == 206, let known = state?.origin else { return false }
        let size = Self.size(response)
        return !Self.begins(response, at: request.withLock { $0.start })
            || response.headerFields[.eTag] ?? known.tag != known.tag || size ?? known.size != known.size ?? size
    }

    /// The size of the whole file according to a response with a range of it. The range may not be all that is missing.
    static func size(_ response: HTTPResponse) -> Int64? {
        response.headerFields[.contentRange]?.split(separator: "/").last.flatMap { Int64($0) }
    }

    /// Whether a response continues after the existing bytes.
    func continues(with response: HTTPResponse) -> Bool {
        guard response.status.code == 206, let count = state?.count else { return false }
        return Self.begins(response, at: count)
    }

    private static func begins(_ response: HTTPResponse, at start: Int64) -> Bool {
        response.headerFields[.contentRange]?.hasPrefix("bytes \(start)-") ?? false
    }

    /// Opens the file exclusively for this download.
    func open() throws -> FileHandle {
        while true {
            let handle = try FileHandle.creating(file)
            guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { throw OtherDownload() }
            // If another download has just finished, the opened file is its complete file by now.
            if handle.isNamed(file) { return handle }
        }
    }

    /// Prepares the opened file for the bytes of a response, and returns how many existing bytes are kept.
    func prepare(_ handle: FileHandle, for response: HTTPResponse, of size: Int64?) throws -> Int64 {
        if continues(with: response) { return Int64(try handle.seekToEnd()) }
        guard response.status.code != 206 else { throw TransportError(.malformedResponse) }
        // The tag of the response must never be stored next to the bytes of an earlier one.
        removeTag()
        try handle.truncate(atOffset: 0)
        // Only a strong tag guarantees identical bytes (RFC 9110, section 8.8.1).
        if response.headerFields[.contentEncoding] == nil, let tag = response.headerFields[.eTag], !tag.hasPrefix("W/")
        {
            let lines = [tag, request.withLock { $0.url }] + (size.map { ["\($0)"] } ?? [])
            try Data(lines.joined(separator: "\n").utf8).write(to: tagFile)
        }
        return 0
    }

    /// Whether the download can be resumed.
    var isResumable: Bool { FileManager.default.fileExists(atPath: tagFile.path) }

    func removeTag() { try? FileManager.default.removeItem(at: tagFile) }
}

/// Thrown if another download, perhaps of another process, is writing the same file.
private struct OtherDownload: Error, CustomStringConvertible {
    var description: String { "another download of this file is under way" }
}

extension FileHandle {
    /// Opens a file for writing, creating it if necessary.
    static func creating(_ file: URL) throws -> FileHandle {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Whether the handle refers to the file that has this name now, not to one that had it before.
    func isNamed(_ file: URL) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(fileDescriptor, &opened) == 0 && stat(file.path, &named) == 0
            && (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino)
    }
}
