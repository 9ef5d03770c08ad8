import Testing

/// Lists in an envelope, page after page.
@Suite("Paginated lists imported from OpenAPI")
struct PagedListTests {
    /// A parameter and the properties of a response, besides the list.
    struct Case: CustomTestStringConvertible {
        var parameters: [String]
        var envelope: String
        var pagination: String
        var testDescription: String { pagination }

        init(_ parameters: [String], _ envelope: String, _ pagination: String) {
            (self.parameters, self.envelope, self.pagination) = (parameters, envelope, pagination)
        }
    }

    private static func object(_ properties: String) -> String { "{ type: object, properties: { \(properties) } }" }
    private static func list(of model: String) -> String {
        "{ type: array, items: { $ref: '#/components/schemas/\(model)' } }"
    }

    private static func path(_ path: String, _ parameters: [String], _ schema: String) -> String {
        let list = parameters.map { "{ name: \($0), in: query, schema: { type: string } }" }.joined(separator: ", ")
        let tag = path.split(separator: "/")[0]
        return """
              \(path):
                get:
                  tags: [\(tag)]
                  operationId: \(tag)All
                  parameters: [\(list)]
                  responses: { "200": { content: { application/json: { schema: \(schema) } } } }

            """
    }

    private static func item(_ tag: String, _ model: String) -> String {
        """
          /\(tag)/{id}:
            get:
              tags: [\(tag)]
              parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
              responses:
                "200": { content: { application/json: { schema: { $ref: '#/components/schemas/\(model)' } } } }

        """
    }

    private static func document(_ paths: String) -> ImportedDocument {
        ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Pages, version: "1" }
            paths:
            \(paths)components:
              schemas:
                Card: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string } } }
                Deck: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
                Word: { type: object, properties: { text: { type: string } } }
            """)
    }

    private static func envelope(_ list: String, _ properties: String) -> String {
        object(properties.isEmpty ? list : "\(list), \(properties)")
    }

    private static let cards = "data: \(list(of: "Card"))"
    private static let text = "{ type: string }"
    private static let url = "{ type: string, format: uri, nullable: true }"
    private static let number = "{ type: integer }"

    static let cases: [Case] = [
        Case(["cursor", "limit"], "next: { type: [string, 'null'] }", "{ cursor: { parameter: cursor, next: next } }"),
        Case(
            ["page_token"], "next_page_token: \(text)",
            "{ cursor: { parameter: page_token, next: next_page_token } }"),
        Case(
            ["after", "first"], "paging: \(object("cursors: \(object("after: \(text), before: \(text)"))"))",
            "{ cursor: { parameter: after, next: paging.cursors.after } }"),
        Case(
            ["pageToken"], "meta: \(object("nextPageToken: \(text), total: \(number)"))",
            "{ cursor: { parameter: pageToken, next: meta.nextPageToken } }"),
        Case(
            ["page"], "count: \(number), next: \(url), previous: \(url)", "{ cursor: { next: next, url: true } }"),
        Case([], "links: \(object("next: \(text), prev: \(text)"))", "{ cursor: { next: links.next, url: true } }"),
        Case(
            [], "_links: \(object("next: \(object("href: \(text)"))"))",
            "{ cursor: { next: _links.next.href, url: true } }"),
        Case([], "'@odata.nextLink': \(text)", "{ cursor: { next: '@odata\\.nextLink', url: true } }"),
        Case(
            ["page", "per_page"], "total: \(number)", "{ page: { number: page, size: per_page, total: total } }"),
        Case(
            ["pageNumber", "pageSize"], "meta: \(object("totalCount: \(number)"))",
            "{ page: { number: pageNumber, size: pageSize, total: meta.totalCount } }"),
        Case(["page"], "has_more: { type: boolean }", "{ page: { number: page } }"),
        Case(["page", "limit"], "next_page: \(text)", "{ cursor: { parameter: page, next: next_page } }"),
        Case(
            ["starting_after", "ending_before", "limit"], "has_more: { type: boolean }, url: \(text)",
            "{ cursor: { parameter: starting_after, last: id, more: has_more } }"),
        Case(
            ["after"], "meta: \(object("hasNext: { type: boolean }"))",
            "{ cursor: { parameter: after, last: id, more: meta.hasNext } }"),
        Case(
            ["after", "page", "per_page"], "has_more: { type: boolean }",
            "{ page: { number: page, size: per_page } }"),
        Case(
            ["after", "offset", "limit"], "has_more: { type: boolean }",
            "{ offset: { start: offset, limit: limit } }"),
        Case(
            ["offset", "limit"], "total_count: \(number)",
            "{ offset: { start: offset, limit: limit, total: total_count } }"),
        Case(["skip", "take"], "", "{ offset: { start: skip, limit: take } }"),
    ]

    @Test(
        "parameters and properties with the usual names make a list in an envelope a paginated list", arguments: cases)
    func envelopes(_ each: Case) {
        let list = Self.path("/cards", each.parameters, Self.envelope(Self.cards, each.envelope))
        for paths in [list + Self.item("cards", "Card"), list] {
            let imported = Self.document(paths)
            #expect(imported.yaml.contains("pagination: \(each.pagination)"), "\(imported.yaml)")
            #expect(imported.yaml.contains("root: data"))
            #expect(imported.yaml.contains("operations: [list"))
            #expect(!imported.yaml.contains("actions:"))
            #expect(imported.problems.isEmpty)
        }
    }

    @Test(
        "an envelope without pages, with two lists, or with a list of something else remains what it is",
        arguments: [
            ([], "total: { type: integer }"), (["limit"], "has_more: { type: boolean }"),
            (["page"], "decks: { type: array, items: { $ref: '#/components/schemas/Deck' } }"),
            (["cursor"], "previous: { type: string }"), ([], "next: { type: string }"),
        ] as [([String], String)])
    func others(_ parameters: [String], _ properties: String) {
        let imported = Self.document(
            Self.path("/cards", parameters, Self.envelope(Self.cards, properties)) + Self.item("cards", "Card"))
        #expect(imported.yaml.contains("operations: [get]"))
        #expect(imported.yaml.contains("actions:"))
        #expect(!imported.yaml.contains("pagination:"))
        #expect(imported.problems.isEmpty)
    }

    @Test(
        "pages that are counted from 0, and objects that are counted from 1, are not paginated",
        arguments: [
            (["page"], "page", "type: integer, minimum: 0"), (["page"], "page", "type: integer, default: 0"),
            (["offset", "limit"], "offset", "type: integer, minimum: 1"),
            (["start", "count"], "start", "type: integer, default: 1"),
            (["pageIndex"], "pageIndex", "type: integer"), (["startIndex", "count"], "startIndex", "type: integer"),
        ] as [([String], String, String)])
    func otherCounts(_ parameters: [String], _ name: String, _ schema: String) {
        let list = Self.path("/cards", parameters, Self.envelope(Self.cards, "")).replacing(
            "name: \(name), in: query, schema: { type: string }",
            with: "name: \(name), in: query, schema: { \(schema) }")
        let imported = Self.document(list + Self.item("cards", "Card"))
        #expect(imported.yaml.contains("actions:"))
        #expect(!imported.yaml.contains("pagination:"))
        #expect(imported.problems.isEmpty)
    }

    @Test(
        "the key of the last object is a cursor only where a parameter takes it as it is",
        arguments: [
            ("type: integer", true), ("type: integer, format: int64", true), ("type: string", true),
            ("type: string, format: date-time", false), ("type: string, format: date", false),
            ("type: integer, format: unix-time", false), ("type: string, format: uuid", false),
            ("type: number", false),
        ])
    func keysAsCursors(_ schema: String, _ isCursor: Bool) {
        for name in ["after", "starting_after"] {
            let list = Self.path("/cards", [name], Self.envelope(Self.cards, "has_more: { type: boolean }")).replacing(
                "name: \(name), in: query, schema: { type: string }",
                with: "name: \(name), in: query, schema: { \(schema) }")
            let imported = Self.document(list + Self.item("cards", "Card"))
            let pagination = "pagination: { cursor: { parameter: \(name), last: id, more: has_more } }"
            #expect(imported.yaml.contains(pagination) == isCursor, "\(imported.yaml)")
            #expect(imported.yaml.contains("actions:") != isCursor, "\(imported.yaml)")
            #expect(imported.problems.isEmpty)
        }
    }

    @Test("pages and objects that are counted as usual may say so")
    func usualCounts() {
        for (name, first) in [("page", 1), ("offset", 0)] {
            let list = Self.path("/cards", [name, "limit"], Self.envelope(Self.cards, "")).replacing(
                "name: \(name), in: query, schema: { type: string }",
                with: "name: \(name), in: query, schema: { type: integer, minimum: \(first) }")
            let imported = Self.document(list + Self.item("cards", "Card"))
            #expect(imported.yaml.contains("pagination: { \(name): "), "\(imported.yaml)")
        }
    }

    @Test("the API has the pagination of most lists; the others have their own, or none")
    func mixed() {
        let imported = Self.document(
            Self.path("/cards", ["page"], Self.envelope(Self.cards, "")) + Self.item("cards", "Card")
                + Self.path(
                    "/decks", ["cursor"],
                    Self.envelope("items: \(Self.list(of: "Deck"))", "next: \(Self.text)"))
                + Self.item("decks", "Deck")
                + Self.path("/words", ["page"], Self.envelope("words: \(Self.list(of: "Word"))", "")))
        #expect(imported.yaml.contains("name: PagesAPI\n  pagination: { page: { number: page } }"))
        #expect(imported.yaml.contains("pagination: { cursor: { parameter: cursor, next: next } }"))
        #expect(imported.problems.isEmpty)
        let plain = Self.document(
            Self.path("/cards", ["page"], Self.envelope(Self.cards, "")) + Self.item("cards", "Card")
                + Self.path("/decks", [], Self.list(of: "Deck"))
                + Self.item("decks", "Deck"))
        #expect(plain.yaml.contains("list: { pagination: none }"))
        #expect(plain.problems.isEmpty)
    }

    @Test("a second list of a model remains an action, with what a list would have")
    func second() {
        let list = Self.envelope(Self.cards, "next: { type: string }")
        let imported = Self.document(
            Self.path("/cards", ["cursor"], list) + Self.item("cards", "Card")
                + Self.path("/cards/recent", ["cursor"], list))
        #expect(
            imported.yaml.contains(
                "# Pages of Card. A `list` at this path would have `root: data` and "
                    + "`pagination: { cursor: { parameter: cursor, next: next } }`."
            ), "\(imported.yaml)")
        #expect(imported.problems.isEmpty)
    }

    @Test("what an export says about parameters of pages is not their documentation")
    func meanings() throws {
        try ImportedDocument(
            paths: """
                  /cards:
                    get:
                      parameters: [{ name: page, in: query, schema: { type: integer } }, { name: limit, in: query, description: Few., schema: { type: integer } }]
                      responses: { "200": { content: { application/json: { schema: { type: object, properties: { items: { type: array, items: { $ref: '#/components/schemas/Card' } }, total: { type: integer } } } } } } }
                """, schemas: "    Card: { type: object, required: [id], properties: { id: { type: integer } } }"
        ).expect(["query: { page: Int?, limit: { type: Int?, doc: Few. } }"])
    }
}
