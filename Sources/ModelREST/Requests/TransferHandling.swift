import Foundation
import HTTPTypes

/// An upload or a download during its request.
package protocol TransferHandling: Sendable {
    /// Changes the head that is sent: a download requests the missing part.
    func prepare(_ head: inout HTTPRequest)
    /// Whether to send the request once more with another head, because of a response.
    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool
    /// Called when this number of bytes of the body was sent.
    func sent(_ count: Int64, of total: Int64?)
    /// Where one attempt puts the bytes of a successful response; nil means memory.
    func sink() -> (any ResponseSink)?
}

/// Where the bytes of a response go, instead of memory. A transport may deliver them from any thread, even after the
/// attempt is over.
package protocol ResponseSink: Sendable {
    /// Whether it was opened for a response.
    var isOpen: Bool { get }
    /// Opens it for a response instead of an earlier one, unless it is over. Returns false if the response does not
    /// belong in it, but in memory.
    func open(_ response: HTTPResponse, announcing length: Int64?) throws -> Bool
    /// Adds a chunk, unless it is over.
    func write(_ chunk: Data) throws
    /// Completes the response, if it was opened for it.
    func finish(_ response: inout APIRawResponse) throws
    /// Discards the bytes, unless it is finished.
    func abandon()
}
