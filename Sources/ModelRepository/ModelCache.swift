import Foundation
import ModelREST

/// Stores the server's answers for a repository: ``StorageCache`` in files and user defaults, `DatabaseCache` of
/// ModelRepositorySQLite in tables, or a custom implementation.
///
/// A question is registered before its request is sent, and ends with `keep` or `close`. Results of questions and
/// writes registered later are newer and take precedence.
public protocol ModelCache<Model, ListQuery>: Sendable {
    /// The type of cached values.
    associatedtype Model: Identifiable & Sendable where Model.ID: Sendable
    /// The parameters of lists.
    associatedtype ListQuery: ListParameters

    /// This cache for the answers of one server, identified by its base URL and base path. It is called for each
    /// question and write, because the base URL can change at run time. By default, a cache is for a single server.
    func of(server: String) -> Self
    /// The cached response; nil if there is none.
    func answer(to question: Question<ListQuery, Model.ID>) async throws -> Answer<Model>?
    /// Registers a question; nil for a write.
    func ask(_ question: Question<ListQuery, Model.ID>?) async throws -> OpenQuestion
    /// Stores a reply, all of it or nothing, and returns the answer as stored.
    ///
    /// Returns nil if the model is gone, and if the server says that nothing has changed since an answer that is no
    /// longer stored completely: then it is requested again without validators, and the question stays open.
    func keep(
        _ reply: Reply<Model>,
        to question: Question<ListQuery, Model.ID>,
        _ open: OpenQuestion
    ) async throws -> Answer<Model>?
    /// Stores the result of a write, and returns the model as stored.
    func keep(_ reply: WriteReply<Model>, _ open: OpenQuestion) async throws -> Model?
    /// Ends a question that was not answered.
    func close(_ open: OpenQuestion, _ failure: Failure) async throws
    /// Removes everything that is stored, of all servers. What was asked before must not be stored afterwards.
    func removeAll() async throws
}

extension ModelCache {
    /// The same cache.
    public func of(server: String) -> Self { self }
}

/// A stored answer of the server: what it returned for one question, in its order, including later writes.
public struct Answer<Model: Sendable>: Sendable {
    /// The models, without deleted ones.
    public var models: [Model]
    /// When it was requested; nil if it may be out of date regardless of its age.
    public var date: Date?
    /// The caching metadata from the server.
    public var facts: AnswerFacts

    /// An answer.
    public init(_ models: [Model], date: Date?, facts: AnswerFacts = AnswerFacts()) {
        self.models = models
        self.date = date
        self.facts = facts
    }
}
