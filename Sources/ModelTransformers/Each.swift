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
            do { return try convert(element) } catch { throw JSONError(error, inElement: index) }
        }
    }
}

extension JSONError {
    /// Adds the index of the element to an error. The reader or the writer puts the path of the list before it.
    fileprivate init(_ error: any Error, inElement index: Int) {
        if let known = error as? JSONError, !known.isLocated {
            self = known
        } else {
            self.init(.invalidValue, reason: String(describing: error))
        }
        path = "[\(index)]\(path)"
    }
}
