import Foundation
import HTTPTypes

/// An upload or a download during its request: it is informed about the progress, and receives the bytes of a
/// successful response.
package protocol TransferHandling: Sendable {
    /// Whether it receives the bytes of a response as they arrive.
    var delivery: TransportOptions.Delivery { get }
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

/// Collects bytes in memory, up to a limit.
struct MemorySink: ByteSink {
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
