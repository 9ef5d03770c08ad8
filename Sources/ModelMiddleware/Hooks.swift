import Foundation
import HTTPTypes
import ModelDefaultParameters
import ModelREST
import ModelStoredForms

/// Calls closures before and after each request. The second one is also called if the request fails.
///
/// ```swift
/// Hooks(before: { $0.headers[.userAgent] = "Blog/2" }, after: { request, result in spinner.stop() })
/// ```
/// The first closure can change everything about the request, including its URL. If it throws, the request is not sent,
/// and the second closure receives the error.
public struct Hooks: Middleware {
    private let before: @Sendable (inout APIRequest) async throws -> Void
    private let after: @Sendable (APIRequest, Result<APIRawResponse, any Error>) async -> Void

    /// Creates hooks. By default, they do nothing.
    public init(
        before: @escaping @Sendable (inout APIRequest) async throws -> Void = { _ in },
        after: @escaping @Sendable (APIRequest, Result<APIRawResponse, any Error>) async -> Void = { _, _ in }
    ) {
        self.before = before
        self.after = after
    }

    /// Passes the request on, and calls the hooks before and after it.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var request = request
        do {
            try await before(&request)
            let response = try await next(request)
            await after(request, .success(response))
            return response
        } catch {
            await after(request, .failure(error))
            throw error
        }
    }
}

/// Adds parameters to all requests. They are requested each time, and have the lowest priority: the operation's own
/// parameters are kept.
public struct ExtraParameters: Middleware {
    private let parameters: @Sendable () async throws -> Parameters

    /// Creates a middleware from a function that returns the parameters.
    public init(_ parameters: @escaping @Sendable () async throws -> Parameters) {
        self.parameters = parameters
    }

    /// Passes the request on with the additional parameters.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var request = request
        request.fillParameters(from: try await parameters())
        return try await next(request)
    }
}

/// Changes all parameters before they are sent, for example to add the time and a signature, or to replace them.
///
/// ```swift
/// ParameterEncoding { parameters in
///     parameters.set("time", Int(Date().timeIntervalSince1970))
///     parameters.set("sign", md5(parameters.encoded + secret), privacy: .sensitive)
/// }
/// ```
/// It receives the form if the request has one, otherwise the query. To sign a body, use `Hooks(before:)`, which has
/// access to its bytes.
public struct ParameterEncoding: Middleware {
    private let encode: @Sendable (inout Parameters) async throws -> Void

    /// Creates a middleware from a closure that changes the parameters.
    public init(_ encode: @escaping @Sendable (inout Parameters) async throws -> Void) {
        self.encode = encode
    }

    /// Passes the request on with the changed parameters.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var request = request
        if case .form(var form) = request.body {
            try await encode(&form)
            request.body = .form(form)
        } else {
            try await encode(&request.query)
        }
        return try await next(request)
    }
}

/// Changes the body of each response before it is checked and decoded, for example by decrypting it.
///
/// ```swift
/// ResponseDecoding(text: { try decrypt(base64: $0) })
/// ```
/// The bytes of a download are collected in memory, up to the size limit of responses, and the file contains the
/// changed bytes. An interrupted download starts over. Chunks and events arrive only when the response is complete, so
/// restrict this middleware with `only(for:)` if one never is. If the body of a failure cannot be decoded, it is left
/// unchanged.
public struct ResponseDecoding: Middleware {
    private let decode: @Sendable (Data) async throws -> Data

    /// Creates a middleware from a closure that changes the bytes of a body.
    public init(_ decode: @escaping @Sendable (Data) async throws -> Data) {
        self.decode = decode
    }

    /// Creates a middleware from a closure that changes the text of a body. A body that is not UTF-8 is an error; an
    /// empty one is passed through.
    public init(text decode: @escaping @Sendable (String) async throws -> String) {
        self.init { data in
            guard let text = String(data: data, encoding: .utf8) else { throw InvalidUTF8() }
            return Data(try await decode(text).utf8)
        }
    }

    /// Passes the request on, and changes the body of its response.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var request = request
        if let transfer = request.transfer {
            request.transfer = InMemory(transfer: transfer, limit: request.responseLimit)
        }
        var response = try await next(request)
        guard !response.body.isEmpty else { return response }
        do {
            response.body = try await decode(response.body)
        } catch {
            // A failure remains one, whatever its body. It may come from a gateway, which does not encode it.
            guard request.expected.contains(where: { $0.contains(response.status) }) else { return response }
            throw APIError(.decoding(error), request.summary)
        }
        return response
    }
}

/// A transfer that collects its response in memory.
private struct InMemory: TransferHandling {
    let transfer: any TransferHandling
    let limit: Int

    func prepare(_ head: inout HTTPRequest) {}
    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool { false }
    func sent(_ count: Int64, of total: Int64?) { transfer.sent(count, of: total) }
    func sink() -> (any ResponseSink)? { MemorySink(limit: limit) }
}

/// Collects the bytes of a response as they arrive, so that they count as progress.
private final class MemorySink: ResponseSink {
    private let limit: Int
    private let state = Locked<(body: Data?, length: Int64?)>((nil, nil))

    init(limit: Int) { self.limit = limit }

    var isOpen: Bool { state.withLock { $0.body != nil } }

    func open(_ response: HTTPResponse, announcing length: Int64?) throws -> Bool {
        guard length ?? 0 <= limit else { throw TransportError(.tooLarge) }
        state.withLock { $0 = (Data(), length) }
        return true
    }

    func write(_ chunk: Data) throws {
        let count = state.withLock { state in
            state.body?.append(chunk)
            return state.body?.count ?? 0
        }
        guard count <= limit else { throw TransportError(.tooLarge) }
    }

    func finish(_ response: inout APIRawResponse) throws {
        let (body, length) = state.withLock { $0 }
        guard let body else { return }
        if let length, body.count < length { throw TransportError(.connectionLost) }
        response.body = body
    }

    func abandon() { state.withLock { $0.body = nil } }
}
