import Foundation
import ModelDateFormats
import ModelRuntime
import ModelStoredForms

extension JSONModel {
    /// Returns a made-up model for tests that need some model. It is always the same for a seed.
    ///
    /// ```swift
    /// let post = try Post.sample(7)
    /// let draft = try Post.sample(8, ["state": "draft", "user": ["name": "Ann"]])
    /// ```
    /// The model is read from JSON, like one from the server: optional fields are nil, lists are empty, and fields with
    /// a default have it. `members` are added to the JSON. If the model rejects one of them, that is an error. They are
    /// needed for values that cannot be guessed, such as the case of an enum that rejects unknown values, and the members
    /// of a `sensitive` object; the error contains the path of such a value.
    public static func sample(_ seed: Int = 0, _ members: JSONObject = [:]) throws -> Self {
        var document = JSON.object(members)
        // What an error says it expected may depend on the value that was tried.
        var tried: [String: Set<JSON>] = [:]
        // That a guess had the wrong type says nothing about the members that are needed.
        var reasons: [String: JSONError] = [:]
        while true {
            do {
                return try Self(json: document.jsonData(), at: [])
            } catch let error as JSONError {
                if error.kind != .mismatch { reasons[error.path] = error }
                let untried = Guesses(seed: seed, error).values.first { tried[error.path]?.contains($0) != true }
                let path = JSONPath(shown: error.path).components[...]
                guard let guess = untried, !JSON.object(members).hasValue(at: path),
                    let filled = document.setting(guess, at: path)
                else { throw reasons[error.path] ?? error }
                tried[error.path, default: []].insert(guess)
                document = filled
            }
        }
    }
}

/// The possible values for a position in a document, the most likely one first.
private struct Guesses {
    let values: [JSON]

    init(seed: Int, _ error: JSONError) {
        let number =
            Int((fnv1a(error.path.utf8) &+ UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15) >> 33) % 1_000_000
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
        var texts = ["sample \(number)", date.ISO8601Format(), Self.uuid(number), "https://example.com/\(number)"]
        // The error for a date contains its pattern.
        if let pattern = error.expected?.split(separator: "\"").dropFirst().first {
            texts = [try? DateFormat(String(pattern)).encode(date)].compactMap(\.self) + texts
        }
        texts += [Data("sample".utf8).base64EncodedString(), "abcdef", "\(number)", "0"]
        let numbers = [JSON.integer(Int64(number)), .integer(Int64(number % 100)), .integer(1), .integer(0)]
        // The last ones are points and other geometry.
        let pairs = [2, 4, 6].map { JSON.array(Array(repeating: .integer(Int64(number % 100)), count: $0)) }
        let lists = [[]] + pairs + [.array([pairs[0], pairs[0]])]
        let isList = [error.expected, error.found].contains("an array")
        let others = numbers + texts.map { .string($0) } + [.bool(number.isMultiple(of: 2))]
        values = (isList ? lists + others : others + lists) + [[:]]
    }

    private static func uuid(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}

extension JSON {
    /// Whether there is a value at a path, or one on the way to it that has no members or elements. Null is a value.
    fileprivate func hasValue(at path: ArraySlice<JSONPath.Component>) -> Bool {
        switch (path.first, self) {
        case (.key(let key), .object(let members)): members[key]?.hasValue(at: path.dropFirst()) ?? false
        case (.index(let index), .array(let elements)):
            elements.dropFirst(index).first?.hasValue(at: path.dropFirst()) ?? false
        default: true
        }
    }

    /// The document with a value set at a path; nil if the path leads through a value of another kind. Null only fills
    /// a list up to an element that was set before, so it is replaced.
    fileprivate func setting(_ value: JSON, at path: ArraySlice<JSONPath.Component>) -> JSON? {
        func filled(_ member: JSON?) -> JSON? {
            let isIndex = if case .index = path.dropFirst().first { true } else { false }
            let present = member == .null ? nil : member
            return (present ?? (isIndex ? [] : [:])).setting(value, at: path.dropFirst())
        }
        switch (path.first, self) {
        case (nil, _): return value
        case (.key(let key), .object(var members)):
            members[key] = filled(members[key])
            return members[key].map { _ in .object(members) }
        case (.index(let index), .array(let elements)):
            let before = (0..<index).map { $0 < elements.count ? elements[$0] : .null }
            return filled(elements.dropFirst(index).first).map { .array(before + [$0] + elements.dropFirst(index + 1)) }
        default: return nil
        }
    }
}

extension JSONPath {
    /// The path that an error shows: `tags[0].user["a.b"]`.
    fileprivate init(shown text: String) {
        self.init([])
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix("[\"") {
                rest.removeFirst(2)
                var key = ""
                while let next = rest.popFirst(), next != "\"" {
                    key.append(next == "\\" ? rest.popFirst() ?? next : next)
                }
                components.append(.key(key))
                rest = rest.dropFirst()
            } else if rest.hasPrefix("[") {
                let digits = rest.dropFirst().prefix { $0 != "]" }
                components.append(.index(Int(digits) ?? 0))
                rest = rest[digits.endIndex...].dropFirst()
            } else {
                let key = rest.drop { $0 == "." }.prefix { $0 != "." && $0 != "[" }
                components.append(.key(String(key)))
                rest = rest[key.endIndex...]
            }
        }
    }
}
