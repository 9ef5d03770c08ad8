import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

/// The diagnostics of a text as they would be shown.
private func shown(_ text: String) -> String { shown(Array(text.utf8)) }

private func shown(_ bytes: [UInt8]) -> String {
    var diagnostics: [Diagnostic] = []
    _ = compose(SourceFile(path: "f.yaml", bytes: bytes), &diagnostics)
    return DiagnosticRenderer().render(diagnostics)
}

private func document(_ text: String) throws -> Node {
    var diagnostics: [Diagnostic] = []
    let tree = compose(SourceFile(path: "f.yaml", text: text), &diagnostics)
    #expect(diagnostics.isEmpty)
    return try #require(tree.documents.first)
}

@Suite("YAML to positioned nodes")
struct SyntaxTests {
    @Test("every node and key has a start and an end") func positions() throws {
        let root = try document("a: one\nb:\n  - 'x y'\n  - { c: d }\n")
        #expect(root.entry("a")?.key.range.text == "a")
        #expect(root["a"]?.range.text == "one")
        #expect(root["b"]?.elements[0].range.text == "'x y'")
        #expect(root["b"]?.elements[1].range.text == "{ c: d }")
        #expect(root["b"]?.range.text == "- 'x y'\n  - { c: d }")
    }

    @Test("positions are correct after characters of several bytes") func unicode() throws {
        let root = try document("ä: \"日本\" # ü\n𝕏: [é, z]\nlast: here\n")
        #expect(root["ä"]?.range.text == "\"日本\"")
        #expect(root["𝕏"]?.elements[1].range.text == "z")
        #expect(root["last"]?.range.text == "here")
        #expect(root["last"]?.range.location == ModelgenDiagnostics.SourceLocation(offset: 38, line: 3, column: 7))
    }

    @Test("a place in a string of several lines, or with escapes, is that of the same text") func blocks() throws {
        let root = try document("a: |\n  SELECT x\n    FROM x\nb: >-\n  one\n  two two\nc: \"\\t x\\u00e9y\"\n")
        #expect(root["a"]?.range(ofText: 16, 1).location.line == 3)
        #expect(root["a"]?.range(ofText: 16, 1).text == "x")
        #expect(root["b"]?.range(ofText: 8, 3).location == .init(offset: 45, line: 6, column: 7))
        #expect(root["c"]?.range(ofText: 5, 1).text == "y")
        // What is written as an escape has no place of its own.
        #expect(root["c"]?.range(ofText: 3, 2).text == "\"\\t x\\u00e9y\"")
    }

    @Test(
        "a character that looks like a space is named, where it is",
        arguments: [
            ("a:\u{A0}b\n", "f.yaml:1:3"), ("a: b\n\u{A0}\u{A0}c: d\n", "f.yaml:2:1"), ("a: b\u{200B}\n", "f.yaml:1:5"),
            ("a: b\n\u{FEFF}c: d\n", "f.yaml:2:1"), ("a: { b: \u{3000}c }\n", "f.yaml:1:9"),
            ("a:\n  b:\u{A0}c\n", "f.yaml:2:5"),
        ])
    func unusualSpaces(_ text: String, _ place: String) {
        let report = shown(text)
        #expect(report.hasPrefix("\(place): error: the invisible character U+"), "\(report)")
        #expect(report.components(separatedBy: "error: ").count == 2)
    }

    @Test("a conflict that Git has left is reported as one, where it begins") func conflict() {
        let report = shown("a:\n  x: y\n<<<<<<< HEAD\n  b: c\n=======\n  b: d\n>>>>>>> other\n")
        #expect(report.hasPrefix("f.yaml:3:1: error: unresolved merge conflict; keep one"), "\(report)")
        #expect(report.components(separatedBy: "error: ").count == 2)
    }

    @Test("within a text, and in quotes, such a character is allowed") func quotedSpaces() throws {
        let root = try document("a: Bon\u{A0}!\nb: \"\u{A0}\"\n# \u{A0}\n")
        #expect(root["a"]?.text == "Bon\u{A0}!")
    }

    @Test("a byte order mark does not move positions") func byteOrderMark() throws {
        #expect(try document("\u{FEFF}a: b\n")["a"]?.range.text == "b")
    }

    @Test("nothing is typed implicitly") func typing() throws {
        let root = try document("a: no\nb: 0o14\nc: ~\nd:\ne: '~'\n")
        #expect(root["a"]?.text == "no")
        #expect(root["b"]?.text == "0o14")
        #expect(root["c"]?.isNull == true)
        #expect(root["d"]?.isNull == true)
        #expect(root["e"]?.isNull == false)
    }

    @Test("types that YAML reads as lists and mappings are read as types") func flowTypes() throws {
        let root = try document("a: [Post]\nb: [String: Int]\nc: { d: String?, e: [Int?] }\n")
        #expect(root["b"]?.elements[0].entries[0].name == "String")
        #expect(root["c"]?["d"]?.text == "String?")
        #expect(root["c"]?["e"]?.elements[0].text == "Int?")
    }

    @Test("aliases and merge keys are expanded, and a mapping's own keys win") func merging() throws {
        let root = try document("a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3, z: 4 }\nc: *a\n")
        #expect(root["b"]?.entries.map { $0.name + ($0.value.text ?? "") } == ["x1", "y3", "z4"])
        #expect(root["c"]?["y"]?.text == "2")
        let several = try document("a: &a { x: 1 }\nb: &b { x: 2, y: 2 }\nc: { <<: [*a, *b] }\n")
        #expect(several["c"]?.entries.map { $0.name + ($0.value.text ?? "") } == ["x1", "y2"])
    }

    @Test("an alias stands for the latest node with its anchor, which may be inside another one with it")
    func sameAnchor() {
        func text(_ yaml: String) -> String {
            var diagnostics: [Diagnostic] = []
            let tree = compose(SourceFile(path: "a.yaml", text: yaml), &diagnostics)
            func written(_ node: Node) -> String {
                node.text ?? "[" + node.elements.map(written).joined(separator: " ") + "]"
            }
            return tree.documents.map(written).joined() + diagnostics.map(\.rule).joined()
        }
        #expect(text("- &a [&a x, *a]\n- *a\n") == "[[x x] x]")
        #expect(text("- &a [&a [x], *a]\n- *a\n") == "[[[x] [x]] [x]]")
        #expect(text("- &a x\n- &a [y]\n- *a\n") == "[x [y] [y]]")
        #expect(text("- &a x\n- &a [*a]\n").hasSuffix("unknown-alias"))
        #expect(text("- &a [&b x, *a]\n").hasSuffix("unknown-alias"))
    }

    @Test("a mistake in a key that is an alias is reported where it is written") func aliasKey() {
        expect(
            """
            models:
              City:
                doc: &name no-name
                fields:
                  ⟦1:*name⟧ : String
            """,
            [
                1:
                    "`no-name` is not a valid Swift name for a field; use letters and digits, as in `noName` [invalid-identifier]"
            ])
    }

    @Test("a file may hold several documents") func documents() {
        var diagnostics: [Diagnostic] = []
        let tree = compose(SourceFile(path: "f.yaml", text: "a: b\n---\nc: d\n---\n"), &diagnostics)
        #expect(tree.documents.count == 2)
        #expect(diagnostics.isEmpty)
    }

    @Test("a long mapping still finds its duplicate") func longMapping() {
        let lines = (0..<30).map { "k\($0): v\n" }.joined()
        #expect(
            shown(lines + "k3: w\n") == """
                f.yaml:31:1: error: duplicate key `k3`; remove or rename one of them [duplicate-key]
                k3: w
                ^~
                f.yaml:4:1: note: the first one is here
                k3: v
                ^~

                """
        )
    }

    @Test("bytes that are not UTF-8 are shown where they are") func encoding() {
        #expect(
            shown(Array("a: b\nc: d".utf8) + [0xFF] + Array("\n".utf8)) == """
                f.yaml:2:5: error: invalid UTF-8 (invalid leading UTF-8 octet); save the file as UTF-8 [invalid-utf8]
                c: d\u{FFFD}
                    ^

                """
        )
    }

    @Test(
        "a byte order mark names its encoding",
        arguments: [
            ([0xFF, 0xFE, 0x61, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x61], "UTF-16"),
            ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], "UTF-32"),
        ] as [([UInt8], String)])
    func encodings(bytes: [UInt8], name: String) {
        #expect(
            shown(bytes).hasPrefix(
                "f.yaml:1:1: error: the file is encoded as \(name); save it as UTF-8 [invalid-utf8]\n"))
    }

    @Test("half of a surrogate pair is reported with a way to write the character") func surrogates() {
        #expect(
            shown(#"a: "\ud83d\ude00""# + "\n").contains(
                #"this escape does not stand for a character; write the character as it is, or one escape of eight digits, as in `\U0001F600` [yaml-syntax]"#
            ))
    }

    @Test(
        "syntax errors say what to do",
        arguments: [
            (
                "a: [Post]?\n",
                "f.yaml:1:4: error: an optional list or dictionary needs quotes; write `\"[Post]?\"` [unquoted-optional]\na: [Post]?\n   ^~~~~~~\n"
            ),
            (
                "a: { t: [Post]?, b: c }\n",
                "f.yaml:1:9: error: an optional list or dictionary needs quotes; write `\"[Post]?\"` [unquoted-optional]\na: { t: [Post]?, b: c }\n        ^~~~~~~\n"
            ),
            (
                "a:\n\tb: c\n",
                "f.yaml:2:1: error: YAML cannot be indented with tabs; use spaces [tab-indentation]\n\tb: c\n^\n"
            ),
            (
                "a: b: c\n",
                "f.yaml:1:5: error: unexpected `:`; put the string in quotes, or check the indentation [yaml-syntax]\na: b: c\n    ^\n"
            ),
            (
                "a: @b\n",
                "f.yaml:1:4: error: a string cannot start with `@`; put it in quotes [yaml-syntax]\na: @b\n   ^\n"
            ),
            (
                "a: { json: b.tags[0].c }\n",
                "f.yaml:1:18: error: a string with brackets needs quotes here; write `\"b.tags[0].c\"` [yaml-syntax]\n"
                    + "a: { json: b.tags[0].c }\n                 ^\n"
                    + "f.yaml:1:4: note: the mapping begins here\na: { json: b.tags[0].c }\n   ^\n"
            ),
            (
                "a: [b, c[1], d]\n",
                "f.yaml:1:9: error: a string with brackets needs quotes here; write `\"c[1]\"` [yaml-syntax]\n"
                    + "a: [b, c[1], d]\n        ^\n"
                    + "f.yaml:1:4: note: the list begins here\na: [b, c[1], d]\n   ^\n"
            ),
            (
                "a: [b, c[1]]\n",
                "f.yaml:1:9: error: a string with brackets needs quotes here; write `\"c[1]\"` [yaml-syntax]\n"
                    + "a: [b, c[1]]\n        ^\n"
                    + "f.yaml:1:4: note: the list begins here\na: [b, c[1]]\n   ^\n"
            ),
            (
                "a: { b: Set<[String: [Int]]>?, c: d }\n",
                "f.yaml:1:13: error: a string with brackets needs quotes here; write `\"Set<[String: [Int]]>?\"` [yaml-syntax]\n"
                    + "a: { b: Set<[String: [Int]]>?, c: d }\n            ^\n"
                    + "f.yaml:1:4: note: the mapping begins here\na: { b: Set<[String: [Int]]>?, c: d }\n   ^\n"
            ),
            (
                "a: Set<[String: Int]>  # b\n",
                "f.yaml:1:15: error: a string with brackets needs quotes here; write `\"Set<[String: Int]>\"` [yaml-syntax]\n"
                    + "a: Set<[String: Int]>  # b\n              ^\n"
            ),
            (
                "a: see b[1]: c\n",
                "f.yaml:1:12: error: unexpected `:`; put the string in quotes, or check the indentation [yaml-syntax]\na: see b[1]: c\n           ^\n"
            ),
            (
                "a: see b[c: d]\n",
                "f.yaml:1:11: error: unexpected `:`; put the string in quotes, or check the indentation [yaml-syntax]\na: see b[c: d]\n          ^\n"
            ),
        ]
    )
    func messages(_ text: String, _ expected: String) { #expect(shown(text) == expected) }

    @Test(
        "a type in quotes, a comment and a type in another string are not mistaken for an optional list",
        arguments: [
            "names: \"[String]?\"\nnote: a: b\n", "names: '[String]?'\nnote: a: b\n", "# [String]?\nnote: a: b\n",
            "note: a: b # [String]?\n", "doc: a [b]? c\nnote: a: b\n", "a: \"[b]?\"\n\tc: d\n", "a: { b: \"[c]?\"\n",
        ])
    func optionalElsewhere(_ text: String) {
        #expect(!shown(text).contains("unquoted-optional"))
        #expect(shown(text).contains("error"))
    }

    @Test(
        "an optional list without quotes is found wherever it is written",
        arguments: [
            "a: [b]?", "a: [b]?\n", "a:\n  b: [[c]]?\n", "a: { b: [c: d]? }\n", "- [a]?\n", "a: [b]? # why\nc: d\n",
            "x: \"[y]?\"\na: [b]?\n",
        ])
    func optional(_ text: String) {
        #expect(shown(text).ranges(of: "[unquoted-optional]").count == 1)
    }

    @Test("ten megabytes are read") func large() throws {
        let line = "- { name: some text, other: [a, b, c], type: String? }\n"
        let text = String(repeating: line, count: 10_000_000 / line.utf8.count)
        #expect(try document(text).elements.count == 10_000_000 / line.utf8.count)
    }
}
