import Testing

private let schemas = "#/components/schemas/"

/// The import of an operation that returns the schema `Cat`.
private func imported(_ parts: String, parameters: String = "[]", path: String = "/cats") -> ImportedDocument {
    ImportedDocument(
        """
        {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"\(path)": {"get": {
        "operationId": "find", "tags": ["cat"], "parameters": \(parameters), "responses": {"200": {"description": "",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Cat"}}}}}}}},
        "components": {"schemas": {\(parts)}}}
        """, path: "api.json")
}

@Suite("Schemas that several parts describe")
struct CombinedSchemaTests {
    /// What `allOf` says of a property in two of its parts, and the type of the field.
    @Test(
        "a property that two parts of allOf describe is what both say",
        arguments: [
            (#"{"type": "integer", "format": "int64"}"#, #"{"description": "x"}"#, "Int64?"),
            (#"{"type": "string", "format": "uuid"}"#, #"{"example": "x", "deprecated": true}"#, "UUID?"),
            (#"{"type": "string", "enum": ["a", "b"]}"#, #"{"const": "a"}"#, "CatX?"),
            (#"{"type": "number"}"#, #"{"minimum": 3}"#, "Double?"),
            (#"{"type": "number"}"#, #"{"type": "integer"}"#, "Int?"),
            (#"{"type": "array", "items": {"type": "string"}}"#, #"{"maxItems": 3}"#, #""[String]?""#),
            (#"{"$ref": "\#(schemas)Owner"}"#, #"{"description": "x"}"#, "Owner?"),
            (#"{"$ref": "\#(schemas)Owner"}"#, #"{"$ref": "\#(schemas)Owner"}"#, "Owner?"),
            (#"{"$ref": "\#(schemas)Owner"}"#, #"{"properties": {"age": {"type": "integer"}}}"#, "CatX?"),
        ])
    func overrides(base: String, more: String, type: String) {
        for (first, second) in [(base, more), (more, base)] {
            let inParts = #"{"allOf": [{"$ref": "\#(schemas)Base"}, {"properties": {"x": \#(second)}}]}"#
            let beside = #"{"allOf": [{"$ref": "\#(schemas)Base"}], "properties": {"x": \#(second)}}"#
            for cat in [inParts, beside] {
                let result = imported(
                    """
                    "Owner": {"type": "object", "properties": {"name": {"type": "string"}}},
                    "Base": {"type": "object", "properties": {"x": \(first)}}, "Cat": \(cat)
                    """)
                let line = result.yaml.split(separator: "\n").first { $0.hasPrefix("      x: ") } ?? ""
                let value = line.dropFirst(9)
                #expect(value == type || value.hasPrefix("{ type: \(type),"), "\(cat): \(line)")
                #expect(result.problems.isEmpty)
            }
        }
    }

    @Test("keywords beside a reference add to its target in OpenAPI 3.1, and mean nothing in 3.0")
    func besideReference() {
        let pet = #""Pet": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}"#
        for (siblings, told) in [
            (#""properties": {"lives": {"type": "integer"}}, "required": ["lives"]"#, "lives: Int\n      name: String"),
            (
                #""required": ["lives"], "allOf": [{"properties": {"lives": {"type": "integer"}}}]"#,
                "name: String\n      lives: Int"
            ),
            (#""properties": {"name": {"enum": ["a", "b"]}}"#, "name: CatName"),
        ] {
            let cat = #""Cat": {"$ref": "\#(schemas)Pet", \#(siblings)}"#
            let result = imported("\(pet), \(cat)")
            #expect(result.problems.isEmpty)
            #expect(result.yaml.contains("  Cat:\n    fields:\n      \(told)\n"), "\(result.yaml)")
            #expect(result.proof?.schemas.different.map(\.name) == [])
            #expect(result.proof?.operations.different.map(\.name) == [])
        }
        // A description, a type and the like make no schema of their own.
        let described = imported(
            #"\#(pet), "Cat": {"$ref": "\#(schemas)Pet", "type": "object", "description": "x"}"#)
        #expect(described.yaml.contains("returns: Pet"), "\(described.yaml)")
        let earlier = ImportedDocument(
            """
            openapi: 3.0.3
            info: { title: T, version: "1" }
            paths: { /cats: { get: { responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/Cat' } } } } } } } }
            components: { schemas: { \(pet), Cat: { $ref: '#/components/schemas/Pet', properties: { lives: { type: integer } } } } }
            """)
        #expect(earlier.yaml.contains("returns: Pet"), "\(earlier.yaml)")
    }

    @Test("an object that is described twice has the properties of both")
    func nested() {
        let yaml = imported(
            """
            "Base": {"type": "object", "properties": {"x": {"type": "object", "properties": {"a": {"type": "string"}}}}},
            "Cat": {"allOf": [{"$ref": "#/components/schemas/Base"},
              {"properties": {"x": {"properties": {"a": {"description": "A."}, "b": {"type": "integer"}}}}}]}
            """
        ).yaml
        #expect(yaml.contains("  CatX:\n    fields:\n      a: { type: String?, doc: A. }\n      b: Int?\n"), "\(yaml)")
    }

    @Test(
        "an alternative that says nothing allows everything",
        arguments: [#"{}"#, #"{"description": "x"}"#, #"{"title": "Anything"}"#])
    func openAlternative(any: String) {
        let result = imported(
            #""Cat": {"type": "object", "properties": {"x": {"anyOf": [{"type": "integer"}, \#(any)]}}}"#)
        #expect(result.yaml.contains("      x: JSON?"), "\(result.yaml)")
    }

    @Test("a schema that a discriminator maps several values to has them in an enum")
    func mappedTwice() {
        func animal(_ key: String) -> String {
            #"{"type": "object", "properties": {"k": {"type": "string"}, "\#(key)": {"type": "string"}}}"#
        }
        let result = imported(
            #"""
            "A": \#(animal("x")), "B": \#(animal("y")), "Cat": {
            "oneOf": [{"$ref": "\#(schemas)A"}, {"$ref": "\#(schemas)B"}], "discriminator": {"propertyName": "k",
            "mapping": {"a1": "\#(schemas)A", "a2": "\#(schemas)A", "b": "B"}}}
            """#)
        #expect(result.yaml.contains("{ cases: [a1, a2], unknown: keep }"), "\(result.yaml)")
        #expect(result.yaml.contains("    oneOf: { a: CatA, b: CatB }"), "\(result.yaml)")
        #expect(result.problems.isEmpty)
    }

    @Test(
        "a value may be null if all parts of its allOf allow it",
        arguments: [
            (#"{"type": ["string", "null"]}"#, #"{"type": ["string", "null"], "format": "uuid"}"#, "UUID?"),
            (
                #"{"oneOf": [{"type": "string"}, {"type": "null"}]}"#,
                #"{"type": ["string", "null"], "format": "uuid"}"#, "UUID?"
            ),
            (#"{"type": ["string", "null"]}"#, #"{"type": "string", "format": "uuid"}"#, "UUID"),
            (#"{"type": ["string", "null"]}"#, #"{"maxLength": 3}"#, "String?"),
        ])
    func nullableParts(first: String, second: String, type: String) {
        let line =
            imported(
                #""Cat": {"type": "object", "required": ["x"], "properties": {"x": {"allOf": [\#(first), \#(second)]}}}"#
            ).yaml.split(separator: "\n").first { $0.hasPrefix("      x: ") } ?? ""
        #expect(line == "      x: \(type)")
    }

    @Test("a reference whose target depends on where it is used is reported")
    func dynamicReference() {
        let imported = ImportedDocument(
            paths: "  {}",
            schemas: """
                    Node: { $dynamicAnchor: node, type: object, properties: { next: { $dynamicRef: '#node' } } }
                """)
        #expect(imported.messages == ["`$dynamicRef` is not followed"])
        #expect(imported.yaml.contains("next: JSON?"), "\(imported.yaml)")
    }

    @Test("a reference may lead to an anchor")
    func anchors() {
        let result = imported(
            #"""
            "Cat": {"type": "object", "properties": {"x": {"$ref": "#name"}}},
            "Text": {"$anchor": "name", "type": "string", "format": "uuid"}
            """#)
        #expect(result.messages == [] && result.yaml.contains("      x: UUID?\n"), "\(result.yaml)")
    }

    @Test("an alternative that accepts more comes after those that accept less")
    func breadth() {
        let result = imported(
            #"""
            "Cat": {"oneOf": [{"not": {"type": "string"}}, {"type": "object"}, {"type": "array"}, {"type": "integer"}]}
            """#)
        #expect(result.problems.isEmpty, "\(result.yaml)")
    }

    @Test("null as a constant makes an optional", arguments: ["oneOf", "anyOf"])
    func constantNull(keyword: String) {
        let result = imported(
            #"""
            "Cat": {"type": "object", "required": ["x"], "properties": {
            "x": {"\#(keyword)": [{"const": null}, {"type": "string"}]}}}
            """#)
        #expect(result.yaml.contains("      x: String?\n"), "\(result.yaml)")
    }
}

@Suite("Styles of parameters")
struct ParameterStyleTests {
    private let cat = #""Cat": {"type": "object", "properties": {"a": {"type": "string"}}}"#

    @Test(
        "a path has what the style writes before the value",
        arguments: [("simple", "{"), ("label", ".{"), ("matrix", ";key={")], ["/cats/{key}", "/cats/{key}/food"])
    func paths(style: (name: String, mark: String), path: String) {
        let parameter =
            #"[{"name": "key", "in": "path", "required": true, "style": "\#(style.name)", "schema": {"type": "integer"}}]"#
        let result = imported(cat, parameters: parameter, path: path)
        #expect(result.yaml.contains("cats/\(style.mark)key}"), "\(result.yaml)")
        #expect(result.proof?.operations.equal == 1)
        #expect(result.problems.isEmpty)
    }

    @Test(
        "a path is escaped, except in the names of its parameters",
        arguments: [
            ("/é/{key}", "%C3%A9/"), ("/a b/{schlüssel}", "a%20b/"), ("/a%20b/^", "a%20b/%5E"),
            ("/日本/.x", "%E6%97%A5%E6%9C%AC/.x"),
        ])
    func escapedPaths(path: String, written: String) {
        let name = path.contains("{") ? path.split(separator: "{")[1].dropLast() : "x"
        let place = path.contains("{") ? "path" : "query"
        let result = imported(
            cat,
            parameters: #"[{"name": "\#(name)", "in": "\#(place)", "required": true, "schema": {"type": "string"}}]"#,
            path: path)
        #expect(result.yaml.contains(written), "\(result.yaml)")
        #expect(result.messages == [] && result.problems.isEmpty)
        #expect(result.proof?.operations.equal == 1)
    }

    @Test("an object in a query is a parameter for each of its properties, unless its style says otherwise")
    func objects() {
        func query(_ style: String) -> ImportedDocument {
            imported(
                cat + #", "Page": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}"#,
                parameters: """
                    [{"name": "page", "in": "query", "required": true, \(style)
                    "schema": {"$ref": "#/components/schemas/Page"}}]
                    """)
        }
        for style in ["", #""style": "form","#, #""style": "form", "explode": true,"#] {
            let result = query(style)
            #expect(result.yaml.contains("query: { n: Int }"), "\(result.yaml)")
            #expect(result.proof?.operations.equal == 1 && result.messages.isEmpty)
        }
        let deep = query(#""style": "deepObject","#)
        #expect(deep.yaml.contains("page: { type: Page, style: deepObject }"), "\(deep.yaml)")
        let joined = query(#""explode": false,"#)
        #expect(joined.messages == ["the structure of the parameter `page` cannot be expressed"])
        #expect(joined.proof?.operations.equal == 0)
    }

    @Test("a dictionary in a query is only sent as a deep object if the document says so")
    func dictionaries() {
        let schema = #""schema": {"type": "object", "additionalProperties": {"type": "string"}}"#
        let deep = imported(cat, parameters: #"[{"name": "q", "in": "query", "style": "deepObject", \#(schema)}]"#)
        #expect(deep.yaml.contains("style: deepObject") && deep.messages.isEmpty)
        let form = imported(cat, parameters: #"[{"name": "q", "in": "query", \#(schema)}]"#)
        #expect(!form.yaml.contains("deepObject"))
        #expect(form.messages == ["the structure of the parameter `q` cannot be expressed"])
    }
}
