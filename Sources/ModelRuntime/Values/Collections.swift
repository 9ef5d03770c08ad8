// JSON forms of optionals, arrays, sets and dictionaries.

/// A collection that can leave out invalid elements: `onInvalid: skipElement`.
public protocol JSONCollection: JSONValue {
    /// Reads the valid elements; the others are reported.
    init(readingValid source: inout JSONSource) throws
}

extension Optional: JSONValue where Wrapped: JSONValue {
    /// Reads a value, or nil for null.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self = try source.readIfPresent(Wrapped.self)
    }

    /// Writes the value, or null.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        if let self { try self.write(to: &sink) } else { try sink.writeNull() }
    }

    /// The default path of the value in a document: the root of the wrapped type.
    @inlinable public static var jsonRoot: JSONPath { Wrapped.jsonRoot }

    /// Whether this is so for the wrapped type.
    public static var isCodedDirectly: Bool { Wrapped.isCodedDirectly }
}

extension Array: JSONValue, JSONCollection where Element: JSONValue {
    /// Reads an array. Models that a hook drops are left out.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self.init()
        let level = try source.beginList()
        while try source.nextElement() {
            if count == capacity { reserveCapacity(source.likelyCount(after: count)) }
            do {
                append(try Element(reading: &source))
            } catch {
                try source.passOver(error, at: level)
            }
        }
    }

    /// Reads the valid elements; the others are reported.
    @inlinable
    public init(readingValid source: inout JSONSource) throws {
        self.init()
        let level = try source.beginList()
        while try source.nextElement() {
            do {
                if let element = try source.attempt({ try Element(reading: &$0) }) { append(element) }
            } catch {
                try source.passOver(error, at: level)
            }
        }
    }

    /// Writes an array. Models that a hook drops are left out.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        let level = try sink.beginList()
        for index in indices {
            try sink.nextElement()
            do {
                try self[index].write(to: &sink)
            } catch {
                try sink.passOver(error, at: level)
            }
        }
        try sink.endArray()
    }

    /// The default path of the array in a document: the root of its elements' type.
    @inlinable public static var jsonRoot: JSONPath { Element.jsonRoot }
}

extension Set: JSONValue, JSONCollection where Element: JSONValue {
    /// Reads an array; duplicates are merged.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self.init(try Array<Element>(reading: &source))
    }

    /// Reads the valid elements; the others are reported.
    @inlinable
    public init(readingValid source: inout JSONSource) throws {
        self.init(try Array<Element>(readingValid: &source))
    }

    /// Writes a sorted array: by `<` if the elements support it, otherwise by their JSON.
    public func write(to sink: inout JSONSink) throws {
        if let order = Element.self as? any Comparable.Type, let sorted = sortedElements(by: order) {
            return try sorted.write(to: &sink)
        }
        let keyed = try map { (element: $0, json: try $0.jsonString(at: [])) }
        try keyed.sorted { $0.json < $1.json }.map(\.element).write(to: &sink)
    }

    private func sortedElements<Order: Comparable>(by order: Order.Type) -> [Element]? {
        guard let elements = Array(self) as? [Order] else { return nil }
        return elements.sorted() as? [Element]
    }
}

extension Dictionary: JSONValue, JSONCollection where Key: JSONObjectKey, Value: JSONValue {
    /// Reads an object. If a key occurs twice, the first member is used.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self.init()
        try source.beginObject()
        while let text = try source.nextKey() {
            guard let key = Key(jsonKey: text) else { throw source.notAKey(text, of: Key.self) }
            if self[key] != nil {
                try source.skipValue()
            } else {
                self[key] = try Value(reading: &source)
            }
        }
    }

    /// Reads the members with a valid key and a valid value; the others are reported. If a key occurs twice, only the
    /// first member counts.
    @inlinable
    public init(readingValid source: inout JSONSource) throws {
        self.init()
        var invalid: Set<String> = []
        try source.beginObject()
        while let text = try source.nextKey() {
            let key = Key(jsonKey: text)
            if invalid.contains(text) || key.map({ self[$0] != nil }) ?? false {
                try source.skipValue()
                continue
            }
            let value = try source.attempt { source in
                guard key != nil else { throw source.notAKey(text, of: Key.self) }
                return try Value(reading: &source)
            }
            if let key, let value { self[key] = value } else { invalid.insert(text) }
        }
    }

    /// Writes an object, its members sorted by their keys.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        try sink.beginObject()
        try withUnsafeTemporaryAllocation(of: (order: UInt64, index: Index).self, capacity: count) { members in
            var index = startIndex
            for number in members.indices {
                members.initializeElement(at: number, to: (order(of: self[index].key), index))
                formIndex(after: &index)
            }
            defer { members.deinitialize() }
            let order = sort(members)
            for number in members.indices {
                let place = order.map { Int(truncatingIfNeeded: $0 &>> UInt64(number &* 4)) & 15 } ?? number
                let (key, value) = self[members[place].index]
                try sink.nextMember(key.jsonKey)
                try value.write(to: &sink)
            }
        }
        try sink.endObject()
    }
}

extension JSONSource {
    @usableFromInline
    @inline(never)
    func notAKey(_ key: String, of type: Any.Type) -> JSONError {
        var error = JSONError(.invalidValue, expected: "a key that is \(shortName(of: type))")
        let place = self.place
        if !place.isSensitive { error.found = "the key \(key.quotedForMessage)" }
        return located(error, at: top.pointee.key, in: place)
    }
}
