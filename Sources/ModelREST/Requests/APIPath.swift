import ModelRuntime

/// The path of an operation below the API's base: literal segments, and values that cannot leave their segment.
///
/// ```swift
/// let path: APIPath = "posts/\(id)/publish"
/// ```
/// What is written out is taken as a path; what is interpolated is percent-encoded to the last slash, dot segment and
/// line break, so that no value can name another resource. A value that would vanish (an empty string) or climb (`..`)
/// is refused when the request is sent, since `DELETE posts/` would mean the whole collection. A slash at the end is sent.
public struct APIPath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The percent-encoded path, without slashes at its beginning.
    public let encoded: String
    /// What is wrong with a value in it, told when the request is sent.
    let problem: String?

    /// The percent-encoded path.
    public var description: String { encoded }

    /// A path without values in it.
    public init(stringLiteral literal: String) {
        var interpolation = StringInterpolation(literalCapacity: literal.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(literal)
        self.init(stringInterpolation: interpolation)
    }

    /// A path from its parts.
    public init(stringInterpolation: StringInterpolation) {
        encoded = String(stringInterpolation.encoded.drop { $0 == "/" })
        problem = stringInterpolation.problem ?? APIPath.dotSegment(in: encoded)
    }

    init(problem: String) {
        encoded = ""
        self.problem = problem
    }

    /// Collects literal parts and encoded values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var encoded = ""
        var problem: String?

        /// Reserves room for the literal part.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Adds what the path's author wrote.
        public mutating func appendLiteral(_ literal: String) {
            encoded += PercentEncoding.encode(literal, keeping: .path)
        }

        /// Adds a path that is whole already.
        public mutating func appendInterpolation(_ path: APIPath) {
            encoded += path.encoded
            problem = problem ?? path.problem
        }

        /// Adds a value, encoded so that it stays within its segment.
        public mutating func appendInterpolation<Value: ParameterValue>(_ value: Value) {
            let text = value.parameterText
            if text.isEmpty {
                problem = problem ?? "an empty value after '\(encoded)' would name another resource"
            }
            encoded += PercentEncoding.encode(text, keeping: .unreserved)
        }

        /// Adds what a transformer makes of a value: `"reports/\(day, using: DateFormat("yyyy-MM-dd"))"`.
        public mutating func appendInterpolation<Form: Transformer>(_ value: Form.Value, using form: Form)
        where Form.Source: ParameterValue {
            do {
                appendInterpolation(try form.encode(value))
            } catch {
                problem = problem ?? "a value after '\(encoded)' has no form as \(Form.self)"
            }
        }
    }

    /// Whether the server wants a slash at the end, as Django's does.
    var endsWithSlash: Bool { encoded.utf8.last == UInt8(ascii: "/") }

    /// Parts joined by single slashes; the last one keeps the slash at its end.
    static func joined(_ parts: [String]) -> String {
        let joined = parts.map(trimmingSlashes).filter { !$0.isEmpty }.joined(separator: "/")
        return parts.last?.utf8.last == UInt8(ascii: "/") && !joined.isEmpty ? joined + "/" : joined
    }

    private static func trimmingSlashes(_ text: String) -> String {
        var bytes = text.utf8[...]
        while bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
        while bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 3986, section 5.2.4: every client and proxy may resolve these away, so they cannot be sent as values.
    private static func dotSegment(in path: String) -> String? {
        for segment in path.split(separator: "/") where segment == "." || segment == ".." {
            return "the segment '\(segment)' of '\(path)' would name another resource"
        }
        return nil
    }
}
