import Foundation
import ModelREST

/// The source of an upload: a file, which is read while it is sent, or bytes in memory.
public enum UploadSource: Sendable {
    /// A file; its name and type are sent along, by default `URL.lastPathComponent` and `application/octet-stream`.
    case file(URL, name: String? = nil, type: String = "application/octet-stream")
    /// Bytes, under a file name.
    case data(Data, name: String = "file", type: String = "application/octet-stream")

    var type: String {
        switch self {
        case .file(_, _, let type), .data(_, _, let type): type
        }
    }

    var name: String {
        switch self {
        case .file(let url, let name, _): name ?? url.lastPathComponent
        case .data(_, let name, _): name
        }
    }

    var piece: BodyStream.Piece {
        switch self {
        case .file(let url, _, _): .file(url)
        case .data(let data, _, _): .data(data)
        }
    }
}

extension RequestContent {
    /// The raw bytes of a file or of memory.
    public static func raw(_ source: UploadSource) -> RequestContent {
        RequestContent(type: source.type) { .stream(BodyStream([source.piece])) }
    }

    /// Bytes that are produced while they are sent. `open` is called again if the request is repeated.
    ///
    /// - Parameter length: the number of bytes, for `Content-Length`; nil if it is not known in advance.
    public static func stream(
        type: String,
        length: Int64? = nil,
        open: @escaping @Sendable () throws -> ByteChunks
    ) -> RequestContent {
        RequestContent(type: type) { .stream(BodyStream(length: length, open: open)) }
    }
}
