import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its response, between a session's callbacks and the tasks that wait for them.
final class URLSessionExchange: Sendable {
    private struct State {
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        var body = Data()
        var received = 0
        var backlog = Backlog()
        var result: Result<Void, any Error>?
        var headWaiter: CheckedContinuation<TransportResponse, any Error>?
        var chunkWaiter: CheckedContinuation<Data?, any Error>?
        var isSuspended = false
        /// Whether the session was told to continue after a redirect, and has not done so yet.
        var isRedirecting = false
    }

    private let method: HTTPRequest.Method
    private let options: TransportOptions
    private let upload: Upload?
    private let state = Locked(State())

    init(_ method: HTTPRequest.Method, _ options: TransportOptions, _ upload: Upload?) {
        self.method = method
        self.options = options
        self.upload = upload
    }

    func start(_ task: URLSessionTask, among exchanges: URLSessionExchanges) async throws -> TransportResponse {
        state.withLock { $0.task = task }
        options.interruption?.arm { [weak self] in self?.fail(.timedOut) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end = state.withLock { state in
                    guard state.result == nil else { return state.result }
                    state.headWaiter = continuation
                    // Before it can be cancelled: the session would report the end of a task that is added afterwards, and
                    // the exchange would stay.
                    exchanges.add(self, for: task)
                    return nil
                }
                // It may be over before it begins: cancelled, or timed out between two redirects.
                if case .failure(let error) = end { return continuation.resume(throwing: error) }
                task.resume()
            }
        } onCancel: {
            fail(.cancelled)
        }
    }

    /// Ends the exchange from this side.
    func fail(_ reason: TransportError.Reason) { fail(TransportError(reason)) }

    private func fail(_ error: any Error) {
        // The session reports a cancelled task with an error from another thread; the first one counts.
        finish(.failure(error))
        state.withLock { $0.backlog = Backlog() }
        if let task = state.withLock({ $0.isRedirecting ? nil : $0.task }) { Self.cancel(task) }
    }

    /// Cancels a task without waiting for it. On Linux, that takes until the server pauses: meanwhile the session's
    /// callbacks must keep running, to discard the data that still arrives; it would pile up behind a callback that
    /// waits.
    private static func cancel(_ task: URLSessionTask) {
        cancellations.async { task.cancel() }
    }

    private static let cancellations = DispatchQueue(label: "ModelREST.cancellations")

    // MARK: - What the session tells

    /// Whether the session should continue with a redirect as the response.
    ///
    /// Foundation on Linux ends the process if it is told how to handle a redirect of a task that has been cancelled.
    /// So a failed task is not told, and one that was told is only cancelled with the next event.
    func redirected() -> Bool {
        state.withLock { state in
            guard state.result == nil else { return false }
            state.isRedirecting = true
            return true
        }
    }

    /// Ends a task that failed during a redirect. Foundation on Linux does not end a task after `.cancel`.
    private func endsLate() -> Bool {
        let (isOver, task) = state.withLock { state in
            state.isRedirecting = false
            return (state.result != nil, state.task)
        }
        if isOver, let task { Self.cancel(task) }
        return isOver
    }

    func received(_ response: URLResponse) -> URLSession.ResponseDisposition {
        if endsLate() { return .cancel }
        guard let http = response as? HTTPURLResponse else {
            fail(.malformedResponse)
            return .cancel
        }
        if http.expectedContentLength > Int64(options.responseLimit),
            HTTPResponse(http).announcedLength(method: method) != nil
        {
            fail(.tooLarge)
            return .cancel
        }
        let waiter = state.withLock { state -> CheckedContinuation<TransportResponse, any Error>? in
            state.response = http
            guard options.delivery == .streamed else { return nil }
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: TransportResponse(HTTPResponse(http), body: .stream(chunks())))
        return .allow
    }

    func received(_ data: Data) {
        enum Outcome {
            case kept, failed(any Error), suspend(URLSessionTask?), handOver(CheckedContinuation<Data?, any Error>)
        }
        let outcome = state.withLock { state -> Outcome in
            guard state.result == nil else { return .kept }
            state.received += data.count
            if state.received > options.responseLimit { return .failed(TransportError(.tooLarge)) }
            if options.delivery == .collected {
                state.body.append(data)
                return .kept
            }
            if let waiter = state.chunkWaiter {
                state.chunkWaiter = nil
                return .handOver(waiter)
            }
            #if canImport(FoundationNetworking)
                // Tasks of Foundation on Linux cannot be paused: a suspended one restarts from the beginning.
                do { try state.backlog.spill(data) } catch { return .failed(error) }
                return .kept
            #else
                state.backlog.append(data)
                guard state.backlog.count > Backlog.limit, !state.isSuspended else { return .kept }
                state.isSuspended = true
                return .suspend(state.task)
            #endif
        }
        switch outcome {
        case .kept: break
        case .failed(let error): fail(error)
        case .suspend(let task): task?.suspend()
        case .handOver(let waiter): waiter.resume(returning: data)
        }
    }

    func sent(_ bytes: Int64) {
        options.uploaded?(bytes)
    }

    #if canImport(FoundationNetworking)
        /// The body from its beginning, for a request that is sent again over another connection.
        func bodyAgain() -> InputStream? { try? upload?.stream() }
    #endif

    func completed(_ response: URLResponse?, _ error: (any Error)?) {
        state.withLock { if $0.response == nil { $0.response = response as? HTTPURLResponse } }
        finish(error.map { .failure(upload?.failure ?? TransportError($0)) } ?? .success(()))
    }

    private func finish(_ result: Result<Void, any Error>) {
        let (ended, first) = state.withLock { state -> (State, Bool) in
            let ended = state
            guard state.result == nil else { return (ended, false) }
            state.result = result
            state.headWaiter = nil
            state.chunkWaiter = nil
            return (ended, true)
        }
        guard first else { return }
        switch result {
        case .success:
            ended.chunkWaiter?.resume(returning: nil)
            ended.headWaiter?.resume(with: Result { try Self.whole(ended) })
        case .failure(let error):
            ended.headWaiter?.resume(throwing: error)
            ended.chunkWaiter?.resume(throwing: error)
        }
    }

    /// The response, once it is complete.
    private static func whole(_ ended: State) throws -> TransportResponse {
        guard let response = ended.response else { throw TransportError(.malformedResponse) }
        return TransportResponse(HTTPResponse(response), body: .data(ended.body))
    }

    // MARK: - What the reader asks for

    private func chunks() -> ByteChunks {
        let reader = Reader(self)
        return ByteChunks { try await reader.next() }
    }

    /// Ends the exchange when nobody reads it any more.
    private final class Reader: Sendable {
        private let exchange: URLSessionExchange

        init(_ exchange: URLSessionExchange) {
            self.exchange = exchange
        }

        deinit {
            exchange.fail(.cancelled)
        }

        func next() async throws -> Data? {
            try await withTaskCancellationHandler {
                try await exchange.nextChunk()
            } onCancel: {
                exchange.fail(.cancelled)
            }
        }
    }

    private func nextChunk() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            enum Outcome { case chunk(Data), end, failed(any Error), wait }
            let (outcome, resumed) = state.withLock { state -> (Outcome, URLSessionTask?) in
                do {
                    if let chunk = try state.backlog.next() {
                        guard state.isSuspended, state.backlog.count < Backlog.limit / 2 else {
                            return (.chunk(chunk), nil)
                        }
                        state.isSuspended = false
                        return (.chunk(chunk), state.task)
                    }
                } catch {
                    return (.failed(error), nil)
                }
                switch state.result {
                case .success: return (.end, nil)
                case .failure(let error): return (.failed(error), nil)
                case nil:
                    state.chunkWaiter = continuation
                    return (.wait, nil)
                }
            }
            resumed?.resume()
            switch outcome {
            case .chunk(let data): continuation.resume(returning: data)
            case .end: continuation.resume(returning: nil)
            case .failed(let error): continuation.resume(throwing: error)
            case .wait: break
            }
        }
    }
}
