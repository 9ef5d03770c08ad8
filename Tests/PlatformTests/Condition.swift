/// A condition of `#if` as Swift reads it: `canImport(Darwin)`, `!os(Linux) && XML`.
indirect enum Condition {
    case fact(String)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)

    /// A condition that this test cannot read.
    struct Unreadable: Error {
        var text: String
    }

    init(_ text: String) throws {
        var rest = text.matches(of: /[A-Za-z_]+(?:\([^()]*\))?|&&|\|\||[!()]/).map { String($0.0) }[...]
        self = try Self.disjunction(&rest)
        guard rest.isEmpty else { throw Unreadable(text: text) }
    }

    private static func disjunction(_ rest: inout ArraySlice<String>) throws -> Condition {
        var left = try conjunction(&rest)
        while rest.first == "||" {
            rest.removeFirst()
            left = .or(left, try conjunction(&rest))
        }
        return left
    }

    private static func conjunction(_ rest: inout ArraySlice<String>) throws -> Condition {
        var left = try operand(&rest)
        while rest.first == "&&" {
            rest.removeFirst()
            left = .and(left, try operand(&rest))
        }
        return left
    }

    private static func operand(_ rest: inout ArraySlice<String>) throws -> Condition {
        switch rest.popFirst() {
        case "!": return .not(try operand(&rest))
        case "(":
            let inner = try disjunction(&rest)
            guard rest.popFirst() == ")" else { throw Unreadable(text: "(") }
            return inner
        case let fact? where fact.first?.isLetter == true: return .fact(fact)
        case let other: throw Unreadable(text: other ?? "")
        }
    }

    /// Whether it is true with these facts.
    func holds(_ facts: Set<String>) -> Bool {
        switch self {
        case .fact(let name): facts.contains(name)
        case .not(let inner): !inner.holds(facts)
        case .and(let left, let right): left.holds(facts) && right.holds(facts)
        case .or(let left, let right): left.holds(facts) || right.holds(facts)
        }
    }

    /// The facts that it uses.
    var facts: Set<String> {
        switch self {
        case .fact(let name): [name]
        case .not(let inner): inner.facts
        case .and(let left, let right), .or(let left, let right): left.facts.union(right.facts)
        }
    }
}
