import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its response, between the callbacks of a session and the tasks that wait for them.
final class URLSessionExchange: Sendable {
    private struct State {
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        var body = Data()
        var received = 0
        var chunks: [Data] = []
        var result: Result<Void, TransportError>?
        var headWaiter: CheckedContinuation<TransportResponse, any Error>?
        var chunkWaiter: CheckedContinuation<Data?, any Error>?
        var isSuspended = false
        /// Whether the session was told to go on after a redirect, and has not done so yet.
        var isRedirecting = false
        var waiting = 0
        var file: Result<SpoolFile, any Error>?
    }

    /// How many unread bytes a streamed response may have before its task is suspended.
    private static let highWater = 1 << 20

    private let method: HTTPRequest.Method
    private let options: TransportOptions
    private let spool: SpoolFile?
    private let state = Locked(State())

    init(_ method: HTTPRequest.Method, _ options: TransportOptions, spool: SpoolFile?) {
        self.method = method
        self.options = options
        self.spool = spool
    }

    func start(_ task: URLSessionTask, among exchanges: URLSessionExchanges) async throws -> TransportResponse {
        state.withLock { $0.task = task }
        options.interruption?.arm { [weak self] in self?.fail(.timedOut) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end = state.withLock { state in
                    if state.result == nil { state.headWaiter = continuation }
                    return state.result
                }
                // It may be over before it begins: cancelled, or out of time between two redirects.
                if case .failure(let error) = end { return continuation.resume(throwing: error) }
                exchanges.add(self, for: task)
                task.resume()
            }
        } onCancel: {
            fail(.cancelled)
        }
    }

    /// Ends the exchange from this side.
    func fail(_ reason: TransportError.Reason) {
        // The session answers a cancelled task with an error of its own, from another thread; the first one counts.
        finish(.failure(TransportError(reason)))
        if let task = state.withLock({ $0.isRedirecting ? nil : $0.task }) { Self.cancel(task) }
    }

    /// Cancels a task without waiting for it. On Linux that takes until the server pauses: meanwhile the session's callbacks
    /// have to go on, which bring and drop what still arrives, and would pile it up behind one that waits.
    private static func cancel(_ task: URLSessionTask) {
        DispatchQueue.global().async { task.cancel() }
    }

    // MARK: - What the session tells

    /// Whether the session is to go on with a redirect as the response.
    ///
    /// Foundation for Linux ends the process when it is told what to do with a redirect by whose time its task is cancelled.
    /// So a task that failed is not told, and one that is told is cancelled only with what comes next.
    func redirected() -> Bool {
        state.withLock { state in
            guard state.result == nil else { return false }
            state.isRedirecting = true
            return true
        }
    }

    /// Ends a task that failed while it was redirected. Foundation for Linux does not end one that is answered `.cancel`.
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
        enum Outcome { case kept, tooLarge, suspend(URLSessionTask?), handOver(CheckedContinuation<Data?, any Error>) }
        let outcome = state.withLock { state -> Outcome in
            guard state.result == nil else { return .kept }
            state.received += data.count
            if state.received > options.responseLimit { return .tooLarge }
            if options.delivery == .collected {
                state.body.append(data)
                return .kept
            }
            if let waiter = state.chunkWaiter {
                state.chunkWaiter = nil
                return .handOver(waiter)
            }
            state.chunks.append(data)
            state.waiting += data.count
            guard state.waiting > Self.highWater, !state.isSuspended else { return .kept }
            state.isSuspended = true
            return .suspend(state.task)
        }
        switch outcome {
        case .kept: break
        case .tooLarge: fail(.tooLarge)
        case .suspend(let task): task?.suspend()
        case .handOver(let waiter): waiter.resume(returning: data)
        }
    }

    func sent(_ bytes: Int64) {
        options.uploaded?(bytes)
    }

    /// The session keeps the body in a file of its own.
    func wrote(_ bytes: Int64, of total: Int64) {
        if endsLate() { return }
        options.downloaded?(bytes, total > 0 ? total : nil)
    }

    /// The session's file is there, and will be gone when this returns.
    func wrote(to file: URL) {
        let moved = Result { try SpoolFile(moving: file) }
        state.withLock { $0.file = moved }
    }

    func completed(_ response: URLResponse?, _ error: (any Error)?) {
        state.withLock { if $0.response == nil { $0.response = response as? HTTPURLResponse } }
        finish(error.map { .failure(TransportError($0)) } ?? .success(()))
    }

    private func finish(_ result: Result<Void, TransportError>) {
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

    /// The response, when all of it is there.
    private static func whole(_ ended: State) throws -> TransportResponse {
        guard let response = ended.response else { throw TransportError(.malformedResponse) }
        let head = HTTPResponse(response)
        guard let file = ended.file else { return TransportResponse(head, body: .data(ended.body)) }
        return TransportResponse(head, body: .stream(try file.get().chunks()))
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
            enum Outcome { case chunk(Data), end, failed(TransportError), wait }
            let (outcome, resumed) = state.withLock { state -> (Outcome, URLSessionTask?) in
                if !state.chunks.isEmpty {
                    let chunk = state.chunks.removeFirst()
                    state.waiting -= chunk.count
                    guard state.isSuspended, state.waiting < Self.highWater / 2 else { return (.chunk(chunk), nil) }
                    state.isSuspended = false
                    return (.chunk(chunk), state.task)
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
