import Foundation
import ModelREST

/// Where a repository keeps what the server said: ``StorageCache`` for files and user defaults, `DatabaseCache` of
/// ModelRepositorySQLite, or one of yours.
///
/// A question is put before its request is sent, and ends by `keep` or `close`. Whatever lands in between from questions and
/// writes that were put later is newer, and stays.
public protocol ModelCache<Model, ListQuery>: Sendable {
    /// What is kept.
    associatedtype Model: Identifiable & Sendable where Model.ID: Sendable
    /// What lists can be asked for.
    associatedtype ListQuery: ListParameters

    /// The answer that is kept; nil if there is none.
    func answer(to question: Question<ListQuery, Model.ID>) async throws -> Answer<Model>?
    /// Puts a question; nil for a write.
    func ask(_ question: Question<ListQuery, Model.ID>?) async throws -> OpenQuestion
    /// Keeps a reply, all of it or nothing, and returns the answer as it is kept then.
    ///
    /// Returns nil if the model is gone, and if the server says that nothing has changed since an answer that is not kept
    /// whole any more: it has to be asked again, without validators.
    func keep(
        _ reply: Reply<Model>,
        to question: Question<ListQuery, Model.ID>,
        _ open: OpenQuestion
    ) async throws -> Answer<Model>?
    /// Keeps what a write did, and returns the model as it is kept then.
    func keep(_ reply: WriteReply<Model>, _ open: OpenQuestion) async throws -> Model?
    /// Ends a question that has no answer.
    func close(_ open: OpenQuestion, _ failure: Failure) async throws
}

/// An answer of the server, as it is kept: what it gave for one question, in its order, with what was written since.
public struct Answer<Model: Sendable>: Sendable {
    /// The models. A model that is gone is not among them.
    public var models: [Model]
    /// When it was asked for; nil if it may be out of date although it is not old.
    public var date: Date?
    /// What the server said about it.
    public var facts: AnswerFacts

    /// An answer.
    public init(_ models: [Model], date: Date?, facts: AnswerFacts = AnswerFacts()) {
        self.models = models
        self.date = date
        self.facts = facts
    }
}
