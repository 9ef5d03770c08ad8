import Foundation
import ModelPagination
import ModelREST
import ModelStoredForms

/// A request to a server, by which its answer is stored.
public enum Question<Query: ListParameters, ID: Hashable & Sendable>: Hashable, Sendable {
    /// A list, or the page selected by the query, at the path of its resource: `repos/swift/issues`.
    case list(Query, at: String = "")
    /// A list with all its pages.
    case all(Query, at: String = "")
    /// The list of another operation, at its path with its query: `notes/changed?since=7`.
    case operation(String)
    /// A single model.
    case model(ID)
    /// A single model at a path that does not contain its id: `repos/swift/issues/12`.
    case path(String)

    /// The name under which an answer is stored; nil for a single model, which is stored under its id.
    package var text: String? {
        switch self {
        case .list(let query, let path): "list \("\(path)?\(query.text)".digest)"
        case .all(let query, let path): "all \("\(path)?\(query.text)".digest)"
        case .operation(let request): "operation \(request.digest)"
        case .path(let path): "get \(path.digest)"
        case .model: nil
        }
    }
}

extension String {
    /// 128 bits under which a path or a query is stored. It may contain secrets, and may be longer than a name can be.
    var digest: String { "\(String(fnv1a(utf8), radix: 36))-\(String(fnv1a(utf8.reversed()), radix: 36))" }
}

/// A question or a write that has not been answered yet.
///
/// Its number comes from the cache's clock, which counts the questions and writes of all repositories and processes.
/// Wall clocks can be set back, and can differ.
public struct OpenQuestion: Hashable, Sendable {
    /// The number of the question, according to the cache's clock.
    public let number: Int64
    /// When it was asked according to the wall clock, which determines the age of its answer.
    public let date: Date
    /// The caching metadata of the stored answer.
    public let facts: AnswerFacts

    /// A question that could not be registered, because nothing can be written. Its answer is not stored.
    package static var unregistered: OpenQuestion { OpenQuestion(number: 0, date: Date()) }

    /// Creates an open question.
    public init(number: Int64, date: Date, facts: AnswerFacts = AnswerFacts()) {
        self.number = number
        self.date = date
        self.facts = facts
    }
}

/// The clock that numbers questions and writes.
package enum ServerClock {
    /// Where a clock begins: the number of microseconds since 1970. That is later than anything that a lost clock has
    /// counted, so what was stored then does not count as newer.
    package static var start: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }
}

/// Values by which a server can tell whether its answer has changed (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable {
    /// The value of `ETag`.
    public var eTag: String?
    /// The value of `Last-Modified`.
    public var lastModified: String?

    /// Creates validators; nil if there are none.
    public init?(eTag: String?, lastModified: String?) {
        guard eTag != nil || lastModified != nil else { return nil }
        self.eTag = eTag
        self.lastModified = lastModified
    }
}

/// How long an answer may be used, according to the server (RFC 9111, section 5.2, and RFC 5861).
public struct Lifetime: Hashable, Sendable {
    /// The number of seconds during which it may be used without asking the server.
    public var fresh: Double
    /// The number of additional seconds during which it may be used while the server is asked again.
    public var stale: Double

    /// Creates a lifetime.
    public init(fresh: Double, stale: Double = 0) {
        self.fresh = fresh
        self.stale = stale
    }
}

/// The caching metadata of a response.
public struct AnswerFacts: Hashable, Sendable {
    /// The values by which the server can tell whether the answer has changed.
    public var validators: Validators?
    /// How long it may be used; nil if not specified.
    public var lifetime: Lifetime?
    /// The request headers on which the answer depends (`Vary`), with their values, one per line; nil if there are
    /// none.
    public var variant: String?

    /// Creates metadata.
    public init(validators: Validators? = nil, lifetime: Lifetime? = nil, variant: String? = nil) {
        self.validators = validators
        self.lifetime = lifetime
        self.variant = variant
    }

    /// The metadata of an answer after the server has said that it is unchanged (RFC 9111, section 3.2): headers that
    /// are missing from the new response keep their values.
    package func confirmed(by response: AnswerFacts) -> AnswerFacts {
        var facts = self
        facts.lifetime = response.lifetime ?? lifetime
        return facts
    }
}

/// The server's reply to a question.
public enum Reply<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// A list, in the server's order.
    case list([Model], ListCoverage, AnswerFacts)
    /// A single model.
    case model(Model, AnswerFacts)
    /// The stored answer is still current (304).
    case unchanged(AnswerFacts)
    /// The model does not exist (404 or 410).
    case gone(Model.ID)
    /// Models that have changed, and the ids of those that no longer exist. They answer no question.
    case changes([Model], gone: [Model.ID])
}

extension Reply {
    /// The answer in a reply that is not stored.
    package func answer(_ date: Date) -> Answer<Model>? {
        switch self {
        case .list(let models, _, let facts): Answer(models, date: date, facts: facts)
        case .model(let model, let facts): Answer([model], date: date, facts: facts)
        case .unchanged, .gone, .changes: nil
        }
    }

    /// The same reply with each model once. If pages shift, a model can occur twice; the later one is used, at the
    /// position of the first. A model that changed and is gone is gone.
    package var eachOnce: Reply {
        switch self {
        case .list(let models, let coverage, let facts): return .list(Self.eachOnce(models), coverage, facts)
        case .changes(let models, let gone):
            let ids = Set(gone.map(\.exact))
            return .changes(Self.eachOnce(models.filter { !ids.contains($0.id.exact) }), gone: gone)
        case .model, .unchanged, .gone: return self
        }
    }

    private static func eachOnce(_ models: [Model]) -> [Model] {
        var seen = Set<Model.ID>(minimumCapacity: models.count)
        // There are hardly ever duplicates, and without any, nothing is copied. Ids that Swift distinguishes also
        // differ exactly.
        if models.allSatisfy({ seen.insert($0.id).inserted }) { return models }
        var places: [AnyHashable: Int] = [:]
        var each: [Model] = []
        for model in models {
            if let place = places[model.id.exact] {
                each[place] = model
            } else {
                places[model.id.exact] = each.count
                each.append(model)
            }
        }
        return each
    }
}

extension Hashable {
    /// An id as servers and tables compare it: Swift considers strings equal that compose a letter differently, such as
    /// the names of two files.
    var exact: AnyHashable { (self as? String).map { AnyHashable(Array($0.utf8)) } ?? AnyHashable(self) }
}

/// The server's reply to a write.
public enum WriteReply<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// It created a model, which may belong in lists.
    case created(Model, AnswerFacts)
    /// It changed a model.
    case changed(Model, AnswerFacts)
    /// The model no longer exists: it was deleted, or the server answered 404 or 410.
    case gone(Model.ID)
}

extension WriteReply {
    /// The model that was changed or created.
    package var model: Model? {
        switch self {
        case .created(let model, _), .changed(let model, _): model
        case .gone: nil
        }
    }

    /// The id of the model.
    package var id: Model.ID {
        switch self {
        case .created(let model, _), .changed(let model, _): model.id
        case .gone(let id): id
        }
    }
}

/// Why a question or a write ends without an answer.
public enum Failure: Hashable, Sendable {
    /// The server has changed nothing: a question failed, or a write was rejected.
    case nothingDone
    /// A write was sent, but it is unknown whether it took effect; or the state on the server differs from the stored
    /// one. Nothing is fresh any more.
    case outcomeUnknown
}

extension ListParameters {
    /// The query as it is sent. It is the same in each run of the program.
    public var text: String {
        let parameters = self.parameters
        // A query with a value that cannot be sent must not be mistaken for the one without it. It has no answers.
        return parameters.encoded + (parameters.problem.map { "#\($0)" } ?? "")
    }
}
