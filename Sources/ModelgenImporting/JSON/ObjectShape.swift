/// The objects of one place or of several: which keys they have, and what stands there.
final class ObjectShape {
    struct Member {
        /// How many of the objects have it.
        var count: Int
        var observation: Observation
    }

    /// The key that the objects stand under; empty at the top of a document and in a list.
    let key: String
    private(set) var instances = 0
    /// In the order in which they came first.
    private(set) var keys: [String] = []
    private var members: [String: Member] = [:]
    /// What it became a part of.
    private var forward: ObjectShape?

    /// Another model with the same keys.
    var lookalike: ObjectShape?
    private var judgement: Judgement?
    /// Whether its values are like the object that holds it, as the properties of a JSON Schema are schemas again: what
    /// they are called by is data then.
    private(set) var holdsItsOwner = false

    private enum Judgement {
        case model
        case dictionary(DynamicKeys)
    }

    init(key: String) { self.key = key }

    /// What the object is as a dictionary; nil where its keys are names that somebody chose.
    var dictionary: DynamicKeys? {
        if judgement == nil {
            // Objects may lead back to this one, where it is a model for now.
            judgement = .model
            judgement = asDictionary().map { .dictionary($0) } ?? .model
        }
        if case .dictionary(let keys) = judgement { return keys }
        return nil
    }

    var canonical: ObjectShape {
        var shape = self
        while let next = shape.forward { shape = next }
        return shape
    }

    func member(_ key: String) -> Member? { members[key] }

    /// What stands under a key. What is always null here may be known from a model with the same keys.
    func knowledge(of key: String) -> Observation? {
        guard let own = members[key]?.observation else { return nil }
        return own.kinds.isEmpty ? lookalike?.members[key]?.observation ?? own : own
    }

    func note(_ values: [JSONSample.Member]) {
        instances += 1
        var counted: Set<String> = []
        for value in values {
            let member =
                members[value.key]
                ?? Member(count: 0, observation: Observation(key: value.key, place: value.value.range))
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
        mine.holdsItsOwner = mine.holdsItsOwner || theirs.holdsItsOwner
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

    /// Takes the objects that stand under its keys for values of a dictionary, all of them like the object that holds it.
    func becomeDictionary(of owner: ObjectShape) {
        holdsItsOwner = true
        judgement = nil
        for key in keys {
            if let object = members[key]?.observation.object { owner.merge(object) }
        }
    }

    // MARK: Comparing

    /// Whether the objects look like those of the other: at least half of the keys in common, and nothing against it.
    func resembles(_ other: ObjectShape) -> Bool { isAlike(other, share: 0.5) }

    /// Whether the objects are so much like those of the other that they are one model, whatever both are called.
    func isSame(as other: ObjectShape) -> Bool {
        guard keys.count > 1, other.keys.count > 1 else { return false }
        let isSmall = min(keys.count, other.keys.count) < 5
        return isAlike(other, share: isSmall ? 1 : 0.85) && agreesInForms(with: other)
    }

    /// Whether what one has more than the other is little, and what both have agrees.
    private func isAlike(_ other: ObjectShape, share: Double) -> Bool {
        let common = keys.filter { other.members[$0] != nil }
        let all = keys.count + other.keys.count - common.count
        guard all > 0, Double(common.count) >= share * Double(all) else { return false }
        return agrees(with: other, on: common)
    }

    /// Whether the objects could be some of the other's: most of their keys are known there.
    func isPart(of other: ObjectShape) -> Bool {
        let common = keys.filter { other.members[$0] != nil }
        guard !common.isEmpty, common.count * 2 > keys.count else { return false }
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
            guard let mine = members[key]?.observation, let theirs = other.members[key]?.observation else {
                return true
            }
            guard mine !== theirs, !mine.kinds.isEmpty, !theirs.kinds.isEmpty else { return true }
            return mine.kinds == theirs.kinds && mine.holdsObjects(like: theirs)
        }
    }

    /// Whether texts of the same key are of the same form on both sides: a date here is no text there.
    private func agreesInForms(with other: ObjectShape) -> Bool {
        keys.allSatisfy { key in
            guard let mine = members[key]?.observation.strings, let theirs = other.members[key]?.observation.strings,
                mine.count > 0, theirs.count > 0
            else { return true }
            return mine.forms.first?.type == theirs.forms.first?.type
        }
    }

    // MARK: What is inside

    /// The models that are directly inside, not in a list, by the keys that they stand under.
    var inner: [(key: String, shape: ObjectShape)] {
        keys.compactMap { key in
            guard let observation = knowledge(of: key), observation.kinds == [.object],
                let object = observation.object, object.dictionary == nil
            else { return nil }
            return (key, object)
        }
    }

    /// Whether a value of it would hold a value of the other, however deep.
    func holds(_ other: ObjectShape) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var pending = inner.map(\.shape)
        while let next = pending.popLast() {
            if next === other.canonical { return true }
            if seen.insert(ObjectIdentifier(next)).inserted { pending += next.inner.map(\.shape) }
        }
        return false
    }
}

extension Observation {
    /// Whether the objects here and there, or in the lists here and there, have most of their keys in common. A page of
    /// users and a page of posts have the same keys, and are not the same.
    fileprivate func holdsObjects(like other: Observation) -> Bool {
        if let mine = object, let theirs = other.object {
            guard mine !== theirs, !mine.keys.isEmpty, !theirs.keys.isEmpty else { return true }
            let common = mine.keys.count { theirs.member($0) != nil }
            return common * 2 >= min(mine.keys.count, theirs.keys.count)
                || (mine.dictionary != nil && theirs.dictionary != nil)
        }
        if let mine = element, let theirs = other.element, !mine.kinds.isEmpty, !theirs.kinds.isEmpty {
            return mine.kinds == theirs.kinds && mine.holdsObjects(like: theirs)
        }
        return true
    }
}
