import Foundation
import HTTPTypes

/// An upload or a download while its request runs.
package protocol TransferHandling: Sendable {
    /// Changes the head of the request. For example, a download requests only the missing part.
    func prepare(_ head: inout HTTPRequest)
    /// Returns whether to send the request again with another head, because of a response.
    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool
    /// Called when `count` bytes of the body have been sent.
    func sent(_ count: Int64, of total: Int64?)
    /// Where one attempt writes the bytes of a successful response; nil means memory.
    func sink() -> (any ResponseSink)?
}

/// The destination of a response's bytes, in place of memory. A transport may deliver them on any thread, even after
/// the attempt has ended.
package protocol ResponseSink: Sendable {
    /// Whether it has been opened for a response.
    var isOpen: Bool { get }
    /// Opens it for a response, replacing an earlier one, unless the attempt has ended. Returns false if the response
    /// belongs in memory instead.
    func open(_ response: HTTPResponse, announcing length: Int64?) throws -> Bool
    /// Adds a chunk, unless the attempt has ended.
    func write(_ chunk: Data) throws
    /// Completes the response, if it has been opened for it.
    func finish(_ response: inout APIRawResponse) throws
    /// Discards the bytes, unless they are complete.
    func abandon()
}
