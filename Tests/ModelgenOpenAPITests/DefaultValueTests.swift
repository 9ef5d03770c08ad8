import ModelgenDiagnostics
import ModelgenExporting
import ModelgenParsing
import Testing

/// Defaults, which a document writes in the form that JSON has.
@Suite("Defaults in OpenAPI documents")
struct DefaultValueTests {
    @Test(
        "a default is a value of the field's type, and is there after an export",
        arguments: [
            ("{ type: integer, format: int64, default: 5000000000 }", "{ type: Int64, default: 5000000000 }"),
            ("{ type: integer, format: uint8, default: 200 }", "{ type: UInt8, default: 200 }"),
            ("{ type: integer, format: int32, default: 5000000000 }", "Int32?"),
            ("{ type: integer, default: 5000000000 }", "Int?"),
            ("{ type: number, default: 1e+10 }", "{ type: Double, default: 1e+10 }"),
            (
                "{ type: string, format: date-time, default: '2020-01-02T03:04:05+01:00' }",
                #"{ type: Date, default: "2020-01-02T02:04:05Z" }"#
            ),
            (
                "{ type: string, format: date, default: 2020-01-02 }",
                #"{ type: Date, transformer: 'dateFormat("yyyy-MM-dd")', default: "2020-01-02" }"#
            ),
            ("{ type: number, format: unix-time, default: 5 }", "{ type: Date, transformer: unixSeconds, default: 5 }"),
            (
                "{ type: string, format: uuid, default: c0ffee00-0000-4000-8000-000000000000 }",
                "{ type: UUID, default: C0FFEE00-0000-4000-8000-000000000000 }"
            ),
            ("{ type: string, format: uri, default: 'https://a.b' }", "{ type: URL, default: \"https://a.b\" }"),
            ("{ type: string, format: byte, default: YQ== }", "{ type: Data, default: YQ== }"),
            (
                "{ type: array, items: { type: string, format: date }, default: [] }",
                #"{ type: "[Date]", transformer: 'dateFormat("yyyy-MM-dd")', default: [] }"#
            ),
            (
                "{ type: object, additionalProperties: { type: string, format: date }, default: {} }",
                #"{ type: "[String: Date]", transformer: 'dateFormat("yyyy-MM-dd")', default: {} }"#
            ),
            ("{ type: string, format: date-time, default: soon }", "Date?"),
            ("{ type: string, format: uuid, default: none }", "UUID?"),
        ])
    func imported(_ schema: String, _ field: String) throws {
        let first = ImportedDocument(
            paths: """
                  /cards:
                    get: { responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } } } }
                """, schemas: "    Card: { type: object, properties: { value: \(schema) } }")
        #expect(first.problems.map(\.message) == [])
        #expect(first.yaml.contains("value: \(field)\n"), "\(first.yaml)")
        let hasDefault = field.contains("default")
        #expect(first.proof?.schemas.share == (hasDefault ? 100 : 0))
        let second = ImportedDocument(try RoundTrip.exported(first), path: "api.json")
        #expect(second.proof?.schemas.share == 100)
        #expect(try RoundTrip.declarations(second) == RoundTrip.declarations(first))
    }

    @Test(
        "a document has a default as it is in JSON",
        arguments: [
            ("{ type: Date, default: 0 }", #""1970-01-01T00:00:00Z""#),
            ("{ type: Date, transformer: unixSeconds, default: 5 }", "5"),
            ("{ type: Date, transformer: unixMilliseconds, default: 5 }", "5"),
            ("{ type: Date, transformer: 'dateFormat(\"yyyy-MM-dd\")', default: 0 }", #""1970-01-01""#),
            ("{ type: Date, transformer: 'dateFormat(\"yyyy\")', default: 0 }", nil),
            ("{ type: Bool, transformer: intBool, default: true }", "1"),
            ("{ type: Decimal, transformer: stringNumber, default: 1.5 }", #""1.5""#),
            ("{ type: String, transformer: lowercased, default: abc }", #""abc""#),
            ("{ type: \"[String]\", transformer: commaSeparated, default: [a, b] }", #""a,b""#),
            ("{ type: \"[Bool]\", transformer: intBool, default: [true, false] }", "[1,0]"),
            ("{ type: \"[State: Int]\", default: { open: 1 } }", #"{"o":1}"#),
            ("{ type: \"[Int: String]\", default: { 1: a } }", #"{"1":"a"}"#),
            ("{ type: JSON, default: [1, null] }", "[1,null]"),
            (
                "{ type: UUID, default: c0ffee00-0000-4000-8000-000000000000 }",
                #""C0FFEE00-0000-4000-8000-000000000000""#
            ),
        ])
    func exported(_ field: String, _ value: String?) throws {
        let document = try Self.document(fields: "value: \(field)")
        // The other one is a response.
        let defaults = document.split(separator: "\"default\":").dropFirst().filter {
            !$0.hasPrefix("{\"description\"")
        }
        #expect(defaults.count == (value == nil ? 0 : 1))
        #expect(defaults.first?.hasPrefix(value ?? "") ?? true, "\(document)")
    }

    @Test(
        "so has a parameter, in a query, a header, a form or a part",
        arguments: [
            "query: { value: PARAMETER }", "form: { value: PARAMETER }", "upload: { value: PARAMETER }",
            "headers: { X-Value: PARAMETER }",
        ])
    func parameters(_ place: String) throws {
        for (parameter, value) in [
            ("{ type: Bool, transformer: intBool, default: true }", "1"),
            ("{ type: Date, transformer: unixSeconds, default: 5 }", "5"), ("{ type: Int, default: 20 }", "20"),
        ] {
            let action = place.replacing("PARAMETER", with: parameter)
            let document = try Self.document(
                fields: "name: String", rest: "actions: { send: { method: POST, path: send, \(action) } }")
            #expect(document.contains("\"default\":\(value)"), "\(document)")
        }
    }

    private static func document(fields: String, rest: String = "operations: [get]") throws -> String {
        let text = """
            api: { name: MapAPI }
            enums: { State: { cases: { open: o } } }
            models:
              City:
                fields: { id: Int64, \(fields) }
                rest: { path: cities, \(rest) }

            """
        let (parsed, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
        #expect(diagnostics.map(\.message) == [])
        return try #require(parsed?.schema.openAPI("MapAPI", version: "1")).value.jsonText
            .filter { !$0.isWhitespace }
    }
}
