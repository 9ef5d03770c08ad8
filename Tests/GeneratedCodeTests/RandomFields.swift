extension RandomSchema {
    /// A type, a value for it in JSON, how it is written, and a default.
    private struct Form {
        var type: String
        var json: String
        var keys: [String] = []
        var standard: String?
    }

    private var forms: [Form] {
        let nested = #"{"street":"Main","number":3,"tags":["a"]}"#
        return [
            Form(type: "Int", json: "7", standard: "3"), Form(type: "Int8", json: "-3", standard: "1"),
            Form(type: "Int16?", json: "5"), Form(type: "Int32", json: "70000"),
            Form(type: "Int64", json: "9007199254740993", standard: "9"), Form(type: "UInt8", json: "255"),
            Form(type: "UInt16?", json: "65535"), Form(type: "UInt32", json: "1"), Form(type: "UInt64", json: "12"),
            Form(type: "UInt", json: "4"), Form(type: "Double", json: "1.5", standard: "2.25"),
            Form(type: "Float?", json: "0.25"), Form(type: "Decimal", json: "12.345678901234567890", standard: "1.10"),
            Form(type: "Bool", json: "true", standard: "false"), Form(type: "Bool?", json: "false"),
            Form(type: "String", json: #""a\u00e4\n\"""#, standard: "x"), Form(type: "String?", json: #""text""#),
            Form(type: "Date", json: #""2011-01-21T09:35:06Z""#, standard: "0"),
            Form(type: "Date", json: "1500000000", keys: ["transformer: unixSeconds"]),
            Form(type: "Date?", json: "1500000000123", keys: ["transformer: unixMilliseconds"]),
            Form(type: "Date", json: #""2011-01-21""#, keys: [#"transformer: 'dateFormat("yyyy-MM-dd")'"#]),
            Form(type: "Date?", json: #""2011-01-21T09:35:06Z""#, keys: ["transformer: iso8601"]),
            Form(
                type: "Date", json: "3",
                keys: ["transformer: { json: { number: unixSeconds, string: iso8601 }, sqlite: unixMilliseconds }"]),
            Form(type: "Data", json: #""aGk=""#), Form(type: "Data?", json: #""6869""#, keys: ["transformer: hex"]),
            Form(type: "UUID", json: #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#),
            Form(type: "URL", json: #""https://example.org/a?b=c""#, standard: "https://example.org"),
            Form(type: "JSON", json: #"{"a":[1,null,"b"]}"#), Form(type: "JSON?", json: "[true]"),
            Form(type: "[Int]", json: "[1,2]", standard: "[]"), Form(type: "[String]?", json: #"["a"]"#),
            Form(type: "Set<String>", json: #"["a","b"]"#),
            Form(type: "[String: Int]", json: #"{"k":1}"#, standard: "{ a: 1 }"),
            Form(type: "[Int: String]?", json: #"{"1":"x"}"#), Form(type: "[String: [Int]]", json: #"{"k":[1]}"#),
            Form(type: "Int", json: #""42""#, keys: ["transformer: stringNumber"]),
            Form(type: "Bool", json: "1", keys: ["transformer: intBool"]),
            Form(type: "[String]", json: #""a,b""#, keys: ["transformer: commaSeparated"]),
            Form(type: "String", json: #""x""#, keys: ["transformer: lowercased"]),
            Form(type: "String?", json: #""x""#, keys: ["transformer: { json: trimmed }"]),
            Form(type: "CGPoint", json: "[1,2]"), Form(type: "CGRect?", json: "[[0,0],[1,2]]"),
            Form(type: "NSRange", json: "[1,2]"), Form(type: "[CGSize]", json: "[[1,2]]"),
            Form(type: "\(prefix)Mood", json: #""good""#, standard: "good"),
            Form(type: "\(prefix)Kept?", json: "9"), Form(type: "\(prefix)Rest", json: #""a""#, standard: "a"),
            Form(type: "[\(prefix)Mood: Int]", json: #"{"bad":1}"#),
            Form(type: "Set<\(prefix)Mood>?", json: #"["good"]"#),
            Form(type: "\(prefix)Place", json: nested), Form(type: "\(prefix)Place?", json: nested),
            Form(type: "[\(prefix)Place]", json: "[\(nested)]", standard: "[]"),
            Form(type: "[String: \(prefix)Place]?", json: #"{"k":\#(nested)}"#),
            Form(
                type: "[\(prefix)Shape]",
                json: #"[{"kind":"round","radius":2},{"kind":"open","parts":[{"kind":"round","radius":1}]}]"#),
            Form(type: "\(prefix)Shape?", json: #"{"kind":"round","radius":2}"#),
            Form(type: "\(prefix)Money", json: #""12""#), Form(type: "[\(prefix)Money]?", json: #"["12"]"#),
            Form(type: "String", json: #""cba""#, keys: ["transformer: \(prefix)Reversed"]),
            Form(type: "[String]", json: #"["cba"]"#, keys: ["transformer: \(prefix)Reversed"]),
        ]
    }

    /// A random field of any type.
    mutating func field(_ number: Int, stored: Bool, since version: Int?) -> Field {
        let form = forms[below(forms.count)]
        let name = "f\(number)"
        var field = Field(name: name, type: form.type, keys: form.keys, json: form.json, path: [name])
        let isOptional = form.type.hasSuffix("?")
        switch below(9) {
        case 0: (field.path, field.keys) = (["k\(number)"], field.keys + ["json: k\(number)"])
        case 1: (field.path, field.keys) = (["in\(number)", "v"], field.keys + ["json: in\(number).v"])
        case 2: (field.path, field.keys) = (["alt\(number)"], field.keys + ["json: [alt\(number), other\(number)]"])
        default: break
        }
        if let standard = form.standard, chance(2) { field.keys.append("default: \(standard)") }
        let hasDefault = field.keys.contains { $0.hasPrefix("default") }
        if chance(6) { field.keys.append("doc: \"About */ `\(name)` \\\\(x)\"") }
        if chance(12) { field.keys.append("deprecated: Use another.") }
        if chance(8) { field.keys.append("sensitive: true") }
        if isOptional, chance(8) {
            field.keys.append(chance(2) ? "readOnly: true" : "writeOnly: true")
            field.json = nil
        }
        if hasDefault || isOptional, chance(8) { field.keys.append("onInvalid: default") }
        if form.type.hasPrefix("["), !form.type.contains(":"), !form.type.hasSuffix("?"),
            !field.keys.contains("transformer: commaSeparated"), !field.keys.contains("onInvalid: default"), chance(4)
        {
            field.keys.append("onInvalid: skipElement")
        }
        guard stored else { return field }
        if isOptional || hasDefault, chance(10) {
            field.keys.append("column: false")
            field.isKept = false
        } else if let version, version > 1, isOptional || hasDefault, chance(3) {
            field.keys.append("since: \(version)")
        } else if chance(10), ["Int", "String", "String?", "Int32", "Int64"].contains(form.type) {
            field.keys.append(["unique: true", "index: true"][below(2)])
        }
        return field
    }
}
