/// The members of an object in their order. Each key is there once.
public struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
    /// A member.
    public typealias Element = (key: String, value: JSON)

    private var members: [Element] = []
    private var positions: [String: Int] = [:]

    /// An object without members.
    public init() {}

    /// An object of these members; of two with the same key the first counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        for (key, value) in elements where self[key] == nil { self[key] = value }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// The keys in their order.
    public var keys: [String] { members.map(\.key) }

    /// The value at a key. A new key comes last; nil takes the member away.
    public subscript(key: String) -> JSON? {
        get { positions[key].map { members[$0].value } }
        set {
            switch (positions[key], newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (nil, let value?):
                positions[key] = members.count
                members.append((key, value))
            case (let position?, nil):
                members.remove(at: position)
                positions = [:]
                for (position, member) in members.enumerated() { positions[member.key] = position }
            case (nil, nil):
                break
            }
        }
    }

    /// The members in their order.
    public func makeIterator() -> IndexingIterator<[Element]> {
        members.makeIterator()
    }

    /// Equal members, in any order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.count == b.count && a.members.allSatisfy { b[$0.key] == $0.value }
    }

    /// Hashes the members, in any order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var inner = Hasher()
            inner.combine(key)
            inner.combine(value)
            sum ^= inner.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}
