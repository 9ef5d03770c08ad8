import Foundation
import ModelgenDiagnostics
import ModelgenOpenAPI
import ModelgenParsing
import SeededNumbers
import Testing

@Suite("Wrong and malicious documents")
struct HostileDocumentTests {
    private func document(_ schema: String, components: String = "{}") -> String {
        OpenAPITranslationTests.document(schema, components: components)
    }

    private let reference = "{ $ref: '#/components/schemas/A' }"

    // MARK: Cycles

    @Test(
        "a schema that is composed of itself is an error at the part that closes the cycle",
        arguments: [
            "{ A: { allOf: [{ $ref: '#/components/schemas/A' }] } }",
            "{ A: { type: object, properties: { x: { type: string } }, allOf: [{ $ref: '#/components/schemas/B' }] }, "
                + "B: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object }] } }",
            "{ A: { allOf: [{ allOf: [{ $ref: '#/components/schemas/A' }] }] } }",
        ])
    func allOfCircle(_ components: String) {
        let imported = ImportedDocument(document(reference, components: components))
        #expect(imported.messages == ["this `allOf` contains itself"])
        #expect(imported.diagnostics.first?.suggestion != nil)
        #expect(imported.diagnostics.first?.range != nil)
        #expect(imported.texts.isEmpty)
    }

    @Test("a cycle through other files is found, too")
    func circleOfFiles() {
        let imported = ImportedDocument(
            document("{ $ref: 'a.yaml' }"),
            beside: ["a.yaml": "allOf: [{ $ref: 'b.yaml' }]\n", "b.yaml": "allOf: [{ $ref: './a.yaml' }]\n"])
        #expect(imported.messages == ["this `allOf` contains itself"])
        #expect(["a.yaml", "b.yaml"].contains(imported.diagnostics.first?.range?.file.path ?? ""))
        let references = ImportedDocument(
            document("{ $ref: 'a.yaml' }"), beside: ["a.yaml": "$ref: b.yaml\n", "b.yaml": "$ref: a.yaml\n"])
        #expect(references.diagnostics.containsErrors)
    }

    @Test("a reference to itself is an error")
    func selfReference() {
        let imported = ImportedDocument(
            document(reference, components: "{ A: { $ref: '#/components/schemas/A' } }"))
        #expect(imported.diagnostics.containsErrors)
        #expect(imported.messages.allSatisfy { $0.hasSuffix("refers to itself") })
    }

    @Test("a base that lists its derived schemas, which are composed of the base, is not a cycle of values")
    func baseAndDerived() {
        let imported = ImportedDocument(
            document(
                reference,
                components: """
                    { A: { type: object, required: [kind], properties: { kind: { type: string } }, \
                    oneOf: [{ $ref: '#/components/schemas/B' }], discriminator: { propertyName: kind } }, \
                    B: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { more: { type: integer } } }] } }
                    """))
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("more: Int?"))
    }

    @Test(
        "recursive alternatives end",
        arguments: [
            "{ A: { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A' }, { type: string }] } }",
            "{ A: { oneOf: [{ type: string }, { $ref: '#/components/schemas/B' }] }, "
                + "B: { oneOf: [{ type: integer }, { $ref: '#/components/schemas/A' }] } }",
            "{ A: { type: array, items: { $ref: '#/components/schemas/A' } } }",
            "{ A: { type: object, additionalProperties: { $ref: '#/components/schemas/A' } } }",
            "{ A: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/A' }] } }",
        ])
    func alternatives(_ components: String) {
        let imported = ImportedDocument(document(reference, components: components))
        #expect(imported.problems.isEmpty, "\(imported.yaml)")
    }

    @Test(
        "a schema that doubles at every level is read once",
        arguments: ["allOf", "anyOf", "oneOf"])
    func doubling(_ word: String) {
        let levels = 60
        var schemas = (0..<levels).map { level in
            "A\(level): { \(word): [{ $ref: '#/components/schemas/A\(level + 1)' }, "
                + "{ $ref: '#/components/schemas/A\(level + 1)' }, { type: object }] }"
        }
        schemas.append("A\(levels): { type: object, properties: { x: { type: string } } }")
        let imported = ImportedDocument(
            document("{ $ref: '#/components/schemas/A0' }", components: "{ \(schemas.joined(separator: ", ")) }"))
        #expect(imported.problems.isEmpty)
    }

    // MARK: Depth

    @Test("excessive nesting is an error, in JSON and in YAML")
    func deepDocument() {
        let levels = 10_000
        let schema =
            String(repeating: "{\"type\":\"array\",\"items\":", count: levels) + "{}"
            + String(repeating: "}", count: levels)
        for path in ["api.json", "api.yaml"] {
            let imported = ImportedDocument(
                "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"T\"},\"components\":{\"schemas\":{\"A\":\(schema)}}}",
                path: path)
            #expect(imported.diagnostics.containsErrors)
            #expect(imported.messages.contains { $0.contains("deep") || $0.contains("nest") }, "\(imported.messages)")
        }
    }

    @Test(
        "thousands of chained schemas do not overflow the stack",
        arguments: [
            "{ type: array, items: NEXT }", "{ type: object, additionalProperties: NEXT }", "NEXT",
            "{ anyOf: [{ type: string }, NEXT] }", "{ type: object, properties: { next: NEXT } }",
        ])
    func longChain(_ form: String) {
        let levels = 2_000
        var schemas = (0..<levels).map { level in
            "    A\(level): " + form.replacing("NEXT", with: "{ $ref: '#/components/schemas/A\(level + 1)' }")
        }
        schemas.append("    A\(levels): { type: string }")
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Things API, version: "1" }
            paths:
              /things:
                get: { responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/A0' } } } } } }
            components:
              schemas:
            \(schemas.joined(separator: "\n"))

            """)
        #expect(!imported.texts.isEmpty)
    }

    @Test("endlessly nested `allOf` is an error")
    func longComposition() {
        let schemas = (0..<10_000).map {
            "A\($0): { allOf: [{ $ref: '#/components/schemas/A\($0 + 1)' }, { type: object }] }"
        }
        let imported = ImportedDocument(
            document(
                "{ $ref: '#/components/schemas/A0' }",
                components: "{ \(schemas.joined(separator: ", ")), A10000: { type: object } }"))
        #expect(imported.messages.first?.contains("deeper than") == true)
    }

    // MARK: Size

    @Test("a file of megabytes that says neither word is refused without being read", arguments: ["yaml", "json"])
    func largeFile(_ ending: String) {
        let line = ending == "json" ? "{\"id\": 1, \"name\": \"a\"},\n" : "- { id: 1, name: a }\n"
        let head = ending == "json" ? "[" : ""
        // What follows it is an error in YAML and in JSON.
        let text = head + String(repeating: line, count: 4_001_000 / line.utf8.count) + "]}"
        let imported = ImportedDocument(text, path: "samples.\(ending)")
        #expect(imported.messages == ["this is not an OpenAPI document: missing version `openapi`"])
        #expect(imported.diagnostics.first?.range?.location.line == 1)
        // Smaller ones are read, and their mistakes are reported.
        let small = ImportedDocument(head + line + "]}", path: "samples.\(ending)")
        #expect(small.messages != imported.messages)
        let document = ImportedDocument(text + "\n# openapi", path: "samples.\(ending)")
        #expect(document.messages != imported.messages)
    }

    @Test("four times as many operations and schemas take about four times as long")
    func scale() {
        func seconds(_ count: Int) -> Double {
            let operations = (0..<count).map { number in
                """
                  /t\(number)/{id}/do/{what}:
                    get: { tags: [t\(number / 4)], responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/A\(number)' } } } } } }

                """
            }
            let schemas = (0..<count).map { number in
                "    A\(number): { type: object, properties: { x: { type: string }, next: { type: array, items: "
                    + "{ $ref: '#/components/schemas/A\((number * 7 + 3) % count)' } } } }\n"
            }
            let text =
                "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n" + operations.joined()
                + "components:\n  schemas:\n" + schemas.joined()
            let start = Self.processorSeconds
            let imported = ImportedDocument(text)
            #expect(imported.proof?.operations.equal == count)
            return Self.processorSeconds - start
        }
        _ = seconds(10)
        let (few, many) = (seconds(200), seconds(800))
        #expect(many < 9 * few, "\(few) s, then \(many) s")
    }

    /// The processor time of this thread: other tests run at the same time.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("alternatives that a string does not distinguish are one, however deeply they are nested")
    func nestedAlternatives() {
        for text in ["{ format: weird }", "{ type: string }", "{ enum: [a] }"] {
            let inner = "{ oneOf: [{ format: date-time }] }"
            let imported = ImportedDocument(document("{ oneOf: [{ oneOf: [\(text), \(inner)] }] }"))
            #expect(imported.problems.isEmpty)
            #expect(imported.proof?.operations.share == 100)
        }
    }

    // MARK: Names

    @Test(
        "a tag never leads out of the folder",
        arguments: [
            "../../x", "/etc/passwd", "..", ".", "a/b\\c", "~root", "con", "\u{0}x", "💥", "",
            String(repeating: "long", count: 500),
        ])
    func tags(_ tag: String) {
        let quoted = tag.replacing("\\", with: "\\\\").replacing("\u{0}", with: "\\u0000")
        let imported = ImportedDocument(
            """
            {"openapi": "3.1.0", "info": {"title": "T"}, "paths": {
            "/a": {"get": {"tags": ["\(quoted)"], "responses": {"200": {"content": {"application/json": {"schema": {"type": "object",
            "properties": {"x": {"type": "string"}}}}}}}}},
            "/b": {"get": {"tags": ["other"], "responses": {"200": {"content": {"application/json": {"schema": {"type": "object",
            "properties": {"y": {"type": "string"}}}}}}}}}}}
            """, path: "api.json")
        #expect(imported.texts.count > 1)
        for text in imported.texts {
            #expect(text.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }, "\(text.name)")
            #expect(!text.name.isEmpty && text.name.utf8.count < 200)
        }
        #expect(imported.problems.map(\.message) == [])
    }

    @Test("different names that become the same Swift name stay distinct")
    func duplicates() {
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: T, version: "1" }
            paths:
              /a: { get: { operationId: get-it, tags: [a b], responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/foo-bar' } } } } } } }
              /b: { get: { operationId: get_it, tags: [a-b], responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/foo_bar' } } } } } } }
              /c: { get: { operationId: getIt, tags: [aB], responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/FooBar' } } } } } } }
              /d: { get: { operationId: getIt, tags: [aB], responses: { "200": { content: { application/json: { schema: { type: string, enum: [a-b, a_b, aB, A-B] } } } } } } }
            components:
              schemas:
                foo-bar: { type: object, properties: { a-b: { type: string }, a_b: { type: integer }, aB: { type: boolean } } }
                foo_bar: { type: object, properties: { x: { type: string } } }
                FooBar: { type: object, properties: { y: { type: string } } }
            """)
        #expect(imported.problems.map(\.message) == [])
        #expect(imported.proof?.operations.share == 100)
        #expect(imported.proof?.schemas.share == 100)
    }

    // MARK: Invalid documents

    @Test(
        "bytes that are not a document are an error",
        arguments: [
            [0xFF, 0xFE, 0x6F, 0x00], [0x00], Array("PK\u{3}\u{4}".utf8), Array("<html></html>".utf8),
            [0xEF, 0xBB, 0xBF],
        ] as [[UInt8]])
    func bytes(_ bytes: [UInt8]) {
        for path in ["api.yaml", "api.json"] {
            let (imported, diagnostics) = importOpenAPI(
                SourceFile(path: path, bytes: bytes), load: { _ in nil }, options: ParsingOptions())
            #expect(imported == nil)
            #expect(diagnostics.containsErrors)
        }
    }

    @Test(
        "values of the wrong kind are skipped or reported, and the rest is written",
        arguments: [
            "paths: 5", "paths: []", "paths: { /a: 5 }", "paths: { /a: { get: [] } }", "components: []",
            "components: { schemas: [1] }", "components: { schemas: { A: 7, B: [x], C: ~ } }",
            "paths: { /a: { get: { parameters: 3, responses: [], tags: 1, operationId: [] } } }",
            "paths: { /a: { get: { parameters: [3, ~, { name: [] }] , responses: { 200: 5, x: {} } } } }",
            "paths: { /a: { post: { requestBody: [], responses: { '200': { content: 3 } } } } }",
            "paths: { '/{a': { get: { responses: {} } }, '/{}': { get: { responses: {} } }, '/a}': { get: { responses: {} } } }",
            "paths: { '/{x}/{x}': { get: { responses: {} } }, '/a?b={c}#d': { get: { responses: {} } } }",
            "servers: 5", "servers: [3]", "servers: [{ url: [] }]", "servers: [{ url: '{a}{b', variables: 3 }]",
            "security: 4\ncomponents: { securitySchemes: { a: 4, b: { type: 5 }, '': { type: http, scheme: basic } } }",
            "components: { securitySchemes: { a: { type: apiKey, in: header, name: 'a b' }, b: { type: apiKey, in: header, name: '' } } }",
            "info: []", "info: { title: [] }",
            "components: { schemas: { A: { type: object, properties: [], required: { a: 1 }, enum: 4, allOf: 3, oneOf: {} } } }",
            "components: { schemas: { A: { type: [object, ~, 5, {}], items: 3, additionalProperties: 4, discriminator: 5 } } }",
        ])
    func wrongKinds(_ text: String) {
        let head = text.hasPrefix("info") ? "" : "info: { title: T, version: '1' }\n"
        let imported = ImportedDocument("openapi: 3.1.0\n\(head)\(text)\n")
        #expect(imported.diagnostics.containsErrors || imported.problems.isEmpty, "\(imported.problems.map(\.message))")
    }

    @Test("whatever is damaged in a document, the written models pass the check", arguments: 1...80)
    func damaged(seed: UInt64) throws {
        let folder = RoundTrip.golden.appending(path: "Import_OpenAPI/document")
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
        }
        var random = SeededNumbers(seed: seed)
        func below(_ limit: Int) -> Int { random.below(limit) }
        var lines = try text("library.yaml").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let values = [
            "5", "[]", "{}", "~", "x", "''", "true", "[{}]", "{ $ref: '#/components/schemas/Book' }", "'/../a'",
        ]
        for _ in 0...below(4) {
            let index = 3 + below(lines.count - 3)
            switch below(4) {
            case 0: lines.remove(at: index)
            case 1: lines.insert(lines[3 + below(lines.count - 3)], at: index)
            default:
                if let colon = lines[index].firstIndex(of: ":") {
                    lines[index] = lines[index][...colon] + " " + values[below(values.count)]
                }
            }
        }
        let imported = ImportedDocument(
            lines.joined(separator: "\n"), beside: ["shared/errors.yaml": try text("shared/errors.yaml")],
            path: "library.yaml")
        #expect(imported.diagnostics.containsErrors || imported.problems.isEmpty, "\(imported.problems.map(\.message))")
    }
}
