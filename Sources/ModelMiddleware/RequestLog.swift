import Logging
import ModelREST

/// Logs each request with swift-log: operation, method, URL without sensitive values, status, size and duration. The
/// values of headers, and bodies, are never logged.
///
/// Successes are logged as `.debug`, statuses of 400 and above as `.warning`, errors as `.error`, and cancellations as
/// `.debug`.
public struct RequestLog: Middleware {
    private let logger: Logger

    /// Creates a middleware that writes to a logger.
    public init(_ logger: Logger) {
        self.logger = logger
    }

    /// Passes the request on, and logs the result.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        let start = ContinuousClock.now
        var metadata: Logger.Metadata {
            let summary = request.summary
            return [
                "operation": "\(summary.operation)", "method": "\(summary.method)", "url": "\(summary.url)",
                "time": "\(ContinuousClock.now - start)",
            ]
        }
        do {
            let response = try await next(request)
            let level: Logger.Level = response.status < 400 ? .debug : .warning
            logger.log(
                level: level,
                "\(request.operation) \(response.status)",
                metadata: metadata.merging(["bytes": "\(response.body.count)"]) { $1 }
            )
            return response
        } catch {
            let failure = error as? APIError
            // Middleware that waits, such as `Retry`, throws `CancellationError`.
            let isCancelled = error is CancellationError || failure?.isCancellation == true
            let reason = failure.map { "\($0.reason)" } ?? "\(type(of: error))"
            logger.log(
                level: isCancelled ? .debug : .error,
                "\(request.operation) failed: \(reason)",
                metadata: metadata
            )
            throw error
        }
    }
}
