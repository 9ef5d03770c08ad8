import ModelgenSchema

/// An object whose keys are data: `{ "de": 3, "en": 5 }`.
struct DynamicKeys {
    var key: DictionaryKey
    /// What all values have in common.
    var value: Observation
}

extension Observation {
    /// These values, those in their lists and dictionaries, and so on, to those that are neither.
    var layers: [Observation] {
        var layers = [self]
        while let last = layers.last, let next = last.element ?? last.object?.dictionary?.value { layers.append(next) }
        return layers
    }
}

extension ObjectShape {
    /// The object as a dictionary; nil if its keys are chosen names. Only valid once all samples have been read.
    func asDictionary() -> DynamicKeys? {
        let observations = keys.compactMap { member($0)?.observation }
        guard let first = observations.first, holdsItsOwner || areKeysData(observations) else { return nil }
        let value = Observation(key: key, place: first.place)
        for observation in observations { value.merge(observation) }
        // A dictionary whose values were the dictionary itself would be infinite.
        if value.layers.contains(where: { $0.object === canonical }) { return nil }
        let areNumbers = keys.allSatisfy { Int($0).map { String($0) } == $0 }
        return DynamicKeys(key: areNumbers ? .int : .string, value: value)
    }

    private func areKeysData(_ observations: [Observation]) -> Bool {
        // An empty key proves nothing: among paths, npm uses it for the package itself.
        let named = keys.filter { !$0.isEmpty }
        let telling = named.count(where: Self.isData)
        if telling > 0, telling == named.count { return true }
        guard isOfOneKind(observations) else { return false }
        if telling * 3 >= max(named.count, 1) || areKeysCodes || areKeysMany { return true }
        guard let kind = observations.lazy.compactMap(\.kinds.first).first, kind != .object, kind != .array else {
            return false
        }
        return isCalledDictionary || areKeysConstants || areKeysUnsteady
            || (kind == .string && areKeysSettings(observations))
    }

    /// Whether all values could belong to one dictionary. Objects with different structures could not.
    private func isOfOneKind(_ observations: [Observation]) -> Bool {
        let kinds = observations.reduce(into: Set<Observation.Kind>()) { $0.formUnion($1.kinds) }
        let objects = observations.compactMap(\.object)
        return kinds.count <= 1
            && objects.allSatisfy { object in object === objects[0] || object.resembles(objects[0]) }
    }

    /// Numbers, versions, UUIDs, dates, addresses, paths, file names: nobody names a property like this.
    private static func isData(_ key: String) -> Bool {
        if key.allSatisfy(\.isNumber) || key.contains("/") && key != "/" { return true }
        // At one end, it is part of a name: `@type`.
        if key.dropFirst().dropLast().contains("@") { return true }
        return !StringForm.forms(of: key).isEmpty || isVersion(key) || isFileName(key)
    }

    /// `1.0`, `v2.11.3-beta.1`
    private static func isVersion(_ key: String) -> Bool {
        let number = key.hasPrefix("v") ? key.dropFirst() : key[...]
        let parts = number.prefix { $0 != "-" && $0 != "+" }.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { !$0.isEmpty && ($0 == "x" || $0.utf8.allSatisfy(\.isDigit)) }
    }

    /// `nginx.conf`, `app.kubernetes.io`
    private static func isFileName(_ key: String) -> Bool {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last, (1...10).contains(last.utf8.count) else { return false }
        return parts.dropFirst().allSatisfy { !$0.isEmpty }
            && key.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-./_".utf8.contains($0) }
    }

    /// Whether the key is a common name for an object that maps the user's names to values.
    private var isCalledDictionary: Bool {
        guard let last = SwiftNaming.words(of: key).last?.lowercased() else { return false }
        return [
            "labels", "annotations", "headers", "dependencies", "scripts", "engines", "versions", "env", "environment",
            "selector", "limits", "requests", "translations", "variables",
        ].contains(last)
    }

    /// `LOG_LEVEL`, `HOME`: environment variables.
    private var areKeysConstants: Bool {
        keys.count > 1
            && keys.allSatisfy { key in
                key.utf8.count > 2
                    && key.utf8.allSatisfy { $0.isUppercaseLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
            }
    }

    /// `{ "issues": "write", "checks": "read", … }`: many names, with a few words as their values.
    private func areKeysSettings(_ observations: [Observation]) -> Bool {
        guard keys.count >= 8, observations.allSatisfy({ $0.strings.count > 0 && $0.strings.areFew }) else {
            return false
        }
        return observations.reduce(into: Set<String>()) { $0.formUnion($1.strings.values) }.count <= 3
    }

    /// Several keys, few of which are in all of the objects.
    private var areKeysUnsteady: Bool {
        guard instances >= 3, keys.count >= 5 else { return false }
        return keys.count { member($0)?.count == instances } * 4 < keys.count
    }

    /// Languages (`de`, `pt-BR`) or currencies (`EUR`), several of them.
    private var areKeysCodes: Bool {
        guard keys.count > 2 else { return false }
        let areCurrencies = keys.allSatisfy { $0.utf8.count == 3 && $0.utf8.allSatisfy(\.isUppercaseLetter) }
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

    /// Many keys, each of which is in few of the objects, or far too many for a type.
    private var areKeysMany: Bool {
        guard keys.count >= 8 else { return false }
        let common = keys.filter { (member($0)?.count ?? 0) * 2 > instances }
        return instances >= 3 ? common.isEmpty : keys.count >= 60
    }
}
