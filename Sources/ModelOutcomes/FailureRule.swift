import Foundation
import ModelREST
import ModelRuntime

/// How a body reports why an operation failed, and that it failed even though the status is a success.
///
/// A code other than `success` is a failure. A body without a code is a failure only if its status is one.
public struct FailureRule: FailureReading {
    /// The key path of the code; nil if only the status reports failures.
    public var code: JSONPath?
    /// The code that means success. Numbers are compared by their values, so `0.0` equals `0`.
    public var success: String?
    /// The key path of the message.
    public var message: JSONPath?
    /// The format of bodies.
    var format = BodyFormat.json

    /// Creates a rule. Without a code for success, only the status reports failures.
    public init(code: JSONPath? = nil, success: String? = nil, message: JSONPath? = nil) {
        self.code = code
        self.success = success
        self.message = message
    }

    /// The code in a body, or nil if the body is not a document or contains none.
    ///
    /// Objects and arrays are codes as well, because nobody can tell whether they mean success.
    package func code(in body: Data) -> String? {
        guard let code = code.flatMap({ value(at: $0, in: body) }) else { return nil }
        return switch code {
        case .object: "{…}"
        case .array: "[…]"
        case .string, .integer, .number, .bool, .null: code.text
        }
    }

    /// The message in a body.
    package func message(in body: Data) -> String? { message.flatMap { value(at: $0, in: body)?.text } }

    /// Throws if it cannot be determined whether a body reports a failure, because it should be a document but cannot
    /// be read.
    package func check(_ body: Data) throws {
        if success != nil, format.isDocument(body) { _ = try format.decode(JSON.self, from: body, at: []) }
    }

    /// Whether a code means failure.
    package func isFailure(_ code: String?) -> Bool {
        guard let code, let success else { return false }
        if let number = JSONNumber(code), let expected = JSONNumber(success) { return number != expected }
        return code != success
    }

    private func value(at path: JSONPath, in body: Data) -> JSON? {
        guard format.isDocument(body) else { return nil }
        let value = try? format.decode(JSON?.self, from: body, at: path)
        // White space around a text in XML may come from the indentation of the document.
        guard format.bodies.openings == "<", case .string(let text) = value else { return value }
        return .string(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

extension JSON {
    /// The text of a string, a number or a Boolean.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): number.literal
        case .bool(let flag): String(flag)
        case .object, .array, .null: nil
        }
    }
}

extension APIDefaults {
    /// Returns these settings with a rule for failures that a body reports.
    public func reporting(_ failures: FailureRule) -> APIDefaults {
        var (defaults, rule) = (self, failures)
        rule.format = format
        defaults.failure = rule
        return defaults
    }
}

extension BodyFormat {
    /// Whether a body begins like a document that can contain the code of a failure: a JSON object or array, or XML.
    fileprivate func isDocument(_ body: Data) -> Bool {
        let first = body.withoutByteOrderMark.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first.map(bodies.openings.utf8.contains) ?? false
    }
}
