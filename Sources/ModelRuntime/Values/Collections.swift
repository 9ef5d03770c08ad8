// JSON forms of optionals, arrays, sets and dictionaries.

extension Optional: JSONValue where Wrapped: JSONValue {
    /// Reads a value, or nil for null.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self = try source.readNull() ? nil : Wrapped(reading: &source)
    }

    /// Writes the value, or null.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        if let self { try self.write(to: &sink) } else { try sink.writeNull() }
    }

    /// The default path of the value in a document: the root of the wrapped type.
    public static var jsonRoot: JSONPath { Wrapped.jsonRoot }

    /// Whether the wrapped values can be read one by one.
    public static var isCodedDirectly: Bool { Wrapped.isCodedDirectly }
}

extension Array: JSONValue where Element: JSONValue {
    /// Reads an array. Models that a hook drops are left out.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self.init()
        try source.beginArray()
        let level = source.depth
        while try source.nextElement() {
            if count == capacity { reserveCapacity(source.likelyCount(after: count)) }
            do {
                append(try Element(reading: &source))
            } catch {
                try passOver(error, at: level)
            }
        }
    }

    /// Writes an array. Models that a hook drops are left out.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        let level = try sink.beginArray()
        try withUnsafeBufferPointer {
            try $0.withMemoryRebound(to: Uncopied<Element>.self) { elements in
                for index in elements.indices {
                    try sink.nextElement()
                    do {
                        try elements[index].write(to: &sink)
                    } catch {
                        try sink.takeBackElement(after: error, at: level)
                    }
                }
            }
        }
        try sink.endArray()
    }

    /// The default path of the array in a document: the root of its elements' type.
    public static var jsonRoot: JSONPath { Element.jsonRoot }
}

/// An element that is written where it is. The compiler would copy an element that can be copied, and retaining and
/// releasing what it refers to would take a fifth of the time of writing an array of models.
@usableFromInline
struct Uncopied<Element: JSONValue>: ~Copyable {
    @usableFromInline let element: Element

    @inlinable
    @inline(__always)
    borrowing func write(to sink: inout JSONSink) throws { try element.write(to: &sink) }
}

extension Set: JSONValue where Element: JSONValue {
    /// Reads an array, merging duplicates.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self.init(try [Element](reading: &source))
    }

    /// Writes a sorted array: in the order of `<` if the elements support it, otherwise of their JSON.
    public func write(to sink: inout JSONSink) throws {
        if let order = Element.self as? any Comparable.Type, let sorted = sortedElements(by: order) {
            return try sorted.write(to: &sink)
        }
        let elements = try sink.takeBack(Array(self).write).array ?? []
        try elements.map { ($0, $0.description) }.sorted { $0.1 < $1.1 }.map(\.0).write(to: &sink)
    }

    /// The default path of the array in a document: the root of its elements' type.
    public static var jsonRoot: JSONPath { Element.jsonRoot }

    private func sortedElements<Order: Comparable>(by order: Order.Type) -> [Element]? {
        (Array(self) as? [Order])?.sorted() as? [Element]
    }
}

extension Dictionary: JSONValue where Key: JSONObjectKey, Value: JSONValue {
    /// Reads an object. If a key occurs twice, the first member is used, as with `JSONDecoder`.
    ///
    /// Swift treats `é` as one character or as two as the same key; ``JSON`` keeps both.
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
    package func notAKey(_ key: String, of type: Any.Type) -> JSONError {
        failure(
            .invalidValue, at: frame.key, expected: "a key that is \(shortName(of: type))",
            found: "the key \(excerpt(key))")
    }
}
