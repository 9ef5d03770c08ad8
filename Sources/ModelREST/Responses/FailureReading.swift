import Foundation

/// Reads from a body why an operation failed, and whether it failed even though the status is a success.
package protocol FailureReading: Sendable {
    /// The code in a body, or nil if the body is not a document or contains none.
    func code(in body: Data) -> String?
    /// The message in a body.
    func message(in body: Data) -> String?
    /// Whether a code means failure.
    func isFailure(_ code: String?) -> Bool
    /// Throws if it cannot be determined whether a body reports a failure, because it should be a document but cannot
    /// be read.
    func check(_ body: Data) throws
}
