import Foundation
import ModelREST
import ModelRuntime

/// Removes from a recorded request what it must not contain, and what may be different the next time.
struct Redaction {
    /// The names of parameters and members that may have any value.
    var ignored: Set<String> = []
    /// The names of parameters that the request marks as sensitive, and the secret segments of its path.
    var secrets: [String]

    /// Whether the value of a parameter or a member is masked.
    func masks(_ name: String) -> Bool {
        SensitiveNames.contain(name) || secrets.contains(name.removingPercentEncoding ?? name)
    }

    /// JSON without ignored members, and with masked values. Members are sorted.
    func applied(to json: JSON) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map(applied))
        case .object(let object):
            var kept = JSONObject()
            for member in object.sorted(by: { $0.key < $1.key }) where !ignored.contains(member.key) {
                kept[member.key] = masks(member.key) ? "***" : applied(to: member.value)
            }
            return .object(kept)
        case .null, .bool, .integer, .number, .string: return json
        }
    }

    /// A query or a form without ignored parameters, and with masked values.
    func applied(toQuery query: String) -> String {
        let kept = query.split(separator: "&").compactMap { parameter -> String? in
            let name = String(parameter.prefix { $0 != "=" })
            if ignored.contains(name.removingPercentEncoding ?? name) { return nil }
            return masks(name) && parameter.contains("=") ? "\(name)=***" : String(parameter)
        }
        return kept.joined(separator: "&")
    }

    /// A URL, or a header that contains URLs, with masked parameters and segments. A request for the masked URL finds
    /// the recording of the original one.
    func applied(toURLs text: String) -> String {
        // A segment may contain a comma or a semicolon, but one of these may also follow it.
        let path = [/\/([^\/?#<>" ]+)/, /\/([^\/?#<>",; ]+)/].reduce(text) { text, segments in
            text.replacing(segments) { segment in
                secrets.contains(segment.1.removingPercentEncoding ?? "") ? "/***" : String(segment.0)
            }
        }
        func masked(_ parameter: Substring, name: Substring) -> String {
            masks(String(name.dropFirst())) ? "\(name)=***" : String(parameter)
        }
        // Servers also put a session into the path (`/posts;jsessionid=…`), and tokens into the fragment.
        return path.replacing(/(;[^=;\/?&#<>", ]*)=[^;\/?#<>", ]*/) { masked($0.0, name: $0.1) }
            .replacing(/([?&#][^=&>#?]*)=[^&>#" ]*/) { masked($0.0, name: $0.1) }
    }
}
