import Foundation
import ModelFiles
import ModelREST
import ModelRuntime
import ModelStoredForms

/// Stores a server's answers in a `ModelStorage`: each list as received, in its order, and single models by their ids.
///
/// Later writes replace models in lists, and deleted models are not shown. Storing a list changes no other list. Values
/// that were stored in an older form of the model, and can no longer be read, count as absent. A model whose id is too
/// long for the storage cannot be stored, which is an error.
public struct StorageCache<Model: JSONValue & Identifiable & Sendable, ListQuery: ListParameters>: ModelCache
where Model.ID: JSONValue & Hashable & Sendable {
    private typealias List = Kept<KeptList<Model>>

    private let storage: ModelStorage
    /// The prefixes of keys for the server, and for the location if there are several.
    private var (server, place) = ("", "")
    private var separatesServers = false
    private var filled: @Sendable (Model) -> Model = { $0 }
    /// The form of the model in this release of the program.
    private let form: UInt64

    /// Creates a cache in a storage.
    public init(_ storage: ModelStorage) {
        self.storage = storage
        form = storedForm(of: Model.self)
    }

    /// Returns this cache for the models of one location, if there are several. Fields that are filled in from the path
    /// are not stored. The answers of each server are separate from those of other servers in the same storage.
    public func within(_ resource: Resource<Model>) -> StorageCache where Model: RESTModel {
        var cache = self
        cache.separatesServers = true
        cache.place = resource.fills ? "\(resource.path.encoded.digest) " : ""
        cache.filled = resource.filled
        return cache
    }

    /// Returns this cache for the answers of one server, if there are several.
    public func of(server: String) -> StorageCache {
        guard separatesServers else { return self }
        var cache = self
        cache.server = "\(fnv1a(server.utf8)) "
        return cache
    }

    /// Returns the stored answer.
    public func answer(to question: Question<ListQuery, Model.ID>) throws -> Answer<Model>? {
        let key = key(of: question)
        if case .model = question, let kept = try kept(Kept<Model>.self, key) {
            return try kept.content.map { try answer([filled($0)], kept.head, [.everything]) }
        }
        guard let list = try kept(List.self, key) else { return nil }
        if let answer = try answer(list, to: question) { return answer }
        // Its models may have been replaced by those of a newer answer in the meantime.
        return try storage.exclusively { try kept(List.self, key).flatMap { try answer($0, to: question) } }
    }

    /// Registers a question. If nothing can be written, the answer to it is not stored.
    public func ask(_ question: Question<ListQuery, Model.ID>?) throws -> OpenQuestion {
        do {
            return try storage.exclusively { try register(question) }
        } catch let error as StorageError where question != nil && error.isUnwritable {
            return .unregistered
        }
    }

    /// Stores a reply. If it cannot be written, for example because the disk is full, it is returned, but not stored.
    public func keep(
        _ reply: Reply<Model>,
        to question: Question<ListQuery, Model.ID>,
        _ open: OpenQuestion
    ) throws -> Answer<Model>? {
        do {
            return try storage.exclusively { try store(reply, to: question, open) }
        } catch let error as StorageError where error.isUnwritable {
            if case .changes = reply { throw error }
            return reply.answer(open.date)
        }
    }

    /// Stores the result of a write.
    public func keep(_ reply: WriteReply<Model>, _ open: OpenQuestion) throws -> Model? {
        try storage.exclusively { try store(reply, open) }
    }

    /// Ends a question without an answer.
    public func close(_ open: OpenQuestion, _ failure: Failure) throws {
        try storage.exclusively { try end(open, failure) }
    }

    /// Removes all answers of every server and location. Answers of running requests are then not stored, including
    /// those about other models in the same storage.
    public func removeAll() throws {
        try storage.exclusively { () throws in
            // This comes first: from now on, nothing is shown, even if the rest is interrupted. On a full disk, the rest
            // makes room.
            let marked = Result { for mark in [CacheClock.emptied, removed] { try set(mark) } }
            try storage.removeAll(List.self)
            try storage.removeAll(KeptList<Model>.self)
            try storage.removeAll(Kept<Model>.self)
            if case .failure = marked { for mark in [CacheClock.emptied, removed] { try set(mark) } }
        }
    }
}

extension StorageError {
    /// Whether the bytes cannot be written.
    fileprivate var isUnwritable: Bool { if case .place = kind { true } else { false } }
}

// MARK: - The clock

extension StorageCache: AnswerStore {
    /// Advances the clock. Called with exclusive access, together with what the tick is for, so that anything later is
    /// newer.
    private func tick() throws(StorageError) -> Int64 {
        let now = try time(CacheClock.key).map { $0 + 1 } ?? ServerClock.start
        try storage.save(CacheClock(now: now), as: CacheClock.key)
        return now
    }

    /// A time, nil if it was lost.
    private func time(_ key: String) throws(StorageError) -> Int64? {
        try readable { () throws(StorageError) in try storage.fetch(CacheClock.self, as: key) }?.now
    }

    /// The key for the time at which the answers of this model were last removed.
    private var removed: String { "\(CacheClock.emptied) \(Model.self)" }

    private func set(_ key: String) throws(StorageError) { try storage.save(CacheClock(now: tick()), as: key) }

    package func open(at date: Date) throws -> Int64 { try tick() }

    package func isOpen(_ open: OpenQuestion) throws -> Bool {
        try time(CacheClock.emptied).map { $0 < open.number } ?? true
    }

    package func end(_ open: OpenQuestion) {}

    package func makeOld(_ extent: OldExtent) throws { try set(key(of: extent)) }

    private func key(of extent: OldExtent) -> String { "\(server)\(extent) \(Model.self)" }
}

// MARK: - Answers

extension StorageCache {
    package func head(of question: Question<ListQuery, Model.ID>) throws -> AnswerHead? {
        let key = key(of: question)
        if case .model = question, let kept = try kept(Kept<Model>.self, key) { return kept.head }
        return try kept(List.self, key)?.head
    }

    package func put(
        _ models: [Model], _ head: AnswerHead, _ coverage: ListCoverage, to question: Question<ListQuery, Model.ID>
    ) throws -> Answer<Model>? {
        switch question {
        case .list, .all, .operation: break
        case .model, .path: for model in models { try put(Kept(head: head, content: model), model.id) }
        }
        let key = key(of: question)
        if case .model = question {
            if models.allSatisfy({ self.key(of: $0.id) == key }) { return try answer(to: question) }
            // The server spells the id differently: like a path, this spelling leads to the model.
            if let other = try kept(Kept<Model>.self, key), other.head.stamp > head.stamp {
                return try answer(to: question)
            }
            try storage.remove(Kept<Model>.self, as: key)
        }
        let before = try kept(List.self, key)
        let list = List(head: head, number: head.stamp)
        do throws(StorageError) {
            // The head is stored last. Until then, it refers to the models of the previous answer.
            try storage.save(KeptList(models: models), as: "\(key) \(list.number)")
            try save(list, as: key)
            if let before { try storage.remove(KeptList<Model>.self, as: "\(key) \(before.number)") }
        } catch {
            guard case .keyTooLong = error.kind else { throw error }
            return Answer(models, date: head.date, facts: head.facts)
        }
        return try answer(list, to: question, models)
    }

    package func confirm(_ head: AnswerHead, of question: Question<ListQuery, Model.ID>) throws -> Answer<Model>? {
        let key = key(of: question)
        if case .model = question, var kept = try kept(Kept<Model>.self, key) {
            kept.head = head
            try save(kept, as: key)
        } else if var list = try kept(List.self, key) {
            // The server confirms the answer as it was. If its models have been written since, the server may not take
            // that into account, for example because its dates have a resolution of a second.
            guard let listed = try stored(in: list, key), try newer(than: list, listed).isEmpty else { return nil }
            list.head = head
            try save(list, as: key)
        }
        return try answer(to: question)
    }

    private func stored(in list: List, _ key: String) throws -> [Model]? {
        try readable { () throws(StorageError) in
            try storage.fetch(KeptList<Model>.self, as: "\(key) \(list.number)")
        }?.models.map(filled)
    }

    /// What has become known about the models of a list since, by their keys.
    private func newer(than list: List, _ models: [Model]) throws -> [String: Kept<Model>] {
        // Listing all keys may mean listing thousands of files.
        let stored = models.count < 100 ? nil : Set(try storage.keys(of: Kept<Model>.self))
        var newer: [String: Kept<Model>] = [:]
        for key in models.map({ key(of: $0.id) }) where stored?.contains(key) ?? true {
            if let other = try found(Kept<Model>.self, key), other.head.stamp > list.head.stamp { newer[key] = other }
        }
        return newer
    }

    /// The models of a list, or of the answer at a path, with later versions in their positions.
    private func answer(
        _ list: List, to question: Question<ListQuery, Model.ID>, _ known: [Model]? = nil
    ) throws -> Answer<Model>? {
        guard let listed = try known?.map(filled) ?? stored(in: list, key(of: question)) else { return nil }
        let newer = try newer(than: list, listed)
        let models = listed.compactMap { listed -> Model? in
            if let other = newer[self.key(of: listed.id)] { other.content.map(filled) } else { listed }
        }
        // A model that was created may belong in lists.
        if case .path = question { return try answer(models, list.head, [.everything]) }
        return try answer(models, list.head, OldExtent.allCases)
    }

    /// Creates an answer, without a date if it is no longer fresh.
    private func answer(_ models: [Model], _ head: AnswerHead, _ extents: [OldExtent]) throws -> Answer<Model> {
        let isOld = try extents.contains { try time(key(of: $0)) ?? 0 >= head.stamp }
        return Answer(models, date: isOld ? nil : head.date, facts: head.facts)
    }

    package func makeRoom() throws {
        let (lists, models) = (try storage.keys(of: List.self), try storage.keys(of: Kept<Model>.self))
        guard lists.count + models.count > answerLimit.upperBound else { return }
        // All kinds are sorted together: a model that replaces one in a list is newer than the list, and is removed
        // later.
        let kept =
            try lists.map { (key: $0, isList: true, kept: try stamps(List.self, $0)) }
            + models.map { (key: $0, isList: false, kept: try stamps(Kept<Model>.self, $0)) }
        for old in kept.sorted(by: { $0.kept.stamp < $1.kept.stamp }).dropLast(answerLimit.lowerBound) {
            guard old.isList else {
                try storage.remove(Kept<Model>.self, as: old.key)
                continue
            }
            try storage.remove(List.self, as: old.key)
            try storage.remove(KeptList<Model>.self, as: "\(old.key) \(old.kept.number)")
        }
    }

    private func stamps<Content>(_ type: Kept<Content>.Type, _ key: String) throws -> (stamp: Int64, number: Int64) {
        try found(type, key).map { ($0.head.stamp, $0.number) } ?? (0, 0)
    }

    /// What is stored, unless it has been removed.
    private func kept<Content>(_ type: Kept<Content>.Type, _ key: String) throws -> Kept<Content>? {
        guard let kept = try found(type, key), try time(removed).map({ $0 < kept.head.stamp }) ?? true else {
            return nil
        }
        return kept
    }

    /// What is stored. If its form differs, it is not fresh, and it has no validators, because 304 says nothing about
    /// fields that it lacks.
    private func found<Content>(_ type: Kept<Content>.Type, _ key: String) throws -> Kept<Content>? {
        var kept = try readable { () throws(StorageError) in try storage.fetch(type, as: key) }
        if let other = kept, other.form != form { kept?.head = AnswerHead(stamp: other.head.stamp, date: nil) }
        return kept
    }

    private func save<Content>(_ kept: Kept<Content>, as key: String) throws(StorageError) {
        var kept = kept
        kept.form = form
        try storage.save(kept, as: key)
    }

    private func key(of question: Question<ListQuery, Model.ID>) -> String {
        if case .model(let id) = question { return key(of: id) }
        return server + (question.text ?? "")
    }

    private func key(of id: Model.ID) -> String {
        let text = (try? id.jsonString(at: [])) ?? ""
        // To a storage, keys that compose a letter differently are equal.
        let isDistinct =
            text.utf8.allSatisfy { $0 < 0x80 }
            || text.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8)
        return server + place + text + (isDistinct ? "" : " \(text.digest)")
    }

    /// The stored value; nil if it has an older form, or if its key is too long for this storage.
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

// MARK: - Single models

extension StorageCache {
    package func remove(_ id: Model.ID, _ question: Question<ListQuery, Model.ID>, _ open: OpenQuestion) throws {
        try put(Kept(head: AnswerHead(stamp: open.number, date: open.date)), id)
    }

    package func merge(_ models: [Model], gone: [Model.ID], _ head: AnswerHead) throws -> Bool {
        let keys = Set((gone + models.map(\.id)).map(key(of:)))
        for key in keys {
            if let other = try kept(Kept<Model>.self, key), other.head.stamp >= head.stamp { return false }
        }
        guard try !isListed(keys, since: head.stamp) else { return false }
        for id in gone { try put(Kept(head: head), id) }
        for model in models { try put(Kept(head: head, content: model), model.id) }
        return true
    }

    /// Whether a list that was requested since contains one of these models. A list has models of its own.
    private func isListed(_ keys: Set<String>, since stamp: Int64) throws -> Bool {
        // Usually, nothing was requested since, and no list has to be read.
        if try time(CacheClock.key) == stamp { return false }
        return try storage.keys(of: List.self).contains { place in
            guard place.hasPrefix(server), let list = try kept(List.self, place), list.head.stamp > stamp else {
                return false
            }
            return try stored(in: list, place)?.contains { keys.contains(key(of: $0.id)) } == true
        }
    }

    /// Stores a model that was requested, unless something newer is known about it.
    private func put(_ kept: Kept<Model>, _ id: Model.ID) throws {
        let key = key(of: id)
        var kept = kept
        if let other = try self.kept(Kept<Model>.self, key) {
            guard other.head.stamp < kept.head.stamp else { return }
            kept.number = other.number
        }
        try save(kept, as: key)
    }

    package func write(_ reply: WriteReply<Model>, _ facts: AnswerFacts, _ open: OpenQuestion) throws -> Model? {
        let key = key(of: reply.id)
        var written = Kept(
            head: AnswerHead(stamp: try tick(), date: Date(), facts: facts), number: open.number, content: reply.model)
        if let other = try kept(Kept<Model>.self, key), other.number > open.number {
            // A later write has already been stored. Its result stays, and becomes newer than everything that is being
            // requested.
            written = Kept(
                head: AnswerHead(stamp: written.head.stamp, date: nil), number: other.number, content: other.content)
        }
        try save(written, as: key)
        return written.content.map(filled)
    }
}
