import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import ModelStoredForms

/// The body of a request as one line, which is the same for equivalent bodies: members of JSON objects are sorted,
/// credentials and ignored values are removed, and for anything long or binary, there is only its size.
struct RecordedBody: Hashable, Sendable {
    /// The number of bytes up to which bodies are compared. For a longer body, only its size is.
    private static let limit = 64 << 10

    let text: String

    private init(text: String) {
        self.text = text
    }

    /// The body of an outgoing request; nil if there is none.
    init?(_ body: BodyStream?, of request: HTTPRequest, with redaction: Redaction) async throws {
        guard let body else { return nil }
        var data = Data()
        var count = 0
        for try await chunk in try body.open() {
            count += chunk.count
            if count <= Self.limit { data.append(chunk) }
        }
        guard count <= Self.limit else {
            self.init(text: "(\(count) bytes)")
            return
        }
        // The boundary of a multipart form is different each time.
        let type = request.headerFields[.contentType] ?? ""
        let boundary = type.range(of: "boundary=").map { Data(type[$0.upperBound...].utf8) } ?? Data()
        while !boundary.isEmpty, let place = data.firstRange(of: boundary) { data.removeSubrange(place) }
        guard let line = String(data: data, encoding: .utf8), !line.contains("\r\n") else {
            self.init(text: "(\(data.count) bytes, \(String(fnv1a(data), radix: 16)))")
            return
        }
        self.init(line, with: redaction)
    }

    /// The body stored in a recording.
    init(_ text: String, with redaction: Redaction) {
        if let json = Self.json(text) {
            let data = try? redaction.applied(to: json).jsonData()
            self.text = data.map { String(decoding: $0, as: UTF8.self) } ?? text
        } else {
            let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            self.text =
                line.first { $0 != " " } == "<"
                ? Self.redactedXML(line, redaction) : line.contains("=") ? redaction.applied(toQuery: line) : line
        }
    }

    /// A text as JSON, if it is an object, an array, or JSON Lines, which become an array.
    private static func json(_ text: String) -> JSON? {
        func document(_ text: some StringProtocol) -> JSON? {
            switch try? JSON(json: Data(text.utf8)) {
            case .object(let object): .object(object)
            case .array(let elements): .array(elements)
            case .null, .bool, .integer, .number, .string, nil: nil
            }
        }
        if let whole = document(text) { return whole }
        let lines = text.split(separator: "\n")
        let documents = lines.compactMap { document($0) }
        return lines.isEmpty || documents.count < lines.count ? nil : .array(documents)
    }

    /// XML without the contents of ignored elements and attributes, and of credentials.
    private static func redactedXML(_ text: String, _ redaction: Redaction) -> String {
        func isHidden(_ name: Substring) -> Bool {
            let local = name.split(separator: ":").last.map(String.init) ?? ""
            return redaction.masks(local) || redaction.ignored.contains(local)
        }
        var redacted = ""
        var rest = text[...]
        while let tag = rest.firstMatch(of: /<([^\s<>\/!?]+)((?:"[^"]*"|'[^']*'|[^<>"'])*)>/) {
            let attributes = tag.2.replacing(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/) { attribute in
                isHidden(attribute.1) ? "\(attribute.1)=\"***\"" : String(attribute.0)
            }
            redacted += "\(rest[..<tag.range.lowerBound])<\(tag.1)\(attributes)>"
            rest = rest[tag.range.upperBound...]
            guard isHidden(tag.1), !attributes.hasSuffix("/") else { continue }
            redacted += "***"
            rest = afterContents(of: tag.1, in: rest)
        }
        return redacted + rest
    }

    /// The text from an element's closing tag on. `text` begins after the opening tag. Empty if the element is not
    /// closed.
    private static func afterContents(of name: Substring, in text: Substring) -> Substring {
        var open = 1
        let tags = text.matches(
            of: /<!\[CDATA\[.*?\]\]>|<!--.*?-->|<(\/?)([^\s<>\/!?]+)(?:"[^"]*"|'[^']*'|[^<>"'])*>/)
        for tag in tags where tag.2 == name && !tag.0.hasSuffix("/>") {
            open += tag.1 == "/" ? -1 : 1
            if open == 0 { return text[tag.range.lowerBound...] }
        }
        return ""
    }
}

/// Thrown if the body of a request differs from those of its recordings.
public struct OtherBody: Error, Hashable, Sendable, CustomStringConvertible {
    /// The body of the recording, as one line.
    public let recorded: String
    /// The body that was sent, as one line.
    public let sent: String

    /// Both bodies.
    public var description: String { "the recording has the body \(recorded), not \(sent)" }
}
