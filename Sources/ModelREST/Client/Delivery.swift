import Foundation
import HTTPTypes

/// The innermost step: one request over the transport, redirects included, to one response in memory or in a file.
struct Delivery: Sendable {
    let transport: any Transport
    private let slots: ConnectionSlots?

    init(transport: any Transport) {
        self.transport = transport
        slots = (transport as? any LimitedTransport)?.slots
    }

    func perform(_ request: APIRequest) async throws(APIError) -> APIRawResponse {
        let request = request.withCountableTimeout
        let trail = Locked<[String]>([])
        do {
            // The timeout only starts once there is a connection.
            try await slots?.take(request.authority)
            defer { slots?.release(request.authority) }
            let interruption = Interruption()
            return try await Watchdog.shared.run(limit: request.timeout, interrupting: interruption) { postpone in
                try await attempt(request, interruption, trail, postpone)
            }
        } catch {
            throw APIError(Self.reason(of: error, request), request.summary.redirected(trail))
        }
    }

    private func attempt(
        _ request: APIRequest,
        _ interruption: Interruption,
        _ trail: Locked<[String]>,
        _ postpone: @escaping @Sendable () -> Void
    ) async throws -> APIRawResponse {
        // Except for transfers, the timeout covers the whole exchange: a byte now and then does not extend it.
        let isTransfer = request.transfer != nil
        let stillMoving = { @Sendable in if isTransfer { postpone() } }
        // Writing to a file and reading from a stream may have to wait for other things than the transport.
        if !isTransfer, transport is any InterruptibleTransport, !request.sendsStream {
            return try await exchange(request, interruption, trail, stillMoving: stillMoving)
        }
        let task = Task { try await exchange(request, nil, trail, stillMoving: stillMoving) }
        interruption.arm { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func exchange(
        _ request: APIRequest,
        _ interruption: Interruption?,
        _ trail: Locked<[String]>,
        stillMoving: @escaping @Sendable () -> Void
    ) async throws -> APIRawResponse {
        var head = request.head
        var body = request.content
        request.transfer?.prepare(&head)
        var options = options(request, stillMoving)
        options.interruption = interruption
        for _ in 0...Redirect.limit {
            let response = try await transport.send(head, body: body, options: options)
            stillMoving()
            if request.transfer?.isRepeated(&head, after: response.head) == true { continue }
            guard !request.expects(response.head.status.code),
                let redirect = try Redirect(response.head, of: head, hiding: request.secrets)
            else {
                var raw = try await receive(response, for: request, method: head.method, stillMoving)
                raw.sent = { request.summary.redirected(trail) }
                return raw
            }
            (head, body) = try redirect.followed(head, body, request.redirects)
            let step = "\(head.method) \(redirect.place)"
            trail.withLock { $0.append(step) }
        }
        throw Redirect.Refused("more than \(Redirect.limit) redirects")
    }

    private func options(
        _ request: APIRequest, _ stillMoving: @escaping @Sendable () -> Void
    ) -> TransportOptions {
        let delivery = request.transfer?.delivery ?? .collected
        var options = TransportOptions(
            delivery: delivery, responseLimit: delivery == .collected ? request.responseLimit : .max,
            timeout: request.timeout)
        if let transfer = request.transfer {
            let total = request.uploadLength
            options.uploaded = { count in
                stillMoving()
                transfer.sent(count, of: total)
            }
        }
        return options
    }

    private func receive(
        _ response: TransportResponse,
        for request: APIRequest,
        method: HTTPRequest.Method,
        _ stillMoving: @Sendable () -> Void
    ) async throws -> APIRawResponse {
        let status = response.head.status.code
        let announced = response.head.announcedLength(method: method)
        var sink: any ByteSink = MemorySink(limit: request.responseLimit)
        if request.expects(status), let own = try request.transfer?.sink(for: response.head) { sink = own }
        let before = sink.count
        do {
            switch response.body {
            case .data(let data):
                try sink.write(data)
            case .stream(let chunks):
                for try await chunk in chunks {
                    try sink.write(chunk)
                    stillMoving()
                    request.transfer?.received(sink.count, of: announced.map { $0 + before })
                }
            }
            // If a transport doesn't notice that a body is incomplete, half a document would be passed on.
            if let announced, sink.count - before < announced { throw TransportError(.connectionLost) }
            try Task.checkCancellation()
            var raw = APIRawResponse(status: status, headers: response.head.headerFields)
            try sink.finish(&raw)
            return raw
        } catch {
            sink.abandon()
            throw error
        }
    }

    private static func reason(of error: any Error, _ request: APIRequest) -> APIError.Reason {
        switch error {
        case let error as TransportError:
            switch error.reason {
            case .timedOut: .timeout(request.timeout)
            case .cancelled: .cancelled
            case .tooLarge: .tooLarge(limit: request.responseLimit)
            default: .transport(error)
            }
        case let error as DeadlineExceeded: .timeout(error.limit)
        case let error as Redirect.Refused: .redirect(error.message)
        case is CancellationError: .cancelled
        default: .local(error)
        }
    }
}

extension RequestSummary {
    fileprivate func redirected(_ trail: Locked<[String]>) -> RequestSummary {
        var summary = self
        summary.redirects = trail.withLock { $0 }
        return summary
    }
}

extension APIRequest {
    /// Clocks, timers and Foundation trap on durations that they cannot represent: more than a lifetime is treated as
    /// no limit.
    fileprivate var withCountableTimeout: APIRequest {
        var request = self
        request.timeout = min(timeout, .seconds(1 << 31))
        return request
    }

    fileprivate var sendsStream: Bool {
        if case .stream = body { true } else { false }
    }

    /// The number of bytes in the body, if known.
    fileprivate var uploadLength: Int64? {
        switch body {
        case .none: 0
        case .form(let parameters): Int64(parameters.encoded.utf8.count)
        case .data(let data): Int64(data.count)
        case .file(let url): try? BodyStream.Piece.file(url).length()
        case .stream(let stream): stream.length
        }
    }
}

extension HTTPResponse {
    /// How many bytes the body must have, unless it was compressed in transit or there is none.
    package func announcedLength(method: HTTPRequest.Method) -> Int64? {
        guard headerFields[.contentEncoding] == nil, method != .head, status.code >= 200, status.code != 204,
            status.code != 304
        else { return nil }
        return headerFields[.contentLength].flatMap { Int64($0) }
    }
}
