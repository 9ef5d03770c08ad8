import ModelgenSchema

/// A type as written in facts, parsed: `[String: Int]?`.
indirect enum WireType: Hashable {
    case named(String)
    case optional(WireType)
    case list(WireType)
    case set(WireType)
    case dictionary(String, WireType)

    init(_ spelling: String) {
        let text = Substring(spelling)
        if text.hasSuffix("?") {
            self = .optional(WireType(String(text.dropLast())))
        } else if text.hasPrefix("Set<"), text.hasSuffix(">") {
            self = .set(WireType(String(text.dropFirst(4).dropLast())))
        } else if text.hasPrefix("["), text.hasSuffix("]") {
            let inner = text.dropFirst().dropLast()
            // The key of a dictionary is a name, so the first colon ends it.
            if let colon = inner.firstIndex(of: ":"), !inner[..<colon].contains("[") {
                self = .dictionary(
                    String(inner[..<colon]), WireType(String(inner[inner.index(after: colon)...].drop { $0 == " " })))
            } else {
                self = .list(WireType(String(inner)))
            }
        } else {
            self = .named(spelling)
        }
    }

    var isOptional: Bool { if case .optional = self { true } else { false } }

    var unwrapped: WireType { if case .optional(let wrapped) = self { wrapped } else { self } }
}

/// How the documents of one type relate to those of another.
enum DocumentRelation {
    case same
    /// All documents of the first type are also documents of the second one, which has others too.
    case wider
    /// All documents of the second type are also documents of the first one.
    case narrower
    /// Some documents belong to both types.
    case overlapping
    /// No document belongs to both types.
    case disjoint

    var reversed: DocumentRelation {
        switch self {
        case .wider: .narrower
        case .narrower: .wider
        case .same, .overlapping, .disjoint: self
        }
    }

    /// The effect of a reader's change on existing documents.
    var severityOfReading: Difference.Severity {
        switch self {
        case .same, .wider: .additive
        case .narrower, .overlapping: .dataDependent
        case .disjoint: .destructive
        }
    }

    /// The effect of a writer's change on its readers.
    var severityOfWriting: Difference.Severity { reversed.severityOfReading }

    /// The combination of both.
    func and(_ other: DocumentRelation) -> DocumentRelation {
        switch (self, other) {
        case (.same, _): other
        case (_, .same): self
        case (.disjoint, _), (_, .disjoint): .disjoint
        case (.wider, .wider): .wider
        case (.narrower, .narrower): .narrower
        default: .overlapping
        }
    }
}
