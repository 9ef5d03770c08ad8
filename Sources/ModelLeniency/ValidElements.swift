import ModelRuntime

/// A collection that can skip invalid elements: `onInvalid: skipElement`.
public protocol JSONCollection: JSONValue {
    /// Reads the valid elements, and reports the others.
    init(readingValid source: inout JSONSource) throws
}

extension Array: JSONCollection where Element: JSONValue {
    /// Reads the valid elements, and reports the others.
    @inlinable
    public init(readingValid source: inout JSONSource) throws {
        self.init()
        try source.beginArray()
        let level = source.depth
        while try source.nextElement() {
            let element = try source.attempt { source -> Element? in
                do {
                    return try Element(reading: &source)
                } catch {
                    try passOver(error, at: level)
                    return nil
                }
            }
            if let element = element ?? nil { append(element) }
        }
    }
}

extension Set: JSONCollection where Element: JSONValue {
    /// Reads the valid elements, and reports the others.
    @inlinable
    public init(readingValid source: inout JSONSource) throws {
        self.init(try [Element](readingValid: &source))
    }
}

extension Dictionary: JSONCollection where Key: JSONObjectKey, Value: JSONValue {
    /// Reads the members whose key and value are valid, and reports the others. If a key occurs twice, the first member
    /// is used.
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
}

extension JSONSource {
    /// Reads a list, skipping invalid elements, through a transformer for its elements.
    @inlinable
    package mutating func readValidElements<Form: Transformer>(using form: Form) throws -> [Form.Value]
    where Form.Source: JSONValue {
        var values: [Form.Value] = []
        try beginArray()
        while try nextElement() {
            if let value = try attempt({ try $0.read(using: form) }) { values.append(value) }
        }
        return values
    }
}
