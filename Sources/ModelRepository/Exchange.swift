import Foundation
import HTTPTypes
import ModelREST
import ModelStoredForms

/// Sends questions to a server and stores the answers. Identical questions at the same time share one request.
struct Exchange<Model: Identifiable & Sendable, ListQuery: ListParameters>: Sendable where Model.ID: Sendable {
    typealias Asked = Question<ListQuery, Model.ID>

    typealias Cache = any ModelCache<Model, ListQuery>

    private let cache: Cache
    private let client: APIClient
    private let flights = Flights<Key, Answer<Model>>()
    private let lastServer = Locked<String?>(nil)

    /// Determines whether two requests are identical.
    private struct Key: Hashable {
        var server: String
        var question: Asked
        var call: Call
        /// The next user's question does not join a request of the previous user.
        var removals = removalCount.withLock { $0 }
    }

    init(cache: Cache, _ client: APIClient) {
        self.cache = cache
        self.client = client
    }

    /// The server to ask. The base URL can change at any time. If it cannot be determined, perhaps because the device
    /// is offline, this is the last one, so that stored answers can be read; a request then reports the error.
    private func server() async -> String {
        if let found = try? await client.baseURL() { lastServer.withLock { $0 = found } }
        return "\(lastServer.withLock { $0 } ?? client.defaults.baseURL) \(client.defaults.basePath)"
    }

    /// Whether the base URL has changed since a request was sent, so that part of it may have gone to the other server.
    private func isLeft(_ server: String) async -> Bool { await self.server() != server }

    /// The stored answer of the current server.
    func answer(to question: Asked) async throws -> Answer<Model>? {
        try await cache.of(server: await server()).answer(to: question)
    }

    /// Sends a request. With validators, it is conditional.
    typealias Ask = @Sendable (Validators?) async throws -> Reply<Model>

    /// The values that a policy yields for a question.
    ///
    /// - Parameters:
    ///   - value: The value of an answer; nil if it has none.
    ///   - missing: Called with the ids of models in the previous answer that are not in this one.
    func values<Value: Sendable>(
        _ question: Asked,
        _ call: Call,
        _ policy: CachePolicy,
        of value: @escaping @Sendable (Answer<Model>) -> Value?,
        missing: (@Sendable ([Model.ID]) async -> Void)? = nil,
        _ ask: @escaping Ask
    ) -> CachedValues<Value> {
        CachedValues(policy: policy, request: call.summary) {
            guard let answer = try await answer(to: question), let value = value(answer) else { return nil }
            let now = Date()
            guard answer.facts.isAnswer(to: call.headers) else {
                return CachedValues.Kept(value: value, age: nil, freshness: .old)
            }
            return CachedValues.Kept(value: value, age: answer.age(at: now), freshness: answer.freshness(at: now))
        } fresh: {
            let server = await server()
            let received = try await flights.join(Key(server: server, question: question, call: call)) {
                let known = missing == nil ? nil : try await cache.of(server: server).answer(to: question)
                let before = known?.models.map(\.id) ?? []
                let received = try await answer(server, question, call, ask)
                guard let missing, await !isLeft(server) else { return received }
                let ids = Set(received.models.map(\.id.exact))
                await missing(before.filter { !ids.contains($0.exact) })
                return received
            }
            guard let value = value(received) else { throw ModelIsGone() }
            return value
        }
    }

    private func answer(_ server: String, _ question: Asked, _ call: Call, _ ask: Ask) async throws -> Answer<Model> {
        let cache = cache.of(server: server)
        let open = try await cache.ask(question)
        let validators = open.facts.validators(for: call.headers)
        var (reply, answer) = try await keep(question, open, server) { try await ask(validators) }
        if case .unchanged = reply, answer == nil {
            // The server says that nothing has changed, but not all of the previous answer is stored any more. The
            // question stays the same, so its answer is not stored if everything has been removed since it was
            // registered.
            (reply, answer) = try await keep(question, open, server) { try await ask(nil) }
        }
        guard let answer else { throw ModelIsGone() }
        return answer
    }

    private func keep(
        _ question: Asked,
        _ open: OpenQuestion,
        _ server: String,
        _ ask: () async throws -> Reply<Model>
    ) async throws -> (Reply<Model>, Answer<Model>?) {
        let cache = cache.of(server: server)
        do {
            let reply = try await ask().eachOnce
            if await isLeft(server) {
                await close(open, .nothingDone, at: server)
                return (reply, reply.answer(open.date))
            }
            return (reply, try await cache.keep(reply, to: question, open))
        } catch let error as Refused<Reply<Model>> {
            do {
                if await isLeft(server) { throw error.error }
                _ = try await cache.keep(error.reply, to: question, open)
            } catch { await close(open, .nothingDone, at: server) }
            throw error.error
        } catch {
            await close(open, .nothingDone, at: server)
            throw error
        }
    }

    /// Requests changes with a closure, and stores them.
    func merge<Changes: Sendable>(
        _ request: @Sendable () async throws -> Changes, _ reply: @Sendable (Changes) -> Reply<Model>
    ) async throws -> Changes {
        let server = await server()
        let open = try await cache.of(server: server).ask(nil)
        var changes: Changes?
        let (_, answer) = try await keep(.operation(""), open, server) {
            let received = try await request()
            changes = received
            return reply(received)
        }
        guard answer != nil, let changes else { throw ChangesNotKept() }
        return changes
    }

    /// Empties the cache. Later questions do not join requests that are already running, in any repository.
    func removeAll() async throws {
        removalCount.withLock { $0 += 1 }
        try await cache.removeAll()
        removalCount.withLock { $0 += 1 }
    }

    /// Sends a write with a client.
    typealias Send = (APIClient) async throws -> WriteReply<Model>

    /// Sends a write, and stores its result.
    ///
    /// - Throws: ``WriteNotKept`` if the server performed it, but the cache cannot store it.
    func write(_ request: RequestSummary, _ send: Send) async throws -> Model {
        var written: Model?
        let kept = try await perform(request) {
            let reply = try await send($0)
            written = reply.model
            return reply
        }
        // If a later write has deleted the model, this is what the server answered.
        guard let model = kept ?? written else { throw ModelIsGone() }
        return model
    }

    /// Sends a deletion, and deletes the model from the cache.
    ///
    /// - Throws: ``WriteNotKept`` if the server performed it, but the cache cannot.
    func delete(_ request: RequestSummary, _ send: Send) async throws { _ = try await perform(request, send) }

    private func perform(_ request: RequestSummary, _ send: Send) async throws -> Model? {
        do { return try await undeclared(send) } catch { throw error.thrown(by: request) }
    }

    private func undeclared(_ send: Send) async throws -> Model? {
        flights.forget()
        let server = await server()
        let cache = cache.of(server: server)
        let open = try await cache.ask(nil)
        let reply: WriteReply<Model>
        var failure: (any Error)?
        let departure = Departure()
        do {
            reply = try await send(client.adding(departure))
        } catch let error as Refused<WriteReply<Model>> {
            reply = error.reply
            failure = error.error
        } catch {
            // A test's fake answers before any middleware runs.
            let mayHaveArrived = departure.mayHaveArrived || client.answers != nil
            // A write that was finally rejected may still have taken effect in an earlier attempt.
            let isRefused = error.isRefusal && !departure.mayHaveTakenEffect
            await close(open, isRefused || !mayHaveArrived ? .nothingDone : .outcomeUnknown, at: server)
            throw error
        }
        flights.forget()
        // The server has performed the write, so its result must be stored even if this task is cancelled now.
        let keeping = Task { [reply] in
            guard await isLeft(server) else { return try await cache.keep(reply, open) }
            await close(open, .outcomeUnknown, at: server)
            return nil
        }
        let kept: Model?
        do {
            kept = try await keeping.value
        } catch {
            await close(open, .outcomeUnknown, at: server)
            // If the server answered with a failure, it has not performed the write.
            throw failure ?? WriteNotKept(reply: reply, error: error)
        }
        if let failure { throw failure }
        return kept
    }

    /// Ends a question, even in a cancelled task. A write whose outcome is unknown may also have gone to the server
    /// that is current now.
    private func close(_ open: OpenQuestion, _ failure: Failure, at server: String) async {
        await Task {
            try? await cache.of(server: server).close(open, failure)
            guard failure == .outcomeUnknown, await isLeft(server) else { return }
            // The cache of the other server may have a clock of its own, so this write gets a number there.
            let other = cache.of(server: await self.server())
            if let write = try? await other.ask(nil) { try? await other.close(write, failure) }
        }.value
    }
}

/// How often a cache was emptied in this process.
private let removalCount = Locked(0)

/// The innermost middleware of a write, which records what each attempt may have done.
private struct Departure: Middleware {
    private struct State {
        var isSent = false
        /// Whether the last attempt may have been performed, and whether an earlier one may have been.
        var (last, earlier) = (false, false)
    }

    private let state = Locked(State())

    /// Whether any attempt may have reached the server.
    var mayHaveArrived: Bool { state.withLock { $0.isSent } }
    /// Whether an attempt before the last one may have been performed, because the server did not say that it was not.
    var mayHaveTakenEffect: Bool { state.withLock { $0.earlier } }

    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        try Task.checkCancellation()
        state.withLock { $0.earlier = $0.earlier || $0.last }
        do {
            let response = try await next(request)
            let isRejected = (400..<500).contains(response.status) && response.status != 408
            state.withLock { ($0.isSent, $0.last) = (true, !isRejected) }
            return response
        } catch {
            let isSent = !error.isBeforeSending
            state.withLock { ($0.isSent, $0.last) = ($0.isSent || isSent, isSent) }
            throw error
        }
    }
}

/// What distinguishes a call from others with the same question.
struct Call: Hashable {
    /// The path and the query.
    var request: String
    /// The headers, except for those that a middleware sets.
    var headers: RequestHeaders
    /// A description for errors.
    var summary: RequestSummary
}

/// Thrown if the server rejected a question or a write because the model no longer exists.
struct Refused<Reply: Sendable>: Error {
    var reply: Reply
    var error: any Error
}

/// Thrown if the server performed a write, but the cache could not store the result. The cache keeps its previous
/// contents.
public struct WriteNotKept<Model: Identifiable & Sendable>: Error, CustomStringConvertible where Model.ID: Sendable {
    /// The result of the write on the server.
    public let reply: WriteReply<Model>
    /// Why it could not be stored.
    public let error: any Error

    /// What happened, in one line.
    public var description: String {
        "the server performed the operation, but the result could not be stored: \(error)"
    }
}

/// Thrown if the server returned a model that was deleted while the response was in transit.
public struct ModelIsGone: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, in one line.
    public var description: String { "the model was deleted while it was being requested" }
}

extension Error {
    /// Whether no server has received the request. After a redirect, one has.
    fileprivate var isBeforeSending: Bool {
        guard let error = self as? APIError, error.request.redirects.isEmpty else { return false }
        return switch error.reason {
        case .invalidRequest: true
        case .transport(let cause): [.hostNotFound, .cannotConnect].contains(cause.reason)
        default: false
        }
    }

    /// Whether the server said that it did not perform the request, and the stored state is not out of date. 409 and
    /// 412 mean that the server has another state (RFC 9110, sections 15.5.10 and 15.5.13).
    fileprivate var isRefusal: Bool {
        switch (self as? APIError)?.reason {
        case .status(let failure):
            (400..<500).contains(failure.status) && ![408, 409, 412].contains(failure.status)
        case .business, .invalidRequest: true
        default: false
        }
    }
}
