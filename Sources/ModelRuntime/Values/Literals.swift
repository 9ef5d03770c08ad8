import Foundation

// Values that are written in code as text. Generated code uses these for defaults, whose text the generator has
// checked. Only literals can be passed, so an invalid text is a programming error, found when it is first run.

extension URL {
    /// The URL written as a literal: `URL(literal: "https://example.org")`.
    public init(literal text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("no URL: \(text)") }
        self = url
    }
}

extension UUID {
    /// The UUID written as a literal: `UUID(literal: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")`.
    public init(literal text: StaticString) {
        guard let uuid = UUID(uuidString: "\(text)") else { preconditionFailure("no UUID: \(text)") }
        self = uuid
    }
}

extension Decimal {
    /// The number written as a literal, with all its digits: `Decimal(literal: "12.50")`.
    public init(literal text: StaticString) {
        let locale = Locale(identifier: "en_US_POSIX")
        guard let number = Decimal(string: "\(text)", locale: locale) else { preconditionFailure("no number: \(text)") }
        self = number
    }
}

extension Data {
    /// The bytes written as a literal in base64 (RFC 4648, section 4): `Data(literal: "AQI=")`.
    public init(literal text: StaticString) {
        guard let data = Data(base64Encoded: "\(text)") else { preconditionFailure("no base64: \(text)") }
        self = data
    }
}
