import SeededNumbers

/// The members of an object of ``Varied``, in the order of a document.
struct RandomObject {
    struct Member {
        /// The position of its field in the list; that of the last field for unknown keys and duplicates.
        var rank: Int
        var text: String
        /// The text of a valid value, or of an absent one, if this is not valid.
        var valid: String?
    }

    var members: [Member]

    var text: String { Self.text(members) }

    /// The same members in the order of the list. Members with the same rank stay in their order.
    var inDeclaredOrder: String {
        Self.text(
            members.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element))
    }

    /// One object for each invalid member, in which the others are valid.
    var withSingleErrors: [RandomObject] {
        members.indices.filter { members[$0].valid != nil }.map { wrong in
            var object = self
            for index in members.indices where index != wrong {
                if let valid = members[index].valid { object.members[index].text = valid }
            }
            return object
        }
    }

    private static func text(_ members: [Member]) -> String {
        "{" + members.map(\.text).filter { !$0.isEmpty }.joined(separator: ",") + "}"
    }
}

/// Makes objects of ``Varied`` in random orders.
struct RandomObjects {
    var random: SeededNumbers

    init(seed: Int) {
        random = SeededNumbers(seed: UInt64(seed))
    }

    /// The order of the objects in one document.
    private enum Order: CaseIterable {
        case declared, reversed, shuffledOnce, shuffled, alternating, changing
    }

    /// The objects of a list. `percent` of them have up to `most` invalid members.
    mutating func objects(invalid percent: Int, of most: Int) -> [RandomObject] {
        let count = number(1...9)
        let order = pick(Order.allCases)
        let first = Array(0..<24).shuffled(using: &random)
        let second = order == .alternating ? Array(0..<24) : Array(0..<24).shuffled(using: &random)
        return (0..<count).map { index in
            var members = self.members(invalid: chance(percent) ? number(1...most) : 0)
            func sort(by order: [Int]) {
                members.sort { (order[$0.rank], $0.rank) < (order[$1.rank], $1.rank) }
            }
            switch order {
            case .declared: break
            case .reversed: members.reverse()
            case .shuffledOnce: sort(by: first)
            case .shuffled: members.shuffle(using: &random)
            case .alternating: sort(by: index % 2 == 0 ? first : second)
            case .changing: sort(by: index < count / 2 ? first : second)
            }
            for _ in 0..<number(0...2) {
                // Later members with the same key count for nothing.
                guard chance(40), let member = members.randomElement(using: &random), member.valid == nil,
                    let colon = member.text.firstIndex(of: ":"), !member.text.hasPrefix("\"a\"")
                else { continue }
                members.append(
                    RandomObject.Member(rank: Varied.jsonFields.fields.count, text: member.text[...colon] + "[{}]"))
            }
            return RandomObject(members: members)
        }
    }

    private mutating func members(invalid count: Int) -> [RandomObject.Member] {
        var members = Varied.kinds.enumerated().compactMap { rank, kind in
            kind.isRequired || chance(75)
                ? RandomObject.Member(rank: rank, text: member(kind.key, pick(kind.valid))) : nil
        }
        for _ in 0..<count {
            guard let index = members.indices.randomElement(using: &random), members[index].valid == nil else {
                continue
            }
            let kind = Varied.kinds[members[index].rank]
            guard !kind.invalid.isEmpty else { continue }
            members[index].valid = members[index].text
            members[index].text =
                kind.isRequired && chance(25) ? "" : member(kind.key, pick(kind.invalid))
        }
        if chance(30) {
            let unknown = member("more", pick(["1", "{\"id\":[{}]}", "[null,{\"a\":{}}]", "\"\\u0041\""]))
            members.append(RandomObject.Member(rank: Varied.kinds.count, text: unknown))
        }
        return members
    }

    private mutating func member(_ key: String, _ value: String) -> String {
        var key = key
        if chance(8), let first = key.unicodeScalars.first, first.isASCII {
            let digits = String(first.value, radix: 16)
            key = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits + key.dropFirst()
        }
        let space = chance(70) ? "" : pick([" ", "\n", "\n\t  "])
        return "\(space)\"\(key)\"\(space):\(space)\(value)\(space)"
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

    private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
