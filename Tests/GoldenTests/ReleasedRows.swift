import Testing

/// A change to a release that would lose rows or misread them, and the rule that reports it.
struct ReleasedRows: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The text before and after; `VERSION` and `STEPS` are placeholders for a step's version and the steps.
    var released: String
    var edited: String
    var rule: String
    /// The step that keeps the rows, as the message proposes it.
    var step: String

    init(_ description: String, _ released: String, _ edited: String, rule: String, _ step: String) {
        (testDescription, self.released, self.edited, self.rule, self.step) = (
            description, released, edited, rule, step
        )
    }

    private static let changed = "released-version-changed"
    private static let misread = "stored-form-changed"

    private static func note(_ field: String, _ more: String = "") -> String {
        more + """
            database: { name: D, version: VERSION }
            models:
              Note:
                table: notes
                primaryKey: id
                fields: { id: Int64, a: \(field), b: String? }STEPS
            """
    }

    private static func model(_ name: String, _ table: String) -> String {
        """
        database: { name: D, version: VERSION }
        models:
          \(name): { \(table)primaryKey: id, fields: { id: Int64, title: { type: String, unique: true }, size: Int }STEPS }
          Link: { table: links, primaryKey: id, fields: { id: Int64, to: { type: Int64?, references: \(name).id } } }
        """
    }

    private static func document(_ fields: String) -> String {
        note("Place?") + "\n  Place: { fields: { \(fields) } }"
    }

    static let all: [ReleasedRows] = [
        ReleasedRows(
            "a table has another name", model("Note", "table: notes, "), model("Note", "table: papers, "),
            rule: changed,
            "- was: { table: notes }"),
        ReleasedRows(
            "a model has another name, and its table with it", model("Note", "table: true, "),
            model("Paper", "table: true, "), rule: changed, "- was: { table: note }"),
        ReleasedRows(
            "a column has another name and a default", note("Int"),
            note("Int").replacing(" a: Int", with: " c: Int?"),
            rule: changed, "- rename: { a: c }"),
        ReleasedRows(
            "another transformer", note("{ type: Date?, transformer: iso8601 }"),
            note("{ type: Date?, transformer: rfc3339 }"), rule: misread,
            "- change: { a: { from: { type: Date?, transformer: iso8601 }, restored: same } }"),
        ReleasedRows(
            "another format of dates", note("{ type: Date?, transformer: 'dateFormat(\"yyyy\")' }"),
            note("{ type: Date?, transformer: 'dateFormat(\"yy\")' }"), rule: misread,
            "- change: { a: { from: { type: Date?, transformer: 'dateFormat(\"yyyy\")' }, restored: same } }"),
        ReleasedRows(
            "a narrower integer", note("Int64"), note("Int8"), rule: misread,
            "- change: { a: { from: Int64, restored: same } }"),
        ReleasedRows(
            "a text becomes a UUID", note("String"), note("UUID"), rule: misread,
            "- change: { a: { from: String, restored: same } }"),
        ReleasedRows(
            "a date becomes a number", note("Date"), note("Double"), rule: misread,
            "- change: { a: { from: Date, restored: same } }"),
        ReleasedRows(
            "a value of any kind becomes a date", note("{ type: DatabaseValue?, columnType: INTEGER }"),
            note("{ type: Date?, transformer: unixSeconds, columnType: INTEGER }"), rule: misread,
            "- change: { a: { from: { type: DatabaseValue?, columnType: INTEGER }, restored: same } }"),
        ReleasedRows(
            "another transformer of a column with a declared type",
            note("{ type: Date?, transformer: unixSeconds, columnType: INTEGER }"),
            note("{ type: Date?, transformer: unixMilliseconds }"), rule: misread,
            "- change: { a: { from: { type: Date?, transformer: unixSeconds, columnType: INTEGER }, restored: same } }"),
        ReleasedRows(
            "another type of a column with a declared type, a default and a check",
            note("{ type: Int64, columnType: BIGINT, default: 1, check: a > 0 }"),
            note("{ type: Int8, columnType: BIGINT, default: 1, check: a > 0 }"), rule: misread,
            "- change: { a: { from: { type: Int64, columnType: BIGINT, default: 1, check: \"a > 0\" }, restored: same } }"
        ),
        ReleasedRows(
            "an enum without a case", note("Mood", "enums: { Mood: [low, high] }\n"),
            note("Mood", "enums: { Mood: [low] }\n"), rule: misread,
            "- change: { a: { from: Mood, restored: same } }"),
        ReleasedRows(
            "a document with another key", document("x: Int, y: Int?"), document("x: Int, z: Int?"), rule: misread,
            "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "a document that requires more", document("x: Int"), document("x: Int, y: Int"), rule: misread,
            "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "a document that requires what was optional", document("x: Int, y: Int?"), document("x: Int, y: Int"),
            rule: misread, "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "an optional object in a document requires more", document("x: Spot?") + spot("y: Int"),
            document("x: Spot?") + spot("y: Int, z: Int"), rule: misread,
            "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "an object in a union requires more", union("discriminator: kind") + spot("y: Int"),
            union("discriminator: kind") + spot("y: Int, z: Int"), rule: misread,
            "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "a union with another discriminator", union("discriminator: kind") + spot("y: Int"),
            union("discriminator: type") + spot("y: Int"), rule: misread,
            "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "a union that no longer keeps unknown objects",
            union("discriminator: kind, unknown: keep") + spot("y: Int"),
            union("discriminator: kind") + spot("y: Int"), rule: misread,
            "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "a union without a case that had no fields",
            union("discriminator: kind", ", none: Nothing") + spot("y: Int") + "\n  Nothing: { fields: {} }",
            union("discriminator: kind") + spot("y: Int"), rule: misread,
            "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "a union with another type", choice("{ number: Int, text: String }"),
            choice("{ number: Int, text: Date }"), rule: misread, "- change: { a: { from: Place?, restored: same } }"),
        ReleasedRows(
            "a list of a union without a type", choice("{ number: Int, text: String, flag: Bool }", "\"[Place]\""),
            choice("{ number: Int, text: String }", "\"[Place]\""), rule: misread,
            "- change: { a: { from: \"[Place]\", restored: same } }"),
        ReleasedRows(
            "an enum that replaces unknown values instead of keeping them",
            note("Mood", "enums: { Mood: { cases: [low, high], unknown: keep } }\n"),
            note("Mood", "enums: { Mood: { cases: [low, high], unknown: low } }\n"), rule: misread,
            "- change: { a: { from: Mood, restored: same } }"),
        ReleasedRows(
            "an enum that replaces the value of a removed case",
            note("\"[Mood]\"", "enums: { Mood: { cases: [low, high], unknown: low } }\n"),
            note("\"[Mood]\"", "enums: { Mood: { cases: [low], unknown: low } }\n"), rule: misread,
            "- change: { a: { from: \"[Mood]\", restored: same } }"),
        ReleasedRows(
            "a type that converts to another one in JSON",
            note("\"[Money]\"", "types: { Money: { json: String, sqlite: TEXT } }\n"),
            note("\"[Money]\"", "types: { Money: { json: Int, sqlite: TEXT } }\n"), rule: misread,
            "- change: { a: { from: \"[Money]\", restored: same } }"),
        ReleasedRows(
            "another type of geometry", note("\"[CGPoint]\""), note("\"[CGSize]\""), rule: misread,
            "- change: { a: { from: \"[CGPoint]\", restored: same } }"),
    ]

    private static func spot(_ fields: String) -> String { "\n  Spot: { fields: { \(fields) } }" }

    private static func union(_ json: String, _ more: String = "") -> String {
        note("Place?") + "\n  Place: { json: { \(json) }, oneOf: { spot: Spot\(more) } }"
    }

    private static func choice(_ types: String, _ type: String = "Place?") -> String {
        note(type) + "\n  Place: { oneOf: \(types) }"
    }

    /// A change after which every written row can be read, so that nothing is required.
    static let harmless: [(released: String, edited: String)] = [
        (note("Mood", "enums: { Mood: [low] }\n"), note("Mood", "enums: { Mood: [low, high] }\n")),
        (note("Int8"), note("Int64")), (note("UUID"), note("String")), (note("URL?"), note("String?")),
        (document("x: Int"), document("x: Int, y: Int?")),
        (document("x: Int"), document("x: Int64, y: { type: Int, default: 3 }")),
        (document("x: Int"), document("w: { type: Int, json: [w, x] }")),
        (note("Mood", "enums: { Mood: [low] }\n"), note("Temper", "enums: { Temper: [low] }\n")),
        (
            note("Mood", "enums: { Mood: { cases: [low], unknown: low } }\n"),
            note("Mood", "enums: { Mood: { cases: [low, high], unknown: keep } }\n")
        ),
        (document("x: Int?"), document("x: { type: Int, default: 1 }")),
        (document("x: { type: Int, default: 1 }"), document("x: Int?")),
        (document("x: Int?, y: Spot?") + spot("z: Int"), document("x: Int?, y: Spot?, t: Spot?") + spot("z: Int")),
        (
            union("discriminator: kind") + spot("y: Int"),
            union("discriminator: kind, unknown: keep", ", none: Nothing") + spot("y: Int64")
                + "\n  Nothing: { fields: { z: Int } }"
        ),
        (choice("{ number: Int32 }"), choice("{ number: Int, text: String }")),
    ]
}
