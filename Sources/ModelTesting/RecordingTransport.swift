import Foundation
import HTTPTypes
import ModelREST

/// Carries requests over another transport, and keeps what came back in a folder, for `ReplayingTransport`.
///
/// One file for each exchange, numbered in the order in which they ended. Request headers are not kept, nor headers,
/// parameters and members of request bodies that look like credentials; look at response bodies before you check them in.
public final class RecordingTransport: Transport {
    private let folder: URL
    private let transport: any Transport
    private let count: Locked<Int>

    /// Records into a folder, which is made where there is none; numbers go on after the files that are there.
    public init(to folder: URL, over transport: any Transport = URLSessionTransport.shared) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let numbers = files.filter { $0.hasSuffix(".http") }.compactMap { Int($0.prefix { $0.isNumber }) }
        count = Locked(numbers.max() ?? 0)
        self.folder = folder
        self.transport = transport
    }

    /// Sends a request and keeps its response.
    public func send(
        _ request: HTTPRequest,
        body: TransportBody,
        options: TransportOptions
    ) async throws -> TransportResponse {
        let sent = try await RecordedBody(body, of: request, ignoring: [])
        let response = try await transport.send(request, body: body, options: options)
        var whole = Data()
        switch response.body {
        case .data(let data): whole = data
        case .stream(let chunks):
            for try await chunk in chunks { whole.append(chunk) }
        }
        let exchange = RecordedExchange(request, sent, response.head, whole)
        let number = count.withLock { count in
            count += 1
            return count
        }
        let name = RecordedExchange.fileName(for: exchange.request, number: number)
        try exchange.data.write(to: folder.appendingPathComponent(name), options: .atomic)
        return TransportResponse(response.head, body: .data(whole))
    }
}

/// Answers requests from a folder of recordings, without a network: for tests of an app.
///
/// ```swift
/// let api = BlogAPI(transport: .replaying(folder))
/// ```
/// A request finds its recording by method, path, query and body, whatever the host. Several recordings of one request are
/// given in the order of their file names, the last one from then on. A request without one is
/// `TransportError.Reason.notRecorded`, with the body that was recorded if only that differs. What is new each time is
/// ignored by its name: `.replaying(folder, ignoring: ["createdAt", "nonce"])`.
public final class ReplayingTransport: Transport {
    private let folder: URL
    private let ignored: Set<String>
    private let recordings: Locked<[String: [RecordedExchange]]?>

    /// Replays a folder; it is read at the first request. Parameters and members of bodies of these names may be different.
    public init(_ folder: URL, ignoring ignored: Set<String> = []) {
        self.folder = folder
        self.ignored = ignored
        recordings = Locked(nil)
    }

    /// Gives the recorded response.
    public func send(
        _ request: HTTPRequest,
        body: TransportBody,
        options: TransportOptions
    ) async throws -> TransportResponse {
        let key = key(RecordedExchange.key(of: request))
        let sent = try await RecordedBody(body, of: request, ignoring: ignored)
        let recorded = try recordings.withLock { recordings in
            var known = try recordings ?? read()
            let answers = known[key] ?? []
            let fitting = answers.indices.filter { fits(answers[$0], sent) }
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
        let query = parts.count > 1 ? RecordedBody.told(String(parts[1]), ignored) : ""
        return "\(parts.first ?? "")?\(query)"
    }

    private func fits(_ recording: RecordedExchange, _ sent: RecordedBody?) -> Bool {
        guard let recorded = recording.sent else { return true }
        return RecordedBody(recorded, ignoring: ignored) == sent
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
    /// Answers from a folder of recordings; parameters and members of bodies of these names may be different.
    public static func replaying(_ folder: URL, ignoring ignored: Set<String> = []) -> ReplayingTransport {
        ReplayingTransport(folder, ignoring: ignored)
    }
}
