import HTTPTypes
import ModelRuntime

/// The headers of an API or an operation. Each name occurs once, ignoring case.
///
/// ```swift
/// let headers: RequestHeaders = ["Accept-Language": "en"]
/// ```
/// A name or value that HTTP does not allow (RFC 9110, section 5.5: no CR, LF or NUL) is rejected when the request is
/// sent, never altered. So is a non-ASCII value, because HTTP does not define its meaning, and transports send it in
/// different ways. Encode it as the service expects, with percent-encoding (RFC 8187) or base64.
public struct RequestHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The fields that are sent.
    public private(set) var fields = HTTPFields()
    /// The names of headers that are removed, even if the API sends them by default.
    private(set) var removed: [HTTPField.Name] = []
    package private(set) var problem: String?

    /// Creates an empty list of headers.
    public init() {}

    /// Creates headers in the order of the literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { set(name, value) }
    }

    /// Sets a header, replacing an earlier one; nil leaves it unchanged.
    public mutating func set(_ name: String, _ value: (some ParameterValue)?) {
        guard let value else { return }
        do {
            let field = try HTTPField(checking: name, value.parameterText)
            fields[field.name] = field.value
            removed.removeAll { $0 == field.name }
        } catch {
            problem = problem ?? "\(error)"
        }
    }

    /// Sets a header to a value converted by a transformer; nil leaves it unchanged.
    public mutating func set<Form: Transformer>(_ name: String, _ value: Form.Value?, using form: Form)
    where Form.Source: ParameterValue {
        set(name, form.encode(value, as: "the value of the header `\(name)`", &problem))
    }

    /// Adds headers that take precedence, including their removals.
    package mutating func add(_ others: RequestHeaders) {
        for name in others.removed { remove(name.rawName) }
        for field in others.fields { set(field.name.rawName, field.value) }
        problem = problem ?? others.problem
    }

    /// Removes a header, even if the API sends it by default.
    public mutating func remove(_ name: String) {
        guard let name = HTTPField.Name(name) else { return }
        fields[name] = nil
        if !removed.contains(name) { removed.append(name) }
    }
}

extension HTTPField {
    /// Creates a field whose name and value HTTP allows. `HTTPField.init` would silently replace line breaks by spaces.
    package init(checking name: String, _ value: String) throws(APIError.Reason) {
        guard let fieldName = HTTPField.Name(name) else {
            throw .invalidRequest("`\(name.debugDescription)` is not a valid header name")
        }
        guard HTTPField.isValidValue(value) else {
            throw .invalidRequest(
                "the value of the header `\(fieldName)` contains a character that HTTP does not allow")
        }
        guard value.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .invalidRequest("the value of the header `\(fieldName)` is not ASCII; encode it")
        }
        self.init(name: fieldName, value: value)
    }
}
