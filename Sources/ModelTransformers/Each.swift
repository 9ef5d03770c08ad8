import ModelRuntime

/// A transformer that is applied to each element of a list.
///
///     dates: source.field(using: Each(UnixMilliseconds()))
public struct Each<Element: Transformer>: Transformer {
    private let element: Element

    /// Lifts `element` over a list.
    public init(_ element: Element) {
        self.element = element
    }

    /// The values of the elements.
    public func decode(_ source: [Element.Source]) throws -> [Element.Value] {
        try source.map(element.decode)
    }

    /// The forms of the elements.
    public func encode(_ value: [Element.Value]) throws -> [Element.Source] {
        try value.map(element.encode)
    }
}
