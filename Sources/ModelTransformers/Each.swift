import ModelRuntime

/// A transformer that is applied to each element of a list.
///
///     dates: source.field(using: Each(UnixMilliseconds()))
public struct Each<Element: Transformer>: Transformer {
    private let element: Element

    /// Creates a transformer that applies `element` to each element.
    public init(_ element: Element) {
        self.element = element
    }

    /// Converts the elements from their external forms.
    public func decode(_ source: [Element.Source]) throws -> [Element.Value] {
        try map(source, element.decode)
    }

    /// Converts the elements to their external forms.
    public func encode(_ value: [Element.Value]) throws -> [Element.Source] {
        try map(value, element.encode)
    }

    private func map<From, To>(_ elements: [From], _ convert: (From) throws -> To) throws -> [To] {
        try elements.enumerated().map { index, element in
            do { return try convert(element) } catch { throw JSONError(error, at: "[\(index)]") }
        }
    }
}

/// A transformer that is applied to each value of a dictionary.
///
///     dates: source.field(using: EachValue(UnixMilliseconds()))
public struct EachValue<Key: JSONObjectKey, Element: Transformer>: Transformer {
    private let element: Element

    /// Creates a transformer that applies `element` to each value.
    public init(_ element: Element) {
        self.element = element
    }

    /// Converts the values from their external forms.
    public func decode(_ source: [Key: Element.Source]) throws -> [Key: Element.Value] {
        try map(source, element.decode)
    }

    /// Converts the values to their external forms.
    public func encode(_ value: [Key: Element.Value]) throws -> [Key: Element.Source] {
        try map(value, element.encode)
    }

    private func map<From, To>(_ values: [Key: From], _ convert: (From) throws -> To) throws -> [Key: To] {
        var result: [Key: To] = [:]
        for (key, value) in values {
            do {
                result[key] = try convert(value)
            } catch {
                let step = JSONPath([.key(key.jsonKey)]).description
                throw JSONError(error, at: step.hasPrefix("[") ? step : ".\(step)")
            }
        }
        return result
    }
}

extension JSONError {
    /// Adds the place of the element to an error. The reader or the writer puts the path of the collection before it.
    fileprivate init(_ error: any Error, at place: String) {
        if let known = error as? JSONError, !known.isLocated {
            self = known
        } else {
            self.init(.invalidValue, reason: String(describing: error))
        }
        path = place + path
    }
}
