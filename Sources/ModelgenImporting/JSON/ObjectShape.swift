import ModelgenParsing

/// The objects at one or more places: their keys and what they hold.
final class ObjectShape {
    struct Member {
        /// How many of the objects have it.
        var count: Int
        var observation: Observation
    }

    /// The key of the objects; empty at the top of a document and in a list.
    let key: String
    private(set) var instances = 0
    /// In the order of their first occurrence.
    private(set) var keys: [String] = []
    private var members: [String: Member] = [:]
    /// The shape it was merged into.
    private var forward: ObjectShape?

    /// Another model with the same keys.
    var lookalike: ObjectShape?
    private var judgement: Judgement?
    /// Whether its values are similar to the object that contains it, as the properties of a JSON Schema are schemas
    /// again: then its keys are data.
    private(set) var holdsItsOwner = false

    private enum Judgement {
        case model
        case dictionary(DynamicKeys)
    }

    init(key: String) { self.key = key }

    /// The object as a dictionary; nil if its keys are chosen names.
    var dictionary: DynamicKeys? {
        if judgement == nil {
            // Objects may lead back to this one, which counts as a model for now.
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

    /// What is known about a key. What is always null here may be known from a model with the same keys.
    func knowledge(of key: String) -> Observation? {
        guard let own = members[key]?.observation else { return nil }
        return own.kinds.isEmpty ? lookalike?.members[key]?.observation ?? own : own
    }

    func note(_ values: [Node.Entry]) {
        instances += 1
        var counted: Set<String> = []
        for value in values {
            let member =
                members[value.name]
                ?? Member(count: 0, observation: Observation(key: value.name, place: value.value.range))
            if members[value.name] == nil { keys.append(value.name) }
            let isNew = counted.insert(value.name).inserted
            members[value.name] = Member(count: member.count + (isNew ? 1 : 0), observation: member.observation)
            member.observation.note(value.value)
        }
    }

    /// Merges the other into this one.
    func merge(_ other: ObjectShape) {
        let mine = canonical
        let theirs = other.canonical
        guard mine !== theirs else { return }
        // Set first, since the recursion may lead back here: a comment contains comments.
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

    /// Makes this a dictionary whose values are the objects under its keys, all similar to the object that contains it.
    func becomeDictionary(of owner: ObjectShape) {
        holdsItsOwner = true
        judgement = nil
        for key in keys {
            if let object = members[key]?.observation.object { owner.merge(object) }
        }
    }

    // MARK: Comparing

    /// Whether the objects are similar to the other's: at least half of the keys in common, and no contradiction.
    func resembles(_ other: ObjectShape) -> Bool { isAlike(other, share: 0.5) }

    /// Whether the objects are so similar to the other's that they are one model, whatever their names.
    func isSame(as other: ObjectShape) -> Bool {
        guard keys.count > 1, other.keys.count > 1 else { return false }
        let isSmall = min(keys.count, other.keys.count) < 5
        return isAlike(other, share: isSmall ? 1 : 0.85) && agreesInForms(with: other)
    }

    /// Whether one has little that the other lacks, and the rest agrees.
    private func isAlike(_ other: ObjectShape, share: Double) -> Bool {
        let sum = Double(keys.count + other.keys.count)
        guard sum > 0, let common = common(with: other, atLeast: share / (1 + share) * sum) else { return false }
        return agrees(with: other, on: common)
    }

    /// Whether the objects could be a part of the other's: most of their keys are known there.
    func isPart(of other: ObjectShape) -> Bool {
        let common = keys.filter { other.members[$0] != nil }
        guard !common.isEmpty, common.count * 2 > keys.count else { return false }
        return agrees(with: other, on: common)
    }

    /// Whether both have the same keys, more than one, and no contradiction.
    func equals(_ other: ObjectShape) -> Bool {
        // One key out of many may be missing on one side.
        let count = max(keys.count, other.keys.count) - keys.count / 8
        guard keys.count > 1, let common = common(with: other, atLeast: Double(count)) else { return false }
        return agrees(with: other, on: common)
    }

    /// The keys of both; nil if there are fewer than that, which most pairs of thousands of objects soon show.
    private func common(with other: ObjectShape, atLeast count: Double) -> [String]? {
        var left = Double(keys.count) - count + 1e-9
        if left < 0 { return nil }
        var common: [String] = []
        for key in keys {
            if other.members[key] != nil {
                common.append(key)
            } else {
                left -= 1
                if left < 0 { return nil }
            }
        }
        return common
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

    /// Whether strings with the same key have the same form on both sides: a date here must not be arbitrary text
    /// there.
    private func agreesInForms(with other: ObjectShape) -> Bool {
        keys.allSatisfy { key in
            guard let mine = members[key]?.observation.strings, let theirs = other.members[key]?.observation.strings,
                mine.count > 0, theirs.count > 0
            else { return true }
            return mine.forms.first?.type == theirs.forms.first?.type
        }
    }

    // MARK: Contents

    /// The models directly inside, not in lists, with their keys.
    var inner: [(key: String, shape: ObjectShape)] {
        keys.compactMap { key in
            guard let observation = knowledge(of: key), observation.kinds == [.object],
                let object = observation.object, object.dictionary == nil
            else { return nil }
            return (key, object)
        }
    }
}

extension Observation {
    /// Whether the objects on both sides, or in the lists on both sides, have most of their keys in common. A page of
    /// users and a page of posts have the same keys, but are not the same.
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
