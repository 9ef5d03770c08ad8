import Foundation
import ModelRuntime

/// Stores models and collections by key, in files or in the user defaults.
///
///     let drafts = ModelStorage(directory: url)
///     try drafts.save(post)                                  // under its id
///     let same: Post? = try drafts.fetch(12)
///     try drafts.save(posts, as: "front page")               // any value, under a key that you choose
///     let front = try drafts.fetch([Post].self, as: "front page")
///     try drafts.remove(Post.self, 12)
///
/// A value is stored as JSON, with its model's mapping and transformers, so a field that a transformer encrypts is also
/// encrypted here. Fields that are only sent or only received are stored, too; a field with `json: false` has its
/// default after reading. Each type has its own keys. Types are distinguished by their names without the module.
///
/// Any string is safe as a key: none can refer to a file outside the directory. Writes are atomic: a reader in any
/// thread or process sees either the old value or the new one.
public struct ModelStorage: Sendable {
    private let backend: any StorageBackend

    /// Creates a storage in a directory, which is created when the first value is saved. See ``FileStorage``.
    public init(directory: URL) {
        self.init(FileStorage(directory: directory))
    }

    /// Creates a storage in a suite of the user defaults, or in the standard ones if it is nil; see
    /// ``DefaultsStorage``. The cache of a repository that several processes share must be in files.
    ///
    ///     let shared = try ModelStorage(suite: "group.org.example.blog")
    ///
    /// - Throws: ``StorageError`` if the system does not provide the suite: `NSGlobalDomain`, the empty name and, on
    ///   Apple's platforms, the identifier of the app itself.
    public init(suite: String?) throws(StorageError) {
        self.init(try DefaultsStorage(suite: suite))
    }

    /// Creates a storage with a custom backend.
    public init<Backend: StorageBackend>(_ backend: Backend) {
        self.backend = backend
    }
}

extension ModelStorage {
    /// Runs a closure while no other storage at the same location does so, not even in another process if the backend
    /// supports that.
    package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try backend.exclusively(body)
    }
}

// MARK: - Values under any key

extension ModelStorage {
    /// Stores a value, replacing an earlier one with the same key.
    public func save<Value: JSONValue>(_ value: Value, as key: String) throws(StorageError) {
        let entry = entry(Value.self, key)
        let data: Data
        do {
            var sink = try value.keptDocument()
            data = sink.takeData()
        } catch {
            throw StorageError(.encoding(error), entry)
        }
        try backend.write(data, to: entry)
    }

    /// Returns the value with a key, or nil if there is none.
    public func fetch<Value: JSONValue>(_ type: Value.Type, as key: String) throws(StorageError) -> Value? {
        try value(of: entry(Value.self, key))
    }

    /// Removes the value with a key, if there is one.
    public func remove<Value: JSONValue>(_ type: Value.Type, as key: String) throws(StorageError) {
        try backend.remove(entry(Value.self, key))
    }

    /// Returns the keys of a type's values: first numbers in ascending order, then strings.
    public func keys<Value: JSONValue>(of type: Value.Type) throws(StorageError) -> [String] {
        try backend.keys(of: kindName(of: type)).sorted { first, second in
            switch (Int(first), Int(second)) {
            case (let first?, let second?): first < second
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): first < second
            }
        }
    }

    /// Returns all values of a type, in the order of their keys.
    public func all<Value: JSONValue>(_ type: Value.Type) throws(StorageError) -> [Value] {
        var values: [Value] = []
        for key in try keys(of: type) {
            if let value: Value = try value(of: entry(Value.self, key)) { values.append(value) }
        }
        return values
    }

    /// Removes all values of a type.
    public func removeAll<Value: JSONValue>(_ type: Value.Type) throws(StorageError) {
        let kind = kindName(of: type)
        for key in try backend.keys(of: kind) { try backend.remove(StorageEntry(kind: kind, key: key)) }
    }

    private func value<Value: JSONValue>(of entry: StorageEntry) throws(StorageError) -> Value? {
        guard let data = try backend.read(entry) else { return nil }
        do {
            return try Value(kept: data)
        } catch {
            throw StorageError(.decoding(error), entry)
        }
    }

    private func entry<Value>(_ type: Value.Type, _ key: String) -> StorageEntry {
        StorageEntry(kind: kindName(of: type), key: key)
    }
}

// MARK: - Models under their ids

extension ModelStorage {
    /// Stores a model under its id.
    public func save<Model: JSONValue & Identifiable>(_ model: Model) throws(StorageError) where Model.ID: JSONValue {
        try save(model, as: try key(model.id, of: Model.self))
    }

    /// Returns the model with an id, or nil if there is none: `let post: Post? = try drafts.fetch(12)`.
    public func fetch<Model: JSONValue & Identifiable>(_ id: Model.ID) throws(StorageError) -> Model?
    where Model.ID: JSONValue {
        try fetch(Model.self, as: try key(id, of: Model.self))
    }

    /// Removes the model with an id, if there is one.
    public func remove<Model: JSONValue & Identifiable>(_ type: Model.Type, _ id: Model.ID) throws(StorageError)
    where Model.ID: JSONValue {
        try remove(Model.self, as: try key(id, of: Model.self))
    }

    /// Removes a model by its id, if there is one.
    public func remove<Model: JSONValue & Identifiable>(_ model: Model) throws(StorageError)
    where Model.ID: JSONValue {
        try remove(Model.self, model.id)
    }

    /// The key for an id: its JSON, without the quotes if it is a string.
    private func key<Model, ID: JSONValue>(_ id: ID, of type: Model.Type) throws(StorageError) -> String {
        do {
            let text = try id.jsonString(at: [])
            return text.hasPrefix("\"") ? try String(json: text) : text
        } catch {
            throw StorageError(.encoding(error), entry(type, ""))
        }
    }
}
