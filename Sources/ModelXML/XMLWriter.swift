#if XML

    import Foundation
    import ModelRuntime

    /// Writes JSON as an XML document.
    struct XMLWriter {
        private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        private var path: [JSONPath.Component] = []

        init() {}

        /// Writes an element. The elements of an array are written one after another.
        mutating func write(_ value: JSON, as name: String) throws {
            guard Self.isName(name) else { throw problem("\(name.quotedForMessage) is not a valid element name") }
            switch value {
            case .null:
                text += "<\(name)/>"
            case .array(let values):
                for (index, value) in values.enumerated() {
                    path.append(.index(index))
                    if case .array = value { throw problem("a list of lists cannot be written as XML") }
                    try write(value, as: name)
                    path.removeLast()
                }
            case .object(let object):
                text += "<\(name)"
                for (key, member) in object where key.hasPrefix("@") && !member.isNull {
                    path.append(.key(key))
                    guard Self.isName(key.dropFirst()) else {
                        throw problem("\(key.quotedForMessage) is not a valid attribute name")
                    }
                    text += " \(key.dropFirst())=\""
                    try append(scalar(member))
                    text += "\""
                    path.removeLast()
                }
                text += ">"
                for (key, member) in object where !key.hasPrefix("@") {
                    path.append(.key(key))
                    if key == "#text" { try append(scalar(member)) } else { try write(member, as: key) }
                    path.removeLast()
                }
                text += "</\(name)>"
            default:
                text += "<\(name)>"
                try append(scalar(value))
                text += "</\(name)>"
            }
        }

        private func scalar(_ value: JSON) throws -> String {
            switch value {
            case .null: ""
            case .bool(let value): value ? "true" : "false"
            case .integer(let value): String(value)
            case .number(let value): value.literal
            case .string(let value): value
            case .array, .object: throw problem("an attribute or text must be a single value")
            }
        }

        private mutating func append(_ value: String) throws {
            for scalar in value.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                // A parser would turn these into a space or a line feed.
                case "\t", "\n", "\r": text += "&#\(scalar.value);"
                case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff:
                    throw problem(
                        "XML does not allow the character U+\(String(scalar.value, radix: 16, uppercase: true))")
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        private func problem(_ reason: String) -> JSONError {
            var error = JSONError(.notRepresentable, reason: reason)
            error.path = JSONPath(path).description
            error.isLocated = true
            return error
        }

        /// Whether `text` is a valid name of an element or an attribute (XML 1.0, section 2.3; any non-ASCII character
        /// is accepted).
        private static func isName(_ text: some StringProtocol) -> Bool {
            guard let first = text.unicodeScalars.first else { return false }
            func isStart(_ scalar: UnicodeScalar) -> Bool {
                scalar.value >= 0xc0 || scalar == "_" || scalar == ":" || ("a"..."z").contains(scalar)
                    || ("A"..."Z").contains(scalar)
            }
            return isStart(first)
                && text.unicodeScalars.allSatisfy {
                    isStart($0) || $0 == "-" || $0 == "." || $0.value == 0xb7 || ("0"..."9").contains($0)
                }
        }
    }

#endif
