import Foundation
import HTTPTypes
import ModelStoredForms

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its response. It connects a session's callbacks with the task that waits for them.
final class URLSessionExchange: Sendable {
    private struct State {
        var head: HTTPResponse?
        /// Receives the bytes of the response; nil if they are collected in `body`.
        var write: TransportOptions.Write?
        var body = Data()
        var result: Result<TransportResponse, any Error>?
        var waiter: CheckedContinuation<TransportResponse, any Error>?
        /// Whether the session was told to continue after a redirect, but has not done so yet.
        var isRedirecting = false
    }

    private let task: URLSessionTask
    let method: HTTPRequest.Method
    let options: TransportOptions
    let upload: Upload?
    private let state = Locked(State())

    init(_ task: URLSessionTask, _ method: HTTPRequest.Method, _ options: TransportOptions, _ upload: Upload?) {
        self.task = task
        self.method = method
        self.options = options
        self.upload = upload
    }

    func start(among exchanges: URLSessionExchanges) async throws -> TransportResponse {
        options.onDeadline? { [weak self] in self?.fail(TransportError(.timedOut)) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    guard state.result == nil else { return state.result }
                    state.waiter = continuation
                    // Added before it can be cancelled. Otherwise, the session could report the end of the task before
                    // it is added, and the exchange would stay forever.
                    exchanges.add(self, for: task)
                    return nil
                }
                // It may have ended before it begins: by cancellation, or by a timeout between two redirects.
                if let result { continuation.resume(with: result) } else { task.resume() }
            }
        } onCancel: {
            fail(TransportError(.cancelled))
        }
    }

    /// Ends the exchange from this side.
    func fail(_ error: any Error) {
        // The session also reports a cancelled task with an error, from another thread. The first error is used.
        finish(.failure(error))
        if !state.withLock({ $0.isRedirecting }) { cancel() }
    }

    /// Cancels the task without waiting for it. On Linux, cancelling takes until the server pauses. Meanwhile, the
    /// session's callbacks must keep running and discard the data that still arrives, which would otherwise pile up
    /// behind a waiting callback.
    private func cancel() {
        Self.cancellations.async { self.task.cancel() }
    }

    private static let cancellations = DispatchQueue(label: "ModelREST.cancellations")

    private func finish(_ result: Result<TransportResponse, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<TransportResponse, any Error>? in
            state.result = state.result ?? result
            return state.waiter.take()
        }
        waiter?.resume(with: result)
    }

    // MARK: - What the session tells

    /// Returns whether the session should continue with the redirect as the response.
    ///
    /// Foundation on Linux ends the process if it is told how to handle a redirect of a task that has been cancelled.
    /// So it is told nothing about a failed task, and a task about which it was told is only cancelled at the next
    /// event.
    func redirected() -> Bool {
        state.withLock { state in
            guard state.result == nil else { return false }
            state.isRedirecting = true
            return true
        }
    }

    /// Ends a task that failed during a redirect. Foundation on Linux does not end a task after `.cancel`.
    private func endsLate() -> Bool {
        let isOver = state.withLock { state in
            state.isRedirecting = false
            return state.result != nil
        }
        if isOver { cancel() }
        return isOver
    }

    func received(_ response: URLResponse) -> URLSession.ResponseDisposition {
        if endsLate() { return .cancel }
        do {
            guard let http = response as? HTTPURLResponse else { throw TransportError(.malformedResponse) }
            let head = HTTPResponse(http)
            let write = try options.receive?(head)
            if write == nil, head.announcedLength(method: method) ?? 0 > options.responseLimit {
                throw TransportError(.tooLarge)
            }
            state.withLock { ($0.head, $0.write) = (head, write) }
            return .allow
        } catch {
            fail(error)
            return .cancel
        }
    }

    func received(_ data: Data) {
        do {
            let (write, isTooLarge) = state.withLock { state in
                guard state.result == nil else { return (nil as TransportOptions.Write?, false) }
                if state.write == nil { state.body.append(data) }
                return (state.write, state.body.count > options.responseLimit)
            }
            try write?(data)
            if isTooLarge { throw TransportError(.tooLarge) }
        } catch {
            fail(error)
        }
    }

    func completed(_ response: URLResponse?, _ error: (any Error)?) {
        if let error { return finish(.failure(upload?.failure ?? TransportError(error))) }
        let (known, body) = state.withLock { ($0.head, $0.body) }
        guard let head = known ?? (response as? HTTPURLResponse).map(HTTPResponse.init) else {
            return finish(.failure(TransportError(.malformedResponse)))
        }
        finish(.success(TransportResponse(head, body: .data(body))))
    }
}
