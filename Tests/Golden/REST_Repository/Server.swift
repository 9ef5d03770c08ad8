import Foundation
import HTTPTypes
import ModelREST
import ModelRepository
import ModelRuntime

/// A service that answers what it is told to, and counts how often it was asked.
actor Server: Transport {
    enum Answer {
        case json(String)
        case status(Int, String)
        case unreachable
    }

    private(set) var paths: [String] = []
    private var answers: [String: Answer]

    init(_ answers: [String: Answer] = [:]) { self.answers = answers }

    /// What a path with its query is answered from now on.
    func set(_ path: String, _ answer: Answer) { answers[path] = answer }

    func send(
        _ request: HTTPRequest, body: TransportBody, options: TransportOptions
    ) async throws -> TransportResponse {
        let path = "\(request.method) \(request.path ?? "")"
        paths.append(path)
        switch answers[path] ?? .status(404, "") {
        case .json(let text): return TransportResponse(HTTPResponse(status: .ok), body: .data(Data(text.utf8)))
        case .status(let code, let text):
            return TransportResponse(HTTPResponse(status: .init(code: code)), body: .data(Data(text.utf8)))
        case .unreachable: throw TransportError(.cannotConnect)
        }
    }
}

extension CachedValues {
    /// Every value, and the error at the end where there is one.
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
