import Foundation
import ModelRuntime

/// How a list of values is written in a query or a form.
public enum ListStyle: Hashable, Sendable {
    /// `tag=a&tag=b`
    case repeated
    /// `tag=a,b`
    case commaSeparated
    /// `tag=a%20b`
    case spaceSeparated
    /// `tag=a|b`
    case pipeSeparated
}

/// Where a parameter that all requests have is sent.
public enum ParameterPlace: Hashable, Sendable {
    /// In the query of GET, HEAD and DELETE, and in the body of other methods if that is a form or a JSON object.
    case byMethod
    /// In the query, regardless of the method.
    case query
}

/// Whether a parameter's value may be shown in logs and error messages.
public enum ParameterPrivacy: Hashable, Sendable {
    /// It may be shown.
    case open
    /// It is never shown.
    case sensitive
}

/// The parameters of a query or a form, in the order in which they were set. Each key occurs once.
///
/// ```swift
/// var parameters = Parameters()
/// parameters.set("userId", query.userId)                 // nothing is sent when it is nil
/// parameters.set("tag", ["a", "b"])                      // tag=a&tag=b
/// parameters.set("since", date, using: UnixMilliseconds())
/// ```
/// Explicit values take precedence over properties, and properties over global values: `set` replaces a value, and
/// `fill` only adds missing keys.
public struct Parameters: Hashable, Sendable {
    /// A key with its value, or with the values of a list.
    public struct Entry: Hashable, Sendable {
        /// The key, unencoded.
        public let key: String
        /// The values that are sent, before percent-encoding.
        public let values: [String]
        /// How several values are written.
        public let style: ListStyle
        /// Whether the values may be shown.
        public fileprivate(set) var privacy: ParameterPrivacy
        /// Where it is sent, if it is a parameter that all requests have.
        public fileprivate(set) var place = ParameterPlace.byMethod
        /// The value in a JSON body.
        package let json: JSON
        /// The text that is sent, if it comes from a URL of the server, whose query might change if it were encoded
        /// again.
        fileprivate var text: Substring?

        /// The pairs that are sent, with percent-encoded values.
        fileprivate var pairs: [(key: String, value: String)] {
            let values = self.values.map { PercentEncoding.encode($0, keeping: .unreserved) }
            let separator: String
            switch style {
            case .repeated: return values.map { (key, $0) }
            case .commaSeparated: separator = ","
            case .spaceSeparated: separator = "%20"
            case .pipeSeparated: separator = "%7C"
            }
            return [(key, values.joined(separator: separator))]
        }
    }

    /// The entries, in order.
    public private(set) var entries: [Entry] = []
    /// The problem with a value, reported when the request is sent.
    package var problem: String?

    /// Creates an empty list of parameters.
    public init() {}

    /// Creates the parameters of a URL from the server, which are sent unchanged, except for those that are set or
    /// removed. A key may occur several times. Errors and logs do not show the values.
    package init(link: Substring) {
        entries = link.split(separator: "&").map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? String($0)
            }
            return Entry(
                key: parts[0], values: Array(parts.dropFirst()), style: .repeated, privacy: .sensitive, json: .null,
                text: text)
        }
    }

    /// Whether there are no parameters.
    public var isEmpty: Bool { entries.isEmpty }

    /// The values of `key`; empty if there are none.
    public subscript(key: String) -> [String] {
        entries.filter { $0.key == key }.flatMap(\.values)
    }

    /// Sets `key` to a value, replacing an earlier one; nil leaves it unchanged.
    public mutating func set(
        _ key: String, _ value: (some ParameterValue)?, in place: ParameterPlace = .byMethod,
        privacy: ParameterPrivacy = .open
    ) {
        guard let value else { return }
        put(
            Entry(
                key: key, values: [value.parameterText], style: .repeated, privacy: privacy, place: place,
                json: value.parameterJSON))
    }

    /// Sets `key` to a list of values, replacing an earlier one; nil or an empty list leaves it unchanged.
    public mutating func set(
        _ key: String, _ values: [some ParameterValue]?, style: ListStyle = .repeated, privacy: ParameterPrivacy = .open
    ) {
        guard let values, !values.isEmpty else { return }
        put(
            Entry(
                key: key, values: values.map(\.parameterText), style: style, privacy: privacy,
                json: .array(values.map(\.parameterJSON))))
    }

    /// Sets `key` to a list of values, each converted by a transformer.
    public mutating func set<Form: Transformer>(
        _ key: String, _ values: [Form.Value]?, style: ListStyle = .repeated, using form: Form
    ) where Form.Source: ParameterValue {
        set(key, values?.compactMap { form.encode($0, as: "a value of `\(key)`", &problem) }, style: style)
    }

    /// Sets `key` to a value converted by a transformer: `set("since", date, using: UnixSeconds())`.
    ///
    /// If the transformer throws, the request fails with `APIError.Reason.invalidRequest`.
    public mutating func set<Form: Transformer>(
        _ key: String, _ value: Form.Value?, using form: Form, privacy: ParameterPrivacy = .open
    ) where Form.Source: ParameterValue {
        set(key, form.encode(value, as: "the value of `\(key)`", &problem), privacy: privacy)
    }

    /// Keeps the values of `key`, and of `key[name]`, out of logs and error messages.
    public mutating func hide(_ key: String) {
        for index in entries.indices where entries[index].key == key || entries[index].key.hasPrefix("\(key)[") {
            entries[index].privacy = .sensitive
        }
    }

    /// Removes `key`.
    public mutating func remove(_ key: String) {
        entries.removeAll { $0.key == key }
    }

    /// Adds the parameters of `others` whose keys are missing here.
    public mutating func fill(from others: Parameters) {
        entries += others.entries.filter { other in !entries.contains { $0.key == other.key } }
        problem = problem ?? others.problem
    }

    /// `key=value&…`, percent-encoded; valid both as a query and as an `application/x-www-form-urlencoded` body.
    public var encoded: String { encoded(showing: .sensitive) }

    /// - Parameter shown: The highest level of privacy whose values are shown.
    func encoded(showing shown: ParameterPrivacy) -> String {
        entries.flatMap { entry in
            let hidden = shown == .open && (entry.privacy == .sensitive || SensitiveNames.contain(entry.key))
            if !hidden, let text = entry.text { return [String(text)] }
            return entry.pairs.map { key, value in
                "\(PercentEncoding.encode(key, keeping: .unreserved))=\(hidden ? "***" : value)"
            }
        }
        .joined(separator: "&")
    }

    private mutating func put(_ entry: Entry) {
        let index = entries.firstIndex { $0.key == entry.key } ?? entries.count
        remove(entry.key)
        entries.insert(entry, at: index)
    }
}

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters that are text, in the order of the literal: `["format": "json", "v": "2"]`.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (key, value) in elements { set(key, value) }
    }
}

/// The parameters of a list: a generated `Post.ListQuery`.
public protocol ListParameters: Hashable, Sendable {
    /// The parameters of the query, without those that are nil.
    var parameters: Parameters { get }
}

/// The parameters of a list, all of them optional.
public protocol OptionalListParameters: ListParameters {
    /// Creates an empty list of parameters.
    init()
}
