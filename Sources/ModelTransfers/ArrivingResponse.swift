import Foundation
import HTTPTypes
import ModelREST
import ModelStoredForms

extension EndpointSending {
    /// Sends an operation and returns the bytes of its response while they arrive:
    ///
    /// ```swift
    /// for try await tick in Tick.stream(json: api.chunks(of: Tick.follow())) { … }   // import ModelStreams
    /// ```
    /// The request is sent when the first chunk is awaited, and cancelled with the task that waits, or when the chunks are
    /// discarded. It may be repeated until the first byte has arrived. Its timeout is the maximum time without progress.
    /// Bytes that arrive faster than they are read wait in temporary files, without a limit. The body of a failure is
    /// in the error, as for every operation, but a success that reports a failure is passed on as it is.
    public func chunks(of endpoint: Endpoint<Void>) -> ByteChunks {
        let response = ArrivingResponse(endpoint, client)
        return ByteChunks { do { return try await response.next() } catch { throw error.asDeclared } }
    }
}

/// A response that is requested when it is read, and read while it arrives.
final class ArrivingResponse: Sendable {
    private let bytes: ArrivingBytes
    private let endpoint: Endpoint<Void>
    private let client: APIClient
    private let task = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - media: The only media type that is read while it arrives; nil means any.
    ///   - lastID: The id of the last event that the server has sent; nil if there was none.
    init(
        _ endpoint: Endpoint<Void>, _ client: APIClient, only media: String? = nil, after lastID: String? = nil,
        backlog: Backlog = Backlog()
    ) {
        bytes = ArrivingBytes(media, after: lastID, backlog)
        self.endpoint = endpoint
        self.client = client
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Its status, once it is complete.
    var status: Int? { bytes.status }
    /// The size limit of the request, once it is sent.
    var limit: Int { bytes.limit }

    /// All bytes that have arrived since the last call; nil at the end.
    func next() async throws -> Data? {
        let task = task.withLock { task in
            let running = task ?? Task { [bytes, endpoint, client] in await bytes.request(endpoint, client) }
            task = running
            return running
        }
        do {
            return try await withTaskCancellationHandler {
                try await bytes.next()
            } onCancel: {
                task.cancel()
            }
        } catch let reason as APIError.Reason {
            throw APIError(reason, endpoint.summary)
        }
    }
}

/// The bytes of a response between the transport, which delivers them, and their reader.
private final class ArrivingBytes: Sendable {
    private struct State {
        var unread: Backlog
        /// The limit of the request, after all middleware.
        var limit = Int.max
        var hasArrived = false
        var status: Int?
        var end: Result<Void, any Error>?
        var readers: [CheckedContinuation<Void, Never>] = []

        /// Uses the unread bytes. Their files are what can fail.
        mutating func withUnread<Value>(_ use: (inout Backlog) throws -> Value) throws(APIError.Reason) -> Value {
            do { return try use(&unread) } catch { throw .local(error) }
        }

        /// What has arrived, or the end, whose error is reported once.
        mutating func take() -> Result<Data?, any Error>? {
            if unread.count > 0 { return Result { try withUnread { try $0.take() } } }
            defer { end = end.map { _ in .success(()) } }
            return end?.map { nil }
        }
    }

    private let media: String?
    private let lastID: String?
    private let state: Locked<State>

    init(_ media: String?, after lastID: String?, _ unread: Backlog) {
        self.media = media
        self.lastID = lastID
        state = Locked(State(unread: unread))
    }

    var status: Int? { state.withLock { $0.status } }
    var limit: Int { state.withLock { $0.limit } }
    /// Whether bytes were passed on, so that nothing may send the request again: they would be passed on twice.
    var hasArrived: Bool { state.withLock { $0.hasArrived } }

    func next() async throws -> Data? {
        while true {
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    let isReady = state.unread.count > 0 || state.end != nil
                    if !isReady { state.readers.append(reader) }
                    return isReady
                }
                if isReady { reader.resume() }
            }
            // Nothing if another reader was faster.
            if let taken = state.withLock({ $0.take() }) { return try taken.get() }
        }
    }

    private func change(_ change: (inout State) throws -> Void) rethrows {
        let readers = try state.withLock { state in
            try change(&state)
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.resume() }
    }

    func request(_ endpoint: Endpoint<Void>, _ client: APIClient) async {
        do {
            try await received(endpoint, client)
            change { $0.end = .success(()) }
        } catch {
            change { $0.end = .failure(error) }
        }
    }

    private func received(_ endpoint: Endpoint<Void>, _ client: APIClient) async throws {
        if try await client.answers?.answer(to: endpoint) != nil {
            // A fake has no more to say.
            return change { $0.status = 204 }
        }
        let client = client.adding(self)
        var request = try await client.request(for: endpoint, transfer: self)
        if let lastID, let name = HTTPField.Name("Last-Event-ID") {
            // As UTF-8, unlike other headers (WHATWG HTML, section 9.2.3).
            let id = lastID.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
            request.headers[name] = id.isEmpty || !HTTPField.isValidValue(id) ? nil : id
        }
        let raw = try await client.perform(request)
        _ = try client.judge(raw, to: request, as: endpoint)
        guard raw.status == 204 || (raw.body.isEmpty && hasArrived) || reads(raw.headers) else {
            let error = OtherMediaType(expected: media ?? "", found: raw.headers[.contentType])
            throw APIError(.decoding(error), request.summary)
        }
        try change { state in
            // The answer of a middleware, or one that a middleware has changed. It is in memory anyway.
            if state.unread.count == 0 {
                state.unread = Backlog(raw.body)
            } else {
                try state.withUnread { try $0.add(raw.body) }
            }
            state.status = raw.status
        }
    }

    fileprivate func reads(_ headers: HTTPFields) -> Bool {
        guard let media else { return true }
        let type = headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return type?.lowercased() == media
    }

    fileprivate func add(_ chunk: Data) throws {
        try change { state in
            // Events never end, so a reader that is too slow for them would fill the disk.
            let room = media == nil ? Int.max : max(state.limit, Backlog.memory)
            guard chunk.count <= room - state.unread.count else { throw TransportError(.tooLarge) }
            try state.withUnread { try $0.add(chunk) }
            state.hasArrived = true
        }
    }
}

extension ArrivingBytes: Middleware {
    /// What was lost after the first byte is not repeated.
    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        if hasArrived { throw APIError(.transport(TransportError(.connectionLost)), request.summary) }
        change { $0.limit = request.responseLimit }
        do {
            return try await next(request)
        } catch var error as APIError where hasArrived {
            error.isFinal = true
            throw error
        }
    }
}

extension ArrivingBytes: TransferHandling {
    func prepare(_ head: inout HTTPRequest) {}
    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool { false }
    func sent(_ count: Int64, of total: Int64?) {}
    func sink() -> (any ResponseSink)? { ArrivingSink(bytes: self) }
}

/// Passes on the bytes of one attempt.
private final class ArrivingSink: ResponseSink {
    private struct State {
        var isOpen = false
        var isOver = false
        var left: Int64?
    }

    private let bytes: ArrivingBytes
    private let state = Locked(State())

    init(bytes: ArrivingBytes) { self.bytes = bytes }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func open(_ response: HTTPResponse, announcing length: Int64?) throws -> Bool {
        guard bytes.reads(response.headerFields) else { return false }
        // A transport that forwards may have sent the request again.
        if bytes.hasArrived { throw TransportError(.connectionLost) }
        state.withLock { ($0.isOpen, $0.left) = (!$0.isOver, length) }
        return true
    }

    func write(_ chunk: Data) throws {
        try state.withLock { state in
            guard state.isOpen else { return }
            state.left = state.left.map { $0 - Int64(chunk.count) }
            try bytes.add(chunk)
        }
    }

    func finish(_ response: inout APIRawResponse) throws {
        if let left = state.withLock({ $0.left }), left > 0 { throw TransportError(.connectionLost) }
    }

    func abandon() { state.withLock { ($0.isOpen, $0.isOver) = (false, true) } }
}

/// A response has another media type than the operation returns.
public struct OtherMediaType: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected type.
    public let expected: String
    /// The type of the response.
    public let found: String?

    /// Both types.
    public var description: String { "the response has the type `\(found ?? "none")`, not `\(expected)`" }
}
