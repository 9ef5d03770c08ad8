import ModelgenSchema

/// Values as a program writes them to a column, for migration tests.
package enum StoredSamples: Hashable, Sendable {
    /// Any values of the column's SQLite type.
    case plain
    /// Values of a type that the SQLite type does not determine.
    case scalar(Scalar)
    /// Dates in a pattern, or in RFC 3339.
    case date(pattern: String?)
    case milliseconds
    /// SQL literals.
    case literals([String])
    /// Values that only the program can create, of a user's type or transformer.
    case unknown
}

extension StoredForm {
    /// Values in this form.
    package var samples: StoredSamples {
        if let transformed = Transformed(type) {
            guard let transformer = transformed.transformer else { return .unknown }
            return samples(of: transformed.type, by: transformer)
        }
        if let scalar = Scalar(rawValue: type) { return Self.samples(of: scalar) }
        if type.hasPrefix("enum ") {
            let values = enumValues(at: "")
            return values.isEmpty ? .unknown : .literals(values.map(Self.literal))
        }
        let documents = [Completeness.full, .required].compactMap { json(of: type, at: "", $0) }
        return documents.isEmpty ? .unknown : .literals(documents.uniqued().map(SQLLiteral.string))
    }

    private static func samples(of scalar: Scalar) -> StoredSamples {
        switch scalar {
        case .int, .int32, .int64, .float, .double, .date, .string, .data: .plain
        case .int8, .int16, .uint, .uint8, .uint16, .uint32, .uint64, .bool, .decimal, .uuid, .url, .json:
            .scalar(scalar)
        }
    }

    private func samples(of type: String, by transformer: BuiltInTransformer) -> StoredSamples {
        if transformer != .commaSeparated, isCollection(type) {
            let whole = Transformed.text(type, transformer)
            let documents = json(of: whole, at: "", .full).map { [$0] } ?? []
            return documents.isEmpty ? .unknown : .literals(documents.map(SQLLiteral.string))
        }
        switch transformer {
        case .iso8601, .rfc3339: return .date(pattern: nil)
        case .dateFormat(let pattern): return .date(pattern: pattern)
        case .unixSeconds, .trimmed: return .plain
        case .unixMilliseconds: return .milliseconds
        case .intBool: return .scalar(.bool)
        case .base64: return .literals(["'aGVsbG8='", "''"])
        case .hex: return .literals(["'00ff'", "''"])
        case .lowercased: return .literals(["'word'", "'grüße'"])
        case .stringNumber: return .literals(["'1'", "'42'"])
        case .commaSeparated:
            return type.contains("enum ") || type.contains("object")
                ? .literals(["''"]) : .literals(["'1'", "'1,2'"])
        }
    }

    private static func literal(_ value: String) -> String {
        value.hasPrefix("\"") ? SQLLiteral.string(FactParts.withoutQuotes(value)) : value
    }

    private func isCollection(_ type: String) -> Bool { type.hasPrefix("[") || type.hasPrefix("Set<") }

    /// The values of an enum; strings are quoted.
    private func enumValues(at place: String) -> [String] {
        guard let type = parts[ExactText(place)]?.type, let start = type.firstIndex(of: "("),
            let end = type.lastIndex(of: ")")
        else { return [] }
        return FactParts(String(type[start..<end].dropFirst())).parts.filter { !$0.hasPrefix("*") }
    }
}

// MARK: - Documents

extension StoredForm {
    private enum Completeness {
        /// Everything that a document may contain.
        case full
        /// Only the required parts.
        case required
    }

    /// A JSON document of this type; nil if it contains something that only the program can create.
    private func json(of type: String, at place: String, _ completeness: Completeness) -> String? {
        if type.hasSuffix("?") { return json(of: String(type.dropLast()), at: place, completeness) }
        if let transformed = Transformed(type) {
            guard let transformer = transformed.transformer else { return nil }
            return json(of: transformed.type, at: place, by: transformer, completeness)
        }
        if let pair = Self.dictionary(type) {
            let key =
                pair.key == "Int"
                ? "\"1\"" : enumValues(at: place + "{key}").first.map { Self.plainText($0).quotedForJSON } ?? "\"a\""
            return json(of: pair.value, at: place + "{}", completeness).map { "{\(key):\($0)}" } ?? "{}"
        }
        if let element = Self.element(type) {
            return json(of: element, at: place + "[]", completeness).map { "[\($0)]" } ?? "[]"
        }
        if type == "object" { return object(at: place, completeness) }
        if type.hasPrefix("enum ") {
            return enumValues(at: place).first.map {
                $0.hasPrefix("\"") ? FactParts.withoutQuotes($0).quotedForJSON : $0
            }
        }
        if let scalar = Scalar(rawValue: type) { return Self.json(of: scalar) }
        return Geometry(rawValue: type).map(Self.json)
    }

    private func json(
        of type: String, at place: String, by transformer: BuiltInTransformer, _ completeness: Completeness
    ) -> String? {
        if type.hasSuffix("?") { return json(of: String(type.dropLast()), at: place, by: transformer, completeness) }
        if transformer != .commaSeparated {
            if let pair = Self.dictionary(type) {
                return json(of: pair.value, at: place, by: transformer, completeness).map { "{\"1\":\($0)}" } ?? "{}"
            }
            if let element = Self.element(type) {
                return json(of: element, at: place, by: transformer, completeness).map { "[\($0)]" } ?? "[]"
            }
        }
        switch transformer {
        case .iso8601, .rfc3339: return "\"2023-11-14T22:13:20Z\""
        case .dateFormat(let pattern): return pattern == "yyyy-MM-dd" ? "\"2023-11-14\"" : nil
        case .unixSeconds: return "1700000000"
        case .unixMilliseconds: return "1700000000000"
        case .base64: return "\"aGVsbG8=\""
        case .hex: return "\"00ff\""
        case .stringNumber: return "\"1\""
        case .intBool: return "1"
        case .commaSeparated: return "\"\""
        case .trimmed, .lowercased: return "\"word\""
        }
    }

    /// An object with its parts. Unions are left to the program, and so are recursive objects, whose parts the form
    /// does not repeat.
    private func object(at place: String, _ completeness: Completeness) -> String? {
        let places = parts.keys.map(\.text)
        if places.contains(where: { $0.hasPrefix(place + "(") }) { return nil }
        let prefix = place.isEmpty ? "" : place + "."
        let inside = places.filter { $0.hasPrefix(prefix) && $0 != place }.map {
            String($0.dropFirst(prefix.count))
        }
        if inside.isEmpty { return nil }
        let all = Set(inside)
        var tree = DocumentTree()
        for path in inside.sorted() where !path.hasPrefix("[") && !path.hasPrefix("{") {
            // Parts inside another part belong to that one.
            let isInner = path.indices.contains { ".[{(".contains(path[$0]) && all.contains(String(path[..<$0])) }
            guard !isInner, let part = parts[ExactText(prefix + path)], part.isRequired || completeness == .full else {
                continue
            }
            guard let keys = DocumentTree.keys(path), let value = json(of: part.type, at: prefix + path, completeness)
            else {
                if part.isRequired { return nil }
                continue
            }
            tree.set(value, at: keys[...])
        }
        return tree.text
    }

    private static func plainText(_ value: String) -> String {
        value.hasPrefix("\"") ? FactParts.withoutQuotes(value) : value
    }

    private static func dictionary(_ type: String) -> (key: String, value: String)? {
        for key in ["Int", "String"] where type.hasPrefix("[\(key): ") && type.hasSuffix("]") {
            return (key, String(type.dropFirst(key.count + 3).dropLast()))
        }
        return nil
    }

    private static func element(_ type: String) -> String? {
        if type.hasPrefix("["), type.hasSuffix("]") { return String(type.dropFirst().dropLast()) }
        return type.hasPrefix("Set<") && type.hasSuffix(">") ? String(type.dropFirst(4).dropLast()) : nil
    }

    private static func json(of scalar: Scalar) -> String {
        switch scalar {
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: "1"
        case .float, .double, .decimal: "1.5"
        case .bool: "true"
        case .string: "\"word\""
        case .date: "\"2023-11-14T22:13:20Z\""
        case .data: "\"aGVsbG8=\""
        case .uuid: "\"00000000-0000-4000-8000-000000000001\""
        case .url: "\"https://example.com/1?b=%20#c\""
        case .json: "{\"a\":[1,null]}"
        }
    }

    private static func json(of geometry: Geometry) -> String {
        switch geometry {
        case .point, .size, .vector, .offset, .range: "[1,2]"
        case .rect: "[[1,2],[3,4]]"
        case .edgeInsets: "[1,2,3,4]"
        case .affineTransform: "[1,0,0,1,0,0]"
        }
    }
}

/// Nested objects of a document that is being built.
private struct DocumentTree {
    private var values: [(key: String, value: String)] = []
    private var branches: [(key: String, tree: DocumentTree)] = []

    /// The keys of a path in a form; nil if it leads into a list.
    static func keys(_ path: String) -> [String]? {
        if path.contains("[") || path.contains("\\") || path.contains("{") { return nil }
        return path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    mutating func set(_ value: String, at keys: ArraySlice<String>) {
        guard let key = keys.first else { return }
        if keys.count == 1 { return values.append((key, value)) }
        if let index = branches.firstIndex(where: { $0.key == key }) {
            branches[index].tree.set(value, at: keys.dropFirst())
        } else {
            var tree = DocumentTree()
            tree.set(value, at: keys.dropFirst())
            branches.append((key, tree))
        }
    }

    var text: String {
        let entries =
            values.map { "\"\(Self.escaped($0.key))\":\($0.value)" }
            + branches.map { "\"\(Self.escaped($0.key))\":\($0.tree.text)" }
        return "{\(entries.joined(separator: ","))}"
    }

    private static func escaped(_ key: String) -> String { key.replacing("\"", with: "\\\"") }
}

// MARK: - Transformers

/// A type and the transformer of its values: `Date by iso8601`.
private struct Transformed {
    var type: String
    /// Nil for a user's transformer, or if there are several.
    var transformer: BuiltInTransformer?

    init?(_ text: String) {
        // Works on bytes, because searching for a string in another one takes longer than everything else here.
        let (bytes, separator) = (Array(text.utf8), Array(" by ".utf8))
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) else { return nil }
        type = String(decoding: bytes[..<end], as: UTF8.self)
        transformer = Self.builtIn(String(decoding: bytes[(end + separator.count)...], as: UTF8.self))
    }

    static func text(_ type: String, _ transformer: BuiltInTransformer) -> String {
        "\(type) by \(TransformerUse.builtIn(transformer).text)"
    }

    private static func builtIn(_ text: String) -> BuiltInTransformer? {
        if text.hasPrefix("dateFormat("), text.hasSuffix(")") {
            return .dateFormat(String(text.dropFirst("dateFormat(".count).dropLast()))
        }
        let plain: [BuiltInTransformer] = [
            .iso8601, .rfc3339, .unixSeconds, .unixMilliseconds, .base64, .hex, .stringNumber, .intBool,
            .commaSeparated,
            .trimmed, .lowercased,
        ]
        return plain.first { TransformerUse.builtIn($0).text == text }
    }
}
