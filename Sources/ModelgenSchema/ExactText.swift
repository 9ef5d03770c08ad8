import ModelSchemas

/// A text that only equals one with the same bytes: see `isExactly`.
@propertyWrapper package struct Exact: Hashable, Sendable {
    package var wrappedValue: String
    /// For comparisons: `old.$value == new.$value`.
    package var projectedValue: Exact { self }

    package init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    package static func == (left: Exact, right: Exact) -> Bool { left.wrappedValue.isExactly(right.wrappedValue) }
}
