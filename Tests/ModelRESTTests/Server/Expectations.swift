import Testing

/// `#expect(try await actual == expected)`, which the macro cannot expand within a closure.
func expectEqual<Value: Equatable>(
    _ actual: Value,
    _ expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, sourceLocation: sourceLocation)
}
