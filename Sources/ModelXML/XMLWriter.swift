#if XML

    import Foundation
    import ModelRuntime

    /// Writes JSON as an XML document.
    struct XMLWriter {
        private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        private var path: [JSONPath.Component] = []

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

        /// Whether `text` is a valid name of an element or an attribute (XML 1.0, section 2.3).
        private static func isName(_ text: some StringProtocol) -> Bool {
            guard let first = text.unicodeScalars.first, isStart(first) else { return false }
            return text.unicodeScalars.allSatisfy {
                switch $0.value {
                case 0x2d, 0x2e, 0x30...0x39, 0xb7, 0x300...0x36f, 0x203f...0x2040: true
                default: isStart($0)
                }
            }
        }

        private static func isStart(_ scalar: UnicodeScalar) -> Bool {
            switch scalar.value {
            case 0x3a, 0x41...0x5a, 0x5f, 0x61...0x7a, 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x2ff, 0x370...0x37d,
                0x37f...0x1fff, 0x200c...0x200d, 0x2070...0x218f, 0x2c00...0x2fef, 0x3001...0xd7ff, 0xf900...0xfdcf,
                0xfdf0...0xfffd, 0x10000...0xeffff:
                true
            default: false
            }
        }
    }

#endif
