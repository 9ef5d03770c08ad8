import Foundation
import ModelREST
import ModelRuntime

/// Keeps the answers of a source in a ``ModelStorage``: each list as it came, in its order, and single models by their ids.
///
/// A list that is answered replaces what was kept for the same query, and nothing else. A single model that is kept or
/// removed changes in every list as well. What is kept of an older form of the model, and cannot be read any more, counts
/// as absent; a query whose key is too long for the storage is not kept.
public actor StorageCache<Model: JSONValue & Identifiable, ListQuery: ListParameters>: ModelCache
where Model.ID: JSONValue {
    private let storage: ModelStorage

    /// A cache in a storage.
    public init(_ storage: ModelStorage) {
        self.storage = storage
    }

    /// The models of a list as the source gave them.
    public func list(_ query: ListQuery) throws -> Cached<[Model]>? {
        try answer(as: query.text).map { Cached($0.models, date: $0.date) }
    }

    /// The model with an id.
    public func model(_ id: Model.ID) throws -> Cached<Model>? {
        guard let answer = try answer(as: Self.key(id)) else { return nil }
        return answer.models.first.map { Cached($0, date: answer.date) }
    }

    /// Keeps a list in place of the one before.
    public func keep(_ models: [Model], answering query: ListQuery, covering: ListCoverage) throws -> [Model] {
        do throws(StorageError) {
            try storage.save(Answer(date: Date(), models: models), as: query.text)
        } catch {
            guard case .keyTooLong = error.kind else { throw error }
        }
        return models
    }

    /// Keeps a model, in every list that holds it as well.
    public func keep(_ model: Model) throws -> Model {
        try storage.save(Answer(date: Date(), models: [model]), as: Self.key(model.id))
        try changeLists { models in
            guard let index = models.firstIndex(where: { $0.id == model.id }) else { return false }
            models[index] = model
            return true
        }
        return model
    }

    /// Removes a model, from every list that holds it as well.
    public func remove(_ id: Model.ID) throws {
        try storage.remove(Answer<Model>.self, as: Self.key(id))
        try changeLists { models in
            let count = models.count
            models.removeAll { $0.id == id }
            return models.count < count
        }
    }

    /// Lists are under the keys of their queries, which hold no space; models under their ids behind one.
    private static func key(_ id: Model.ID) throws -> String { " " + (try id.jsonString(at: [])) }

    private func changeLists(_ change: (inout [Model]) -> Bool) throws {
        for key in try storage.keys(of: Answer<Model>.self) where !key.hasPrefix(" ") {
            guard var answer = try answer(as: key) else { continue }
            if change(&answer.models) { try storage.save(answer, as: key) }
        }
    }

    private func answer(as key: String) throws(StorageError) -> Answer<Model>? {
        do throws(StorageError) {
            return try storage.fetch(Answer<Model>.self, as: key)
        } catch {
            switch error.kind {
            case .decoding, .keyTooLong: return nil
            case .encoding, .noSuite, .place: throw error
            }
        }
    }
}

/// What a source answered, and when: `["2026-…",[…]]`.
struct Answer<Model: JSONValue>: JSONValue {
    var date: Date
    var models: [Model]

    init(date: Date, models: [Model]) {
        self.date = date
        self.models = models
    }

    init(reading source: inout JSONSource) throws {
        try source.beginArray()
        guard try source.nextElement() else { throw JSONError(.missing, expected: "a date") }
        date = try source.read(Date.self)
        guard try source.nextElement() else { throw JSONError(.missing, expected: "a list") }
        models = try source.read([Model].self)
        guard try !source.nextElement() else { throw JSONError(.mismatch, expected: "the end of the list") }
    }

    func write(to sink: inout JSONSink) throws {
        try sink.beginArray()
        try sink.nextElement()
        try date.write(to: &sink)
        try sink.nextElement()
        try models.write(to: &sink)
        try sink.endArray()
    }
}
