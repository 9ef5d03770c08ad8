/// The members of an object, in order. Each key occurs once.
public struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
    /// A member.
    public typealias Element = (key: String, value: JSON)

    /// A key as it is compared: strings with different bytes are equal if they only differ in how letters are composed.
    private struct Bytes: Hashable {
        let key: String

        init(_ key: String) { self.key = key }

        static func == (a: Bytes, b: Bytes) -> Bool { a.key.utf8.elementsEqual(b.key.utf8) }

        func hash(into hasher: inout Hasher) {
            var key = key
            key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private var members: [Element] = []
    private var positions: [Bytes: Int] = [:]

    /// An object without members.
    public init() {}

    /// An object with these members; if a key occurs twice, the first member is used.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        for (key, value) in elements where self[key] == nil { self[key] = value }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key. A new key is added at the end; setting nil removes the member.
    public subscript(key: String) -> JSON? {
        get { positions[Bytes(key)].map { members[$0].value } }
        set {
            switch (positions[Bytes(key)], newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (nil, let value?):
                positions[Bytes(key)] = members.count
                members.append((key, value))
            case (let position?, nil):
                members.remove(at: position)
                positions = [:]
                for (position, member) in members.enumerated() { positions[Bytes(member.key)] = position }
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
