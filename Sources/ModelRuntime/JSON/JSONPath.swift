/// The position of a value in a JSON document: keys and array indices, outermost first.
///
/// A string literal is a single key, taken literally: a dot is part of the key.
///
///     let key: JSONPath = "user_id"
///     let nested: JSONPath = ["user", "avatar_image", "url"]
///     let first: JSONPath = ["related", "tags", 0]
public struct JSONPath: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    CustomStringConvertible
{
    /// One step of a path.
    public enum Component: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// The member of an object with this key.
        case key(String)
        /// The element of an array at this index, counted from 0.
        case index(Int)

        /// The member of an object with this key.
        public init(stringLiteral value: String) {
            self = .key(value)
        }

        /// The element of an array at this index.
        public init(integerLiteral value: Int) {
            self = .index(value)
        }

        /// The key, or nil.
        var key: String? {
            if case .key(let key) = self { key } else { nil }
        }

        /// The index, or nil.
        var index: Int? {
            if case .index(let index) = self { index } else { nil }
        }
    }

    /// The steps, outermost first; an empty path is the document itself.
    public var components: [Component]

    /// A path of these steps.
    public init(_ components: [Component]) {
        self.components = components
    }

    /// A path of the single key `value`.
    public init(stringLiteral value: String) {
        components = [.key(value)]
    }

    /// A path of these steps.
    public init(arrayLiteral elements: Component...) {
        components = elements
    }

    /// The path as shown in messages: `posts[3].user.name`, with keys that are not plain names as `["a.b"]`.
    public var description: String {
        components.reduce(into: "") { text, step in
            switch step {
            case .index(let index):
                text += "[\(index)]"
            case .key(let key):
                let isPlain = !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && !#"."'[]\"#.utf8.contains($0) }
                if isPlain, !key.unicodeScalars.contains(where: \.changesText) {
                    text += text.isEmpty ? key : ".\(key)"
                } else {
                    text += "[\(key.quotedForMessage)]"
                }
            }
        }
    }
}

extension String {
    /// The string in double quotes, with escapes for characters that would break the line.
    package var quotedForMessage: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.changesText:
                quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Unicode.Scalar {
    /// Whether the character breaks a line or changes how the text around it is displayed. A joiner in an emoji does
    /// neither.
    fileprivate var changesText: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200d
        default: false
        }
    }
}
