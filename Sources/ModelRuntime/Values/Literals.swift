import Foundation

// Values that code writes as text. Generated code uses these for defaults, whose text the generator has checked. Only
// literals can be passed, so invalid text is a programming error, found the first time it runs.

extension JSONText {
    /// The value written as a literal: `URL(literal: "https://example.org")`, `Data(literal: "AQI=")`.
    public init(literal text: StaticString) {
        guard let value = text.withUTF8Buffer({ try? Self.value(ofText: $0) }) else {
            preconditionFailure("\(text) is not \(Self.textExpectation)")
        }
        self = value
    }
}

extension Decimal {
    /// The number written as a literal, with all its digits: `Decimal(literal: "12.50")`.
    public init(literal text: StaticString) {
        guard let number = Decimal(ExactDecimal("\(text)".utf8)) else { preconditionFailure("no number: \(text)") }
        self = number
    }
}
