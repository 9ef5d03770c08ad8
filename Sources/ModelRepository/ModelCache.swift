import Foundation
import ModelREST

/// Stores the server's answers for a repository. ``StorageCache`` stores them in files or user defaults, and
/// `DatabaseCache` of ModelRepositorySQLite in tables. You can also implement your own.
///
/// A question is registered before its request is sent, and ends with `keep` or `close`. The results of questions and
/// writes that were registered later are newer, and take precedence.
public protocol ModelCache<Model, ListQuery>: Sendable {
    /// The type of cached values.
    associatedtype Model: Identifiable & Sendable where Model.ID: Sendable
    /// The parameters of lists.
    associatedtype ListQuery: ListParameters

    /// Returns the cache for the answers of one server, identified by its base URL and base path.
    ///
    /// It is called for each question and write, because the base URL can change at run time. By default, a cache is
    /// for a single server.
    func of(server: String) -> Self
    /// Returns the stored answer; nil if there is none.
    func answer(to question: Question<ListQuery, Model.ID>) async throws -> Answer<Model>?
    /// Registers a question, or a write if `question` is nil.
    func ask(_ question: Question<ListQuery, Model.ID>?) async throws -> OpenQuestion
    /// Stores a reply, entirely or not at all, and returns the answer as stored.
    ///
    /// Returns nil in two cases: the model no longer exists; or the server says that nothing has changed, but not all
    /// of the previous answer is stored any more. In the second case, the question stays open, and is sent again
    /// without validators.
    func keep(
        _ reply: Reply<Model>,
        to question: Question<ListQuery, Model.ID>,
        _ open: OpenQuestion
    ) async throws -> Answer<Model>?
    /// Stores the result of a write, and returns the model as stored.
    func keep(_ reply: WriteReply<Model>, _ open: OpenQuestion) async throws -> Model?
    /// Ends a question or a write that was not answered.
    func close(_ open: OpenQuestion, _ failure: Failure) async throws
    /// Removes the stored answers of all servers. The answers to earlier questions must not be stored afterwards.
    func removeAll() async throws
}

extension ModelCache {
    /// The same cache.
    public func of(server: String) -> Self { self }
}

/// A stored answer of the server: the models that it returned for one question, in its order, with later writes
/// applied.
public struct Answer<Model: Sendable>: Sendable {
    /// The models, without those that were deleted.
    public var models: [Model]
    /// When it was requested; nil if it may be out of date whatever its age.
    public var date: Date?
    /// The caching metadata from the server.
    public var facts: AnswerFacts

    /// Creates an answer.
    public init(_ models: [Model], date: Date?, facts: AnswerFacts = AnswerFacts()) {
        self.models = models
        self.date = date
        self.facts = facts
    }
}
