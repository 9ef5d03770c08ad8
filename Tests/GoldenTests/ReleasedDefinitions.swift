/// Released definitions that are hard to spell in a step: whoever pastes what the message proposes is done.
extension ReleasedEdit {
    static let definitions: [ReleasedEdit] = [
        dropped("an empty list", "\"[String]\"", ", default: []", ", default: { swift: nil, sql: \"'[]'\" }"),
        dropped(
            "a list in one text", "\"[String]\"", ", transformer: commaSeparated, default: [a, b]",
            ", transformer: commaSeparated, default: { swift: nil, sql: \"'a,b'\" }"),
        dropped(
            "a number for a truth value", "Bool", ", transformer: intBool, default: true",
            ", transformer: intBool, default: { swift: nil, sql: \"1\" }"),
        dropped(
            "bytes in hexadecimal", "Data", ", transformer: hex, default: \"AAEC\"",
            ", transformer: hex, default: { swift: nil, sql: \"'000102'\" }"),
        dropped("bytes", "Data", ", default: \"AAEC\"", ", default: { swift: nil, sql: \"X'000102'\" }"),
        dropped(
            "an expression", "String", ", default: { swift: '\"x\"', sql: \"lower('X')\" }",
            ", default: { swift: nil, sql: \"( lower ( 'X' ) )\" }"),
        dropped("a negative number", "Int", ", default: -3", ", default: -3"),
        dropped("a truth value", "Bool", ", default: false", ", default: false"),
        dropped("digits", "String", ", default: \"007\"", ", default: \"007\""),
        dropped("a number", "Double", ", default: 2", ", default: 2"),
        dropped("a number of single precision", "Float", ", default: 2", ", default: 2"),
        dropped("a rounded number", "Float", ", default: 0.1", ", default: 0.10000000149011612"),
        dropped("digits of money", "Decimal", ", default: 1.5", ", default: { swift: nil, sql: \"'1.5'\" }"),
        dropped(
            "a moment", "Date", ", default: 2024-01-01T00:00:00Z", ", default: { swift: nil, sql: \"1704067200.0\" }"),
        dropped(
            "a declared type with a blank", "Decimal", ", columnType: \"decimal( 10, 2 )\"",
            ", columnType: \"DECIMAL(10,2)\""),
        dropped(
            "a declared type of several words", "Int64", ", columnType: \"UNSIGNED BIG INT\"",
            ", columnType: \"UNSIGNED BIG INT\""),
        ReleasedEdit(
            "an index over an expression that descends went",
            "fields: { id: Int64, a: String }\nindexes: [{ fields: [{ expression: \"lower(a) DESC\" }], name: \"Idx A\" }]",
            "fields: { id: Int64, a: String }",
            "- was: { indexes: [{ fields: [{ expression: \"lower ( a ) desc\" }], name: \"Idx A\" }] }"),
        ReleasedEdit(
            "a reference of two fields acts differently", pair(", onDelete: cascade"), pair(""),
            "- change: { x: { from: { type: Int64, references: Pair.x, onDelete: cascade } } }",
            "- change: { y: { from: { type: Int64, references: Pair.y, onDelete: cascade } } }"),
        ReleasedEdit(
            "a reference of two fields acts differently, and one of them has a default", pair(", onDelete: cascade"),
            pair("").replacing("references: Pair.x", with: "references: Pair.x, default: 3"),
            "- change: { x: { from: { type: Int64, references: Pair.x, onDelete: cascade } } }",
            "- change: { y: { from: { type: Int64, references: Pair.y, onDelete: cascade } } }"),
        ReleasedEdit(
            "a reference of two fields went", pair(""), "fields: { id: Int64, x: Int64, y: Int64 }",
            "- change: { x: { from: { type: Int64, references: Pair.x } } }",
            "- change: { y: { from: { type: Int64, references: Pair.y } } }"),
        ReleasedEdit(
            "the fields of a reference went", pair(", onUpdate: setNull", "?"), "fields: { id: Int64 }",
            "- drop: { x: { type: Int64?, references: Pair.x, onUpdate: setNull } }",
            "- drop: { y: { type: Int64?, references: Pair.y, onUpdate: setNull } }"),
    ]

    private static func dropped(
        _ description: String, _ type: String, _ keys: String, _ definition: String
    ) -> ReleasedEdit {
        ReleasedEdit(
            "a column went: " + description, "fields: { id: Int64, v: { type: \(type)\(keys) } }",
            "fields: { id: Int64 }", "- drop: { v: { type: \(type)\(definition) } }")
    }

    private static func pair(_ actions: String, _ end: String = "") -> String {
        let fields = ["x", "y"].map { "\($0): { type: Int64\(end), references: Pair.\($0)\(actions) }" }
        return "fields: { id: Int64, \(fields.joined(separator: ", ")) }"
    }
}
