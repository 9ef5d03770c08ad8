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
    /// needed for values that cannot be guessed, such as the case of an enum that rejects unknown values; the error
    /// contains the path of such a value.
    public static func sample(_ seed: Int = 0, _ members: JSONObject = [:]) throws -> Self {
        var document = JSON.object(members)
        // What an error says it expected may depend on the value that was tried.
        var tried: [String: Set<JSON>] = [:]
        while true {
            do {
                return try Self(json: document.jsonData(), at: [])
            } catch let error as JSONError {
                let untried = Guesses(seed: seed, error).values.first { tried[error.path]?.contains($0) != true }
                guard let guess = untried, !JSON.object(members).hasValue(at: error.path[...]),
                    let filled = document.setting(guess, at: error.path)
                else { throw error }
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
        values = numbers + texts.map { .string($0) } + [.bool(number.isMultiple(of: 2)), [], [:]]
    }

    private static func uuid(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}

extension JSON {
    /// Whether there is a value at a path of keys, including null.
    fileprivate func hasValue(at path: Substring) -> Bool {
        guard let key = path.split(separator: ".", maxSplits: 1).first else { return true }
        return self[String(key)]?.hasValue(at: path.dropFirst(key.count + 1)) ?? false
    }

    /// The document with a value set at a path of keys; nil if the path leads through a value that is not an object.
    fileprivate func setting(_ value: JSON, at path: String) -> JSON? {
        guard !path.isEmpty else { return value }
        guard case .object(var members) = self, !path.contains("[") else { return nil }
        let keys = path.split(separator: ".", maxSplits: 1)
        let rest = keys.count > 1 ? String(keys[1]) : ""
        guard let filled = (members[String(keys[0])] ?? [:]).setting(value, at: rest) else { return nil }
        members[String(keys[0])] = filled
        return .object(members)
    }
}
