import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("Headers of operations")
struct HeaderRuleTests {
    /// An operation with these headers.
    private func reading(_ headers: String, transformers: String = "{}") -> String {
        """
        api: { name: MapAPI }
        transformers: \(transformers)
        models:
          City:
            fields: { id: Int64 }
            rest: { operations: [get], get: { headers: { \(headers) } } }
        """
    }

    @Test("the name of a header gives its parameter a Swift name, or needs one") func headerNames() throws {
        let parsed = try schema(
            reading(
                "If-Match: { type: String }, ETag: { type: String }, X-Request-ID: { type: String }, "
                    + "2FA-Code: { type: String }, \"-\": { type: String, name: dash }"))
        let request = try #require(parsed.schema.models.first?.client?.operations.first?.request)
        #expect(request.headerParameters.map(\.name.text) == ["ifMatch", "etag", "xRequestID", "_2faCode", "dash"])
        expect(
            """
            api: { name: MapAPI, pagination: { offset: { start: ⟦2:"$"⟧, limit: limit } } }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [get], get: { headers: { ⟦1:"-"⟧: { type: String } } } }
            """,
            [
                1: "`-` gives its parameter no Swift name; add `name: …` to the header [invalid-identifier]",
                2:
                    "`$` gives the pagination's parameter no Swift name; leave out `pagination`, and declare the parameters in the "
                    + "`query` of `list`, with `key` [invalid-identifier]",
            ])
    }

    @Test("a list is one text in a header, so a transformer of its elements does not help") func lists() {
        expect(
            reading(
                "X-Words: { type: \"[String]\", transformer: commaSeparated }, "
                    + "X-Names: { type: ⟦1:\"[String]?\"⟧, transformer: Sealed }",
                transformers: "{ Sealed: { from: String, to: String } }"),
            [
                1:
                    "the header `X-Names` is `[String]?`, which cannot be written in a header; use a single value [parameter-type]"
            ])
    }

    @Test("a type as the value of a header is a warning, unless it is in quotes") func typesAsValues() {
        expect(
            reading("If-Match: ⟦1:String?⟧, X-Kind: ⟦2:Int⟧, X-Type: 'String', X-Word: new, X-City: City"),
            [
                1:
                    "the header `If-Match` is always sent as the text `String?`, which is the name of a type; write `{ type: String? }` for a value that the caller passes, or put the text in quotes [invalid-header]",
                2:
                    "the header `X-Kind` is always sent as the text `Int`, which is the name of a type; write `{ type: Int }` for a value that the caller passes, or put the text in quotes [invalid-header]",
            ])
        expect(reading("If-Match: { type: String? }, X-Kind: \"Int\""), [:])
    }

    @Test("the value of a header is ASCII without control characters") func headerValues() {
        expect(
            #"api: { name: MapAPI, headers: { A: ⟦1:"a\u0001"⟧, B: ⟦2:"a\r\nC: b"⟧, D: "a\tb", E: ⟦3:ä⟧ } }"#,
            [
                1:
                    "the value of a header cannot contain control characters; remove them, line breaks included [invalid-header]",
                2:
                    "the value of a header cannot contain control characters; remove them, line breaks included [invalid-header]",
                3: "the value of a header must be ASCII; encode it as the service expects [invalid-header]",
            ])
    }

    @Test("both parameters of a pagination have names of their own")
    func pageNames() {
        expect(
            """
            api:
              - { name: MapAPI, pagination: { page: { number: page_no, size: ⟦1:pageNo⟧ } } }
              - { name: TownAPI, pagination: { offset: { start: from, limit: ⟦2:from⟧ } } }
            models:
              City:
                api: MapAPI
                fields: { id: Int64 }
                rest: { operations: [list] }
            """,
            [
                1:
                    "both parameters of the pagination would be named `pageNo`; leave out `pagination`, and declare the "
                    + "parameters in the `query` of `list`, with `key` [reserved-member-name]",
                2:
                    "both parameters of the pagination would be named `from`; correct one of them [reserved-member-name]",
            ])
    }

    @Test("a header that the transport or a form writes is refused wherever one is named") func transportHeaders() {
        func message(_ name: String) -> String {
            "the transport writes the header `\(name)`; remove it [invalid-header]"
        }
        expect(
            """
            api:
              name: MapAPI
              headers: { ⟦1:Host⟧: x, ⟦2:connection⟧: close, X-Content-Length: "1" }
              auth: { header: ⟦3:Transfer-Encoding⟧ }
              idempotency: { header: ⟦4:Content-Length⟧ }
            models:
              City:
                fields: { id: Int64 }
                rest:
                  operations: [get]
                  get: { headers: { ⟦5:HOST⟧: { type: String }, ⟦6:Content-length⟧: "3" } }
                  actions:
                    attach:
                      path: files
                      upload: { file: { type: Data, headers: { ⟦7:Content-Disposition⟧: inline, Content-Type: a/b } } }
            """,
            [
                1: message("Host"), 2: message("connection"), 3: message("Transfer-Encoding"),
                4: message("Content-Length"), 5: message("HOST"), 6: message("Content-length"),
                7: "a part of an upload has its own header `Content-Disposition`; remove it [invalid-header]",
            ])
    }

    @Test("names that differ only in case are one header") func headerCase() {
        expect(
            """
            api: { name: MapAPI, headers: { Accept-Language: en, ⟦1:accept-language⟧: de, Accept: a/b } }
            models:
              City:
                fields: { id: Int64 }
                rest:
                  operations: [get]
                  get: { headers: { If-Match: { type: String }, ⟦2:if-match⟧: { type: String, name: other } } }
            """,
            [
                1:
                    "the header `accept-language` is declared twice, in different case; remove one of them [invalid-header]",
                2: "the header `if-match` is declared twice, in different case; remove one of them [invalid-header]",
            ])
    }
}
