import Foundation
import Testing

@Suite("modelgen templates")
struct TemplatesTests {
    @Test("exported templates are valid and print the same as the embedded ones")
    func export() throws {
        let command = try Command()
        defer { command.remove() }
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
        let command = try Command()
        defer { command.remove() }
        try command.write(notes, to: "note.model.yaml")
        func generated(replacing name: String, with text: String) throws -> String {
            try command.write(text, to: "\(name)/\(name).mustache")
            _ = try command.run("generate", ".", "--output", "Code", "--templates", name)
            return try command.text("Code/note.model.swift")
        }
        let unmapped = try generated(replacing: "json", with: "")
        #expect(unmapped.contains("init(row: borrowing Row)") && !unmapped.contains("JSONRecord"))
        let unstored = try generated(replacing: "record", with: "")
        #expect(unstored.contains("some JSONFieldSource & ~Copyable") && !unstored.contains("JSONRecord"))
        let both = try generated(replacing: "structure", with: "struct {{name}} {}")
        #expect(both.contains(": JSONRecord {") && !both.contains("init(row"))
    }

    @Test("export overwrites nothing")
    func overwritesNothing() throws {
        let command = try Command()
        defer { command.remove() }
        try command.write("mine", to: "T/record.mustache")
        let outcome = try command.run("templates", "export", "T")
        #expect(outcome.code == 1)
        #expect(outcome.errors == "error: T/record.mustache: already exists; nothing was written\n")
        #expect(try command.files(in: "T") == ["record.mustache"])
        #expect(try command.text("T/record.mustache") == "mine")
    }

    @Test("lint reports every mistake with its file and line, and a folder without templates")
    func lint() throws {
        let command = try Command()
        defer { command.remove() }
        try command.write("// one\n{{nothing}}\n{{#fields}}\n", to: "T/structure.mustache")
        try command.write("x", to: "T/strukture.mustache")
        let outcome = try command.run("templates", "lint", "T")
        #expect(outcome.code == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("T/structure.mustache:"))
        #expect(outcome.errors.contains("T/strukture.mustache:1: error: no part uses a template of this name; there"))
        #expect(!outcome.errors.hasPrefix("error: "))

        try command.write("{{nothing}}", to: "U/structure.mustache")
        let unknown = try command.run("templates", "lint", "U").errors
        #expect(unknown.hasPrefix("U/structure.mustache:1: error: unknown name `nothing`; the names here are "))
        // Several parts include it; each mistake is reported once.
        #expect(unknown.components(separatedBy: "\n").count == 2)
        try command.write("x", to: "Empty/readme.txt")
        #expect(
            try command.run("templates", "lint", "Empty").errors
                == "error: Empty: no *.mustache files in this folder\n")
        #expect(try command.run("templates", "lint", "Nowhere").code == 1)
        #expect(try command.run("templates", "lint").code == 2)
    }
}
