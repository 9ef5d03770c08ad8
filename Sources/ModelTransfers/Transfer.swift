/// How far an upload or a download is.
public struct TransferProgress: Hashable, Sendable {
    /// Which way the bytes go.
    public enum Direction: Hashable, Sendable {
        /// To the server.
        case upload
        /// From the server.
        case download
    }

    /// Which way the bytes go.
    public let direction: Direction
    /// How many bytes went.
    public let completed: Int64
    /// How many there are in all, where that is known.
    public let total: Int64?

    /// A step.
    public init(_ direction: Direction, completed: Int64, total: Int64?) {
        self.direction = direction
        self.completed = completed
        self.total = total
    }

    /// From 0 to 1, where the total is known.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }
}

/// An upload or a download that has begun: how far it is, its value at the end, and the way to stop it.
///
/// ```swift
/// let transfer = api.posts.attach(12, file: .file(url), caption: "x")
/// for await step in transfer.progress { bar.value = step.fraction }
/// let post = try await transfer.value
/// ```
/// Cancelling the task that waits for `value`, or `cancel()`, ends the connection.
public struct Transfer<Value: Sendable>: Sendable {
    /// Tells how far the transfer is.
    public typealias Report = @Sendable (TransferProgress) -> Void

    /// The steps, from the beginning to the end, for one reader. A reader that is slow misses steps, never the last.
    public let progress: AsyncStream<TransferProgress>
    private let task: Task<Value, any Error>

    /// Begins an operation that reports its steps.
    public init(_ operation: @escaping @Sendable (_ report: @escaping Report) async throws -> Value) {
        let (progress, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(64)
        )
        self.progress = progress
        task = Task {
            defer { continuation.finish() }
            return try await operation { continuation.yield($0) }
        }
    }

    /// The value, when all is done.
    public var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Ends the transfer; its value is then `APIError.Reason.cancelled`.
    public func cancel() {
        task.cancel()
    }
}
