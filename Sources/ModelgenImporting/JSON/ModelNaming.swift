import ModelgenSchema

/// Finds out which objects of the samples are one model, and what the models are called.
///
/// Two places hold the same model when their names agree and their keys resemble each other (`user` of a status and of
/// the status that it repeats), or when neighbours have the same keys (`avatar_image` and `cover_image` are two of
/// `Image`).
struct ModelNaming {
    /// The models, those of the files first, then as they are met on the way down.
    private(set) var models: [(name: SwiftName, shape: ObjectShape)] = []
    private var names: [ObjectIdentifier: SwiftName] = [:]
    private var taken: Set<String> = []

    init(_ roots: [(name: SwiftName, shape: ObjectShape)]) {
        for root in roots { unite(root.shape, root.name) }
        while mergeOnce(roots) {}
        for root in roots { name(root.shape, [root.name]) }
        compare()
        var index = 0
        while index < models.count {
            let model = models[index]
            for place in Self.places(in: model.shape, model.name) {
                let owner = SwiftName(model.name.text + place.name.text)
                name(place.shape, [place.name, owner])
            }
            index += 1
        }
    }

    func name(of shape: ObjectShape) -> SwiftName { names[ObjectIdentifier(shape.canonical)] ?? "JSON" }

    private mutating func name(_ shape: ObjectShape, _ wanted: [SwiftName]) {
        let shape = shape.canonical
        guard names[ObjectIdentifier(shape)] == nil, let first = wanted.first else { return }
        let name =
            wanted.first { SwiftNaming.isFree(type: $0, taken) } ?? SwiftNaming.free(type: wanted.last ?? first, taken)
        taken.insert(name.text)
        names[ObjectIdentifier(shape)] = name
        models.append((name, shape))
    }

    // MARK: Places

    /// A place where an object stands, and what one would call it.
    private struct Place {
        var name: SwiftName
        var shape: ObjectShape
        /// Whether it stands in a list or a dictionary, where a model may hold itself.
        var isElement: Bool
    }

    /// The objects below one, as far as the next models.
    private static func places(in shape: ObjectShape, _ name: SwiftName) -> [Place] {
        let shape = shape.canonical
        let common = neighbours(in: shape, name)
        return shape.keys.flatMap { key -> [Place] in
            guard let observation = shape.member(key)?.observation, observation.kinds.count == 1 else { return [] }
            var places = Self.places(of: observation, key, isElement: false)
            if let shared = common[key] {
                for index in places.indices { places[index].name = shared }
            }
            return places
        }
    }

    private static func places(of observation: Observation, _ key: String, isElement: Bool) -> [Place] {
        guard observation.kinds.count == 1 else { return [] }
        if let element = observation.element { return places(of: element, key, isElement: true) }
        guard let object = observation.object, !object.keys.isEmpty else { return [] }
        if let dictionary = object.dictionary { return places(of: dictionary.value, key, isElement: true) }
        let name = SwiftNaming.type(key, isElement ? .singular : .asIs)
        return [Place(name: name, shape: object, isElement: isElement)]
    }

    /// The common name of neighbours with the same keys: what their names end with, else the singular of where
    /// they are: `sizes` has a small and a large `Size`.
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

    /// A status that repeats another one cannot be the same model, for a struct cannot hold itself. What is always null in
    /// the one may be known from the other.
    private func compare() {
        var pending = models.map { (shape: $0.shape.canonical, name: $0.name) }
        var seen: [ObjectShape] = []
        var index = 0
        while index < pending.count {
            let (shape, name) = pending[index]
            index += 1
            guard !seen.contains(where: { $0 === shape }) else { continue }
            if let other = seen.first(where: { $0.equals(shape) && $0.keys.count > 4 }) { shape.lookalike = other }
            seen.append(shape)
            pending += Self.places(in: shape, name).map { ($0.shape.canonical, $0.name) }
        }
    }

    // MARK: Merging

    /// Objects of one place that are no dictionary are one model already; this looks at neighbours.
    private func unite(_ root: ObjectShape, _ name: SwiftName) {
        var seen: Set<ObjectIdentifier> = []
        var pending = [(root.canonical, name)]
        while let (shape, name) = pending.popLast() {
            guard seen.insert(ObjectIdentifier(shape)).inserted else { continue }
            var first: [String: ObjectShape] = [:]
            for (key, name) in Self.neighbours(in: shape, name).sorted(by: { $0.key < $1.key }) {
                guard let object = shape.member(key)?.observation.object else { continue }
                if let other = first[name.text], !other.holds(object), !object.holds(other) { other.merge(object) }
                first[name.text] = first[name.text] ?? object
            }
            pending += Self.places(in: shape, name).map { ($0.shape.canonical, $0.name) }
        }
    }

    /// Merges the first two places that hold the same model; false where there are none.
    private func mergeOnce(_ roots: [(name: SwiftName, shape: ObjectShape)]) -> Bool {
        var byName: [String: [ObjectShape]] = [:]
        for root in roots { byName[root.name.text, default: []].append(root.shape.canonical) }
        var seen: Set<ObjectIdentifier> = []
        var pending = roots.map { (shape: $0.shape.canonical, name: $0.name) }
        var index = 0
        while index < pending.count {
            let (shape, name) = pending[index]
            index += 1
            guard seen.insert(ObjectIdentifier(shape)).inserted else { continue }
            for place in Self.places(in: shape, name) {
                let object = place.shape.canonical
                for other in byName[place.name.text] ?? [] where other !== object && other.resembles(object) {
                    // A struct cannot hold itself, unless in a list.
                    guard !other.holds(object), !object.holds(other) else { continue }
                    other.merge(object)
                    return true
                }
                byName[place.name.text, default: []].append(object)
                pending.append((object, place.name))
            }
        }
        return false
    }
}
