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
    /// The fields with objects that would make values of thousands of nested fields.
    private var giants: Set<Giant> = []

    /// Whether there were several samples for a model of the files.
    let hasSeveralSamples: Bool

    private struct Giant: Hashable {
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
        cutGiants()
    }

    func name(of shape: ObjectShape) -> SwiftName { names[ObjectIdentifier(shape.canonical)] ?? "JSON" }

    /// Whether the object in a field of the model, outside of lists, would make values of thousands of nested fields.
    func isGiant(_ key: String, of shape: ObjectShape) -> Bool {
        giants.contains(Giant(shape: ObjectIdentifier(shape.canonical), key: key))
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

    /// What is always null in a model may be known from another one with the same keys.
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
                if let other = first[name.text] { other.merge(object) }
                first[name.text] = first[name.text] ?? object
            }
        }
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
            let same = known[group(place)]?.first { $0.canonical !== object && areAlike($0.canonical, object) }
            if let same {
                same.canonical.merge(object)
                hasMerged = true
            } else {
                known[group(place), default: []].append(object)
            }
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

    /// Removes the largest objects from values that would have too many fields.
    private mutating func cutGiants() {
        let excess = ValueSize.excess(of: models.map { ShapeIdentity(shape: $0.shape) }) {
            identity -> ValueSize.Parts<String, ShapeIdentity> in
            let shape = identity.shape
            var held: [(key: String, value: ShapeIdentity)] = []
            for (key, inner) in shape.inner { held.append((key, ShapeIdentity(shape: inner))) }
            return ValueSize.Parts(own: shape.keys.count, held: held)
        }
        for each in excess { giants.insert(Giant(shape: ObjectIdentifier(each.holder.shape), key: each.key)) }
    }
}

/// The identity of a shape, regardless of similar ones.
private struct ShapeIdentity: Hashable {
    let shape: ObjectShape

    static func == (left: Self, right: Self) -> Bool { left.shape === right.shape }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shape)) }
}
