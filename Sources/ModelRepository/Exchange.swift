import Foundation
import HTTPTypes
import ModelREST

/// Puts questions to a server and keeps what comes. The same question twice at once is one request.
struct Exchange<Model: Identifiable & Sendable, ListQuery: ListParameters>: Sendable where Model.ID: Sendable {
    typealias Asked = Question<ListQuery, Model.ID>

    let cache: any ModelCache<Model, ListQuery>
    private let flights = Flights<Asked, Answer<Model>>()

    init(cache: any ModelCache<Model, ListQuery>) {
        self.cache = cache
    }

    /// The models that a policy gives for a list. `ask` sends the request with headers.
    func models(
        _ question: Asked,
        _ policy: CachePolicy,
        _ ask: @escaping @Sendable (Validators?) async throws -> Reply<Model>
    ) -> CachedValues<[Model]> {
        values(question, policy, ask) { $0.models }
    }

    /// The model that a policy gives for a key.
    func model(
        _ id: Model.ID,
        _ policy: CachePolicy,
        _ ask: @escaping @Sendable (Validators?) async throws -> Reply<Model>
    ) -> CachedValues<Model> {
        values(.model(id), policy, ask) { $0.models.first }
    }

    private func values<Value: Sendable>(
        _ question: Asked,
        _ policy: CachePolicy,
        _ ask: @escaping @Sendable (Validators?) async throws -> Reply<Model>,
        _ value: @escaping @Sendable (Answer<Model>) -> Value?
    ) -> CachedValues<Value> {
        CachedValues(policy: policy) {
            guard let answer = try await cache.answer(to: question), let value = value(answer) else { return nil }
            let now = Date()
            return CachedValues.Kept(value: value, age: answer.age(at: now), freshness: answer.freshness(at: now))
        } fresh: {
            let answer = try await flights.join(question) { try await landed(question, ask) }
            guard let value = value(answer) else { throw ModelIsGone() }
            return value
        }
    }

    private func landed(
        _ question: Asked,
        _ ask: @Sendable (Validators?) async throws -> Reply<Model>
    ) async throws -> Answer<Model> {
        let open = try await cache.ask(question)
        if let answer = try await keep(question, open, { try await ask(open.validators) }) { return answer }
        // Nothing has changed since an answer that is not kept whole any more.
        let again = try await cache.ask(question)
        if let answer = try await keep(question, again, { try await ask(nil) }) { return answer }
        throw ModelIsGone()
    }

    private func keep(
        _ question: Asked,
        _ open: OpenQuestion,
        _ ask: () async throws -> Reply<Model>
    ) async throws -> Answer<Model>? {
        do {
            return try await cache.keep(try await ask(), to: question, open)
        } catch let error as Refused<Model> {
            _ = try await cache.keep(error.reply, to: question, open)
            throw error.error
        } catch {
            await close(open, .nothingDone)
            throw error
        }
    }

    /// Sends a write, and keeps what it did.
    ///
    /// - Throws: ``WriteNotKept`` if the server did it, and the cache cannot keep it.
    @discardableResult func write(_ send: @escaping @Sendable () async throws -> WriteReply<Model>) async throws -> Model? {
        flights.forget()
        let open = try await cache.ask(nil)
        let reply: WriteReply<Model>
        var failure: (any Error)?
        do {
            reply = try await send()
        } catch let error as RefusedWrite<Model> {
            reply = error.reply
            failure = error.error
        } catch {
            await close(open, error.isRefusal ? .nothingDone : .outcomeUnknown)
            throw error
        }
        flights.forget()
        // The server has done it: even a task that is cancelled now must not forget that.
        let keeping = Task { [cache, reply] in try await cache.keep(reply, open) }
        let kept: Model?
        do {
            kept = try await keeping.value
        } catch {
            await close(open, .outcomeUnknown)
            throw WriteNotKept(reply: reply, error: failure ?? error)
        }
        if let failure { throw failure }
        return kept
    }

    /// Also in a task that was cancelled.
    private func close(_ open: OpenQuestion, _ failure: Failure) async {
        await Task { [cache] in try? await cache.close(open, failure) }.value
    }
}

/// The server refused a question by saying that the model is gone.
struct Refused<Model: Identifiable & Sendable>: Error where Model.ID: Sendable {
    var reply: Reply<Model>
    var error: any Error
}

/// The server refused a write by saying that the model is gone.
struct RefusedWrite<Model: Identifiable & Sendable>: Error where Model.ID: Sendable {
    var reply: WriteReply<Model>
    var error: any Error
}

/// The server has done what it was asked for, and the cache could not keep it. What was kept before is unchanged.
public struct WriteNotKept<Model: Identifiable & Sendable>: Error, CustomStringConvertible where Model.ID: Sendable {
    /// What the server did.
    public let reply: WriteReply<Model>
    /// Why it could not be kept.
    public let error: any Error

    /// What happened.
    public var description: String { "the server has done it, but it could not be kept: \(error)" }
}

/// The server gave a model that was deleted while its answer was under way.
public struct ModelIsGone: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    public var description: String { "the model was deleted while it was asked for" }
}

extension Error {
    /// Whether the server has said that it did not do what it was asked for.
    fileprivate var isRefusal: Bool {
        switch (self as? APIError)?.reason {
        case .status(let failure): (400..<500).contains(failure.status) && failure.status != 408
        case .business, .invalidRequest: true
        default: false
        }
    }
}
