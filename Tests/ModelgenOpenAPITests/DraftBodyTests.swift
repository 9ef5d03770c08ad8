import Testing

/// What a new object is sent as: a model without what the server assigns.
@Suite("Bodies of new objects imported from OpenAPI")
struct DraftBodyTests {
    private static let comment = """
        required: [id, text, author, createdAt]
              properties:
                id: { type: integer }
                text: { type: string }
                tags: { type: array, items: { type: string } }
                author: { type: string }
                createdAt: { type: string, format: date-time }
        """
    private static let readOnly = """
        required: [id, text, createdAt]
              properties:
                id: { type: integer, readOnly: true }
                text: { type: string }
                seen: { type: boolean, readOnly: true }
                createdAt: { type: string, format: date-time, readOnly: true }
        """

    /// A document with comments, which are created from one schema and updated from another.
    private static func imported(
        _ comment: String, create: String, update: String, input: String = "{}", more: String = "",
        parameter: String = "integer"
    ) -> ImportedDocument {
        func content(_ schema: String) -> String {
            "{ content: { application/json: { schema: { $ref: '#/components/schemas/\(schema)' } } } }"
        }
        return ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Notes, version: "1" }
            paths:
              /comments:
                post:
                  tags: [comments]
                  operationId: createComment
                  requestBody: \(content(create))
                  responses: { "201": \(content("Comment")) }
              /comments/{id}:
                parameters: [{ name: id, in: path, required: true, schema: { type: \(parameter) } }]
                get: { tags: [comments], operationId: getComment, responses: { "200": \(content("Comment")) } }
                put:
                  tags: [comments]
                  operationId: updateComment
                  requestBody: \(content(update))
                  responses: { "200": \(content("Comment")) }
            \(more.replacing("INPUT", with: content("CommentInput")))
            components:
              schemas:
                Comment:
                  type: object
                  \(comment)
                CommentInput: \(input)
            """)
    }

    private static let input = """
        { type: object, required: [text],
          properties: { text: { type: string }, tags: { type: array, items: { type: string } } } }
        """

    /// An action with the same body.
    private static let reply = """
          /comments/{id}/replies:
            parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
            post:
              tags: [comments]
              operationId: reply
              requestBody: INPUT
              responses: { "204": {} }
        """

    private func expectEqual(_ imported: ImportedDocument) {
        #expect(imported.problems.isEmpty)
        #expect(imported.proof?.operations.different.map(\.place) == [])
        #expect(imported.proof?.schemas.different.map(\.place) == [])
        #expect(imported.proof?.unused == 0)
    }

    @Test("a schema with some of the fields is the draft, which lacks the others")
    func inputs() {
        let imported = Self.imported(Self.comment, create: "CommentInput", update: "CommentInput", input: Self.input)
        #expect(imported.yaml.contains("operations: [get, create, update]\n"))
        #expect(imported.yaml.contains("      update: { body: { draft: Comment } }\n"), "\(imported.yaml)")
        #expect(imported.yaml.contains("      id: Int\n"))
        #expect(imported.yaml.contains("author: { type: String, assigned: server }"))
        #expect(imported.yaml.contains("createdAt: { type: Date, assigned: server }"))
        #expect(imported.yaml.contains("      tags: \"[String]?\"\n"))
        #expect(!imported.yaml.contains("CommentInput"))
        expectEqual(imported)
    }

    @Test("an action with the same body sends the draft, too")
    func actions() {
        let imported = Self.imported(
            Self.comment, create: "CommentInput", update: "CommentInput", input: Self.input, more: Self.reply)
        #expect(imported.yaml.contains("reply: { path: \"comments/{id}/replies\", body: { draft: Comment } }"))
        expectEqual(imported)
    }

    @Test("the schema itself is the draft without the properties that are only read")
    func readOnlyProperties() {
        let imported = Self.imported(Self.readOnly, create: "Comment", update: "Comment")
        #expect(imported.yaml.contains("operations: [get, create, update]\n"))
        #expect(!imported.yaml.contains("body:"), "\(imported.yaml)")
        #expect(imported.yaml.contains("id: { type: Int, readOnly: true }"))
        #expect(imported.yaml.contains("seen: { type: Bool?, assigned: server, readOnly: true }"))
        #expect(imported.yaml.contains("createdAt: { type: Date, assigned: server, readOnly: true }"))
        expectEqual(imported)
    }

    @Test("a key that is sent is assigned by the caller")
    func callersKey() {
        let imported = Self.imported(Self.comment, create: "Comment", update: "Comment")
        #expect(imported.yaml.contains("id: { type: Int, assigned: caller }"))
        #expect(!imported.yaml.contains("body:"), "\(imported.yaml)")
        expectEqual(imported)
        let input = Self.input.replacing("{ text", with: "{ id: { type: integer }, text").replacing(
            "[text]", with: "[id, text]")
        let drafted = Self.imported(Self.comment, create: "CommentInput", update: "Comment", input: input)
        #expect(drafted.yaml.contains("id: { type: Int, assigned: caller }"))
        #expect(drafted.yaml.contains("author: { type: String, assigned: server }"))
        #expect(!drafted.yaml.contains("body:"), "\(drafted.yaml)")
        expectEqual(drafted)
    }

    @Test("a schema with all of the fields is the model, of which a draft would omit nothing")
    func wholes() {
        let comment = """
            required: [id, text]
                  properties:
                    id: { type: integer }
                    text: { type: string }
            """
        let input = """
            { type: object, required: [id, text],
              properties: { id: { type: integer }, text: { type: string } } }
            """
        let imported = Self.imported(
            comment, create: "CommentInput", update: "CommentInput", input: input, more: Self.reply)
        #expect(imported.messages == [])
        #expect(imported.yaml.contains("operations: [get, create, update]\n"), "\(imported.yaml)")
        #expect(imported.yaml.contains("id: { type: Int, assigned: caller }"))
        #expect(imported.yaml.contains("reply: { path: \"comments/{id}/replies\", body: Comment }"), "\(imported.yaml)")
        for absent in ["draft", "update:", "create:", "CommentInput"] {
            #expect(!imported.yaml.contains(absent), "\(imported.yaml)")
        }
        #expect(imported.proof?.schemas.equal == 2)
        expectEqual(imported)
    }

    @Test(
        "a schema that says anything else stays a model",
        arguments: [
            // Another type, presence, default, or field.
            "{ type: object, required: [text], properties: { text: { type: integer } } }",
            "{ type: object, properties: { text: { type: string } } }",
            "{ type: object, required: [text], properties: { text: { type: [string, 'null'] } } }",
            "{ type: object, required: [text, tags], properties: { text: { type: string }, tags: { type: array, items: { type: string } } } }",
            "{ type: object, required: [text], properties: { text: { type: string, default: a } } }",
            "{ type: object, required: [text], properties: { text: { type: string }, token: { type: string } } }",
            "{ type: object, required: [text], properties: { text: { type: string, writeOnly: true } } }",
            // Nothing is sent.
            "{ type: object, properties: { text: { type: string, readOnly: true } } }",
        ])
    func others(_ input: String) {
        let imported = Self.imported(Self.comment, create: "CommentInput", update: "CommentInput", input: input)
        #expect(imported.yaml.contains("create: { body: CommentInput"), "\(imported.yaml)")
        #expect(imported.yaml.contains("update: { body: CommentInput }"))
        #expect(!imported.yaml.contains("assigned"))
        expectEqual(imported)
    }

    @Test("a schema that is also used elsewhere stays a model")
    func elsewhere() {
        let list = """
              /imports:
                post:
                  tags: [imports]
                  operationId: importComments
                  requestBody:
                    content:
                      application/json: { schema: { type: array, items: { $ref: '#/components/schemas/CommentInput' } } }
                  responses: { "204": {} }
            """
        let imported = Self.imported(
            Self.comment, create: "CommentInput", update: "Comment", input: Self.input, more: list)
        #expect(imported.yaml.contains("create: { body: CommentInput"), "\(imported.yaml)")
        #expect(!imported.yaml.contains("update:"))
        expectEqual(imported)
    }
}
