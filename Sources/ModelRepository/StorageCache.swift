import Foundation
import ModelFiles
import ModelREST
import ModelRuntime

/// Stores a server's answers in a `ModelStorage`: each list as received, in its order, and single models by id.
///
/// Later writes replace the models of a list, and deleted models are not shown. Storing a list changes no other list.
/// Stored values of an older form of the model that can no longer be read count as absent; so does an answer whose
/// question is too long for the storage.
public struct StorageCache<Model: JSONValue & Identifiable & Sendable, ListQuery: ListParameters>: ModelCache
where Model.ID: JSONValue & Hashable & Sendable {
    private typealias Head = Kept<KeptList<Model>>

    private let storage: ModelStorage
    /// What distinguishes the server, and one of several places there: prefixes of keys.
    private var (server, place) = ("", "")
    private var separatesServers = false
    private var filled: @Sendable (Model) -> Model = { $0 }

    /// A cache in a storage.
    public init(_ storage: ModelStorage) {
        self.storage = storage
    }

    /// Returns this cache for the models of one of several places and servers: the answers of each server are apart from
    /// those of others in the same storage, and fields filled from the path are not stored.
    public func within(_ resource: Resource<Model>) -> StorageCache where Model: RESTModel {
        var cache = self
        cache.separatesServers = true
        cache.place = resource.fills ? "\(resource.path.encoded) " : ""
        cache.filled = resource.filled
        return cache
    }

    /// Returns this cache for the answers of one server, if it is for several.
    public func of(server: String) -> StorageCache {
        guard separatesServers else { return self }
        var cache = self
        cache.server = "\(stableHash(server)) "
        return cache
    }

    /// Returns the stored answer.
    public func answer(to question: Question<ListQuery, Model.ID>) throws -> Answer<Model>? {
        if case .model(let id) = question {
            guard let kept = try model(key(of: id)), let model = kept.content else { return nil }
            return Answer([model], date: kept.date, facts: kept.facts)
        }
        guard let head = try head(key(of: question)) else { return nil }
        if let answer = try answer(head, key(of: question)) { return answer }
        // A newer answer may just have replaced its models.
        return try storage.exclusively {
            try self.head(key(of: question)).flatMap { try answer($0, key(of: question)) }
        }
    }

    /// Registers a question.
    public func ask(_ question: Question<ListQuery, Model.ID>?) throws -> OpenQuestion {
        let number = try storage.exclusively { try tick() }
        let facts = try question.flatMap { question in
            if case .model(let id) = question { return try model(key(of: id))?.facts }
            return try head(key(of: question))?.facts
        }
        return OpenQuestion(number: number, date: Date(), facts: facts ?? AnswerFacts())
    }

    /// Stores a reply.
    public func keep(
        _ reply: Reply<Model>,
        to question: Question<ListQuery, Model.ID>,
        _ open: OpenQuestion
    ) throws -> Answer<Model>? {
        try storage.exclusively { () throws -> Answer<Model>? in
            guard try isKept(open) else { return reply.answer(open.date) }
            switch reply {
            case .list(let models, _, let facts): return try keep(models, facts, question, open)
            case .model(let model, let facts):
                try put(Kept(stamp: open.number, date: open.date, facts: facts, content: model), model.id)
                if case .path = question { return try keep([model], facts, question, open) }
            case .gone(let id): try put(Kept(stamp: open.number, date: open.date), id)
            case .unchanged(let facts): return try confirm(question, open, facts)
            }
            return try answer(to: question)
        }
    }

    /// Stores the result of a write.
    public func keep(_ reply: WriteReply<Model>, _ open: OpenQuestion) throws -> Model? {
        try storage.exclusively { () throws -> Model? in
            if try !isKept(open) {
                // Perhaps only another model's answers were removed; those of this one do not know of the write.
                try makeAllOld()
                // A deletion brings nothing back.
                if let model = reply.model { return model }
            }
            var written = Kept(stamp: try tick(), number: open.number, date: Date(), content: reply.model)
            if case .changed(_, let facts) = reply { written.facts = facts }
            let key = key(of: reply.id)
            if let other = try model(key), other.number > open.number {
                // A later write has already landed: its result stays, and is newer than everything under way.
                written.content = other.content
                written.number = other.number
                written.date = nil
                written.facts = AnswerFacts()
            }
            try storage.save(written, as: key)
            if case .created = reply { try makeOld(Head.self, server) }
            return written.content
        }
    }

    /// Ends a question without an answer.
    public func close(_ open: OpenQuestion, _ failure: Failure) throws {
        guard failure == .outcomeUnknown else { return }
        try storage.exclusively { () throws in try makeAllOld() }
    }

    /// Removes all answers, of every server and place. An answer that is under way is not stored, nor one of other models
    /// in the same storage.
    public func removeAll() throws {
        try storage.exclusively { () throws in
            try storage.save(CacheClock(now: tick()), as: CacheClock.emptied)
            try storage.removeAll(Head.self)
            try storage.removeAll(KeptList<Model>.self)
            try storage.removeAll(Kept<Model>.self)
        }
    }
}

extension StorageCache {
    /// The next tick of the clock. Called exclusively, with what it is for: anything later is newer.
    private func tick() throws(StorageError) -> Int64 {
        let now = try storage.fetch(CacheClock.self, as: CacheClock.key).map { $0.now + 1 } ?? ServerClock.start
        try storage.save(CacheClock(now: now), as: CacheClock.key)
        return now
    }

    /// Whether the answers were not removed since a question or a write was registered.
    private func isKept(_ open: OpenQuestion) throws(StorageError) -> Bool {
        try storage.fetch(CacheClock.self, as: CacheClock.emptied).map { $0.now < open.number } ?? true
    }
}

// MARK: - Lists

extension StorageCache {
    private func keep(
        _ models: [Model],
        _ facts: AnswerFacts,
        _ question: Question<ListQuery, Model.ID>,
        _ open: OpenQuestion
    ) throws -> Answer<Model>? {
        let key = self.key(of: question)
        let before = try head(key)
        if let before, before.stamp > open.number { return try answer(before, key) }
        let head = Head(stamp: open.number, number: open.number, date: open.date, facts: facts)
        do throws(StorageError) {
            // The head is stored last: until then, it refers to the models of the previous answer.
            try storage.save(KeptList(models: models), as: "\(key) \(head.number)")
            try storage.save(head, as: key)
            if let before { try storage.remove(KeptList<Model>.self, as: "\(key) \(before.number)") }
        } catch {
            guard case .keyTooLong = error.kind else { throw error }
            return Answer(models, date: open.date, facts: facts)
        }
        return try answer(head, key, models)
    }

    private func confirm(
        _ question: Question<ListQuery, Model.ID>,
        _ open: OpenQuestion,
        _ facts: AnswerFacts
    ) throws -> Answer<Model>? {
        guard let sent = open.facts.validators else { return nil }
        if case .model(let id) = question {
            guard var kept = try model(key(of: id)), kept.facts.validators == sent, kept.content != nil else {
                return nil
            }
            kept.date = open.date
            kept.stamp = max(kept.stamp, open.number)
            kept.facts = kept.facts.confirmed(by: facts)
            try storage.save(kept, as: key(of: id))
        } else {
            guard var head = try head(key(of: question)), head.facts.validators == sent else { return nil }
            if head.stamp < open.number {
                head.stamp = open.number
                head.date = open.date
                head.facts = head.facts.confirmed(by: facts)
                try storage.save(head, as: key(of: question))
            }
        }
        return try answer(to: question)
    }

    /// The models of a list, with those that were written since in their positions.
    private func answer(_ head: Head, _ key: String, _ known: [Model]? = nil) throws -> Answer<Model>? {
        guard
            let listed = try known?.map(filled)
                ?? readable({ () throws(StorageError) in
                    try storage.fetch(KeptList<Model>.self, as: "\(key) \(head.number)")
                })?.models.map(filled)
        else { return nil }
        let written = Set(try storage.keys(of: Kept<Model>.self))
        let models =
            written.isEmpty
            ? listed
            : try listed.compactMap { listed -> Model? in
                let key = self.key(of: listed.id)
                guard written.contains(key), let other = try model(key), other.stamp > head.stamp else { return listed }
                return other.content
            }
        return Answer(models, date: head.date, facts: head.facts)
    }

    private func makeAllOld() throws {
        try makeOld(Head.self, server)
        try makeOld(Kept<Model>.self, server + place)
    }

    /// None of these is fresh any more.
    private func makeOld<Content>(_ type: Kept<Content>.Type, _ prefix: String) throws {
        for key in try storage.keys(of: type) where key.utf8.starts(with: prefix.utf8) {
            guard var kept = try kept(type, key), kept.date != nil else { continue }
            kept.date = nil
            try storage.save(kept, as: key)
        }
    }

    private func head(_ key: String) throws -> Head? { try kept(Head.self, key) }

    private func kept<Content>(_ type: Kept<Content>.Type, _ key: String) throws -> Kept<Content>? {
        try readable { () throws(StorageError) in try storage.fetch(type, as: key) }
    }

    private func key(of question: Question<ListQuery, Model.ID>) -> String {
        if case .model(let id) = question { return key(of: id) }
        return server + (question.text ?? "")
    }
}

// MARK: - Single models

extension StorageCache {
    /// Stores what a read returned for a model, unless something newer is known.
    private func put(_ kept: Kept<Model>, _ id: Model.ID) throws {
        let key = self.key(of: id)
        var kept = kept
        if let other = try model(key) {
            guard other.stamp < kept.stamp else { return }
            kept.number = other.number
        }
        try storage.save(kept, as: key)
    }

    private func model(_ key: String) throws -> Kept<Model>? {
        var kept = try kept(Kept<Model>.self, key)
        if let model = kept?.content { kept?.content = filled(model) }
        return kept
    }

    private func key(of id: Model.ID) -> String { server + place + ((try? id.jsonString(at: [])) ?? "") }

    /// The cached value, unless it has an older form or does not fit this storage.
    private func readable<Kept>(_ fetch: () throws(StorageError) -> Kept?) throws(StorageError) -> Kept? {
        do throws(StorageError) {
            return try fetch()
        } catch {
            switch error.kind {
            case .decoding, .keyTooLong: return nil
            case .encoding, .noSuite, .place: throw error
            }
        }
    }
}
