// Fields that stand at key paths and indexes, behind Codable.

extension CodableReader {
    /// The first of several paths that leads to a value that is not null, else the first that leads to null.
    func firstFound(_ paths: [[JSONPath.Component]]) -> CodableReader? {
        var null: CodableReader?
        for path in paths {
            guard let found = find(path) else { continue }
            if !found.isNullValue { return found }
            null = null ?? found
        }
        return null
    }

    /// A reader of the value at `path` below the object, or nil where there is none.
    private func find(_ path: [JSONPath.Component]) -> CodableReader? {
        guard var object = object?.pointee else { return nil }
        var list: (any UnkeyedDecodingContainer)?
        for (position, step) in path.enumerated() {
            let next = position + 1 < path.count ? path[position + 1] : nil
            switch step {
            case .key(let name):
                let key = JSONCodingKey(name)
                guard object.contains(key) else { return nil }
                switch next {
                case .key:
                    guard let inner = try? object.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key) else {
                        return nil
                    }
                    object = inner
                case .index:
                    guard let inner = try? object.nestedUnkeyedContainer(forKey: key) else { return nil }
                    list = inner
                case nil:
                    return CodableReader(object, keys: [key]).found(
                        at: path,
                        isNull: (try? object.decodeNil(forKey: key)) ?? false
                    )
                }
            case .index(let index):
                guard var elements = list else { return nil }
                for _ in 0..<index {
                    if elements.isAtEnd { return nil }
                    if (try? elements.decodeNil()) == true { continue }
                    guard (try? elements.decode(Ignored.self)) != nil else { return nil }
                }
                if elements.isAtEnd { return nil }
                switch next {
                case .key:
                    guard let inner = try? elements.nestedContainer(keyedBy: JSONCodingKey.self) else { return nil }
                    object = inner
                case .index:
                    guard let inner = try? elements.nestedUnkeyedContainer() else { return nil }
                    list = inner
                case nil:
                    var probe = elements
                    return CodableReader(elements).found(at: path, isNull: (try? probe.decodeNil()) ?? false)
                }
            }
        }
        return nil
    }

    private func found(at path: [JSONPath.Component], isNull: Bool) -> CodableReader {
        pathFromParent = path
        isNullValue = isNull
        return self
    }
}
