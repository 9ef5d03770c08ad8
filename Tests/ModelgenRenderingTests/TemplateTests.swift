import Testing

@testable import ModelgenRendering

private struct Person: TemplateContext {
    var name: String
    var nickname: String?
    var isAdult: Bool
    var lines: [String] = []
    var friends: [Person] = []

    static let templateNames: TemplateNames<Person> = [
        .text("name", \.name),
        .text("nickname", ifPresent: \.nickname),
        .flag("isAdult", \.isAdult),
        .lines("lines", \.lines),
        .list("friends", \.friends),
    ]
}

private let ada = Person(
    name: "Ada", nickname: nil, isAdult: true, lines: ["one", "", "three"],
    friends: [Person(name: "<Bob>", nickname: "B", isAdult: false)])

private func rendered(_ text: String, partials: [String: String] = [:]) throws -> String {
    let compiled = try partials.map { (key: $0.key, value: try Template(name: $0.key, text: $0.value)) }
    let library = Dictionary(uniqueKeysWithValues: compiled)
    let template = try Template(name: "test", text: text)
    #expect(problems(template, partials: library).isEmpty)
    return rendered(template, for: ada, partials: library)
}

private func rendered(_ template: Template, for person: Person, partials: [String: Template] = [:]) -> String {
    var compiler = TemplateCompiler(templates: partials)
    let entry = compiler.compile(template, for: [Person.self])
    return String(decoding: compiler.program.text(entry, for: [person]), as: UTF8.self)
}

private func problems(_ template: Template, partials: [String: Template] = [:]) -> [TemplateError] {
    var compiler = TemplateCompiler(templates: partials)
    _ = compiler.compile(template, for: [Person.self])
    return compiler.problems
}

@Suite("Templates")
struct TemplateTests {
    @Test("a value is printed as it is, never escaped for HTML")
    func values() throws {
        #expect(try rendered("Hello {{name}}!") == "Hello Ada!")
        #expect(try rendered("{{#friends}}{{name}} {{{name}}} {{&name}}{{/friends}}") == "<Bob> <Bob> <Bob>")
    }

    @Test("a tag on its own line is removed with its line")
    func standalone() throws {
        #expect(try rendered("a\n  {{#isAdult}}  \nb\n{{/isAdult}}\nc\n") == "a\nb\nc\n")
        #expect(try rendered("a\n{{! says nothing }}\nb") == "a\nb")
        #expect(try rendered("a {{#isAdult}}b{{/isAdult}} c") == "a b c")
    }

    @Test("blanks in a tag make no difference at its ends, and are part of the name elsewhere")
    func blanks() throws {
        #expect(try rendered("{{ name }}{{# isAdult }}{{ & name }}{{/ isAdult }}{{{ name }}}") == "AdaAdaAda")
        #expect(try rendered("a\n{{ # isAdult\n}}\nb\n{{/isAdult}}") == "a\nb\n")
        for text in ["{{na me}}", "{{#is Adult}}{{/is Adult}}", "{{>no ne}}", "{{na#me}}", "{{%name}}", "{{=<% %>=}}"] {
            #expect(problems(try Template(name: "test", text: text)).count == 1, "\(text)")
        }
    }

    @Test("line ends of other systems give the same text")
    func lineEnds() throws {
        for (name, text) in TemplateLibrary.embedded {
            let windows = try Template(name: name, text: text.replacing("\n", with: "\r\n"))
            #expect("\(windows)" == "\(try Template(name: name, text: text))")
        }
        #expect(try rendered("a\r\n{{#isAdult}}\r\nb\r\n{{/isAdult}}\r\n{{name}}\r\n") == "a\nb\nAda\n")
    }

    @Test("a section prints the elements of a list, with the names of the outer context available")
    func sections() throws {
        #expect(try rendered("{{#lines}}\n- {{.}}\n{{/lines}}\n") == "- one\n- \n- three\n")
        #expect(
            try rendered("{{#friends}}{{#lines}}{{.}}{{/lines}}{{#nickname}}{{nickname}}{{.}}{{/nickname}}{{/friends}}")
                == "BB")
    }

    @Test("an inverted section is printed if there is nothing")
    func inverted() throws {
        #expect(
            try rendered("{{^nickname}}none{{/nickname}}{{^isAdult}}young{{/isAdult}}{{^lines}}empty{{/lines}}")
                == "none")
        #expect(try rendered("{{#friends}}{{^friends}}alone{{/friends}}{{/friends}}") == "alone")
    }

    @Test("a comma is printed between elements, but not before the first")
    func separators() throws {
        #expect(try rendered("f({{#lines}}{{,}}{{.}}{{/lines}})") == "f(one, , three)")
        #expect(try rendered("f({{#nickname}}{{,}}a{{/nickname}}{{#isAdult}}{{,}}b{{/isAdult}}{{,}}c)") == "f(b, c)")
        #expect(try rendered("p: {{,}}a{{,}}[{{,}}b]\n  {{,}}c") == "p: a, [b]\n  c")
    }

    @Test("an element knows whether it is the last of its list, and whether it is the only one")
    func places() throws {
        let template = "{{.}}{{^isLast}};{{/isLast}}{{^isOnly}}!{{/isOnly}}"
        #expect(try rendered("{{#lines}}\(template){{/lines}}") == "one;!;!three!")
        #expect(try rendered("{{#friends}}{{name}}{{^isOnly}}!{{/isOnly}}{{/friends}}") == "<Bob>")
    }

    @Test("a text of several lines is indented like its line, and further unless it begins the line")
    func severalLines() throws {
        let several = Person(name: "a\nb", isAdult: true)
        let template = try Template(name: "test", text: "f(\n    {{name}}\n    x: {{name}}\n)")
        #expect(rendered(template, for: several) == "f(\n    a\n    b\n    x: a\n        b\n)")
    }

    @Test("a partial within a line adds no line break")
    func partialsWithinLines() throws {
        #expect(try rendered("f({{>body}})", partials: ["body": "{{name}}\n"]) == "f(Ada)")
        #expect(try rendered("// f\n{{>body}}{{name}}", partials: ["body": ""]) == "// f\nAda")
    }

    @Test("a partial is indented like its tag, but its empty lines are not")
    func partials() throws {
        let text = try rendered(
            "{\n    {{>body}}\n}\n", partials: ["body": "{{name}}\n\n{{#lines}}\n{{.}}\n{{/lines}}\n"])
        #expect(text == "{\n    Ada\n\n    one\n\n    three\n}\n")
    }

    @Test("a name is that of the innermost plan that has it, in a partial of a plan and of the plans in it")
    func innermost() throws {
        let texts = [
            "tree": "{{name}}{{#friends}}({{>tree}}){{/friends}}{{^friends}}{{>leaf}}{{/friends}}",
            "leaf": "{{#nickname}}={{.}}{{/nickname}}{{#lines}}{{,}}{{name}}{{.}}{{/lines}}",
        ]
        let library = try texts.reduce(into: [String: Template]()) {
            $0[$1.key] = try Template(name: $1.key, text: $1.value)
        }
        var deep = ada
        deep.friends[0].friends = [Person(name: "Eve", isAdult: true, lines: ["1", "2"])]
        deep.friends.append(Person(name: "Zoe", nickname: "Z", isAdult: true))
        let tree = try Template(name: "test", text: "{{>tree}};{{name}}{{>leaf}}")
        #expect(problems(tree, partials: library) == [])
        #expect(
            rendered(tree, for: deep, partials: library)
                == "Ada(<Bob>(Eve, Eve1, Eve2))(Zoe=Z);Ada, Adaone, Ada, Adathree")
    }

    @Test(
        "mistakes in a template are reported with their lines",
        arguments: [
            ("a\n{{#name}}", 2, "section `name` is never closed; add {{/name}}"),
            ("{{/name}}", 1, "{{/name}} closes a section that was not opened"),
            (
                "{{#lines}}\n{{#name}}\n{{/lines}}", 3,
                "{{/lines}} found instead of {{/name}} for the section of line 2"
            ),
            ("\n\n{{name", 3, "a tag is never closed; add }}"),
            ("{{ }}", 1, "a tag names nothing"), ("x\n{{# }}", 2, "a tag names nothing"),
            ("{{/}}", 1, "a tag names nothing"), ("{{>}}", 1, "a tag names nothing"),
            ("{{{}}}", 1, "a tag names nothing"),
            ("a\n{{name\n{{nickname}}", 2, "a tag is never closed; add }}"),
            ("\n" + String(repeating: "{{#name}}", count: 101), 2, "more than 100 sections are open here"),
        ])
    func syntaxErrors(_ text: String, _ line: Int, _ message: String) {
        #expect(throws: TemplateError(template: "test", line: line, message: message)) {
            try Template(name: "test", text: text)
        }
    }

    @Test("an unknown name is an error, although Mustache would print nothing")
    func unknownNames() throws {
        let template = try Template(
            name: "test",
            text: "{{name}}\n{{nam}}\n{{#friends}}{{#lines}}{{age}}{{/lines}}{{/friends}}\n{{>no}}{{.}}{{lines}}")
        let problems = problems(template)
        #expect(problems.map(\.line) == [2, 3, 4, 4, 4])
        #expect(
            problems.first?.message == "unknown name `nam`; the names here are name, nickname, isAdult, lines, friends")
        #expect(problems[2].message == "unknown partial `no`")
        #expect(problems[4].message == "`lines` is not text; open it as a section: {{#lines}}…{{/lines}}")
    }

    @Test("a template that includes itself, directly or indirectly, is an error at its line")
    func recursion() throws {
        let texts = [
            "a": "{{name}}\n{{#isAdult}}{{>b}}{{/isAdult}}", "b": "x\n\n{{>c}}", "c": "{{>b}}", "d": "{{>d}}",
            "e": "{{name}}{{#friends}}{{>e}}{{/friends}}", "f": "{{#lines}}{{>f}}{{/lines}}",
        ]
        let library = try texts.reduce(into: [String: Template]()) {
            $0[$1.key] = try Template(name: $1.key, text: $1.value)
        }
        func problems(_ name: String) -> [String] {
            library[name].map { ModelgenRenderingTests.problems($0, partials: library).map(\.description) } ?? []
        }
        #expect(problems("d") == ["d.mustache:1: error: `d` includes itself"])
        #expect(problems("e") == [])
        #expect(problems("f") == ["f.mustache:1: error: `f` includes itself"])
        #expect(problems("a") == ["c.mustache:1: error: `b` includes itself, through `c`"])
        #expect(problems("b") == ["c.mustache:1: error: `b` includes itself, through `c`"])
        #expect(throws: TemplateErrors.self) { try TemplateLibrary(overrides: ["structure": "{{>structure}}"]) }
    }

    @Test("no template can include itself on whatever line, except a structure in the list of its own structures")
    func recursionAnywhere() {
        for (name, text) in TemplateLibrary.embedded where name != "structure" {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // Every fourth is enough to be at each kind of place.
            for line in stride(from: 0, to: lines.count, by: 4) {
                let changed = (lines[..<line] + ["{{>\(name)}}"] + lines[line...]).joined(separator: "\n")
                let problems = CompiledTemplates([name: changed]).problems.map(\.message)
                #expect(problems.contains { $0.contains("`\(name)` includes itself") }, "\(name), line \(line + 1)")
            }
        }
    }

    @Test("only the user's templates have errors: where they include one of the tool's that does not fit")
    func placesOfErrors() {
        func errors(_ overrides: [String: String]) -> [String] {
            CompiledTemplates(overrides).problems.map { String($0.description.prefix { $0 != ";" }) }
        }
        #expect(
            errors(["structure": "a\n{{>queries}}", "draft": "{{#nobody}}", "patch": "{{nobody}}"]) == [
                "draft.mustache:1: error: section `nobody` is never closed",
                "structure.mustache:2: error: the template `queries` does not fit here: unknown name `type`",
                "structure.mustache:2: error: the template `queries` does not fit here: unknown name `functions`",
                "structure.mustache:2: error: the template `queries` does not fit here: unknown name `rows`",
                "patch.mustache:1: error: unknown name `nobody`",
                "structure.mustache:2: error: the template `queries` does not fit here: "
                    + "`structure` includes itself, through `queries`",
            ])
    }

    @Test("the built-in templates only use names that plans provide")
    func embedded() {
        #expect(CompiledTemplates.embedded.problems.map(\.description) == [])
    }

    @Test("an override replaces a template by name; one that no part uses is an error")
    func overrides() throws {
        _ = try TemplateLibrary(overrides: ["database": "{{name}}"])
        #expect(throws: TemplateErrors.self) { try TemplateLibrary(overrides: ["databse": "{{name}}"]) }
        #expect(throws: TemplateErrors.self) { try TemplateLibrary(overrides: ["database": "{{nme}}"]) }
    }
}
