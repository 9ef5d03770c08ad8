import Foundation
import Testing

@Suite("modelgen release, and the lock in generate and check")
struct ReleaseTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("if the lock cannot be written, nothing is said to be pinned")
    func unwritable() throws {
        try command.write(notes, to: "note.model.yaml")
        let outcome = try command.run("release", ".", "--lock", "Missing/modelgen.lock", exits: 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == "error: Missing/modelgen.lock: cannot be written; No such file or directory\n")
    }

    @Test("the first release pins every version so far, a second nothing more, a later one the new version")
    func pins() throws {
        try command.write(notes, to: "note.model.yaml")
        let dry = try command.run("release", ".", "--dry-run")
        #expect(dry.output == "NotesStore: would pin versions 1, 2 and 3\nwould write modelgen.lock\n")
        #expect(!command.exists("modelgen.lock"))

        let first = try command.run("release", ".", exits: 0)
        #expect(
            first.errors
                == "warning: modelgen.lock is new, so all versions of `NotesStore` are pinned as they are now; if one was "
                + "released before, restore the lock from version control instead\n")
        #expect(
            first.output == """
                NotesStore: pinned versions 1, 2 and 3
                modelgen.lock written; add it to version control
                modelgen.yaml now declares the lock, so that a missing one is detected

                """)
        let lock = try command.text("modelgen.lock")
        #expect(lock.hasPrefix("modelgen.lock 2\nNotesStore 1 column notes.heading\tTEXT NOT NULL\n"))
        #expect(try command.run("check", ".").output == "1 file is valid\n")

        let second = try command.run("release", ".")
        #expect(
            second.output == "NotesStore: nothing new, version 3 is pinned\nmodelgen.lock is up to date\n")
        try command.write(withFourthVersion(notes), to: "note.model.yaml")
        #expect(try command.run("release", ".").output.hasPrefix("NotesStore: pinned version 4\n"))
        #expect(try command.text("modelgen.lock").contains("NotesStore 4 column notes.body\tTEXT\n"))
    }

    /// A column of type `T`, which the declarations define.
    private func stored(_ declarations: String) throws {
        try command.write(
            """
            database: { name: D }
            \(declarations)
              M: { table: m, primaryKey: id, fields: { id: Int64, t: T } }

            """, to: "m.model.yaml")
    }

    @Test(
        "a second release of a version records what its columns can also contain, so that removing it is an error",
        arguments: [
            (
                "enums: { T: [a] }\nmodels:", "enums: { T: [a, b] }\nmodels:", "enums: { T: [a] }\nmodels:",
                #"was enum String ("a", "b") and is enum String ("a")"#
            ),
            (
                "models:\n  T: { fields: { x: Int } }", "models:\n  T: { fields: { x: Int, y: Int? } }",
                "models:\n  T: { fields: { x: Int } }", "no longer has `y`"
            ),
            (
                "models:\n  T: { fields: { x: Int } }", "models:\n  T: { fields: { x: Int, y: Int? } }",
                "models:\n  T: { fields: { x: Int, y: Int } }", "was Int? and is Int"
            ),
            (
                "models:\n  T: { fields: { x: Int } }",
                "models:\n  T: { fields: { x: Int, y: { type: Int, default: 1 } } }",
                "models:\n  T: { fields: { x: Int, y: Int } }", "was Int? and is Int"
            ),
            (
                "models:\n  T: { fields: { x: Int32 } }", "models:\n  T: { fields: { x: Int64 } }",
                "models:\n  T: { fields: { x: Int32 } }", "was Int64 and is Int32"
            ),
            (
                "models:\n  T: { fields: { x: { type: Int, json: old } } }",
                "models:\n  T: { fields: { x: { type: Int, json: [new, old] } } }",
                "models:\n  T: { fields: { x: { type: Int, json: new } } }", "no longer has `old`"
            ),
        ])
    func widened(_ first: String, _ second: String, _ third: String, _ problem: String) throws {
        try stored(first)
        _ = try command.run("release", ".", exits: 0)
        try stored(second)
        #expect(try command.run("release", ".", exits: 0).output.hasPrefix("D: pinned version 1 with what its "))
        // It is recorded once, and the first release can be repeated.
        for _ in 0..<2 {
            #expect(try command.run("check", ".", exits: 0).errors == "")
            #expect(try command.run("release", ".", exits: 0).output.hasPrefix("D: nothing new"))
        }
        try stored(third)
        for arguments in [["check", "."], ["release", "."]] {
            let outcome = try command.run(arguments, exits: 1)
            #expect(outcome.errors.contains("[stored-form-changed]") && outcome.errors.contains(problem))
        }
    }

    @Test("a field that a second release adds to a new object may be required later: no document lacks it")
    func widenedByObject() throws {
        func documents(_ fields: String) throws {
            try stored(
                "models:\n  T: { fields: { x: Int, \(fields) } }\n  P: { fields: { n: Int, m: { type: Int, default: 1 } } }"
            )
        }
        try stored("models:\n  T: { fields: { x: Int } }")
        _ = try command.run("release", ".", exits: 0)
        try documents("p: P?")
        _ = try command.run("release", ".", exits: 0)
        try stored("models:\n  T: { fields: { x: Int, p: P? } }\n  P: { fields: { n: Int, m: Int } }")
        #expect(try command.run("check", ".", exits: 0).errors == "")
    }

    @Test("editing a released version stops generate, check and release, which leave code and lock unchanged")
    func edited() throws {
        try command.write(notes, to: "note.model.yaml")
        _ = try command.run("release", ".")
        _ = try command.run("generate", ".", "--output", "Out")
        let lock = try command.text("modelgen.lock")
        let code = try command.text("Out/note.model.swift")
        try command.write(notes.replacing("title: String", with: "title: String?"), to: "note.model.yaml")
        for arguments in [["generate", ".", "--output", "Out"], ["check", "."], ["release", "."]] {
            let outcome = try command.run(arguments, exits: 1)
            #expect(
                outcome.errors.hasPrefix(
                    "./note.model.yaml:8:7: error: version 3 of `NotesStore` was released and cannot change: the column "
                )
            )
            #expect(outcome.errors.contains("write under `migrations: 4:`"))
            #expect(outcome.errors.contains("[released-version-changed]\n      title: String?\n      ^~~~~\n"))
        }
        #expect(try command.text("modelgen.lock") == lock)
        #expect(try command.text("Out/note.model.swift") == code)
    }

    @Test("a column in another normal form is a change of a released version, which a rename answers")
    func normalForms() throws {
        func write(_ column: String, _ key: String, version: Int = 1, _ steps: String = "") throws {
            try command.write(
                """
                database: { name: Towns, version: \(version) }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields:
                      id: Int64
                      name: { type: String, column: "\(column)", json: "\(key)" }
                \(steps)
                """, to: "city.model.yaml")
        }
        let (decomposed, composed) = ("cafe\u{301}", "caf\u{e9}")
        try write(decomposed, decomposed)
        #expect(try command.run("release", ".", exits: 0).errors == "")
        try write(composed, decomposed)
        let column = try command.run("check", ".", exits: 1)
        #expect(column.errors.contains("[released-version-changed]"))
        let step = "rename: { column: { \"\(decomposed)\": \(composed) } }"
        #expect(column.errors.utf8.firstRange(of: Array(step.utf8)) != nil, "\(column.errors)")
        try write(composed, decomposed, version: 2, "    migrations: { 2: [{ \(step) }] }")
        #expect(try command.run("generate", ".", "--output", "Out", exits: 0).errors.contains("error") == false)
        #expect(try command.text("Out/city.model.swift").contains("RENAME COLUMN"))

        // The lock records the key in JSON, too.
        try write(decomposed, composed)
        let release = try command.run("release", ".", exits: 0)
        #expect(release.output.hasSuffix("modelgen.lock written; add it to version control\n"))
        #expect(try command.text("modelgen.lock").unicodeScalars.contains("\u{e9}"))
    }

    @Test("an unreleased earlier version is a warning of generate and an error of check, and release pins it")
    func missing() throws {
        try command.write(notes, to: "note.model.yaml")
        _ = try command.run("release", ".")
        let fifth = withFourthVersion(notes).replacing("version: 4", with: "version: 5")
            .replacing("since: 4 }", with: "since: 4 }\n      link: { type: URL?, since: 5 }")
        try command.write(fifth, to: "note.model.yaml")
        let generated = try command.run("generate", ".", "--output", "Out", exits: 0)
        #expect(generated.errors.contains("warning: version 4 of `NotesStore` is not in the lock"))
        let checked = try command.run("check", ".", "--output", "Out", exits: 1)
        #expect(checked.errors.contains("error: version 4 of `NotesStore` is not in the lock"))
        #expect(checked.errors.contains("run `modelgen release` [version-not-pinned]"))
        let released = try command.run("release", ".")
        #expect(released.errors == "")
        #expect(released.output.hasPrefix("NotesStore: pinned versions 4 and 5\n"))
        #expect(try command.run("check", ".", "--output", "Out").code == 0)
    }

    @Test("a merge conflict is an error at its line, and nothing is written")
    func conflict() throws {
        try command.write(notes, to: "note.model.yaml")
        _ = try command.run("release", ".")
        var lines = try command.text("modelgen.lock").split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.hasPrefix("NotesStore 3 ") })
        lines.insert("<<<<<<< HEAD", at: place)
        lines.insert(contentsOf: ["=======", "NotesStore 3 column notes.other\tTEXT", ">>>>>>> theirs"], at: place + 2)
        let text = lines.joined(separator: "\n") + "\n"
        try command.write(text, to: "modelgen.lock")
        for arguments in [["generate", ".", "--output", "Out"], ["check", "."], ["release", "."], ["diff", "."]] {
            let outcome = try command.run(arguments, exits: 1)
            #expect(
                outcome.errors.hasPrefix(
                    "modelgen.lock:\(place + 1):1: error: both branches released version 3 of `NotesStore`: keep the lock"
                ))
            #expect(outcome.errors.contains("[unreadable-lock]\n<<<<<<< HEAD\n^~~~"))
        }
        #expect(try command.text("modelgen.lock") == text)
        #expect(!command.exists("Out"))
    }

    @Test("a lock that was edited by hand is refused at the line of its hash")
    func editedLock() throws {
        try command.write(notes, to: "note.model.yaml")
        _ = try command.run("release", ".")
        let lock = try command.text("modelgen.lock")
        try command.write(lock.replacing("heading\tTEXT NOT NULL", with: "heading\tTEXT"), to: "modelgen.lock")
        let outcome = try command.run("check", ".", exits: 1)
        #expect(outcome.errors.contains("version 1 of `NotesStore` does not match the hash of its facts"))
        try command.write("", to: "modelgen.lock")
        let empty = try command.run("check", ".")
        #expect(empty.errors.hasPrefix("modelgen.lock:1:1: error: this version of modelgen cannot read the lock"))
        #expect(empty.errors.contains("; restore it from version control [unreadable-lock]"))
        try command.write("modelgen.lock 99\n", to: "modelgen.lock")
        let newer = try command.run("check", ".")
        #expect(newer.errors.contains("cannot read the lock, which another version wrote; use that version"))
    }

    @Test("the lock does not say of which module a type is, which depends on the names of the libraries")
    func modules() throws {
        try command.write(
            """
            transformers: { Cents: { from: Int64, to: Decimal }, Locale: { from: String, to: Decimal } }
            types: { Order: { json: String, sqlite: TEXT } }

            """, to: "Core/money.model.yaml")
        // A later version may know a library with such a type, too.
        try command.write("types: { Order: { json: String, sqlite: TEXT } }\n", to: "Other/order.model.yaml")
        try command.write(
            """
            imports: [Core]
            database: { name: Shop }
            models:
              Item:
                primaryKey: id
                fields: { id: Int64, order: Order, price: { type: Decimal, transformer: Locale } }

            """, to: "Models/item.model.yaml")
        let modules = ["--import", "Other", "--import", "Core"]
        _ = try command.run(["release", "Models"] + modules, exits: 0)
        let lock = try command.text("modelgen.lock")
        #expect(
            lock.contains("stored item.\"order\"\tOrder(TEXT)\n") && lock.contains("\tDecimal by Locale(String)\n"),
            "\(lock)"
        )
        _ = try command.run(["check", "Models", "--import", "Core"], exits: 0)
        _ = try command.run(["check", "Models"] + modules, exits: 0)
    }

    @Test("the rules about a lock and its migrations can be explained")
    func explained() throws {
        for rule in [
            "unreadable-lock", "released-version-changed", "released-version-missing", "version-not-pinned",
            "migration-depends-on-data", "migration-differs", "rename-unknown-field", "unclosed-sql",
        ] {
            #expect(try command.run("explain", rule, exits: 0).output.hasPrefix("\(rule): "))
        }
    }

    @Test("the lock is next to the configuration, or where --lock says")
    func places() throws {
        try command.write(notes, to: "App/Models/note.model.yaml")
        try command.write("inputs: [Models]\noutput: Generated\n", to: "App/modelgen.yaml")
        #expect(try command.run("release", "--config", "App/modelgen.yaml").code == 0)
        #expect(command.exists("App/modelgen.lock"))
        #expect(!command.exists("modelgen.lock"))

        let edited = notes.replacing("title: String", with: "title: String?")
        try command.write(edited, to: "App/Models/note.model.yaml")
        #expect(try command.run("generate", "--config", "App/modelgen.yaml").code == 1)
        #expect(try command.run("check", "App").code == 0)
        #expect(try command.run("check", "App", "--lock", "App/modelgen.lock").code == 1)
        let nowhere = try command.run("check", "App", "--lock", "x.lock", exits: 1)
        #expect(nowhere.errors == "error: x.lock: no such lock; write it with `modelgen release --lock x.lock`\n")
        #expect(try command.run("release", "App", "--lock", "x.lock").code == 0)
        #expect(command.exists("x.lock"))
        #expect(try command.run("release", "App", "--lock", "No/Such/x.lock").code == 1)
    }

    @Test("check and release find problems with rows that migrating step by step does not")
    func thoroughness() throws {
        let unique = notes.replacing("checks:", with: "unique: [{ fields: [title], since: 3 }]\n    checks:")
        try command.write(unique, to: "note.model.yaml")
        #expect(try command.run("generate", ".", "--output", "Out").errors == "")
        let checked = try command.run("check", ".", exits: 0)
        #expect(checked.errors.contains("warning: "))
        #expect(checked.errors.contains("[migration-depends-on-data]"))
        #expect(try command.run("release", ".").errors.contains("[migration-depends-on-data]"))
        // What is released cannot change, so there is nothing to do about it.
        #expect(try command.run("check", ".").errors == "")
    }

    private func withFourthVersion(_ notes: String) -> String {
        notes.replacing("version: 3", with: "version: 4")
            .replacing("    checks:", with: "      body: { type: String?, since: 4 }\n    checks:")
    }
}
