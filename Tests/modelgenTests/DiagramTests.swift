import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("modelgen diagram")
struct DiagramTests {
    private let command: Command

    init() throws { command = try Command() }

    private let blog = Command.package.appending(path: "Schemas/Blog").path

    @Test("a class without properties keeps its kind")
    func emptyClass() throws {
        try command.write("models: { Empty: { fields: {} } }\n", to: "a.model.yaml")
        #expect(
            try command.run("diagram", ".", "--format", "class").output
                == "classDiagram\n    class Empty[\"Empty\"] {\n        <<value>>\n    }\n")
    }

    @Test("the example as a complete Mermaid diagram")
    func mermaid() throws {
        try command.write(Self.schema, to: "a.model.yaml")
        #expect(
            try command.run("diagram", ".", "--format", "er").output == #"""
                erDiagram
                    User["User"] {
                        Int64 id PK
                        Address address "optional"
                        String[] names
                        Map(String-Int) counts
                    }
                    Address["Address (value)"] {
                        String city
                    }
                    Post["Post"] {
                        Int64 id PK
                        Int64 userId FK "optional"
                        String slug UK
                    }
                    Address |o..|| User : "address"
                    User |o--o{ Post : "userId"

                """#)
        #expect(
            try command.run("diagram", ".", "--format", "class").output == #"""
                classDiagram
                    class User["User"] {
                        +Int64 id
                        +Address? address
                        +[String] names
                        +[String: Int] counts
                        ~[Post] posts
                    }
                    class Address["Address"] {
                        <<value>>
                        +String city
                    }
                    class Post["Post"] {
                        +Int64 id
                        +Int64? userId
                        +String slug
                    }
                    User "1" *-- "0..1" Address : address
                    Post "*" --> "0..1" User : userId

                """#)
    }

    @Test("relations that follow no foreign key have lines of their own")
    func ownLines() throws {
        try command.write(
            """
            database: { name: Blog }
            models:
              User: { primaryKey: id, fields: { id: Int64 } }
              Tag: { primaryKey: id, fields: { id: Int64 } }
              Tagging: { primaryKey: id, fields: { id: Int64, postId: Int64, tagId: Int64 } }
              Post:
                primaryKey: id
                fields: { id: Int64, userId: Int64, editorId: Int64? }
                relations:
                  author: { belongsTo: User, by: userId }
                  editor: { belongsTo: User, by: editorId }
                  tags: { manyToMany: Tag, through: Tagging, by: postId, other: tagId }

            """, to: "a.model.yaml")
        let lines = try command.run("diagram", ".", "--format", "er", exits: 0).output.split(separator: "\n")
        #expect(
            lines.filter { $0.contains("--") }.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "User ||--o{ Post : \"author\"", "User |o--o{ Post : \"editor\"", "Post ||--o{ Tagging : \"tags\"",
                "Tag ||--o{ Tagging : \"tags\"",
            ])
    }

    private static let schema = """
        database: { name: Blog }
        models:
          User:
            primaryKey: id
            fields: { id: Int64, address: Address?, names: "[String]", counts: "[String: Int]" }
            relations: { posts: { hasMany: Post, by: userId } }
          Address: { fields: { city: String } }
          Post:
            primaryKey: id
            fields:
              id: Int64
              userId: { type: Int64?, references: User.id }
              slug: { type: String, unique: true }

        """

    @Test("a picture is well-formed, deterministic, and has every model, field and relation")
    func picture() throws {
        try command.write(Self.schema, to: "a.model.yaml")
        for folder in [blog, "."] {
            let outcome = try command.run("diagram", folder, "--layout", "own", exits: 0)
            #expect(try command.run("diagram", folder, "--layout", "own").output == outcome.output)
            let names = try Document(outcome.output).texts
            for name in folder == "."
                ? ["User", "Address", "Post", "slug", "posts", "[Post]", "Int64?"]
                : ["Post", "Comment", "Todo", "User", "Company", "catchPhrase", "visibility"]
            {
                #expect(names.contains(name), "\(name)")
            }
        }
        _ = try command.run("diagram", ".", "--layout", "own", "--output", "Pictures/a.svg")
        #expect(try command.text("Pictures/a.svg") == command.run("diagram", ".", "--layout", "own").output)
    }

    @Test("hostile names stay inside their texts")
    func hostile() throws {
        try command.write(
            """
            models:
              Größe名前:
                json: { discriminator: k }
                oneOf: { "</text><script>alert(1)</script>&\\u0001": End, '"]}; %%{init: 1}': Other }
              End: { fields: { default: Int, \(String(repeating: "long", count: 40)): "[String: [Größe名前]]" } }
              Other: { fields: { x: Int } }

            """, to: "a.model.yaml")
        let svg = try command.run("diagram", ".", "--layout", "own")
        #expect(svg.code == 0, "\(svg.errors)")
        let document = try Document(svg.output)
        #expect(!document.elements.contains("script"))
        #expect(document.texts.contains { $0.contains("</text><script>") })
        let er = try command.run("diagram", ".", "--format", "er").output
        #expect(!er.contains("script>") && !er.contains("%%{"))
        #expect(er.contains("m0_[\"Größe名前 (one of)\"] {"))
    }

    /// According to the lexers of Mermaid 11, `erDiagram.jison` and `classDiagram.jison`.
    @Test("names that Mermaid takes for something else are written differently")
    func keywords() throws {
        try command.write(
            """
            models:
              One: { primaryKey: pk, table: false, fields: { pk: Int, FK: Int, uk1: Int, pké: Int, µs: Int, ünit: Pk } }
              Pk: { fields: { to: "[AccTitle]" } }
              AccTitle: { fields: {} }
              o: { fields: {} }

            """, to: "a.model.yaml")
        #expect(
            try command.run("diagram", ".", "--format", "er", exits: 0).output == #"""
                erDiagram
                    m0_["One (value)"] {
                        Int pk_ PK
                        Int FK_
                        Int uk1
                        Int pk_é
                        Int _s
                        Pk_ ünit
                    }
                    Pk["Pk (value)"] {
                        AccTitle[] to
                    }
                    m2_["AccTitle (value)"]
                    m3_["o (value)"]
                    Pk ||..|| m0_ : "ünit"
                    m2_ }o..|| Pk : "to"

                """#)
        let classes = try command.run("diagram", ".", "--format", "class", exits: 0).output
        #expect(classes.contains("class m3_[\"o\"]") && classes.contains("+Int pk\n"))
    }

    @Test("missing models and an unavailable layout are reported")
    func usage() throws {
        try command.write("enums: { A: [b] }\n", to: "a.model.yaml")
        #expect(try command.run("diagram", ".").errors == "error: no models to draw\n")
        #expect(try command.run("diagram", ".", "--format", "png").code == 2)
        try command.write(Self.schema, to: "a.model.yaml")
        _ = try command.run("diagram", ".", "--layout", "dot", environment: ["PATH": "/nowhere"], exits: 2)
        #expect(try command.run("diagram", ".", environment: ["PATH": "/nowhere"]).code == 0)
    }

    @Test("the built-in layout is used if dot fails, is not a program, or has no temporary folder")
    func unusableDot() throws {
        try command.write(Self.schema, to: "a.model.yaml")
        let own = try command.run("diagram", ".", "--layout", "own", exits: 0).output
        for (dot, temporary) in [("#!/bin/sh\nexit 1\n", "."), ("not a program", "."), ("#!/bin/sh\n", "/nowhere")] {
            try command.write(dot, to: "bin/dot")
            chmod(command.folder.appending(path: "bin/dot").path, 0o755)
            let path = "\(command.folder.path)/bin:/usr/bin:/bin"
            let outcome = try command.run("diagram", ".", environment: ["PATH": path, "TMPDIR": temporary], exits: 0)
            #expect(outcome.output == own && outcome.errors == "")
        }
    }

    /// The elements and texts of an XML document.
    private final class Document: NSObject {
        var elements: [String] = []
        var texts: [String] = []

        init(_ text: String) throws {
            super.init()
            let tree = try XMLDocument(data: Data(text.utf8))
            if let root = tree.rootElement() { add(root) }
        }

        private func add(_ element: XMLElement) {
            elements.append(element.name ?? "")
            for child in element.children ?? [] {
                if let inner = child as? XMLElement { add(inner) } else { texts.append(child.stringValue ?? "") }
            }
        }
    }
}
