import Foundation
import ModelREST

/// An error that the schema declares for the failures of an operation, as an enum.
///
/// Its text in logs, `localizedDescription`, names the operation and the failure: `Post.GetFailure.notFound(…)`.
public protocol DeclaredFailure: LocalizedError {}

extension DeclaredFailure {
    /// The operation and the failure.
    public var errorDescription: String? {
        "\(String(reflecting: Self.self).drop { $0 != "." }.dropFirst()).\(self)"
    }
}

extension Endpoint {
    /// Returns this operation with a specific error for failures with one status.
    ///
    /// ```swift
    /// .failing(404) { GetFailure.notFound(try $0.decoded(as: Problem.self)) }
    /// ```
    /// If the body cannot be decoded in this way, the error is the usual `APIError`.
    public func failing(_ status: Int, _ make: @escaping @Sendable (ServerFailure) throws -> any Error) -> Endpoint {
        failing(status...status, make)
    }

    /// Returns this operation with a specific error for failures with any of several statuses. If several calls match,
    /// the first one is used.
    public func failing(
        _ statuses: ClosedRange<Int> = 0...999,
        _ make: @escaping @Sendable (ServerFailure) throws -> any Error
    ) -> Endpoint {
        with { $0.failures.append { statuses.contains($0.status) ? try? make($0) : nil } }
    }
}
