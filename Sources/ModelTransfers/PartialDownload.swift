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

/// What to do with the bytes of an interrupted download.
public enum PartialDownload: Hashable, Sendable {
    /// They are discarded.
    case discarded
    /// They are kept next to the file, as `NAME.part` and `NAME.part-tag`, and the next download continues after them
    /// if the server supports ranges and still has the same bytes: it must send a strong `ETag` (`If-Range`, RFC 9110,
    /// section 13.1.5). Otherwise it starts over.
    case kept
}

/// A partially downloaded file, and the entity tag of the whole file, by which the server knows whether it changed.
struct PartialFile {
    let file: URL
    private let tagFile: URL

    init(of destination: URL) {
        file = destination.appendingPathExtension("part")
        tagFile = destination.appendingPathExtension("part-tag")
    }

    /// The number of existing bytes, and the tag of the whole file; nil if the download cannot be resumed.
    var state: (count: Int64, tag: String)? {
        guard let tag = try? String(contentsOf: tagFile, encoding: .utf8), !tag.isEmpty,
            let count = try? BodyStream.Piece.file(file).length(), count > 0
        else { return nil }
        return (count, tag)
    }

    /// Requests the missing part.
    func prepare(_ head: inout HTTPRequest) {
        // A range of a compressed body would have different bytes.
        head.headerFields[.acceptEncoding] = "identity"
        guard let (count, tag) = state else { return }
        head.headerFields[.range] = "bytes=\(count)-"
        head.headerFields[.ifRange] = tag
    }

    /// Requests the whole file if the server rejects the range, or sends one of another file: the existing part is not
    /// the beginning of the server's current file.
    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool {
        guard response.status.code == 416 || isOther(response), head.headerFields[.range] != nil else { return false }
        remove()
        (head.headerFields[.range], head.headerFields[.ifRange]) = (nil, nil)
        return true
    }

    /// Whether a response contains bytes of another file than the existing ones: some servers ignore the condition.
    func isOther(_ response: HTTPResponse) -> Bool {
        guard response.status.code == 206, let known = state?.tag, let tag = response.headerFields[.eTag] else {
            return false
        }
        return tag != known
    }

    /// The size of the whole file according to a response that contains a range of it, perhaps not all that is missing.
    static func size(_ response: HTTPResponse) -> Int64? {
        response.headerFields[.contentRange]?.split(separator: "/").last.flatMap { Int64($0) }
    }

    /// Whether a response contains the bytes after the existing ones.
    func continues(with response: HTTPResponse) -> Bool {
        guard response.status.code == 206, let count = state?.count else { return false }
        return response.headerFields[.contentRange]?.hasPrefix("bytes \(count)-") ?? false
    }

    /// Prepares the file for the bytes of a response, and returns how many it keeps.
    func open(_ handle: FileHandle, for response: HTTPResponse) throws -> Int64 {
        // Another process downloads the same file.
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { throw POSIXError(.EWOULDBLOCK) }
        if continues(with: response) { return Int64(try handle.seekToEnd()) }
        // The tag of the response must never be next to the bytes of an earlier one.
        removeTag()
        try handle.truncate(atOffset: 0)
        // Only a strong tag guarantees identical bytes (RFC 9110, section 8.8.1).
        if response.headerFields[.contentEncoding] == nil, let tag = response.headerFields[.eTag], !tag.hasPrefix("W/")
        {
            try Data(tag.utf8).write(to: tagFile)
        }
        return 0
    }

    /// Whether the download can be resumed.
    var isResumable: Bool { FileManager.default.fileExists(atPath: tagFile.path) }

    func removeTag() { try? FileManager.default.removeItem(at: tagFile) }

    private func remove() {
        removeTag()
        try? FileManager.default.removeItem(at: file)
    }
}
