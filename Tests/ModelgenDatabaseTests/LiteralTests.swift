import ModelgenSchema
import Testing

@testable import ModelgenDatabase

@Suite struct LiteralTests {
    @Test("a date is stored as its transformer stores it") func dates() throws {
        let instant = try #require(Instant(rfc3339: "2024-02-29T23:59:58.5+01:30"))
        #expect(instant.secondsText == "1709245798.5")
        #expect(instant.milliseconds == 1_709_245_798_500)
        #expect(instant.rfc3339 == "2024-02-29T22:29:58.5Z")
        #expect(Instant(rfc3339: "1969-12-31T23:59:59.75Z")?.secondsText == "-0.25")
        #expect(Instant(rfc3339: "1969-12-31T23:59:59.75Z")?.rfc3339 == "1969-12-31T23:59:59.75Z")
        #expect(Instant(rfc3339: "0001-01-01")?.secondsSince1970 == -62_135_596_800)
        for text in ["2023-02-29", "2023-13-01", "2023-01-01T24:00:00Z", "2023-01-01T00:00:00", "x"] {
            #expect(Instant(rfc3339: text) == nil)
        }
    }

    @Test("a quote before a combining mark is doubled, too") func combining() {
        #expect(
            Array(SQLLiteral.string("a'\u{301}; DROP").unicodeScalars) == Array("'a''\u{301}; DROP'".unicodeScalars))
        #expect(sqlTokens("\"a\"\"\u{301}\"").map(\.name) == ["a\"\u{301}"])
        #expect(!SQLText("'a'\u{301}'").isClosed)
    }

    @Test("statements are split at semicolons outside strings and triggers") func statements() {
        #expect(
            SQLText.statements(
                in:
                    "UPDATE a SET b = ';'; -- x;y\n CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END; DELETE FROM a;;"
            ) == [
                "UPDATE a SET b = ';'",
                "-- x;y\n CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END", "DELETE FROM a",
            ]
        )
    }

    @Test("SQL that would break out of its place is found", arguments: ["a)", "(a", "'a", "a; b", "a -- b", "a /* b"])
    func unclosed(sql: String) {
        #expect(!SQLText(sql).isClosed)
        #expect(SQLText("coalesce(a, ';)') /* ( */").isClosed)
    }

    @Test("defaults as code are different if either side is") func codeDefaults() {
        let value = DefaultValue.code(swift: "Date()", sql: "CURRENT_TIMESTAMP")
        #expect(value == .code(swift: "Date()", sql: "CURRENT_TIMESTAMP"))
        #expect(value != .code(swift: "Date.now", sql: "CURRENT_TIMESTAMP"))
        #expect(value != .code(swift: "Date()", sql: "CURRENT_DATE"))
        #expect(value != .code(swift: "Date()", sql: nil))
    }
}
