import ModelREST

/// The progress of an upload or a download.
public struct TransferProgress: Hashable, Sendable {
    /// The direction of a transfer.
    public enum Direction: Hashable, Sendable {
        /// To the server.
        case upload
        /// From the server.
        case download
    }

    /// The direction of a transfer.
    public let direction: Direction
    /// The number of transferred bytes.
    public let completed: Int64
    /// The total number of bytes, if known.
    public let total: Int64?

    /// Creates a report of progress, in bytes.
    public init(_ direction: Direction, completed: Int64, total: Int64?) {
        self.direction = direction
        self.completed = completed
        self.total = total
    }

    /// The completed fraction, from 0 to 1; nil if the total is unknown.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }
}

/// A running upload or download, with its progress and its value.
///
/// ```swift
/// let transfer = api.upload(Post.attach(12, file: .file(url), caption: "x"))
/// for await step in transfer.progress { bar.value = step.fraction }
/// let post = try await transfer.value
/// ```
/// Cancelling the task that awaits `value`, or calling `cancel()`, closes the connection.
public struct Transfer<Value: Sendable>: Sendable {
    /// Reports the progress of the transfer.
    public typealias Report = @Sendable (TransferProgress) -> Void

    /// The progress, for a single reader. A slow reader misses steps, but never the last one.
    public let progress: AsyncStream<TransferProgress>
    private let task: Task<Value, any Error>

    /// Starts an operation that reports its progress.
    public init(_ operation: @escaping @Sendable (_ report: @escaping Report) async throws -> Value) {
        let (progress, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(64)
        )
        self.progress = progress
        task = Task {
            defer { continuation.finish() }
            do { return try await operation { continuation.yield($0) } } catch { throw error.asDeclared }
        }
    }

    /// The value, which becomes available when the transfer finishes.
    ///
    /// - Throws: An `APIError`, or the failure that the operation declares for a status.
    public var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Cancels the transfer; `value` then throws `APIError.Reason.cancelled`.
    public func cancel() {
        task.cancel()
    }
}
