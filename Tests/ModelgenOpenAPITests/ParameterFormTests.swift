import Testing

/// How values are written in a request, which decides whether a server understands it.
@Suite("Forms of parameters imported from OpenAPI")
struct ParameterFormTests {
    private static func search(
        _ parameters: String, path: String = "/search", others: String = "", schemas: String = ""
    ) -> ImportedDocument {
        ImportedDocument(
            paths: """
                  "\(path)":
                    post:
                      operationId: search
                      parameters: [\(parameters)]
                      \(others)
                      responses: { "204": { description: Done. } }
                """, schemas: schemas)
    }

    private func expect(
        _ imported: ImportedDocument, toHave lines: [String], location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(imported.messages.isEmpty, sourceLocation: location)
        try imported.expect(lines, location: location)
    }

    @Test("parameters of the same name in several places are told apart by their places")
    func samePlaces() throws {
        try expect(
            Self.search(
                ["path", "query", "header"]
                    .map { "{ name: path, in: \($0), required: true, schema: { type: string } }" }
                    .joined(separator: ", "),
                path: "/proxy/{path}",
                others: "requestBody: { content: { application/x-www-form-urlencoded: { schema: "
                    + "{ type: object, required: [path], properties: { path: { type: string } } } } } }"),
            toHave: [
                "path: \"proxy/{path}\"", "params: { path: String }",
                "headers: { path: { type: String, name: headerPath } }",
                "query: { queryPath: { type: String, key: path } }",
                "form: { formPath: { type: String, key: path } }",
            ])
    }

    @Test("a list or one of its elements is a list")
    func listOrElement() throws {
        let imported = Self.search(
            "{ name: ids, in: query, schema: { oneOf: [{ type: string }, { type: array, items: { type: string } }] } }")
        #expect(imported.messages.isEmpty)
        #expect(imported.yaml.contains("query: { ids: \"[String]?\" }"))
    }

    @Test("a list of objects or an empty text, which means none, stays one of both")
    func listOrNone() throws {
        let list = "{ type: array, items: { type: object, properties: { coupon: { type: string } } } }"
        let imported = Self.search(
            "{ name: discounts, in: query, style: deepObject, schema: { anyOf: [\(list), { enum: [''] }] } }")
        #expect(imported.messages.isEmpty)
        #expect(imported.yaml.contains("query: { discounts: { type: SearchDiscounts?, style: deepObject } }"))
    }

    @Test("a list of anything is a list of strings")
    func listOfAnything() {
        let imported = Self.search("{ name: ids, in: query, schema: { type: array, items: {} } }")
        #expect(imported.messages.isEmpty)
        #expect(imported.yaml.contains("query: { ids: \"[String]?\" }"))
    }

    @Test("an element of a list in a query is not null")
    func listOfOptionals() {
        let imported = Self.search(
            "{ name: ids, in: query, schema: { type: array, items: { type: [string, 'null'] } } }")
        #expect(imported.messages.isEmpty)
        #expect(imported.yaml.contains("query: { ids: \"[String]?\" }"))
    }

    @Test("the values of a list in a header or a path are separated by commas")
    func commas() throws {
        try expect(
            Self.search(
                """
                { name: X-Betas, in: header, schema: { type: array, items: { type: string } } }, \
                { name: ids, in: path, required: true, schema: { type: array, items: { type: string } } }
                """, path: "/search/{ids}"),
            toHave: [
                "X-Betas: { type: \"[String]?\", name: xBetas, transformer: commaSeparated }",
                "params: { ids: { type: \"[String]\", transformer: commaSeparated } }",
            ])
    }

    @Test("what a path has behind a question mark is a constant")
    func queryInPath() throws {
        try expect(
            Self.search("{ name: limit, in: query, schema: { type: integer } }", path: "/search?beta=true&kind=a%20b"),
            toHave: ["path: search", "beta: { const: \"true\" }", "kind: { const: a b }", "limit: Int?"])
    }

    @Test("a parameter of a path behind a question mark is one of the query")
    func parameterInQueryOfPath() throws {
        let user = "{ name: user, in: path, required: true, schema: { type: integer } }"
        try expect(Self.search(user, path: "/search?name={user}"), toHave: ["path: search", "query: { name: Int }"])
        #expect(
            Self.search("", path: "/search?name={user}").messages
                == ["`{user}` is not a parameter of this path; it is sent as it is"])
    }

    @Test("a parameter in an unknown place is reported")
    func unknownPlace() {
        let imported = Self.search("{ name: filter, in: querystring, content: { application/json: {} } }")
        #expect(imported.messages == ["the parameter `filter` cannot be in `querystring`"])
    }

    @Test("parts that are not encoded are files, and encoded ones are text")
    func parts() throws {
        let imported = Self.search(
            "",
            others: """
                requestBody: { content: { multipart/form-data: { schema: { properties: { \
                picture: { type: string, contentEncoding: binary }, \
                pages: { type: array, items: { type: string, contentEncoding: binary } }, \
                seal: { type: string, format: byte } } } } } }
                """)
        #expect(imported.messages.isEmpty)
        #expect(
            imported.yaml.contains(
                "upload: { picture: Data?, pages: \"[Data]?\", seal: { type: Data?, transformer: base64 } }"),
            "\(imported.yaml)")
        #expect(imported.problems.isEmpty)
    }

    @Test("each object of a list is a part, unless the document demands JSON for the list")
    func objectsAsParts() throws {
        let list = "{ type: array, items: { $ref: '#/components/schemas/Box' } }"
        try expect(
            Self.search(
                "",
                others: """
                    requestBody: { content: { multipart/form-data: { schema: { properties: { boxes: \(list), all: \(list) } }, \
                    encoding: { all: { contentType: application/json } } } } }
                    """, schemas: "    Box: { type: object, properties: { size: { type: integer } } }"),
            toHave: ["upload: { boxes: \"[Box]?\", all: { type: \"[Box]?\", style: json } }"])
    }

    @Test("a part is the JSON of a dictionary, whose values no transformer converts")
    func dictionaryAsPart() {
        let imported = Self.search(
            "",
            others: """
                requestBody: { content: { multipart/form-data: { schema: { properties: { \
                days: { type: object, additionalProperties: { type: string, format: date } } } } } } }
                """)
        #expect(imported.messages.isEmpty)
        #expect(imported.yaml.contains("upload: { days: \"[String: String]?\" }"), "\(imported.yaml)")
        #expect(imported.problems.isEmpty)
    }
}
