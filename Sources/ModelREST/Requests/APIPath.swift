import Foundation
import ModelRuntime

/// The path of an operation, relative to the API's base: literal segments, and values that cannot escape their segment.
///
/// ```swift
/// let path: APIPath = "posts/\(id)/publish"
/// ```
/// Literals are used as written. Interpolated values are percent-encoded, including slashes, dot segments and line
/// breaks, so that no value can refer to a different resource. A value that would disappear (an empty string) or go up
/// (`..`) is rejected when the request is sent, because `DELETE posts/` would mean the whole collection. A trailing
/// slash is kept.
///
/// A secret, as in `"sessions/\(secret: token)"`, is sent like any other value, but errors, logs and ``description``
/// show its segment as `***`.
public struct APIPath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The percent-encoded path, without leading slashes.
    public let encoded: String
    /// The problem with a value, reported when the request is sent.
    package let problem: String?
    /// The segments that errors and logs must not show, unencoded, because a server may encode them differently.
    let secrets: [String]

    /// The percent-encoded path, with `***` for its secret segments.
    public var description: String { encoded.hiding(secrets) }

    /// Creates a path without values.
    public init(stringLiteral literal: String) {
        var interpolation = StringInterpolation(literalCapacity: literal.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(literal)
        self.init(stringInterpolation: interpolation)
    }

    /// Creates a path from its parts.
    public init(stringInterpolation: StringInterpolation) {
        encoded = String(stringInterpolation.encoded.drop { $0 == "/" })
        let shown = stringInterpolation.shown.drop { $0 == "/" }
        problem = stringInterpolation.problem ?? APIPath.dotSegment(in: shown)
        // Every request has a path, but few paths contain a secret.
        secrets =
            encoded == shown
            ? []
            : zip(encoded.split(separator: "/"), shown.split(separator: "/")).filter { $0 != $1 }
                .map { $0.0.removingPercentEncoding ?? "" }
    }

    init(problem: String) {
        encoded = ""
        secrets = []
        self.problem = problem
    }

    /// Collects literal parts and encoded values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var encoded = ""
        /// The path with `***` for secrets.
        var shown = ""
        var problem: String?

        /// Reserves capacity for the literals.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Adds the literal part of a path.
        public mutating func appendLiteral(_ literal: String) {
            let literal = PercentEncoding.encode(literal, keeping: .path)
            encoded += literal
            shown += literal
        }

        /// Adds a complete path.
        public mutating func appendInterpolation(_ path: APIPath) {
            encoded += path.encoded
            shown += path.description
            problem = problem ?? path.problem
        }

        /// Adds a value, encoded so that it stays within its segment.
        public mutating func appendInterpolation(_ value: some ParameterValue) {
            appendInterpolation(value, using: AsIs())
        }

        /// Adds a value that errors and logs must not show: `"sessions/\(secret: token)"`.
        public mutating func appendInterpolation(secret value: some ParameterValue) {
            appendInterpolation(secret: value, using: AsIs())
        }

        private mutating func append(_ value: (some ParameterValue)?, isSecret: Bool) {
            guard let text = value?.parameterText else { return }
            if text.isEmpty {
                problem = problem ?? "an empty value after `\(shown)` would refer to a different resource"
            }
            let value = PercentEncoding.encode(text, keeping: .unreserved)
            encoded += value
            // A segment that consists of dots is rejected, and the error shows it.
            shown += isSecret && value.contains { $0 != "." } ? "***" : value
        }

        /// Adds a value converted by a transformer: `"reports/\(day, using: DateFormat("yyyy-MM-dd"))"`.
        public mutating func appendInterpolation<Form: Transformer>(_ value: Form.Value, using form: Form)
        where Form.Source: ParameterValue {
            append(form.encode(value, as: "a value after `\(shown)`", &problem), isSecret: false)
        }

        /// Adds a value converted by a transformer that errors and logs must not show.
        public mutating func appendInterpolation<Form: Transformer>(secret value: Form.Value, using form: Form)
        where Form.Source: ParameterValue {
            append(form.encode(value, as: "a value after `\(shown)`", &problem), isSecret: true)
        }
    }

    /// Whether the path ends with a slash, which some servers require, such as Django's.
    var endsWithSlash: Bool { encoded.last == "/" }

    /// Joins parts by single slashes. The last one keeps its trailing slash.
    static func joined(_ parts: [String]) -> String {
        let trimmed = parts.map { $0.trimmingCharacters(in: ["/"]) }
        let joined = trimmed.filter { !$0.isEmpty }.joined(separator: "/")
        return parts.last?.last == "/" && !joined.isEmpty ? joined + "/" : joined
    }

    /// Returns the problem with a dot segment, if there is one. Clients and proxies may remove dot segments, so they
    /// cannot be sent as values (RFC 3986, section 5.2.4).
    private static func dotSegment(in path: Substring) -> String? {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return path.split(separator: "/").first { $0 == "." || $0 == ".." }.map {
            "the segment `\($0)` of `\(path)` would refer to a different resource"
        }
    }
}

extension String {
    /// The URL or path with `***` in place of secret segments.
    package func hiding(_ secrets: [String]) -> String {
        guard !secrets.isEmpty else { return self }
        let segments = split(separator: "/", omittingEmptySubsequences: false)
        return segments.map { secrets.contains($0.removingPercentEncoding ?? "") ? "***" : $0 }.joined(separator: "/")
    }
}
