/// The objects of one place or of several: which keys they have, and what stands there.
final class ObjectShape {
    struct Member {
        /// How many of the objects have it.
        var count: Int
        var observation: Observation
    }

    private(set) var instances = 0
    /// In the order in which they came first.
    private(set) var keys: [String] = []
    private var members: [String: Member] = [:]
    /// What it became a part of.
    private var forward: ObjectShape?

    /// Another model with the same keys.
    var lookalike: ObjectShape?
    private var judgement: Judgement?

    private enum Judgement {
        case model
        case dictionary(DynamicKeys)
    }

    /// What the object is as a dictionary; nil where its keys are names that somebody chose.
    var dictionary: DynamicKeys? {
        let judgement = judgement ?? asDictionary().map { .dictionary($0) } ?? .model
        self.judgement = judgement
        if case .dictionary(let keys) = judgement { return keys }
        return nil
    }

    var canonical: ObjectShape { forward?.canonical ?? self }

    func member(_ key: String) -> Member? { members[key] }

    func note(_ values: [JSONSample.Member]) {
        instances += 1
        var counted: Set<String> = []
        for value in values {
            let member = members[value.key] ?? Member(count: 0, observation: Observation(place: value.value.range))
            if members[value.key] == nil { keys.append(value.key) }
            let isNew = counted.insert(value.key).inserted
            members[value.key] = Member(count: member.count + (isNew ? 1 : 0), observation: member.observation)
            member.observation.note(value.value)
        }
    }

    /// Makes the other a part of this one.
    func merge(_ other: ObjectShape) {
        let mine = canonical
        let theirs = other.canonical
        guard mine !== theirs else { return }
        // First, for the way down may lead back here: a comment holds comments.
        theirs.forward = mine
        mine.judgement = nil
        mine.instances += theirs.instances
        for key in theirs.keys {
            guard let added = theirs.members[key] else { continue }
            guard let own = mine.members[key] else {
                mine.keys.append(key)
                mine.members[key] = added
                continue
            }
            mine.members[key] = Member(count: own.count + added.count, observation: own.observation)
            own.observation.merge(added.observation)
        }
    }

    /// Whether the objects look like those of the other: at least half of the keys in common, and nothing against it.
    func resembles(_ other: ObjectShape) -> Bool {
        let common = keys.filter { other.members[$0] != nil }
        let all = keys.count + other.keys.count - common.count
        guard all > 0, common.count * 2 >= all else { return false }
        return agrees(with: other, on: common)
    }

    /// Whether both have the same keys, several, and nothing against it.
    func equals(_ other: ObjectShape) -> Bool {
        let common = keys.filter { other.members[$0] != nil }
        // One key of many may be missing on one side.
        guard keys.count > 1, common.count + keys.count / 8 >= max(keys.count, other.keys.count) else { return false }
        return agrees(with: other, on: common)
    }

    private func agrees(with other: ObjectShape, on keys: [String]) -> Bool {
        keys.allSatisfy { key in
            let mine = members[key]?.observation.kinds ?? []
            let theirs = other.members[key]?.observation.kinds ?? []
            return mine.isEmpty || theirs.isEmpty || mine == theirs
        }
    }

    /// The models that are directly inside, not in a list.
    var inner: [ObjectShape] {
        keys.compactMap { key in
            guard let object = members[key]?.observation.object, object.dictionary == nil else { return nil }
            return object
        }
    }

    /// Whether a value of it would hold a value of the other, however deep.
    func holds(_ other: ObjectShape) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var pending = inner
        while let next = pending.popLast() {
            if next === other.canonical { return true }
            if seen.insert(ObjectIdentifier(next)).inserted { pending += next.inner }
        }
        return false
    }
}
