import Foundation
import ModelPagination
import ModelREST

/// What a server is asked for. Its answer is kept under this.
public enum Question<Query: ListParameters, ID: Hashable & Sendable>: Hashable, Sendable {
    /// A list, or the page of it that the query names, at the path of its resource: `repos/swift/issues`.
    case list(Query, at: String = "")
    /// A list with all its pages.
    case all(Query, at: String = "")
    /// One model.
    case model(ID)
    /// One model at a path that does not hold its id: `repos/swift/issues/12`.
    case path(String)

    /// Tells apart what is kept under its own text: all but single models, which are kept under their ids.
    package var text: String? {
        switch self {
        case .list(let query, let path): "list \(path)?\(query.text)"
        case .all(let query, let path): "all \(path)?\(query.text)"
        case .path(let path): "get \(path)"
        case .model: nil
        }
    }
}

/// A question, or a write, that was put and has no answer yet.
///
/// Its number comes from the clock of the cache, which counts questions and writes of all repositories and processes: a
/// clock on the wall can be set back, and two of them differ.
public struct OpenQuestion: Hashable, Sendable {
    /// When it was put, by the cache's clock.
    public let number: Int64
    /// When it was put, by the clock on the wall: how old its answer will be.
    public let date: Date
    /// What the server said about the answer that is kept.
    public let facts: AnswerFacts

    /// A question that was put.
    public init(number: Int64, date: Date, facts: AnswerFacts = AnswerFacts()) {
        self.number = number
        self.date = date
        self.facts = facts
    }
}

/// What a server says so that it can be asked whether its answer is still the same (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable {
    /// The value of `ETag`.
    public var eTag: String?
    /// The value of `Last-Modified`.
    public var lastModified: String?

    /// Validators; nil if there is neither.
    public init?(eTag: String?, lastModified: String?) {
        guard eTag != nil || lastModified != nil else { return nil }
        self.eTag = eTag
        self.lastModified = lastModified
    }
}

/// For how long a server says that its answer may be used (RFC 9111, section 5.2, and RFC 5861).
public struct Lifetime: Hashable, Sendable {
    /// Seconds from when it was asked in which it may be used without asking.
    public var fresh: Double
    /// Seconds after these in which it may be used while it is asked for again.
    public var stale: Double

    /// A lifetime.
    public init(fresh: Double, stale: Double = 0) {
        self.fresh = fresh
        self.stale = stale
    }
}

/// What a response says about itself.
public struct AnswerFacts: Hashable, Sendable {
    /// What tells it from a newer one.
    public var validators: Validators?
    /// For how long it may be used; nil if it does not say.
    public var lifetime: Lifetime?
    /// The headers of the request on which it depends (`Vary`), with their values: a line each. nil if there are none.
    public var variant: String?

    /// Facts.
    public init(validators: Validators? = nil, lifetime: Lifetime? = nil, variant: String? = nil) {
        self.validators = validators
        self.lifetime = lifetime
        self.variant = variant
    }

    /// What holds of an answer after the server said that it is still the same (RFC 9111, section 3.2): what the new
    /// response does not mention stays.
    package func confirmed(by response: AnswerFacts) -> AnswerFacts {
        var facts = self
        facts.lifetime = response.lifetime ?? lifetime
        return facts
    }
}

/// What came when a question was put.
public enum Reply<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// A list, in the server's order.
    case list([Model], ListCoverage, AnswerFacts)
    /// One model.
    case model(Model, AnswerFacts)
    /// The server says that what is kept is still its answer (304).
    case unchanged(AnswerFacts)
    /// The server says that there is no such model (404 or 410).
    case gone(Model.ID)
}

extension Reply {
    /// The same reply with each model once: over pages that drift, one can come twice. The later counts, in the first place.
    package var eachOnce: Reply {
        guard case .list(let models, let coverage, let facts) = self else { return self }
        var seen = Set<Model.ID>(minimumCapacity: models.count)
        // Nearly always none comes twice, and nothing is copied.
        if models.allSatisfy({ seen.insert($0.id).inserted }) { return self }
        var places: [Model.ID: Int] = [:]
        var each: [Model] = []
        for model in models {
            if let place = places[model.id] {
                each[place] = model
            } else {
                places[model.id] = each.count
                each.append(model)
            }
        }
        return .list(each, coverage, facts)
    }
}

/// What the server did when it was asked to write.
public enum WriteReply<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// It made a new model.
    case created(Model)
    /// It changed a model.
    case changed(Model, AnswerFacts)
    /// The model is not there any more: it was deleted now, or the server answered 404 or 410.
    case gone(Model.ID)
}

/// Why a question ends without an answer that can be kept.
public enum Failure: Hashable, Sendable {
    /// Nothing has changed on the server: a question failed, or a write was refused.
    case nothingDone
    /// A write was sent, and nobody knows whether the server did it.
    case outcomeUnknown
}
