import Foundation
import HTTPTypes
import ModelREST

/// Puts questions to a server and keeps what comes. The same question twice at once is one request.
struct Exchange<Model: Identifiable & Sendable, ListQuery: ListParameters>: Sendable where Model.ID: Sendable {
    typealias Asked = Question<ListQuery, Model.ID>

    let cache: any ModelCache<Model, ListQuery>
    private let flights = Flights<Key, Answer<Model>>()

    /// What makes two requests the same.
    private struct Key: Hashable {
        var question: Asked
        var headers: RequestHeaders
    }

    init(cache: any ModelCache<Model, ListQuery>) {
        self.cache = cache
    }

    /// Sends a request, conditional if there are validators.
    typealias Ask = @Sendable (Validators?) async throws -> Reply<Model>

    /// The models that a policy gives for a list.
    ///
    /// - Parameter missing: is told which models the answer before held, and this one does not.
    func models(
        _ question: Asked,
        _ headers: RequestHeaders,
        _ policy: CachePolicy,
        _ ask: @escaping Ask,
        missing: (@Sendable ([Model.ID]) async -> Void)? = nil
    ) -> CachedValues<[Model]> {
        guard let missing else { return values(question, headers, policy, ask) { $0.models } }
        let before = Locked<[Model.ID]>([])
        return values(question, headers, policy) { validators in
            let ids = try await cache.answer(to: question)?.models.map(\.id) ?? []
            before.withLock { $0 = ids }
            return try await ask(validators)
        } _: { answer in
            answer.models
        } landed: { answer in
            let kept = Set(answer.models.map(\.id))
            await missing(before.withLock { $0 }.filter { !kept.contains($0) })
        }
    }

    /// The model that a policy gives for a key.
    func model(
        _ id: Model.ID,
        _ headers: RequestHeaders,
        _ policy: CachePolicy,
        _ ask: @escaping Ask
    ) -> CachedValues<Model> {
        values(.model(id), headers, policy, ask) { $0.models.first }
    }

    private func values<Value: Sendable>(
        _ question: Asked,
        _ headers: RequestHeaders,
        _ policy: CachePolicy,
        _ ask: @escaping Ask,
        _ value: @escaping @Sendable (Answer<Model>) -> Value?,
        landed: (@Sendable (Answer<Model>) async -> Void)? = nil
    ) -> CachedValues<Value> {
        CachedValues(policy: policy) {
            guard let answer = try await cache.answer(to: question), let value = value(answer) else { return nil }
            let now = Date()
            return CachedValues.Kept(value: value, age: answer.age(at: now), freshness: answer.freshness(at: now))
        } fresh: {
            let answer = try await flights.join(Key(question: question, headers: headers)) {
                let answer = try await self.answer(question, ask)
                await landed?(answer)
                return answer
            }
            guard let value = value(answer) else { throw ModelIsGone() }
            return value
        }
    }

    private func answer(
        _ question: Asked,
        _ ask: Ask
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
    func write(_ send: () async throws -> WriteReply<Model>) async throws -> Model {
        var written: Model?
        let kept = try await perform {
            let reply = try await send()
            switch reply {
            case .created(let model), .changed(let model, _): written = model
            case .gone: break
            }
            return reply
        }
        // Deleted by a write that was put later: this is what the server answered.
        guard let model = kept ?? written else { throw ModelIsGone() }
        return model
    }

    /// Sends a deletion, and deletes here as well.
    ///
    /// - Throws: ``WriteNotKept`` if the server did it, and the cache cannot.
    func delete(_ send: () async throws -> WriteReply<Model>) async throws { _ = try await perform(send) }

    private func perform(_ send: () async throws -> WriteReply<Model>) async throws -> Model? {
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

/// A value that one thread at a time uses.
private final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
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
