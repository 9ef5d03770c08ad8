import Foundation
import ModelStoredForms

/// Describes why JSON could not be read or written: what went wrong, in which model and field, and at which position in
/// the document.
///
///     Post.userId at posts[3].user_id (line 4, column 20, byte 85): the value has the wrong type,
///     expected an integer, found the string "abc"
///
/// An error never contains the value of a sensitive field: for such a field, `found` only contains the kind of value,
/// and the path ends at the field.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong; the raw value is what a message says.
    public enum Kind: String, Hashable, Sendable {
        /// The text is not JSON (RFC 8259), or continues after its value.
        case syntax = "this is not JSON"
        /// The text ends prematurely.
        case truncated = "the document ends too early"
        /// A string is not valid Unicode: malformed UTF-8, or an unpaired surrogate.
        case invalidUnicode = "the string is not valid Unicode"
        /// A value has the wrong kind.
        case mismatch = "the value has the wrong type"
        /// A required value is absent, or null.
        case missing = "the value is missing"
        /// A number does not fit its type.
        case outOfRange = "the number does not fit"
        /// A value has the right kind but is not allowed: not a case of an enum, not a date, not a URL.
        case invalidValue = "the value is not valid"
        /// A key is unknown, in a model that rejects unknown keys.
        case unknownKey = "unknown key"
        /// Arrays and objects are nested too deeply.
        case tooDeep = "arrays and objects are nested too deeply"
        /// A value is larger than the given limit.
        case tooLarge = "the value is too large"
        /// A hook dropped a model that is not in a list.
        case dropped = "a hook dropped the model"
        /// The value cannot be represented in JSON: NaN, infinity, a date outside the years 1 to 9999.
        case notRepresentable = "the value cannot be represented"
    }

    /// What went wrong.
    public var kind: Kind
    /// The name of the model that was being read or written.
    public var model: String?
    /// The name of the model's property.
    public var field: String?
    /// The path in the document, such as `posts[3].user.avatar_image.url`; empty for the document itself.
    public var path = ""
    /// The offset in the document, in bytes. Nil if there are no bytes: with Codable, and when writing. Also nil for XML,
    /// for which only the line and the column are known.
    public var offset: Int?
    /// The line, counted from 1.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The expected value, such as `an integer`.
    public var expected: String?
    /// The actual value, such as `the string "abc"`.
    public var found: String?
    /// Details, such as the message of a transformer's error.
    public var reason: String?
    /// Whether the position is known.
    package var isLocated = false

    /// An error without a position. If it is thrown by a transformer or a hook, the reader adds the position.
    public init(_ kind: Kind, expected: String? = nil, found: String? = nil, reason: String? = nil) {
        self.kind = kind
        self.expected = expected
        self.found = found
        self.reason = reason
    }

    /// An error that was thrown while a value was read or written.
    package init(reading error: any Error) {
        switch error {
        case let known as JSONError: self = known
        case is JSONDropped: self.init(.dropped)
        default: self.init(.invalidValue, reason: "\(error)")
        }
    }

    package static var leapSecond: JSONError {
        JSONError(.invalidValue, reason: "a leap second (:60) cannot be represented in a Date")
    }

    /// The whole error in one line.
    public var description: String {
        var place = model.map { $0 + (field.map { "." + $0 } ?? "") } ?? ""
        if !path.isEmpty { place += (place.isEmpty ? "" : " ") + "at \(path)" }
        if let line, let column {
            let position = "line \(line), column \(column)" + (offset.map { ", byte \($0)" } ?? "")
            place += place.isEmpty ? "at \(position)" : " (\(position))"
        }
        return place.isEmpty ? message : "\(place): \(message)"
    }

    /// The error without its position.
    public var message: String {
        var text = kind.rawValue
        // Only for XML is there a line without an offset.
        if offset == nil, line != nil { text.replace("JSON", with: "XML") }
        if let expected { text += ", expected \(expected)" }
        if let found { text += ", found \(found)" }
        if let reason { text += ": \(reason)" }
        return text
    }

    /// The whole error in one line.
    public var errorDescription: String? { description }
}

/// Collects the errors in a document that were skipped because of `onInvalid`.
///
///     let report = JSONReport()
///     let posts = try [Post](json: data, reporting: report)
///     for problem in report.problems { print(problem.path) }
///
/// With Codable, pass it in the decoder's `userInfo` under ``key``.
public final class JSONReport: Sendable {
    /// The key of a report in the `userInfo` of a Decoder.
    public static let key = CodingUserInfoKey(rawValue: "ModelRuntime.JSONReport")

    private let collected = Locked<[JSONError]>([])

    /// An empty report.
    public init() {}

    /// The skipped errors, in the order of the document.
    public var problems: [JSONError] {
        collected.withLock { $0 }
    }

    /// Adds the problems of a document.
    package func add(_ problems: [JSONError]) {
        collected.withLock { $0 += problems }
    }
}
