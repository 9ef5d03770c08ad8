extension Task where Failure == any Error {
    /// The value of this task. If the task that waits for it is cancelled, throws `CancellationError` immediately,
    /// while this task continues.
    package var valueUnlessCancelled: Success {
        get async throws {
            let (values, continuation) = AsyncThrowingStream.makeStream(of: Success.self)
            Task<Void, Never> { _ = continuation.yield(with: await result) }
            for try await value in values { return value }
            throw _Concurrency.CancellationError()
        }
    }
}
