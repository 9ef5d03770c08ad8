extension Task where Failure == any Error {
    /// Its value. If the task that waits for it is cancelled, that throws `CancellationError` at once, and this task
    /// goes on.
    package var valueUnlessCancelled: Success {
        get async throws {
            let (values, continuation) = AsyncThrowingStream.makeStream(of: Success.self)
            Task<Void, Never> { _ = continuation.yield(with: await result) }
            for try await value in values { return value }
            throw _Concurrency.CancellationError()
        }
    }
}
