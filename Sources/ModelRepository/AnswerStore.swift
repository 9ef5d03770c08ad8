import Foundation
import ModelREST

/// A place where answers are stored, and the rules of caches, which are the same in all of them: what counts as newer,
/// and what counts as fresh.
///
/// Everything is called while nobody else changes the place: in a transaction, or behind a lock.
package protocol AnswerStore {
    /// The type of stored models.
    associatedtype Model: Identifiable & Sendable where Model.ID: Hashable & Sendable
    /// The parameters of lists.
    associatedtype ListQuery: ListParameters
    typealias Asked = Question<ListQuery, Model.ID>

    /// Counts a question or a write.
    func open(at date: Date) throws -> Int64
    /// Whether its answer is to be stored: not if everything was removed since, or if it is unknown what has changed.
    func isOpen(_ open: OpenQuestion) throws -> Bool
    /// Forgets a question or a write.
    func end(_ open: OpenQuestion) throws
    /// What was requested until now is no longer fresh.
    func makeOld(_ extent: OldExtent) throws
    /// Forgets the oldest answers if there are too many; see ``answerLimit``.
    func makeRoom() throws

    /// The metadata of a stored answer.
    func head(of question: Asked) throws -> AnswerHead?
    /// The stored answer; nil if there is none, or if it can no longer be read.
    func answer(to question: Asked) throws -> Answer<Model>?
    /// Stores an answer with the models in it, except what is older than what is known of them.
    func put(
        _ models: [Model], _ head: AnswerHead, _ coverage: ListCoverage, to question: Asked
    ) throws -> Answer<Model>?
    /// Replaces the metadata of an answer whose models have not changed; nil if these are no longer complete.
    func confirm(_ head: AnswerHead, of question: Asked) throws -> Answer<Model>?
    /// Deletes a model that the server no longer has, unless something newer is known of it.
    func remove(_ id: Model.ID, _ question: Asked, _ open: OpenQuestion) throws
    /// Stores the result of a write, unless a later write has landed. Returns what is known of the model afterwards.
    func write(_ reply: WriteReply<Model>, _ facts: AnswerFacts, _ open: OpenQuestion) throws -> Model?
}

/// Which answers are no longer fresh.
package enum OldExtent: String, CaseIterable {
    case lists, everything
}

/// What is known of an answer besides its models.
package struct AnswerHead: Hashable, Sendable {
    /// The time from which it counts: when it was requested or, for a write, when that landed.
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

/// How many answers of a model are stored: a search as you type leaves one for each prefix. If there are more than the
/// upper bound, the oldest are forgotten down to the lower one; not one by one, since that reads all of them.
package let answerLimit = 4000...4500

extension AnswerStore {
    /// Registers a question or a write.
    package func register(_ question: Asked?) throws -> OpenQuestion {
        let date = Date()
        let number = try open(at: date)
        return OpenQuestion(number: number, date: date, facts: try question.flatMap(head)?.facts ?? AnswerFacts())
    }

    /// Stores the reply to a question. Returns nil if it has to be sent again, or if the model is gone.
    package func store(_ reply: Reply<Model>, to question: Asked, _ open: OpenQuestion) throws -> Answer<Model>? {
        guard try isOpen(open) else {
            try end(open)
            return reply.answer(open.date)
        }
        let answer = try land(reply, to: question, open)
        // Nothing has changed since an answer that is not complete: it is requested again, as the same question.
        if case .unchanged = reply, answer == nil { return nil }
        try end(open)
        return answer
    }

    private func land(_ reply: Reply<Model>, to question: Asked, _ open: OpenQuestion) throws -> Answer<Model>? {
        let earlier = try head(of: question)
        // A later identical question is already answered; if that can no longer be read, this is still an answer.
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
        }
    }

    /// Stores the result of a write, and returns what is known of the model afterwards.
    package func store(_ reply: WriteReply<Model>, _ open: OpenQuestion) throws -> Model? {
        if try !isOpen(open) {
            // Perhaps only another model's answers were removed; those of this one do not know of the write.
            try makeOld(.everything)
            // A deletion brings nothing back.
            if let model = reply.model {
                try end(open)
                return model
            }
        }
        var facts = AnswerFacts()
        switch reply {
        case .created: try makeOld(.lists)
        // The answer to a write does not say how long the model is fresh (RFC 9110, section 9.3.4).
        case .changed(_, let sent): facts = AnswerFacts(validators: sent.validators, variant: sent.variant)
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
