import Foundation
import HTTPTypes
import ModelREST
import ModelRepository
import ModelRuntime

/// A service with given responses, which counts its requests.
actor Server: Transport {
    enum Answer {
        case json(String)
        case tagged(String, HTTPFields)
        case status(Int, String)
        /// Nobody receives the request.
        case unreachable
        /// The request is received, but the response is not.
        case lost
    }

    private(set) var paths: [String] = []
    private(set) var headers: [HTTPFields] = []
    private var held: [String: [CheckedContinuation<Void, Never>]] = [:]
    private var holding: Set<String> = []
    private var answers: [String: Answer]

    init(_ answers: [String: Answer] = [:]) { self.answers = answers }

    /// How often a client has looked up the base URL.
    private(set) var lookups = 0

    func baseURL() -> String {
        lookups += 1
        return BlogAPI.defaults.baseURL
    }

    /// Sets the response for a path with its query.
    func set(_ path: String, _ answer: Answer) { answers[path] = answer }

    /// Holds back the responses for a path until they are released.
    func hold(_ path: String) { holding.insert(path) }

    /// Waits until this many responses for a path are held back.
    func waitForHeld(_ path: String, _ count: Int = 1) async {
        while held[path, default: []].count < count { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// Releases the responses that are held back.
    func release(_ path: String) {
        holding.remove(path)
        for continuation in held.removeValue(forKey: path) ?? [] { continuation.resume() }
    }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        let path = "\(request.method) \(request.path ?? "")"
        paths.append(path)
        headers.append(request.headerFields)
        let answer = answers[path] ?? .status(404, "")
        // The server's response is that of now; it arrives later.
        if holding.contains(path) { await withCheckedContinuation { held[path, default: []].append($0) } }
        switch answer {
        case .json(let text): return TransportResponse(HTTPResponse(status: .ok), body: .data(Data(text.utf8)))
        case .tagged(let text, let fields):
            let tag = fields[.eTag]
            let isKnown = tag != nil && request.headerFields[.ifNoneMatch] == tag
            let response = HTTPResponse(status: isKnown ? .notModified : .ok, headerFields: fields)
            return TransportResponse(response, body: .data(Data(response.status == .ok ? text.utf8 : "".utf8)))
        case .status(let code, let text):
            return TransportResponse(HTTPResponse(status: .init(code: code)), body: .data(Data(text.utf8)))
        case .unreachable: throw TransportError(.cannotConnect)
        case .lost: throw TransportError(.connectionLost)
        }
    }
}

extension CachedValues {
    /// Every value, and the error at the end if there is one.
    func outcome() async -> (values: [Value], error: (any Error)?) {
        var values: [Value] = []
        do {
            for try await value in self { values.append(value) }
            return (values, nil)
        } catch {
            return (values, error)
        }
    }
}
