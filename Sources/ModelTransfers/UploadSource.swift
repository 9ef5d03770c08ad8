import Foundation
import ModelREST
import ModelStoredForms

/// The source of an upload: a file, which is read while it is sent, or bytes in memory.
public struct UploadSource: Sendable {
    let piece: BodyStream.Piece
    let name: String
    let type: String

    /// A file. Its name and media type are sent, by default `URL.lastPathComponent` and `application/octet-stream`.
    public static func file(
        _ url: URL, name: String? = nil, type: String = "application/octet-stream"
    ) -> UploadSource {
        UploadSource(piece: .file(url), name: name ?? url.lastPathComponent, type: type)
    }

    /// Bytes that are sent with a file name.
    public static func data(
        _ data: Data, name: String = "file", type: String = "application/octet-stream"
    ) -> UploadSource {
        UploadSource(piece: .data(data), name: name, type: type)
    }
}

extension RequestContent {
    /// The bytes of a file or from memory, as the whole body.
    public static func raw(_ source: UploadSource) -> RequestContent {
        RequestContent(type: source.type) { .stream(BodyStream([source.piece])) }
    }

    /// Bytes that are produced while they are sent. `open` is called again if the request is sent again.
    ///
    /// - Parameter length: The number of bytes, for `Content-Length`; nil if it is not known in advance. If there are
    ///   more or fewer, the request fails.
    public static func stream(
        type: String,
        length: Int64? = nil,
        open: @escaping @Sendable () throws -> ByteChunks
    ) -> RequestContent {
        RequestContent(type: type) {
            .stream(BodyStream(length: length) { try length.map { try open().counted($0) } ?? open() })
        }
    }
}

extension ByteChunks {
    /// The same chunks, or an error if they are not as many bytes. Not every transport would notice.
    fileprivate func counted(_ announced: Int64) -> ByteChunks {
        let count = Locked<Int64>(0)
        return ByteChunks {
            var rest = self
            let chunk = try await rest.next()
            let sent = count.withLock { count in
                count += Int64(chunk?.count ?? 0)
                return count
            }
            guard sent <= announced, chunk != nil || sent == announced else {
                throw WrongLength(announced: announced, sent: sent)
            }
            return chunk
        }
    }
}

/// Thrown if a body has another length than its request has announced.
private struct WrongLength: Error, CustomStringConvertible {
    let announced: Int64
    let sent: Int64

    var description: String {
        "the body has \(sent > announced ? "more" : "only \(sent)") bytes, but \(announced) were announced"
    }
}
