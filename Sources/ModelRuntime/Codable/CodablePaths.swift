// Fields at key paths and indexes, in Codable containers.

extension CodableReader {
    /// The value at the first path that leads to a non-null value, otherwise at the first that leads to null.
    func firstFound(_ paths: [[JSONPath.Component]]) -> CodableReader? {
        var null: CodableReader?
        for path in paths {
            guard let found = find(path) else { continue }
            if !found.isNullValue { return found }
            null = null ?? found
        }
        return null
    }

    /// A reader of the value at `path` in the object, or nil if there is no value.
    private func find(_ path: [JSONPath.Component]) -> CodableReader? {
        var place: (any Decoder)?
        for step in path {
            switch step {
            case .key(let name):
                let key = JSONCodingKey(name)
                let known = place == nil ? object?.pointee : try? place?.container(keyedBy: JSONCodingKey.self)
                guard let known, known.contains(key) else { return nil }
                place = try? known.superDecoder(forKey: key)
            case .index(let index):
                guard var elements = try? place?.unkeyedContainer() else { return nil }
                for _ in 0..<index {
                    guard !elements.isAtEnd, (try? elements.superDecoder()) != nil else { return nil }
                }
                place = elements.isAtEnd ? nil : try? elements.superDecoder()
            }
            if place == nil { return nil }
        }
        return place.map { place in
            let found = CodableReader(place)
            found.pathFromParent = path
            return found
        }
    }
}
