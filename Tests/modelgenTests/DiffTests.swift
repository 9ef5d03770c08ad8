import Foundation
import Testing

@Suite("modelgen diff")
struct DiffTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("after a release, there are no differences")
    func nothing() throws {
        try command.write(notes, to: "note.model.yaml")
        _ = try command.run("release", ".")
        let outcome = try command.run("diff", ".", exits: 0)
        #expect(outcome.errors == "")
        #expect(outcome.output == "nothing changed since modelgen.lock\n")
    }

    @Test("differences are sorted by area, worst first, and a destructive one exits with 4")
    func text() throws {
        try command.write(notes, to: "note.model.yaml")
        _ = try command.run("release", ".")
        try command.write(changed, to: "note.model.yaml")
        let outcome = try command.run("diff", ".", exits: 4)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                database
                  destructive     column-removed    NotesStore: notes.is_pinned: was INTEGER NOT NULL DEFAULT 0
                  additive        column-added      NotesStore: notes.body: TEXT
                  additive        index-removed     NotesStore: notes_on_is_pinned: was INDEX ON notes ( is_pinned )
                json-read
                  destructive     read-removed      Note.isPinned: was Bool, default false, key isPinned
                  additive        read-added        Note.body: String?, key body
                json-write
                  destructive     write-removed     Note.isPinned: was Bool, key isPinned
                  additive        write-added       Note.body: String?, key body
                swift
                  destructive     property-removed  Note.isPinned: was Bool, default false
                  additive        property-added    Note.body: String?, has a default
                4 destructive, 0 data-dependent, 5 additive

                """)
        #expect(try command.run("diff", ".", "--fail-on", "never").code == 0)
    }

    @Test(
        "a release records a database without versions, so that only what changed since is reported",
        arguments: ["auto", "recreate", "none"])
    func withoutVersions(mode: String) throws {
        let command = try Command()
        defer { command.remove() }
        // Files of other programs must not be recreated.
        let ownership = mode == "recreate" ? "" : ", applicationID: keep"
        func write(_ mode: String, _ field: String, kind: String = "Int") throws {
            try command.write(
                """
                database: { name: Cache, migration: \(mode)\(ownership) }
                models:
                  Page:
                    primaryKey: id
                    fields: { id: Int64, \(field): \(kind)? }

                """, to: "page.model.yaml")
        }
        try write(mode, "size")
        #expect(try command.run("release", ".").code == 0)
        #expect(try command.run("diff", ".", "--fail-on", "additive").output == "nothing changed since modelgen.lock\n")

        try write(mode, "size", kind: "String")
        let changed = try command.run("diff", ".").output
        #expect(changed.contains("column-changed    Cache: page.size: INTEGER -> TEXT"), "\(changed)")
        #expect(!changed.contains("added"), "\(changed)")
        // Nothing is pinned: what is released now replaces it.
        #expect(try command.run("release", ".").code == 0)
        #expect(try command.run("diff", ".", "--fail-on", "additive").output == "nothing changed since modelgen.lock\n")

        try write("versioned", "size", kind: "String")
        #expect(try command.run("diff", ".").output.contains("Cache: migration: \(mode) -> versioned"))
        #expect(try command.run("release", ".").output.contains("Cache: pinned version 1"))
        try write("versioned", "length", kind: "String")
        #expect(try command.run("check", ".").errors.contains("released-version-changed"))
    }

    @Test("--fail-on says what is not allowed")
    func threshold() throws {
        try command.write(city, to: "Old/city.model.yaml")
        try command.write(city + "      motto: String?\n", to: "New/city.model.yaml")
        #expect(try command.run("diff", "New", "--against", "Old").code == 0)
        #expect(try command.run("diff", "New", "--against", "Old", "--fail-on", "data-dependent").code == 0)
        #expect(try command.run("diff", "New", "--against", "Old", "--fail-on", "additive").code == 4)
        try command.write(city + "      motto: String\n", to: "New/city.model.yaml")
        #expect(try command.run("diff", "New", "--against", "Old").code == 0)
        #expect(try command.run("diff", "New", "--against", "Old", "--fail-on", "data-dependent").code == 4)
        #expect(try command.run("diff", "New", "--against", "Old", "--fail-on", "x").code == 2)
    }

    /// What `--json` prints.
    private struct Report: Decodable {
        struct Difference: Decodable, Hashable {
            var area: String
            var severity: String
            var rule: String
            var subject: String
            var before: String?
            var after: String?
        }

        var against: String
        var counts: [String: Int]
        var differences: [Difference]
    }

    @Test("--json reports the same as JSON")
    func json() throws {
        try command.write(notes, to: "Old/note.model.yaml")
        try command.write(changed, to: "New/note.model.yaml")
        let outcome = try command.run("diff", "New", "--against", "Old", "--json", exits: 4)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.against == "Old")
        #expect(report.counts == ["destructive": 4, "data-dependent": 0, "additive": 5, "waived": 0])
        #expect(report.differences.count == 9)
        #expect(
            report.differences.first
                == Report.Difference(
                    area: "database", severity: "destructive", rule: "column-removed",
                    subject: "NotesStore: notes.is_pinned", before: "INTEGER NOT NULL DEFAULT 0"))

        let same = try command.run("diff", "Old", "--against", "Old/note.model.yaml", "--json", exits: 0)
        #expect(try JSONDecoder().decode(Report.self, from: Data(same.output.utf8)).differences.isEmpty)
    }

    @Test("a lock from another commit can be given by its path; wrong places and wrong models are reported")
    func places() throws {
        try command.write(notes, to: "note.model.yaml")
        let none = try command.run("diff", ".", exits: 1)
        #expect(none.errors.hasPrefix("error: modelgen.lock: no such lock; write it with `modelgen release`"))
        _ = try command.run("release", ".", "--lock", "old.lock")
        #expect(try command.run("diff", ".", "--against", "old.lock").output == "nothing changed since old.lock\n")
        let missing = try command.run("diff", ".", "--against", "x.lock", exits: 1)
        #expect(missing.errors == "error: x.lock: no such lock or folder\n")
        _ = try command.run("diff", ".", "--against", "note.model.swift", exits: 1)
        try command.write(notes.replacing("String", with: "Strng"), to: "Bad/note.model.yaml")
        let wrong = try command.run("diff", "note.model.yaml", "--against", "Bad", exits: 1)
        #expect(wrong.output == "")
        #expect(wrong.errors.contains("Bad/note.model.yaml:8:14: error: "))
    }

    @Test("models of another working copy are read with the configuration and the imports of that copy")
    func workingCopies() throws {
        let core = "models: { Tag: { fields: { tagName: String } } }\n"
        let app = "models: { Post: { fields: { postTitle: String, tag: Tag } } }\n"
        for copy in ["old", "new"] {
            try command.write("", to: "\(copy)/Package.swift")
            try command.write(core, to: "\(copy)/Core/tag.model.yaml")
            try command.write("imports: [Core]\n" + app, to: "\(copy)/App/post.model.yaml")
        }
        func differences(_ more: String...) throws -> [String] {
            let arguments = ["diff", "new/App", "--import", "Core=new/Core", "--against", "old/App", "--json"]
            let outcome = try command.run(arguments + (more.isEmpty ? ["--project", "new"] : more))
            try #require(!outcome.errors.contains("error:"))
            return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)).differences.map {
                "\($0.area) \($0.rule) \($0.subject)"
            }
        }
        #expect(try differences() == [])

        // The code and the JSON change, the models do not.
        try command.write("access: public\nnaming: { json: snake_case }\n", to: "new/modelgen.yaml")
        let configured = try differences()
        #expect(configured.contains("swift access-changed generated code"), "\(configured)")
        #expect(configured.contains { $0.contains("Post.postTitle") && $0.hasPrefix("json") }, "\(configured)")
        try command.write("access: public\nnaming: { json: snake_case }\n", to: "old/modelgen.yaml")
        #expect(try differences() == [])

        // So does an imported module, and the models follow.
        try command.write(core.replacing("Tag", with: "Label"), to: "new/Core/tag.model.yaml")
        try command.write("imports: [Core]\n" + app.replacing("Tag", with: "Label"), to: "new/App/post.model.yaml")
        let imported = try differences()
        #expect(imported.contains { $0.contains("Post.tag") }, "\(imported)")

        // A configuration that is named is that of both, unless the other copy has one with this name.
        try command.write("{}\n", to: "new/other.yaml")
        let named = try differences("--config", "new/other.yaml")
        #expect(!named.contains { $0.contains("Post.postTitle") }, "\(named)")
    }

    /// The notes one version later: a column dropped, another added.
    private var changed: String {
        notes.replacing("version: 3", with: "version: 4")
            .replacing(
                "isPinned: { type: Bool, default: false, since: 2, index: true }",
                with: "body: { type: String?, since: 4 }"
            )
                + """
                      4:
                        - drop: { isPinned: { type: Bool, default: false, since: 2, index: true } }

                """
    }
}
