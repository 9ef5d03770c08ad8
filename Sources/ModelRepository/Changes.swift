import ModelREST

extension ResourceRepository {
    /// Requests changes with any operation and stores them: models that have changed, and deletions.
    ///
    /// ```swift
    /// let delta = try await store.merge(\.notes, gone: \.deleted) { try await api.send(Note.changes(since: mark)) }
    /// ```
    /// Returns the answer of the operation once everything in it is stored, in a database in one transaction. Columns
    /// that the server doesn't know keep their values. If one of the models was requested or written in the meantime,
    /// nothing is stored, because nobody can tell which is newer: request the changes again.
    ///
    /// - Parameters:
    ///   - models: The changed models in an answer.
    ///   - gone: The ids of the deleted models in an answer. If it names a changed model too, that is deleted.
    ///   - request: Sends the operation.
    ///
    /// - Throws: What the closure throws, the error of the cache, or ``ChangesNotKept``.
    @discardableResult
    public func merge<Changes: Sendable>(
        _ models: @escaping @Sendable (Changes) -> [Model],
        gone: @escaping @Sendable (Changes) -> [Model.ID] = { _ in [] },
        _ request: @escaping @Sendable () async throws -> Changes
    ) async throws -> Changes {
        try await exchange.merge(request) { .changes(models($0).map(api.resource.filled), gone: gone($0)) }
    }

    /// Stores changes that the server has sent in another way, such as in an event: models, and deletions.
    ///
    /// - Throws: The error of the cache, or ``ChangesNotKept``, for example if the response to a write of one of the models
    ///   arrives at the same time. Then request the models.
    public func merge(_ models: [Model] = [], gone: [Model.ID] = []) async throws {
        try await merge({ _ in models }, gone: { _ in gone }) {}
    }
}

/// Thrown if changes cannot be stored, so they have to be requested again: while they were requested, one of the models was
/// requested or written, the cache was emptied, the base URL changed, or an hour passed.
public struct ChangesNotKept: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, in one line.
    public var description: String {
        "the changes are not stored and have to be requested again, because one of the models was requested or written in the "
            + "meantime, the cache was emptied, the base URL changed, or an hour passed"
    }
}
