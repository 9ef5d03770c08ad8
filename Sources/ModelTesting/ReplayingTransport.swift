import Foundation
import HTTPTypes
import ModelREST
import ModelStoredForms

/// Answers requests from a folder of recordings, without a network, so that an app can be tested.
///
/// ```swift
/// let api = BlogAPI(transport: .replaying(folder))
/// ```
/// Recordings are matched by method, path, query and body, whatever the host. Several recordings of the same request
/// are returned in the order of their file names, and the last one again after that. For a request without a recording,
/// the error is `TransportError.Reason.notRecorded`, with the recorded body if only that differs. Values that change
/// every time can be ignored by name: `.replaying(folder, ignoring: ["createdAt", "nonce"])`.
public final class ReplayingTransport: Transport {
    private let folder: URL
    private let ignored: Set<String>
    private let recordings: Locked<[String: [RecordedExchange]]?>

    /// Creates a transport that replays a folder, which is read at the first request. Parameters and members of bodies
    /// with the ignored names may differ.
    public init(_ folder: URL, ignoring ignored: Set<String> = []) {
        self.folder = folder
        self.ignored = ignored
        recordings = Locked(nil)
    }

    /// Returns the recorded response.
    ///
    /// - Throws: A `TransportError` with the reason `notRecorded`, or ``MalformedRecording`` if a file cannot be read
    ///   as a recording.
    public func send(
        _ request: HTTPRequest,
        body: BodyStream?,
        options: TransportOptions
    ) async throws -> TransportResponse {
        let redaction = Redaction(ignored: ignored, secrets: options.secrets)
        // A recording that was written by hand need not mask what only the request marks as sensitive.
        let keys = [redaction, Redaction(secrets: [])].map { key(RecordedExchange.key(of: request, $0)) }
        let sent = try await RecordedBody(body, of: request, with: redaction)
        let recorded = try recordings.withLock { recordings in
            var known = try recordings ?? read()
            let key = keys.first { known[$0] != nil } ?? ""
            let answers = known[key] ?? []
            let fitting = answers.indices.filter { fits(answers[$0], sent, redaction) }
            if fitting.count > 1 { known[key]?.remove(at: fitting[0]) }
            recordings = known
            guard let found = fitting.first else {
                let other = answers.first.map { OtherBody(recorded: $0.sent ?? "", sent: sent?.text ?? "") }
                throw TransportError(.notRecorded, underlying: other)
            }
            return answers[found]
        }
        let head = HTTPResponse(status: .init(code: recorded.status), headerFields: recorded.headers)
        return TransportResponse(head, body: .data(recorded.body))
    }

    private func key(_ request: String) -> String {
        let parts = request.split(separator: "?", maxSplits: 1)
        let query = parts.count > 1 ? Redaction(ignored: ignored, secrets: []).applied(toQuery: String(parts[1])) : ""
        return "\(parts.first ?? "")?\(query)"
    }

    private func fits(_ recording: RecordedExchange, _ sent: RecordedBody?, _ redaction: Redaction) -> Bool {
        guard let recorded = recording.sent else { return true }
        return RecordedBody(recorded, with: redaction) == sent
    }

    private func read() throws -> [String: [RecordedExchange]] {
        var recordings: [String: [RecordedExchange]] = [:]
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names.sorted() where name.hasSuffix(".http") {
            let file = folder.appendingPathComponent(name)
            let recorded = try RecordedExchange(reading: Data(contentsOf: file), from: file)
            recordings[key(recorded.request), default: []].append(recorded)
        }
        return recordings
    }
}

extension Transport where Self == ReplayingTransport {
    /// Answers from a folder of recordings. Parameters and members of bodies with the ignored names may differ.
    public static func replaying(_ folder: URL, ignoring ignored: Set<String> = []) -> ReplayingTransport {
        ReplayingTransport(folder, ignoring: ignored)
    }
}
