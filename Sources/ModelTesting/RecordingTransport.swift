import Foundation
import HTTPTypes
import ModelREST
import ModelStoredForms

/// Sends requests with another transport, and stores the responses in a folder for `ReplayingTransport`.
///
/// There is one file for each exchange, numbered in the order in which they finish. Request headers are not stored, and
/// neither are sensitive values of paths, queries and forms, nor headers, parameters and members of request bodies that
/// look like credentials. Review response bodies, and request bodies in JSON with other `sensitive` fields, before you
/// check them in. A successful response is passed on while it arrives, and held in memory as a whole until
/// it is complete. Server-sent events are stored as far as they were read.
public final class RecordingTransport: Transport {
    private let folder: URL
    private let transport: any Transport
    private let count: Locked<Int>

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
        let redaction = Redaction(secrets: options.secrets)
        let recording = Recording(
            of: request, try await RecordedBody(body, of: request, with: redaction), redaction)
        var options = options
        if let receive = options.receive {
            options.receive = { head in
                guard let write = try receive(head) else { return nil }
                recording.begin(head)
                return { chunk in
                    recording.add(chunk)
                    try write(chunk)
                }
            }
        }
        let response: TransportResponse
        do {
            response = try await transport.send(request, body: body, options: options)
        } catch {
            storeEvents(recording)
            throw error
        }
        recording.finish(response.head)
        switch response.body {
        case .data(let data):
            recording.add(data)
            try store(recording)
            return response
        case .stream(var chunks) where response.head.status.kind != .successful:
            // A client does not read the body of a redirect, or of a response after which it repeats the request.
            var body = Data()
            while let chunk = try await chunks.next() { body += chunk }
            recording.add(body)
            try store(recording)
            return TransportResponse(response.head, body: .data(body))
        case .stream(let chunks):
            return TransportResponse(response.head, body: .stream(recorded(chunks, recording)))
        }
    }

    /// The same chunks, which are stored when the last one has been read.
    private func recorded(_ chunks: ByteChunks, _ recording: Recording) -> ByteChunks {
        ByteChunks { [self, chunks] in
            do {
                var chunks = chunks
                guard let chunk = try await chunks.next() else {
                    try store(recording)
                    return nil
                }
                recording.add(chunk)
                return chunk
            } catch {
                storeEvents(recording)
                throw error
            }
        }
    }

    /// Stores events that ended with an error, because most never end otherwise.
    private func storeEvents(_ recording: Recording) {
        if recording.isOfEvents { try? store(recording) }
    }

    private func store(_ recording: Recording) throws {
        guard let exchange = recording.take() else { return }
        let number = count.withLock { count in
            count += 1
            return count
        }
        let name = RecordedExchange.fileName(for: exchange.request, number: number)
        try exchange.data.write(to: folder.appendingPathComponent(name), options: .atomic)
    }
}

/// An exchange that is not stored yet: the request, and what has arrived of the response.
private final class Recording: Sendable {
    private let request: HTTPRequest
    private let sent: RecordedBody?
    private let redaction: Redaction
    private let arrived = Locked<(head: HTTPResponse, body: Data)?>(nil)

    init(of request: HTTPRequest, _ sent: RecordedBody?, _ redaction: Redaction) {
        self.request = request
        self.sent = sent
        self.redaction = redaction
    }

    /// Records the head of a response that replaces an earlier one.
    func begin(_ head: HTTPResponse) { arrived.withLock { $0 = (head, Data()) } }

    /// Records the head of the response, whose body may have arrived already.
    func finish(_ head: HTTPResponse) { arrived.withLock { $0 = (head, $0?.body ?? Data()) } }

    func add(_ chunk: Data) { arrived.withLock { $0?.body += chunk } }

    /// Whether the response consists of server-sent events.
    var isOfEvents: Bool {
        let type = arrived.withLock { $0?.head.headerFields[.contentType] }
        return type?.lowercased().hasPrefix("text/event-stream") == true
    }

    /// The exchange; nil if nothing has arrived, or if it was taken before.
    func take() -> RecordedExchange? {
        arrived.withLock { $0.take() }.map { RecordedExchange(request, sent, $0.head, $0.body, redaction) }
    }
}
