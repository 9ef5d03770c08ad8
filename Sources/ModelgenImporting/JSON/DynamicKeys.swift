import ModelgenSchema

/// An object whose keys are data: `{ "de": 3, "en": 5 }`.
struct DynamicKeys {
    var key: DictionaryKey
    /// What all the values are together.
    var value: Observation
}

extension ObjectShape {
    /// What the object is as a dictionary; nil where its keys are names that somebody chose. To be asked when all
    /// samples were read.
    func asDictionary() -> DynamicKeys? {
        guard !keys.isEmpty, areKeysData || areKeysMany else { return nil }
        let observations = keys.compactMap { member($0)?.observation }
        guard let first = observations.first else { return nil }
        let kinds = observations.reduce(into: Set<Observation.Kind>()) { $0.formUnion($1.kinds) }
        guard kinds.count <= 1 else { return nil }
        // Objects of different making are no values of one dictionary.
        let objects = observations.compactMap(\.object)
        if let object = objects.first, !objects.allSatisfy({ $0 === object || $0.resembles(object) }) { return nil }
        for other in observations.dropFirst() { first.merge(other) }
        let areNumbers = keys.allSatisfy { Int($0).map { String($0) } == $0 }
        return DynamicKeys(key: areNumbers ? .int : .string, value: first)
    }

    /// Numbers, UUIDs, days, addresses: nobody names a property so.
    private var areKeysData: Bool {
        keys.allSatisfy { key in
            let forms = StringForm.forms(of: key)
            let isNumber = !key.isEmpty && key.allSatisfy(\.isNumber)
            return isNumber || !forms.isEmpty || key.contains("@") || key.contains("/")
        } || areKeysCodes
    }

    /// Languages (`de`, `pt-BR`) or currencies (`EUR`), several of them.
    private var areKeysCodes: Bool {
        guard keys.count > 2 else { return false }
        let areCurrencies = keys.allSatisfy { key in
            key.utf8.count == 3 && key.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        }
        return areCurrencies
            || keys.allSatisfy {
                Self.languages.contains(String($0.lowercased().prefix(2)))
                    && ($0.utf8.count == 2 || ($0.utf8.count == 5 && ($0.contains("-") || $0.contains("_"))))
            }
    }

    /// ISO 639-1, those that software is translated into most.
    private static let languages: Set<String> = [
        "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu", "id",
        "it",
        "ja", "ko", "lt", "lv", "ms", "nb", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr",
        "uk",
        "vi", "zh",
    ]

    /// Many keys, of which each is there in few of the objects, or far too many for a type.
    private var areKeysMany: Bool {
        guard keys.count >= 8 else { return false }
        let common = keys.filter { (member($0)?.count ?? 0) * 2 > instances }
        return instances >= 3 ? common.isEmpty : keys.count >= 60
    }
}
