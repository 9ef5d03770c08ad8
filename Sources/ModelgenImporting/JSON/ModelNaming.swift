import ModelgenSchema

/// Decides which objects of the samples are one model, and names the models.
///
/// Two places hold the same model if their names agree and their keys are similar (`user` of a status and of the status
/// that it repeats), if neighbors have the same keys (`avatar_image` and `cover_image` are both an `Image`), or if
/// nearly all keys and values are of the same kind (`owner`, `sender` and `assignee`).
struct ModelNaming {
    /// The models: first those of the files, then the others from top to bottom.
    private(set) var models: [(name: SwiftName, shape: ObjectShape)] = []
    private var names: [ObjectIdentifier: SwiftName] = [:]
    private var taken: Set<String> = []
    /// The fields whose objects a struct cannot hold.
    private var cuts: [Cut: Obstacle] = [:]

    /// Whether there were several samples for a model of the files.
    let hasSeveralSamples: Bool

    /// Why a struct cannot hold an object.
    enum Obstacle {
        /// It would contain itself.
        case circle
        /// It would be a value with thousands of nested fields.
        case size
    }

    private struct Cut: Hashable {
        var shape: ObjectIdentifier
        var key: String
    }

    init(_ roots: [(name: SwiftName, shape: ObjectShape)]) {
        hasSeveralSamples = roots.contains { $0.shape.instances > 1 }
        let shapes = roots.map { (name: $0.name, shape: $0.shape.canonical) }
        for root in shapes { unite(root.shape, root.name) }
        while findRecursion(shapes) || mergeNamesakes(shapes) || mergeLookalikes(shapes) {}
        for root in shapes { name(root.shape, [root.name]) }
        compare()
        let calls = Calls(Self.all(shapes).map { ($0.name, $0.shape) })
        var index = 0
        while index < models.count {
            let model = models[index]
            for place in Self.places(in: model.shape, model.name) {
                let owner = SwiftName(model.name.text + place.name.text)
                name(place.shape, [calls.name(of: place.shape) ?? place.name, place.name, owner])
            }
            index += 1
        }
        cutCycles()
        cutGiants()
    }

    func name(of shape: ObjectShape) -> SwiftName { names[ObjectIdentifier(shape.canonical)] ?? "JSON" }

    /// Why a field of the model cannot hold the object there, outside of lists; nil if it can.
    func obstacle(to key: String, of shape: ObjectShape) -> Obstacle? {
        cuts[Cut(shape: ObjectIdentifier(shape.canonical), key: key)]
    }

    private mutating func name(_ shape: ObjectShape, _ wanted: [SwiftName]) {
        let shape = shape.canonical
        guard names[ObjectIdentifier(shape)] == nil, let first = wanted.first else { return }
        let name =
            wanted.first { SwiftNaming.isFree(type: $0, taken) } ?? SwiftNaming.free(type: wanted.last ?? first, taken)
        taken.insert(name.text)
        names[ObjectIdentifier(shape)] = name
        models.append((name, shape))
    }

    /// The names that places suggest for a shape.
    private struct Calls {
        private var names: [ObjectIdentifier: [SwiftName]] = [:]

        init(_ places: [(name: SwiftName, shape: ObjectShape)]) {
            for place in places { names[ObjectIdentifier(place.shape), default: []].append(place.name) }
        }

        /// The name at most places, and the first among equals; nil if there are several and none prevails: then all
        /// they have in common is what the keys suggest.
        func name(of shape: ObjectShape) -> SwiftName? {
            let names = names[ObjectIdentifier(shape.canonical)] ?? []
            var counts: [SwiftName: Int] = [:]
            for name in names { counts[name, default: 0] += 1 }
            let most = counts.values.max() ?? 0
            guard counts.count > 3, most * 3 < names.count else { return names.first { counts[$0] == most } }
            if shape.canonical.member("url") != nil || shape.canonical.member("href") != nil { return "Link" }
            return shape.canonical.member("id") != nil ? "Reference" : names.first { counts[$0] == most }
        }
    }

    // MARK: Places

    /// A place with an object, and the name it suggests.
    private struct Place {
        var name: SwiftName
        var shape: ObjectShape
        /// The model that contains it; nil for the samples themselves.
        var owner: ObjectShape?
    }

    /// The objects below one, down to the next models.
    private static func places(in shape: ObjectShape, _ name: SwiftName) -> [Place] {
        let shape = shape.canonical
        let common = neighbours(in: shape, name)
        return shape.keys.flatMap { key -> [Place] in
            guard let observation = shape.member(key)?.observation, observation.kinds.count == 1 else { return [] }
            var places = Self.places(of: observation, key, isElement: false, owner: shape)
            if let shared = common[key] {
                for index in places.indices { places[index].name = shared }
            }
            return places
        }
    }

    private static func places(
        of observation: Observation, _ key: String, isElement: Bool, owner: ObjectShape
    ) -> [Place] {
        guard observation.kinds.count == 1 else { return [] }
        if let element = observation.element { return places(of: element, key, isElement: true, owner: owner) }
        guard let object = observation.object, !object.keys.isEmpty else { return [] }
        if let dictionary = object.dictionary {
            return places(of: dictionary.value, key, isElement: true, owner: owner)
        }
        return [Place(name: SwiftNaming.type(key, isElement ? .singular : .asIs), shape: object, owner: owner)]
    }

    /// All places from top to bottom, those of each model once.
    private static func all(_ roots: [(name: SwiftName, shape: ObjectShape)]) -> [Place] {
        var places = roots.map { Place(name: $0.name, shape: $0.shape.canonical, owner: nil) }
        var seen: Set<ObjectIdentifier> = []
        var index = 0
        while index < places.count {
            let place = places[index]
            index += 1
            guard seen.insert(ObjectIdentifier(place.shape)).inserted else { continue }
            places += Self.places(in: place.shape, place.name)
        }
        return places
    }

    /// The common name of neighbors with the same keys: what their names end with, or else the singular of the
    /// containing key: `sizes` has a small and a large `Size`.
    private static func neighbours(in shape: ObjectShape, _ name: SwiftName) -> [String: SwiftName] {
        var groups: [[String]] = []
        for key in shape.keys {
            guard let object = shape.member(key)?.observation.object, object.dictionary == nil,
                shape.member(key)?.observation.kinds.count == 1
            else { continue }
            let index = groups.firstIndex { group in
                group.first.flatMap { shape.member($0)?.observation.object }?.equals(object) == true
            }
            if let index { groups[index].append(key) } else { groups.append([key]) }
        }
        var names: [String: SwiftName] = [:]
        for group in groups where group.count > 1 {
            let words = group.map { SwiftNaming.words(of: $0).map { $0.lowercased() } }
            let place = SwiftNaming.type(name.text, .singular)
            if let last = words.first?.last, words.allSatisfy({ $0.last == last }) {
                for key in group { names[key] = SwiftNaming.type(last) }
            } else if place != name {
                for key in group { names[key] = place }
            }
        }
        return names
    }

    // MARK: Lookalikes

    /// A status that repeats another one cannot be the same model, since a struct cannot contain itself. What is always
    /// null in one may be known from the other.
    private func compare() {
        var seen: [ObjectShape] = []
        for shape in Self.all(models).map(\.shape) where !seen.contains(where: { $0 === shape }) {
            if let other = seen.first(where: { $0.equals(shape) && $0.keys.count > 4 }) { shape.lookalike = other }
            seen.append(shape)
        }
    }

    // MARK: Merging

    /// Objects at one place that are not a dictionary already are one model; this compares neighbors.
    private func unite(_ root: ObjectShape, _ name: SwiftName) {
        for place in Self.all([(name, root)]) {
            let shape = place.shape.canonical
            var first: [String: ObjectShape] = [:]
            for (key, name) in Self.neighbours(in: shape, place.name).sorted(by: { $0.key < $1.key }) {
                guard let object = shape.member(key)?.observation.object else { continue }
                if let other = first[name.text] { Self.merge(object, into: other) }
                first[name.text] = first[name.text] ?? object
            }
        }
    }

    /// Merges what can be one model; false if it would contain itself.
    @discardableResult
    private static func merge(_ shape: ObjectShape, into other: ObjectShape) -> Bool {
        let (other, shape) = (other.canonical, shape.canonical)
        guard other !== shape, !other.holds(shape), !shape.holds(other) else { return false }
        other.merge(shape)
        return true
    }

    /// Merges places with the same name and the same model; false if there are none.
    private func mergeNamesakes(_ roots: [(name: SwiftName, shape: ObjectShape)]) -> Bool {
        merge(roots, by: { $0.name.text }, where: { $0.resembles($1) })
    }

    /// Merges places with the same model but different names; false if there are none.
    private func mergeLookalikes(_ roots: [(name: SwiftName, shape: ObjectShape)]) -> Bool {
        merge(roots, by: { _ in "" }, where: { $0.isSame(as: $1) })
    }

    private func merge(
        _ roots: [(name: SwiftName, shape: ObjectShape)], by group: (Place) -> String,
        where areAlike: (ObjectShape, ObjectShape) -> Bool
    ) -> Bool {
        var known: [String: [ObjectShape]] = [:]
        var seen: Set<ObjectIdentifier> = []
        var hasMerged = false
        for place in Self.all(roots) {
            let object = place.shape.canonical
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            let same = known[group(place)]?.first { other in
                other.canonical !== object && areAlike(other.canonical, object) && Self.merge(object, into: other)
            }
            if same != nil { hasMerged = true } else { known[group(place), default: []].append(object) }
        }
        return hasMerged
    }

    // MARK: Recursion

    /// Finds recursive objects: under names that are data (`properties` of a JSON Schema), or repeatedly under the same
    /// key (`parent` of a `parent`), where the second and all that follow become one model.
    private func findRecursion(_ roots: [(name: SwiftName, shape: ObjectShape)]) -> Bool {
        var hasFound = false
        for place in Self.all(roots) {
            guard let owner = place.owner?.canonical else { continue }
            let shape = place.shape.canonical
            let values = shape.keys.compactMap { shape.member($0)?.observation }
            guard owner !== shape else { continue }
            let areParts =
                values.count > 1
                && values.allSatisfy { value in
                    guard value.kinds == [.object], let object = value.object else { return false }
                    return object !== owner && object !== shape && (object.keys.isEmpty || object.isPart(of: owner))
                }
            if areParts, !shape.holdsItsOwner {
                shape.becomeDictionary(of: owner)
                hasFound = true
                continue
            }
            for (key, inner) in shape.inner where inner !== shape && inner.isPart(of: shape) && shape.isPart(of: owner)
            {
                guard owner.inner.contains(where: { $0.key == key && $0.shape === shape }) else { continue }
                shape.merge(inner)
                hasFound = true
                break
            }
        }
        return hasFound
    }

    /// Removes the field that closes each cycle of structs.
    private mutating func cutCycles() {
        let starts = models.map { ShapeIdentity(shape: $0.shape) }
        ValueCycles.find(in: starts) {
            $0.shape.inner.map { ($0.key, ShapeIdentity(shape: $0.shape)) }
        } found: { path, key in
            guard let holder = path.last else { return }
            cuts[Cut(shape: ObjectIdentifier(holder.shape), key: key)] = .circle
        }
    }

    /// Removes the largest objects from values that would have too many fields.
    private mutating func cutGiants() {
        let cuts = cuts
        let excess = ValueSize.excess(of: models.map { ShapeIdentity(shape: $0.shape) }) {
            identity -> ValueSize.Parts<String, ShapeIdentity> in
            let shape = identity.shape
            var held: [(key: String, value: ShapeIdentity)] = []
            for (key, inner) in shape.inner where cuts[Cut(shape: ObjectIdentifier(shape), key: key)] == nil {
                held.append((key, ShapeIdentity(shape: inner)))
            }
            return ValueSize.Parts(own: shape.keys.count, held: held)
        }
        for each in excess { self.cuts[Cut(shape: ObjectIdentifier(each.holder.shape), key: each.key)] = .size }
    }
}

/// The identity of a shape, regardless of similar ones.
private struct ShapeIdentity: Hashable {
    let shape: ObjectShape

    static func == (left: Self, right: Self) -> Bool { left.shape === right.shape }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shape)) }
}
