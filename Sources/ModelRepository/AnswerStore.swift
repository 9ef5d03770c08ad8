import Foundation
import ModelREST

/// Stores answers, with the rules of caches that are the same wherever they are stored: which answer is newer, and
/// which is fresh.
///
/// Every method is called with exclusive access to the store: in a transaction, or while a lock is held.
package protocol AnswerStore {
    /// The type of stored models.
    associatedtype Model: Identifiable & Sendable where Model.ID: Hashable & Sendable
    /// The parameters of lists.
    associatedtype ListQuery: ListParameters
    typealias Asked = Question<ListQuery, Model.ID>

    /// Registers a question or a write at the clock's next tick, and returns that.
    func open(at date: Date) throws -> Int64
    /// Whether the answer to a question may be stored. It may not if everything has been removed since, or if it is
    /// unknown what has changed.
    func isOpen(_ open: OpenQuestion) throws -> Bool
    /// Unregisters a question or a write.
    func end(_ open: OpenQuestion) throws
    /// Marks everything that was requested until now as no longer fresh.
    func makeOld(_ extent: OldExtent) throws
    /// Removes the oldest answers if there are too many; see ``answerLimit``.
    func makeRoom() throws

    /// The metadata of a stored answer.
    func head(of question: Asked) throws -> AnswerHead?
    /// The stored answer; nil if there is none, or if it is no longer readable.
    func answer(to question: Asked) throws -> Answer<Model>?
    /// Stores an answer with its models, except for models about which something newer is known.
    func put(
        _ models: [Model], _ head: AnswerHead, _ coverage: ListCoverage, to question: Asked
    ) throws -> Answer<Model>?
    /// Replaces the metadata of an answer whose models have not changed; nil if not all of these are stored any more.
    func confirm(_ head: AnswerHead, of question: Asked) throws -> Answer<Model>?
    /// Deletes a model that the server no longer has, unless something newer is known about it.
    func remove(_ id: Model.ID, _ question: Asked, _ open: OpenQuestion) throws
    /// Stores models that have changed, and deletes those that no longer exist. Returns false, and stores nothing, if
    /// something newer is known about one of them: which of the two is newer on the server is unknown, and changes are
    /// sent only once.
    func merge(_ models: [Model], gone: [Model.ID], _ head: AnswerHead) throws -> Bool
    /// Stores the result of a write, unless a later write has already been stored. Returns what is known about the
    /// model afterwards.
    func write(_ reply: WriteReply<Model>, _ facts: AnswerFacts, _ open: OpenQuestion) throws -> Model?
}

/// The answers that are no longer fresh.
package enum OldExtent: String, CaseIterable {
    case lists, everything
}

/// What is known about an answer, besides its models.
package struct AnswerHead: Hashable, Sendable {
    /// The tick from which it counts: when it was requested or, for a write, when its result was stored.
    package var stamp: Int64
    /// When it was requested; nil if it may be out of date regardless of its age.
    package var date: Date?
    package var facts: AnswerFacts

    package init(stamp: Int64, date: Date?, facts: AnswerFacts = AnswerFacts()) {
        self.stamp = stamp
        self.date = date
        self.facts = facts
    }
}

/// The maximum number of stored answers for a model: a search as you type leaves one for each prefix. When there are
/// more than the upper bound, the oldest are removed until the lower bound is reached, not one by one, because finding
/// them reads all of them.
package let answerLimit = 4000...4500

extension AnswerStore {
    /// Registers a question or a write.
    package func register(_ question: Asked?) throws -> OpenQuestion {
        let date = Date()
        let number = try open(at: date)
        return OpenQuestion(number: number, date: date, facts: try question.flatMap(head)?.facts ?? AnswerFacts())
    }

    /// Stores the reply to a question. Returns nil if the question has to be sent again, or if the model no longer
    /// exists.
    package func store(_ reply: Reply<Model>, to question: Asked, _ open: OpenQuestion) throws -> Answer<Model>? {
        if open.number == 0 { return reply.answer(open.date) }
        guard try isOpen(open) else {
            try end(open)
            return reply.answer(open.date)
        }
        let answer = try land(reply, to: question, open)
        // The server says that nothing has changed, but the stored answer is not complete: the same question is sent
        // again.
        if case .unchanged = reply, answer == nil { return nil }
        try end(open)
        return answer
    }

    private func land(_ reply: Reply<Model>, to question: Asked, _ open: OpenQuestion) throws -> Answer<Model>? {
        let earlier = try head(of: question)
        // A later identical question has already been answered. If its answer is no longer readable, this one still is.
        if let earlier, earlier.stamp > open.number {
            return try answer(to: question) ?? (question.text == nil ? nil : reply.answer(open.date))
        }
        if earlier == nil { try makeRoom() }
        var head = AnswerHead(stamp: open.number, date: open.date)
        switch reply {
        case .list(let models, let coverage, let facts):
            head.facts = facts
            return try put(models, head, coverage, to: question)
        case .model(let model, let facts):
            head.facts = facts
            return try put([model], head, .page, to: question)
        case .unchanged(let facts):
            guard let earlier, let sent = open.facts.validators, earlier.facts.validators == sent else { return nil }
            head.facts = earlier.facts.confirmed(by: facts)
            return try confirm(head, of: question)
        case .gone(let id):
            try remove(id, question, open)
            return nil
        case .changes(let models, let gone):
            return try merge(models, gone: gone, head) ? Answer(models, date: open.date) : nil
        }
    }

    /// Stores the result of a write, and returns what is known about the model afterwards.
    package func store(_ reply: WriteReply<Model>, _ open: OpenQuestion) throws -> Model? {
        if try !isOpen(open) {
            // Perhaps only the answers of another model were removed. Those of this model do not include the write.
            try makeOld(.everything)
            // A deletion has nothing to bring back.
            if let model = reply.model {
                try end(open)
                return model
            }
        }
        var facts = AnswerFacts()
        if case .created = reply { try makeOld(.lists) }
        switch reply {
        // The answer to a write does not say how long the model is fresh (RFC 9110, section 9.3.4).
        case .created(_, let sent), .changed(_, let sent):
            facts = AnswerFacts(validators: sent.validators, variant: sent.variant)
        case .gone: break
        }
        let model = try write(reply, facts, open)
        try end(open)
        return model
    }

    /// Ends a question or a write without an answer.
    package func end(_ open: OpenQuestion, _ failure: Failure) throws {
        if failure == .outcomeUnknown { try makeOld(.everything) }
        try end(open)
    }
}
