import Foundation
import HTTPTypes

/// An upload or a download during its request: it is informed about the progress, and receives the bytes of a
/// successful response.
package protocol TransferHandling: Sendable {
    /// Changes the head that is sent: a download requests the missing part.
    func prepare(_ head: inout HTTPRequest)
    /// Whether to send the request once more with another head, because of a response.
    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool
    /// Where the bytes of a successful response go; nil means memory.
    func sink(for response: HTTPResponse) throws -> (any ByteSink)?
    /// Called when this number of bytes of the body was sent.
    func sent(_ count: Int64, of total: Int64?)
    /// Called when this number of bytes of the response has arrived.
    func received(_ count: Int64, of total: Int64?)
}

/// Where the bytes of a response go.
package protocol ByteSink {
    /// How many bytes were written.
    var count: Int64 { get }
    mutating func write(_ chunk: Data) throws
    mutating func finish(_ response: inout APIRawResponse) throws
    mutating func abandon()
}

/// Receives a response: in memory, or where a transfer puts the bytes of a success. A transport may deliver the bytes as
/// they arrive, from any thread.
final class Reception: Sendable {
    private struct Progress {
        var sink: any ByteSink
        /// How many bytes it must have in the end, if known.
        let total: Int64?
    }

    private let request: APIRequest
    private let method: HTTPRequest.Method
    private let deadline: Deadline
    /// Nil before it begins, and when it is over.
    private let progress = Locked<Progress?>(nil)

    init(_ request: APIRequest, _ method: HTTPRequest.Method, _ deadline: Deadline) {
        self.request = request
        self.method = method
        self.deadline = deadline
    }

    /// Opens the sink for a response, unless its transport has done so already.
    func begin(_ head: HTTPResponse) throws {
        try progress.withLock { progress in
            guard progress == nil else { return }
            let transfer = request.expects(head.status.code) ? request.transfer : nil
            let sink = try transfer?.sink(for: head) ?? MemorySink(limit: request.responseLimit)
            // A resumed download already has some.
            progress = Progress(sink: sink, total: head.announcedLength(method: method).map { $0 + sink.count })
        }
    }

    /// Adds a chunk, if it is not over.
    func write(_ chunk: Data) throws {
        let progress = try progress.withLock { progress in
            try progress?.sink.write(chunk)
            return progress.map { (count: $0.sink.count, total: $0.total) }
        }
        guard let progress, let transfer = request.transfer else { return }
        deadline.postpone()
        transfer.received(progress.count, of: progress.total)
    }

    /// The response, with the bytes that its transport has not delivered yet.
    func finish(_ response: TransportResponse) async throws -> APIRawResponse {
        try begin(response.head)
        switch response.body {
        case .data(let data): try write(data)
        case .stream(let chunks): for try await chunk in chunks { try write(chunk) }
        }
        try Task.checkCancellation()
        var raw = APIRawResponse(status: response.head.status.code, headers: response.head.headerFields)
        try progress.withLock { progress in
            guard var ended = progress else { return }
            // If a transport doesn't notice that a body is incomplete, half a document would be passed on.
            if let total = ended.total, ended.sink.count < total { throw TransportError(.connectionLost) }
            try ended.sink.finish(&raw)
            progress = nil
        }
        return raw
    }

    /// Discards what has arrived, unless it is finished.
    func abandon() {
        progress.withLock { progress in
            progress?.sink.abandon()
            progress = nil
        }
    }
}

/// Collects bytes in memory, up to a limit.
private struct MemorySink: ByteSink {
    private var data = Data()
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int64 { Int64(data.count) }

    mutating func write(_ chunk: Data) throws {
        guard chunk.count <= limit - data.count else { throw TransportError(.tooLarge) }
        if data.isEmpty { data = chunk } else { data.append(chunk) }
    }

    mutating func finish(_ response: inout APIRawResponse) {
        response.body = data
    }

    mutating func abandon() {}
}

extension HTTPResponse {
    /// How many bytes the body must have, unless it was compressed in transit or there is none.
    package func announcedLength(method: HTTPRequest.Method) -> Int64? {
        guard headerFields[.contentEncoding] == nil, method != .head, status.code >= 200, status.code != 204,
            status.code != 304
        else { return nil }
        return headerFields[.contentLength].flatMap { Int64($0) }
    }
}
