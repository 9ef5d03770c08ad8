import ModelgenSchema

/// An enum inferred from the few strings of a field.
struct InferredEnumeration {
    var name: SwiftName
    var values: [String]
    /// The number of strings that it is inferred from.
    var evidence: Int

    /// The names of its cases; nil if two values would have the same one.
    var cases: [SwiftName]? {
        // The case for unknown values already has that name.
        let names = values.map { SwiftNaming.property($0) }.map { $0 == "unknown" ? "unknownValue" : $0 }
        return Set(names).count == names.count ? names : nil
    }
}

extension Observation {
    /// The values of an enum, if the strings are few, look like identifiers, and were seen often enough.
    func enumeratedValues(key: String) -> [String]? {
        guard kinds == [.string], strings.areFew, strings.forms.isEmpty else { return nil }
        let values = strings.values
        guard (2...10).contains(values.count), strings.count >= 8, strings.count >= 4 * values.count else { return nil }
        let words = SwiftNaming.words(of: key).map { $0.lowercased() }
        guard !words.contains(where: Self.names.contains) else { return nil }
        let areWords = values.allSatisfy { value in
            value.utf8.count <= 30 && value.utf8.first.map { $0 | 0x20 >= UInt8(ascii: "a") } == true
                && value.unicodeScalars.allSatisfy { scalar in
                    scalar.isASCII
                        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                            || scalar == "_" || scalar == "-" || scalar == ".")
                }
        }
        return areWords ? values : nil
    }

    /// The values of such keys are arbitrary strings, even if the samples have few of them.
    private static let names: Set<String> = [
        "name", "username", "title", "text", "body", "description", "lang", "language", "locale", "country", "city",
        "street", "currency", "email", "color", "colour", "company", "author", "id", "key", "token", "hash", "password",
        "zone", "timezone", "path", "file", "unit", "symbol", "code", "label", "tag", "tags", "version",
    ]
}
