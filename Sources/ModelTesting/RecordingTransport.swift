import Foundation
import HTTPTypes
import ModelREST

/// Sends requests with another transport, and stores the responses in a folder for `ReplayingTransport`.
///
/// There is one file for each exchange, numbered in the order in which they finish. Request headers are not stored, and
/// neither are headers, parameters and members of request bodies that look like credentials. Review response bodies
/// before you check them in. A successful response is passed on while it arrives, and held in memory as a whole until
/// it is complete. Server-sent events are stored as far as they were read.
public final class RecordingTransport: Transport {
    private let folder: URL
    private let transport: any Transport
    private let count: Locked<Int>

    /// What has arrived of a response that is not stored yet.
    private typealias Arrived = Locked<(head: HTTPResponse, body: Data)?>

    /// Creates a transport that records to a folder, creating the folder if needed. Numbers continue after those of
    /// existing files.
    public init(to folder: URL, over transport: any Transport = URLSessionTransport.shared) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let numbers = files.filter { $0.hasSuffix(".http") }.compactMap { Int($0.prefix { $0.isNumber }) }
        count = Locked(numbers.max() ?? 0)
        self.folder = folder
        self.transport = transport
    }

    /// Those of the other transport.
    public var capabilities: TransportCapabilities { transport.capabilities }

    /// Sends a request and stores its response.
    public func send(
        _ request: HTTPRequest,
        body: BodyStream?,
        options: TransportOptions
    ) async throws -> TransportResponse {
        let sent = try await RecordedBody(body, of: request, ignoring: [])
        let arrived = Arrived(nil)
        var options = options
        if let receive = options.receive {
            options.receive = { head in
                guard let write = try receive(head) else { return nil }
                arrived.withLock { $0 = (head, Data()) }
                return { chunk in
                    arrived.withLock { $0?.body += chunk }
                    try write(chunk)
                }
            }
        }
        let response: TransportResponse
        do {
            response = try await transport.send(request, body: body, options: options)
        } catch {
            storeEvents(arrived, request, sent)
            throw error
        }
        arrived.withLock { $0 = (response.head, $0?.body ?? Data()) }
        switch response.body {
        case .data(let data):
            arrived.withLock { $0?.body += data }
            try store(arrived, request, sent)
            return response
        case .stream(var chunks) where response.head.status.kind != .successful:
            // A client does not read the body of a redirect, or of a response after which it repeats the request.
            var body = Data()
            while let chunk = try await chunks.next() { body += chunk }
            arrived.withLock { $0?.body += body }
            try store(arrived, request, sent)
            return TransportResponse(response.head, body: .data(body))
        case .stream(let chunks):
            return TransportResponse(
                response.head,
                body: .stream(
                    ByteChunks { [self, chunks] in
                        do {
                            var chunks = chunks
                            guard let chunk = try await chunks.next() else {
                                try store(arrived, request, sent)
                                return nil
                            }
                            arrived.withLock { $0?.body += chunk }
                            return chunk
                        } catch {
                            storeEvents(arrived, request, sent)
                            throw error
                        }
                    }))
        }
    }

    /// Stores events that ended with an error, because most never end otherwise.
    private func storeEvents(_ arrived: Arrived, _ request: HTTPRequest, _ sent: RecordedBody?) {
        let type = arrived.withLock { $0?.head.headerFields[.contentType] }
        if type?.lowercased().hasPrefix("text/event-stream") == true { try? store(arrived, request, sent) }
    }

    private func store(_ arrived: Arrived, _ request: HTTPRequest, _ sent: RecordedBody?) throws {
        guard let (head, body) = arrived.withLock({ $0.take() }) else { return }
        let exchange = RecordedExchange(request, sent, head, body)
        let number = count.withLock { count in
            count += 1
            return count
        }
        let name = RecordedExchange.fileName(for: exchange.request, number: number)
        try exchange.data.write(to: folder.appendingPathComponent(name), options: .atomic)
    }
}

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
        let query = parts.count > 1 ? RecordedBody.redacted(String(parts[1]), ignored) : ""
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
    /// Answers from a folder of recordings. Parameters and members of bodies with the ignored names may differ.
    public static func replaying(_ folder: URL, ignoring ignored: Set<String> = []) -> ReplayingTransport {
        ReplayingTransport(folder, ignoring: ignored)
    }
}
