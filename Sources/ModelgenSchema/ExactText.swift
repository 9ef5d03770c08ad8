import ModelSchemas

/// A text that only equals one with the same bytes: see `isExactly`.
@propertyWrapper package struct Exact: Hashable, Sendable, Codable {
    package var wrappedValue: String
    /// For comparisons: `old.$value == new.$value`.
    package var projectedValue: Exact { self }

    package init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    package static func == (left: Exact, right: Exact) -> Bool { left.wrappedValue.isExactly(right.wrappedValue) }
}

/// A text that may be nil, and otherwise only equals one with the same bytes.
@propertyWrapper package struct ExactIfPresent: Hashable, Sendable, Codable {
    private var text: Exact?
    package var wrappedValue: String? {
        get { text?.wrappedValue }
        set { text = newValue.map(Exact.init(wrappedValue:)) }
    }

    package init(wrappedValue: String?) { text = wrappedValue.map(Exact.init(wrappedValue:)) }
}
