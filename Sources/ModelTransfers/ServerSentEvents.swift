import Foundation
import ModelREST
import ModelRetries
import ModelRuntime

extension EndpointSending {
    /// Sends an operation and returns the events of its response (`text/event-stream`) while they arrive:
    ///
    /// ```swift
    /// for try await event in api.events(of: Tick.follow(), reconnecting: .always) {
    ///     show(try event.decoded(as: Tick.self))
    /// }
    /// ```
    /// What is said about ``chunks(of:)`` also applies here, except that it is an error if an event is larger than the
    /// limit of responses, or all those that were not read yet. A success of another type is not events: it is an error,
    /// with the code and the message in it if it reports a failure.
    public func events(
        of endpoint: Endpoint<Void>, reconnecting reconnection: Reconnection = .never
    ) -> ServerSentEvents {
        ServerSentEvents(endpoint: endpoint, client: client, reconnection: reconnection)
    }
}

/// What happens when a response with events is over, or lost.
public enum Reconnection: Hashable, Sendable {
    /// The events end with the response, or with an error. For events that answer one request, such as the parts of a
    /// generated text.
    case never
    /// The request is sent again, with the id of the last event as `Last-Event-ID`, after the time that the server has
    /// set (at least 0.1 seconds, by default 3), which doubles with each attempt that brings nothing, up to a minute, or
    /// after the time that a failure asks for (`Retry-After`). The events end if the server answers 204, and with an
    /// error if it rejects the request.
    case always
}

/// An event that a server has sent (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The kind of event: `message` if the server does not name it.
    public let name: String
    /// The data; several lines are separated by line breaks.
    public let data: String
    /// The id of this event, or that of the last event that had one; empty if there was none.
    public let id: String

    /// Creates an event, for tests.
    public init(name: String = "message", data: String, id: String = "") {
        (self.name, self.data, self.id) = (name, data, id)
    }

    /// The data as JSON.
    public func decoded<Value: JSONValue>(as type: Value.Type = Value.self) throws -> Value {
        try Value(json: Data(data.utf8))
    }
}

/// The events of an operation, in the order of their arrival. Created by `events(of:reconnecting:)`.
public struct ServerSentEvents: AsyncSequence, Sendable {
    let endpoint: Endpoint<Void>
    let client: APIClient
    let reconnection: Reconnection

    /// Starts to connect when the first event is awaited.
    public func makeAsyncIterator() -> Iterator { Iterator(events: self) }

    /// Receives one event after another.
    public struct Iterator: AsyncIteratorProtocol {
        private let events: ServerSentEvents
        private var response: ArrivingResponse?
        private var reader: EventReader
        private var arrived: ArraySlice<ServerSentEvent> = []
        /// The responses since bytes have arrived.
        private var attempts = 0
        private var isOver = false

        init(events: ServerSentEvents) {
            self.events = events
            reader = EventReader()
        }

        /// The next event, or nil after the last.
        public mutating func next() async throws -> ServerSentEvent? {
            while arrived.isEmpty, !isOver {
                do {
                    try await receive()
                } catch {
                    isOver = true
                    throw error.asDeclared
                }
            }
            return arrived.popFirst()
        }

        private mutating func receive() async throws {
            if reader.isOverLimit { throw APIError(.tooLarge(limit: reader.limit), events.endpoint.summary) }
            let response =
                response
                ?? ArrivingResponse(question, events.client, only: EventReader.media, after: reader.lastID)
            self.response = response
            var asked: Duration?
            do {
                if let chunk = try await response.next() {
                    reader.limit = response.limit
                    arrived = reader.events(in: chunk)[...]
                    attempts = 0
                    return
                }
                isOver = events.reconnection == .never || response.status == 204
                if isOver { return }
            } catch let error as APIError where events.reconnection == .always && error.isPassing {
                // The next response may have more events.
                asked = error.failure.flatMap { RetryAfter.duration($0.headers, now: Date()) }
            }
            self.response = nil
            do {
                try await Task.sleep(for: Swift.max(reader.restart(after: attempts), asked ?? .zero))
            } catch {
                throw APIError(.cancelled, events.endpoint.summary)
            }
            attempts += 1
        }

        private var question: Endpoint<Void> {
            events.endpoint.with {
                if $0.headers.fields[.accept] == nil { $0.headers.set("Accept", EventReader.media) }
            }
        }
    }
}

extension APIError {
    /// Whether the server may answer later. A response of another type will not become events, and what was not recorded
    /// never arrives.
    fileprivate var isPassing: Bool {
        switch reason {
        case .decoding: false
        case .transport(let error): error.reason != .notRecorded
        default: isUnavailability
        }
    }
}
