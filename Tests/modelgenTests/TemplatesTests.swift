import Foundation
import Testing

@Suite("modelgen templates")
struct TemplatesTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("exported templates are valid and print the same as the embedded ones")
    func export() throws {
        try command.write(notes, to: "note.model.yaml")
        let exported = try command.run("templates", "export", "T").output
        let files = try command.files(in: "T")
        #expect(files.contains("structure.mustache"))
        #expect(exported == "\(files.count) templates in T\n")
        #expect(try command.run("templates", "lint", "T").output == "\(files.count) templates are valid\n")
        _ = try command.run("generate", ".", "--output", "Ours")
        _ = try command.run("generate", ".", "--output", "Theirs", "--templates", "T")
        #expect(try command.text("Ours/note.model.swift") == command.text("Theirs/note.model.swift"))
    }

    @Test("if a template for JSON or rows does not support code for both, each has its own code")
    func unsharedFields() throws {
        try command.write(notes, to: "note.model.yaml")
        func generated(replacing name: String, with text: String) throws -> String {
            try command.write(text, to: "\(name)/\(name).mustache")
            _ = try command.run("generate", ".", "--output", "Code", "--templates", name)
            return try command.text("Code/note.model.swift")
        }
        let unmapped = try generated(replacing: "json", with: "")
        #expect(unmapped.contains("init(fields columns: inout RowReader)") && !unmapped.contains("JSONModel"))
        let unstored = try generated(replacing: "record", with: "")
        #expect(unstored.contains("some JSONFieldSource & ~Copyable") && !unstored.contains("TableRecord"))
        let both = try generated(replacing: "structure", with: "struct {{name}} {}")
        #expect(both.contains("some FieldSource & ~Copyable") && !both.contains("RowReader"))
    }

    @Test("a part with an empty template leaves no blank lines") func omittedParts() throws {
        try command.write(
            "enums: { E: [a] }\nmodels: { A: { fields: { e: E } }, B: { fields: { e: E } } }\n", to: "a.model.yaml")
        for name in ["json", "enumeration"] { try command.write("", to: "T/\(name).mustache") }
        _ = try command.run("generate", ".", "--output", "Code", "--templates", "T")
        let text = try command.text("Code/a.model.swift")
        #expect(text.contains("struct B") && !text.contains("JSONModel") && !text.contains("enum E"))
        #expect(!text.contains("\n\n\n") && text.hasSuffix("}\n") && !text.hasSuffix("\n\n"))
    }

    @Test("a folder without templates is an error wherever it is named, since nothing in it would be used")
    func noTemplates() throws {
        try command.write(city, to: "city.model.yaml")
        try command.write("// {{name}}\n", to: "T/structure.mustach")
        let problem = "error: T: no *.mustache files in this folder\n"
        #expect(try command.run("templates", "lint", "T", exits: 1).errors == problem)
        #expect(
            try command.run("generate", ".", "--output", "Out", "--templates", "T", exits: 1).errors == problem)
        try command.write("inputs: [.]\noutput: Out\ntemplates: T\n", to: "modelgen.yaml")
        let configured = try command.run("generate", exits: 1).errors
        #expect(configured.contains("modelgen.yaml:3:12: error: T: no *.mustache files in this folder [unusable-path]"))
    }

    @Test("export overwrites nothing")
    func overwritesNothing() throws {
        try command.write("mine", to: "T/record.mustache")
        let outcome = try command.run("templates", "export", "T", exits: 1)
        #expect(
            outcome.errors
                == "error: T/record.mustache: already exists, so nothing was written; move it away, or choose another folder\n"
        )
        #expect(try command.files(in: "T") == ["record.mustache"])
        #expect(try command.text("T/record.mustache") == "mine")
    }

    @Test("files that are not UTF-8 text or cannot be read are reported, those of editors and systems are ignored")
    func unreadable() throws {
        try command.write(city, to: "city.model.yaml")
        try command.write("\u{FEFF}// {{name}}\r\n", to: "T/structure.mustache")
        try command.write("{{nothing}}", to: "T/._structure.mustache")
        #expect(try command.run("generate", ".", "--output", "Out", "--templates", "T").code == 0)
        #expect(try command.text("Out/city.model.swift").contains("\n\n// City\n"))

        try Data("ab\n".utf8 + [0x63, 0xE9]).write(to: command.folder.appending(path: "T/structure.mustache"))
        let latin = try command.run("templates", "lint", "T", exits: 1)
        #expect(latin.errors.hasPrefix("T/structure.mustache:2:2: error: invalid UTF-8; save the file as UTF-8 "))
        for cut: [UInt8] in [[0xEF], [0xEF, 0xBF]] {
            try Data("ab\n".utf8 + cut).write(to: command.folder.appending(path: "T/structure.mustache"))
            let outcome = try command.run("templates", "lint", "T", exits: 1)
            #expect(outcome.errors.hasPrefix("T/structure.mustache:2:\(cut.count): error: invalid UTF-8; save"))
        }

        try command.write("", to: "U/structure.mustache/x")
        #expect(
            try command.run("templates", "lint", "U").errors
                == "error: U/structure.mustache: cannot be read; Is a directory\n")
    }

    @Test("lint reports every mistake with its file and line, and a folder without templates")
    func lint() throws {
        try command.write("// one\n{{nothing}}\n{{#fields}}\n", to: "T/structure.mustache")
        try command.write("x", to: "T/strukture.mustache")
        let outcome = try command.run("templates", "lint", "T", exits: 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.contains(
                "T/structure.mustache:3:1: error: section `fields` is never closed; add {{/fields}} "))
        #expect(outcome.errors.contains("T/strukture.mustache:1:1: error: no part uses a template of this name; there"))
        #expect(!outcome.errors.hasPrefix("error: "))

        try command.write("a\n  {{nothing}}", to: "U/structure.mustache")
        let unknown = try command.run("templates", "lint", "U").errors.split(separator: "\n")
        #expect(unknown[0].hasPrefix("U/structure.mustache:2:1: error: unknown name `nothing`; the names here are "))
        #expect(unknown[0].hasSuffix(" [invalid-template]"))
        // Several parts include it; each mistake is reported once, and in reports as well.
        #expect(unknown.dropFirst() == ["  {{nothing}}", "^~~~~~~~~~~~~"])
        try command.write(city, to: "city.model.yaml")
        let report = try command.run("check", ".", "--templates", "U", "--format", "github")
        #expect(report.output.hasPrefix("::error file=U/structure.mustache,line=2,"))
        try command.write("x", to: "Empty/readme.txt")
        #expect(
            try command.run("templates", "lint", "Empty").errors
                == "error: Empty: no *.mustache files in this folder\n")
        #expect(try command.run("templates", "lint", "Nowhere").code == 1)
        #expect(try command.run("templates", "lint").code == 2)
    }
}
