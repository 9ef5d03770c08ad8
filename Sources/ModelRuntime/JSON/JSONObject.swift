import ModelStoredForms

/// The members of a JSON object, in order. Keys are unique, and equal if their UTF-8 is equal.
public struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
    /// A member.
    public typealias Element = (key: String, value: JSON)

    private var members: [Element] = []
    private var positions: [ExactText: Int] = [:]

    /// An object without members.
    public init() {}

    /// An object with these members; if a key occurs twice, the first member is used.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements)
    }

    init(_ elements: [(String, JSON)]) {
        for (key, value) in elements where self[key] == nil { self[key] = value }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key. A new key is added at the end; setting nil removes the member.
    public subscript(key: String) -> JSON? {
        get { positions[ExactText(key)].map { members[$0].value } }
        set {
            switch (positions[ExactText(key)], newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (nil, let value?):
                positions[ExactText(key)] = members.count
                members.append((key, value))
            case (let position?, nil):
                members.remove(at: position)
                self = JSONObject(members.map { ($0, $1) })
            case (nil, nil):
                break
            }
        }
    }

    /// The members, in order.
    public func makeIterator() -> IndexingIterator<[Element]> {
        members.makeIterator()
    }

    /// Whether the members are equal, in any order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.count == b.count && a.members.allSatisfy { b[$0.key] == $0.value }
    }

    /// Hashes the members, in any order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(positions.mapValues { members[$0].value })
    }
}
