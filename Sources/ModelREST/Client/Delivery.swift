import Foundation
import HTTPTypes
import ModelStoredForms

/// The innermost step: sends one request over the transport, follows redirects, and receives one response in memory or
/// in a file.
package struct Delivery: Sendable {
    let transport: any Transport
    private let capabilities: TransportCapabilities

    init(transport: any Transport) {
        self.transport = transport
        capabilities = transport.capabilities
    }

    func perform(_ request: APIRequest) async throws(APIError) -> APIRawResponse {
        var request = request
        // Clocks, timers and Foundation trap on durations that they cannot represent. Anything longer than a lifetime
        // is treated as no limit, and a negative duration as zero.
        request.timeout = max(.zero, min(request.timeout, .seconds(1 << 31 as Int64)))
        let trail = Locked<[String]>([])
        do {
            let body = try request.content
            // The timeout only starts once there is a connection.
            try await capabilities.slots?.take(request.authority)
            defer { capabilities.slots?.release(request.authority) }
            return try await Watchdog.shared.run(limit: request.timeout) { [request] deadline in
                if takesDeadline(body) { return try await exchange(request, body, deadline, trail) }
                let task = Task { try await exchange(request, body, deadline, trail) }
                deadline.arm { task.cancel() }
                return try await withTaskCancellationHandler {
                    try await task.value
                } onCancel: {
                    task.cancel()
                }
            }
        } catch {
            throw APIError(Self.reason(of: error, request), request.summary.redirected(trail))
        }
    }

    /// Whether the transport ends an exchange when its time is up. A body that comes from a function may have to wait
    /// for things other than the transport.
    private func takesDeadline(_ body: BodyStream?) -> Bool {
        transport.takesDeadline && body.map { $0.pieces != nil } ?? true
    }

    private func exchange(
        _ request: APIRequest, _ body: BodyStream?, _ deadline: Deadline, _ trail: Locked<[String]>
    ) async throws -> APIRawResponse {
        var head = request.head
        var body = body
        request.transfer?.prepare(&head)
        var options = options(request, body, deadline)
        for _ in 0...Redirect.limit {
            let sink = request.transfer?.sink()
            defer { sink?.abandon() }
            let receive = writer(to: sink, request, head.method, deadline)
            if capabilities.receives {
                options.receive = receive
            } else if sink != nil {
                (options.delivery, options.responseLimit) = (.streamed, .max)
            }
            let response = try await transport.send(head, body: body, options: options)
            if request.transfer != nil { deadline.postpone() }
            if request.transfer?.isRepeated(&head, after: response.head) == true { continue }
            guard !request.expects(response.head.status.code),
                let redirect = try Redirect(response.head, of: head, hiding: request.secrets)
            else {
                let sink = request.expects(response.head.status.code) ? sink : nil
                let write = try sink?.isOpen == true ? sink?.write : receive(response.head)
                var raw = try await received(response, request, head.method, write)
                try sink?.finish(&raw)
                raw.sent = { request.summary.redirected(trail) }
                return raw
            }
            try redirect.follow(&head, &body, request.redirects)
            let step = "\(head.method) \(redirect.place)"
            trail.withLock { $0.append(step) }
        }
        throw APIError.Reason.redirect("more than \(Redirect.limit) redirects")
    }

    private func options(_ request: APIRequest, _ body: BodyStream?, _ deadline: Deadline) -> TransportOptions {
        var options = TransportOptions()
        (options.responseLimit, options.timeout) = (request.responseLimit, request.timeout)
        if takesDeadline(body) { options.onDeadline = { deadline.arm($0) } }
        let parameters = [request.query, request.form].flatMap { $0?.entries ?? [] }
        options.secrets = request.secrets + parameters.filter { $0.privacy == .sensitive }.map(\.key)
        // The timeout covers the whole exchange, so a byte now and then does not extend it. For transfers, it does.
        guard let transfer = request.transfer else { return options }
        let total = body?.length
        options.uploaded = { count in
            deadline.postpone()
            transfer.sent(count, of: total)
        }
        return options
    }

    /// Where the body of a response goes: to a transfer's sink if it is a success, otherwise to memory.
    private func writer(
        to sink: (any ResponseSink)?, _ request: APIRequest, _ method: HTTPRequest.Method, _ deadline: Deadline
    ) -> TransportOptions.Receive {
        { head in
            guard let sink, request.expects(head.status.code),
                try sink.open(head, announcing: head.announcedLength(method: method))
            else { return nil }
            return { chunk in
                try sink.write(chunk)
                deadline.postpone()
            }
        }
    }

    private func received(
        _ response: TransportResponse, _ request: APIRequest, _ method: HTTPRequest.Method,
        _ write: TransportOptions.Write?
    ) async throws -> APIRawResponse {
        var raw = APIRawResponse(status: response.head.status.code, headers: response.head.headerFields)
        func add(_ chunk: Data) throws {
            if let write { return try write(chunk) }
            guard chunk.count <= request.responseLimit - raw.body.count else { throw TransportError(.tooLarge) }
            if raw.body.isEmpty { raw.body = chunk } else { raw.body.append(chunk) }
        }
        switch response.body {
        case .data(let data): try add(data)
        case .stream(let chunks): for try await chunk in chunks { try add(chunk) }
        }
        // If a transport doesn't notice that a body is incomplete, half a document would be passed on.
        if write == nil, let announced = response.head.announcedLength(method: method), raw.body.count < announced {
            throw TransportError(.connectionLost)
        }
        try Task.checkCancellation()
        return raw
    }

    private static func reason(of error: any Error, _ request: APIRequest) -> APIError.Reason {
        guard let error = error as? TransportError else { return APIError.Reason(error) }
        return switch error.reason {
        case .timedOut: .timeout(request.timeout)
        case .cancelled: .cancelled
        case .tooLarge: .tooLarge(limit: request.responseLimit)
        default: .transport(error)
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
