import Foundation
import ModelREST

/// Calls of one's own before and after each request; the one after runs on failure as well.
///
/// ```swift
/// Hooks(before: { $0.headers[.userAgent] = "Blog/2" }, after: { request, result in spinner.stop() })
/// ```
/// The hook before may change everything about a request, its URL included; one that throws keeps it from being sent.
public struct Hooks: Middleware {
    private let before: @Sendable (inout APIRequest) async throws -> Void
    private let after: @Sendable (APIRequest, Result<APIRawResponse, any Error>) async -> Void

    /// Hooks; by default they do nothing.
    public init(
        before: @escaping @Sendable (inout APIRequest) async throws -> Void = { _ in },
        after: @escaping @Sendable (APIRequest, Result<APIRawResponse, any Error>) async -> Void = { _, _ in }
    ) {
        self.before = before
        self.after = after
    }

    /// Sends the request on between the hooks.
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

/// Parameters of all requests, asked for each time, of the lowest priority: what the operation sends stays.
public struct ExtraParameters: Middleware {
    private let parameters: @Sendable () async throws -> Parameters

    /// Parameters from a function.
    public init(_ parameters: @escaping @Sendable () async throws -> Parameters) {
        self.parameters = parameters
    }

    /// Sends the request on with the parameters that it does not have yet.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var request = request
        request.fillParameters(from: try await parameters())
        return try await next(request)
    }
}

/// Changes the parameters as a whole before they are sent: adds the time and a signature, or replaces them all.
///
/// ```swift
/// ParameterEncoding { parameters in
///     parameters.set("time", Int(Date().timeIntervalSince1970))
///     parameters.set("sign", md5(parameters.encoded + secret), privacy: .sensitive)
/// }
/// ```
/// It sees the form where the request has one, else the query. A signature over a body is for `Hooks(before:)`, which
/// sees the bytes.
public struct ParameterEncoding: Middleware {
    private let encode: @Sendable (inout Parameters) async throws -> Void

    /// A change of the parameters.
    public init(_ encode: @escaping @Sendable (inout Parameters) async throws -> Void) {
        self.encode = encode
    }

    /// Sends the request on with the changed parameters.
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

/// Changes the body of each response before it is judged and decoded: decryption, unwrapping.
///
/// ```swift
/// ResponseDecoding(text: { try decrypt(base64: $0) })
/// ```
public struct ResponseDecoding: Middleware {
    private let decode: @Sendable (Data) async throws -> Data

    /// A change of the body's bytes.
    public init(_ decode: @escaping @Sendable (Data) async throws -> Data) {
        self.decode = decode
    }

    /// A change of the body's text; a body that is not UTF-8 is an error, an empty one passes.
    public init(text decode: @escaping @Sendable (String) async throws -> String) {
        self.init { data in
            guard let text = String(data: data, encoding: .utf8) else { throw InvalidUTF8() }
            return Data(try await decode(text).utf8)
        }
    }

    /// Sends the request on and changes the body of its response.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var response = try await next(request)
        guard !response.body.isEmpty else { return response }
        do {
            response.body = try await decode(response.body)
        } catch {
            throw APIError(.decoding(error), request.summary)
        }
        return response
    }
}
