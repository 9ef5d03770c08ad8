import Foundation
import HTTPTypes
import ModelREST

/// Answers every request with one status and one text, and records the requests.
actor Answering: Transport {
    private(set) var requests: [HTTPRequest] = []
    private(set) var bodies: [String] = []
    private let text: String
    private let status: HTTPResponse.Status

    init(_ text: String, status: HTTPResponse.Status = .ok) {
        self.text = text
        self.status = status
    }

    var lines: [String] { requests.map { "\($0.method) \($0.path ?? "")" } }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        requests.append(request)
        var data = Data()
        if let body { for try await chunk in try body.open() { data.append(contentsOf: chunk) } }
        bodies.append(String(decoding: data, as: UTF8.self))
        return TransportResponse(HTTPResponse(status: status), body: .data(Data(text.utf8)))
    }
}
