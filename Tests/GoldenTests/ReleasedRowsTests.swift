import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

@Suite("A release keeps its rows, and they are read as they were written")
struct ReleasedRowsTests {
    private func files(_ text: String, version: Int = 1, steps: [String] = []) -> [SourceFile] {
        let isFlow = text.contains("STEPS }")
        let list = steps.map { String($0.dropFirst(2)) }.map { "{ \($0) }" }.joined(separator: ", ")
        let migrations = steps.isEmpty ? "" : (isFlow ? ", " : "\n    ") + "migrations: { 2: [\(list)] }"
        let filled = text.replacing("VERSION", with: "\(version)").replacing("STEPS", with: migrations)
        return [SourceFile(path: "m.model.yaml", text: filled + "\n")]
    }

    /// The text in backticks that is a step.
    private func steps(_ diagnostics: [Diagnostic]) -> [String] {
        diagnostics.flatMap { $0.message.split(separator: "`").map(String.init).filter { $0.hasPrefix("- ") } }
    }

    @Test("the message proposes what keeps the rows, and it passes unchanged", arguments: ReleasedRows.all)
    func kept(_ change: ReleasedRows) throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files(change.released))
        let told = pipeline.errors(files(change.edited), lock: lock, for: .checking)
        #expect(Set(told.map(\.rule)) == [change.rule], "\(told.map(\.message))")
        let steps = steps(told)
        #expect(steps.contains(change.step), "\(told.map(\.message))")
        #expect(!steps.contains { $0.contains("drop") }, "\(steps)")
        let following = files(change.edited, version: 2, steps: steps)
        let rest = pipeline.errors(following, lock: lock, for: .checking)
        #expect(rest.map(\.message) == [], "\(following[0].text)")
    }

    @Test("if everything that was written can be read, nothing is required") func harmless() throws {
        let pipeline = try Pipeline.plain()
        for (released, edited) in ReleasedRows.harmless {
            let told = pipeline.analyse(files(edited), lock: try pipeline.lock(files(released)), for: .checking)
                .diagnostics
            let forms = told.errors.filter { $0.rule == "stored-form-changed" }
            #expect(forms.map(\.message) == [], "\(edited)")
        }
    }

    @Test("if a later version can read everything, nothing is required; otherwise the present name is reported")
    func later() throws {
        let pipeline = try Pipeline.plain()
        func text(_ version: Int, _ field: String, _ place: String, _ steps: String) -> [SourceFile] {
            let head = "database: { name: D, version: \(version) }\nmodels:\n"
            let model =
                "  Note: { table: notes, primaryKey: id, fields: { id: Int64, \(field) }, migrations: { \(steps) } }\n"
            return [SourceFile(path: "m.model.yaml", text: "\(head)\(model)  Place: { fields: { \(place) } }\n")]
        }
        func released(_ texts: [[SourceFile]]) throws -> SourceFile? {
            try texts.reduce(nil) { lock, files in
                let result = pipeline.release(files, lock: lock)
                try #require(result.diagnostics.errors.map(\.message) == [])
                return result.lock.map { SourceFile(path: "modelgen.lock", text: $0) }
            }
        }
        let (both, one) = ("x: Int, y: Int?", "x: Int")
        let asText = "2: [{ change: { a: { from: Place? } } }]"
        let json = try released([text(1, "a: Place?", both, ""), text(2, "a: JSON?", both, asText)])
        #expect(
            pipeline.errors(text(2, "a: JSON?", one, asText), lock: json, for: .checking).isEmpty)

        let renamed = "2: [{ rename: { a: b } }]"
        let lock = try released([text(1, "a: Place?", both, ""), text(2, "b: Place?", both, renamed)])
        let told = pipeline.errors(text(2, "b: Place?", one, renamed), lock: lock, for: .checking)
        #expect(steps(told) == ["- change: { b: { from: Place?, restored: same } }"])
        let step = "3: [{ change: { b: { from: Place?, restored: same } } }]"
        let following = text(3, "b: Place?", one, "\(renamed), \(step)")
        #expect(pipeline.errors(following, lock: lock, for: .checking).map(\.message) == [])
    }

    @Test("a lock without stored forms is read, and a release adds them") func upgrade() throws {
        let pipeline = try Pipeline.plain()
        let text = ReleasedRows.all[3].released
        let full = try pipeline.lock(files(text)).text
        let lines = full.split(separator: "\n").map(String.init)
            .filter { !$0.contains(" 1 stored ") && !$0.contains(" hash ") }
        let facts = lines.filter { $0.hasPrefix("D 1 ") }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for line in [""] + facts.map({ String($0.dropFirst("D 1 ".count)) }) {
            for byte in (line + "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        let padding = String(repeating: "0", count: 16 - digits.count)
        var old: [String] = ["modelgen.lock 1"]
        old += facts
        old.append("D 1 hash \(padding)\(digits)")
        old += lines.filter { $0.hasPrefix("json ") || $0.hasPrefix("swift ") }
        let file = SourceFile(path: "modelgen.lock", text: old.joined(separator: "\n") + "\n")
        #expect(pipeline.analyse(files(text), lock: file, for: .checking).diagnostics.map(\.message) == [])
        #expect(pipeline.release(files(text), lock: file).lock == full)
    }

    @Test(
        "a `since` that was moved to a later version is moved back, and nothing is dropped",
        arguments: [
            "fields: { id: Int64, a: String, b: { type: Int?, since: 2 } }",
            "fields: { id: Int64, a: String }, indexes: [{ fields: [a], since: 2 }]",
            "fields: { id: Int64, a: String }, unique: [{ fields: [a], since: 2 }]",
            "fields: { id: Int64, a: String }, checks: [{ sql: \"a <> 'no'\", since: 2 }]",
            "fields: { id: Int64, a: String }, since: 2",
        ])
    func moved(_ keys: String) throws {
        let pipeline = try Pipeline.plain()
        func text(_ version: Int, _ keys: String) -> [SourceFile] {
            let head = "database: { name: D, version: \(version) }\nmodels:\n"
            let view = keys.hasSuffix("since: 2") || keys.hasSuffix("since: 3") ? ", \(keys.suffix(8))" : ""
            return [
                SourceFile(
                    path: "m.model.yaml",
                    text: head + "  M: { table: m, primaryKey: id, \(keys) }\n"
                        + "  V: { view: \"SELECT id FROM m\", fields: { id: Int64 }\(view) }\n")
            ]
        }
        let lock = try pipeline.lock(text(2, keys))
        let later = text(3, keys.replacing("since: 2", with: "since: 3"))
        let told = pipeline.errors(later, lock: lock, for: .checking)
        #expect(!told.isEmpty && steps(told) == [], "\(told.map(\.message))")
        #expect(told.allSatisfy { $0.message.contains("write `since: 2` instead of `since: 3`") })
        #expect(pipeline.errors(text(3, keys), lock: lock, for: .generating).isEmpty)
        // Without `since`, it seems to be new in the first version.
        let removed = pipeline.errors(text(2, keys.replacing(", since: 2", with: "")), lock: lock, for: .checking)
        #expect(
            !removed.isEmpty && removed.allSatisfy { $0.message.contains("; write `since: 2` on it") }, "\(removed)")
    }

    @Test("a removed view is reported with a step that only drops the view, and passes unchanged")
    func view() throws {
        let pipeline = try Pipeline.plain()
        func text(_ version: Int, view: String = "", steps: [String] = []) -> [SourceFile] {
            let list = steps.map { "{ \($0.dropFirst(2)) }" }.joined(separator: ", ")
            let migrations = steps.isEmpty ? "" : ", migrations: { 2: [\(list)] }"
            let head = "database: { name: D, version: \(version)\(migrations) }\nmodels:\n"
            let model = "  M: { table: m, primaryKey: id, fields: { id: Int64, a: String } }\n"
            return [SourceFile(path: "m.model.yaml", text: head + model + view)]
        }
        let views = [
            "  V: { view: \"SELECT id, a FROM m WHERE a > 'x'\", fields: { id: Int64, a: String } }\n",
            "  Big: { table: \"big ones\", view: \"SELECT m.a AS b, \\\"id\\\" FROM m\", fields: { b: String } }\n",
        ]
        for view in views {
            let lock = try pipeline.lock(text(1, view: view))
            let told = pipeline.errors(text(1), lock: lock, for: .checking)
            let steps = steps(told)
            #expect(steps.count == 1 && steps[0].hasPrefix("- dropModel: { "), "\(told.map(\.message))")
            let rest = pipeline.errors(text(2, steps: steps), lock: lock, for: .checking)
            #expect(rest.map(\.message) == [], "\(steps)")
        }
    }

    @Test("a removed model keeps its history, and the message says so") func removedHistory() throws {
        let pipeline = try Pipeline.plain()
        func text(_ models: String, steps: String = "") -> [SourceFile] {
            let head = "database: { name: D, version: \(steps.isEmpty ? 2 : 3)\(steps) }\nmodels:\n"
            let model = "  M: { table: m, primaryKey: id, fields: { id: Int64, a: String } }\n"
            return [SourceFile(path: "m.model.yaml", text: head + model + models)]
        }
        let history = "migrations: { 2: [{ was: { view: \"SELECT id FROM m\" } }] }"
        let removed = [
            ("N: { table: n, primaryKey: id, since: 2, fields: { id: Int64 } }", false),
            (
                "N: { table: n, primaryKey: id, fields: { id: Int64, b: Int? }, migrations: { 2: [{ drop: { c: Int? } }] } }",
                true
            ), ("N: { table: n, primaryKey: id, fields: { id: Int64, b: Int? } }", false),
            ("V: { table: v, view: \"SELECT id FROM m WHERE id > 1\", fields: { id: Int64 }, \(history) }", true),
            ("V: { table: v, view: \"SELECT id FROM m WHERE id > 1\", fields: { id: Int64 } }", false),
        ]
        for (model, hasHistory) in removed {
            let before = text("  \(model)\n")
            // Both versions are pinned.
            let lock = try pipeline.lock(before)
            let told = pipeline.errors(text(""), lock: lock, for: .checking)
            #expect(told.count == 1 && told[0].message.contains("- dropModel: "), "\(told.map(\.message))")
            let advice = "; add the `migrations` that the model had, for the versions before"
            let message = try #require(told.first?.message)
            #expect(message.hasSuffix(advice) == hasHistory, "\(message)")
            let proposal = try #require(message.split(separator: "`").last { $0.hasPrefix("- ") }).dropFirst(2)
            let step = hasHistory ? "dropModel: { \(model) }" : String(proposal)
            let followed = text("", steps: ", migrations: { 3: [{ \(step) }] }")
            #expect(pipeline.errors(followed, lock: lock, for: .checking).map(\.message) == [], "\(model)")
        }
    }

    @Test("files that were recognized without a number do not need one later") func applicationID() throws {
        let pipeline = try Pipeline.plain()
        let own = ReleasedRows.all[3].released
        let kept = own.replacing("name: D,", with: "name: D, applicationID: keep,")
        let lock = try pipeline.lock(files(kept))
        #expect(lock.text.contains("\nD applicationID keep\n"))
        #expect(pipeline.release(files(kept), lock: lock).lock == lock.text)
        #expect(pipeline.errors(files(kept), lock: lock, for: .checking).map(\.message) == [])
        let told = pipeline.errors(files(own), lock: lock, for: .generating)
        #expect(told.map(\.rule) == ["released-files-disowned"])
        #expect(pipeline.release(files(own), lock: lock).lock == nil)
        func differences(_ text: String, since lock: SourceFile) -> [String] {
            (pipeline.compare(files(text), with: .lock(lock)).differences ?? []).map {
                "\($0.rule) \($0.severity.rawValue)"
            }
        }
        #expect(differences(own, since: lock) == ["application-id-changed destructive"])
        // In the other direction, every file is recognized by its version.
        let before = try pipeline.lock(files(own))
        #expect(differences(kept, since: before) == ["application-id-changed additive"])
        #expect(pipeline.release(files(kept), lock: before).lock == lock.text)
    }

    @Test("what a rename explains is of the renamed table, not the same check or index of another one")
    func renamesOfOneTable() throws {
        let pipeline = try Pipeline.plain()
        func text(_ column: String, _ others: String) -> [SourceFile] {
            files(
                """
                database: { name: D }
                models:
                  A: { table: a, primaryKey: id, fields: { id: Int64, size: Int }\(others) }
                  B: { table: b, primaryKey: id, fields: { id: Int64, \(column): Int }, checks: ["\(column) > 0"] }
                """)
        }
        let lock = try pipeline.lock(text("width", ""))
        let told = pipeline.errors(text("size", ", checks: [\"size > 0\"]"), lock: lock, for: .generating)
        #expect(told.count == 2, "\(told.map(\.message))")
        #expect(told.contains { $0.message.contains("the column `b.width` seems to be named `b.size` now") })
        #expect(told.contains { $0.message.contains("the check of `a size > 0` is new in it") })
    }

    @Test("a result without the root of its API is recorded as one, and can be read again")
    func rootOfNone() throws {
        let pipeline = try Pipeline.plain()
        func text(_ root: String) -> [SourceFile] {
            files(
                """
                api: { name: A, baseURL: "https://example.com", envelope: { object: data } }
                models:
                  B: { fields: { id: Int64 }, rest: { path: b, actions: { count: { path: b\(root), returns: Int } } } }
                """)
        }
        let (usual, none) = (try pipeline.lock(text("")), try pipeline.lock(text(", root: none")))
        #expect(none.text.contains(" at none\n") && !usual.text.contains(" at none"))
        #expect(pipeline.release(text(", root: none"), lock: none).lock == none.text)
        #expect(pipeline.compare(text(", root: none"), with: .lock(none)).differences?.count == 0)
        #expect(pipeline.compare(text(", root: none"), with: .lock(usual)).differences?.isEmpty == false)
    }

    @Test("a database keeps its name") func database() throws {
        let pipeline = try Pipeline.plain()
        let text = ReleasedRows.all[3].released
        let lock = try pipeline.lock(files(text))
        let renamed = files(text.replacing("name: D,", with: "name: E,"))
        let told = pipeline.errors(renamed, lock: lock, for: .generating)
        #expect(told.map(\.rule) == ["released-database-renamed"])
        #expect(told.first?.message.contains("`name: D`") == true)
    }
}
