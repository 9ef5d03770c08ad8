import ModelgenCore
import ModelgenDiagnostics
import Testing

/// What the columns of released versions can contain, after several releases.
@Suite("What releases have widened")
struct WidenedFormTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    /// A table with a column of type `T`, which has other columns from version 2 on.
    private func files(_ version: Int, _ declarations: String, _ more: String = "", steps: String = "") -> [SourceFile]
    {
        let others = (2...5).prefix(version - 1).map { ", x\($0): { type: Int?, since: \($0) }" }
        let text = """
            database: { name: D, version: \(version)\(more) }
            \(declarations)
              M: { table: m, primaryKey: id, fields: { id: Int64, t: T\(others.joined()) }\(steps) }

            """
        return [SourceFile(path: "m.model.yaml", text: text)]
    }

    private func released(_ releases: [[SourceFile]]) throws -> SourceFile? {
        try releases.reduce(nil) { lock, files in
            let result = pipeline.release(files, lock: lock)
            try #require(result.diagnostics.errors.map(\.message) == [])
            return result.lock.map { SourceFile(path: "modelgen.lock", text: $0) }
        }
    }

    private func rules(_ files: [SourceFile], _ lock: SourceFile?) -> [String] {
        pipeline.errors(files, lock: lock, for: .checking).map(\.rule)
    }

    /// What a column contains: what the first release wrote, what the second one also reads, and what misreads the first.
    static let widenings = [
        ["models:\n  T: { fields: { x: { type: Int, json: KEY } } }", "old", "[new, old]", "new"],
        ["models:\n  T: { fields: { x: Int KEY } }", "", ", y: { type: Int, default: 1 }", ", y: Int"],
        ["enums: { T: { raw: Int, cases: { a: 1 KEY } } }\nmodels:", ", b: 2", ", b: 2, c: 3", ""],
    ].map { parts in parts.dropFirst().map { parts[0].replacing("KEY", with: $0) } }

    @Test("is still known when later versions are pinned, also if older ones are removed", arguments: widenings)
    func pinned(_ forms: [String]) throws {
        let once = [files(1, forms[0]), files(2, forms[1])]
        let twice = [files(1, forms[0]), files(1, forms[1]), files(2, forms[1])]
        let later = [files(1, forms[0]), files(1, forms[1]), files(3, forms[1]), files(4, forms[1])]
        for (releases, version) in [(once, 2), (twice, 2), (later, 4)] {
            let lock = try released(releases)
            for oldest in 1...version {
                for number in [version, version + 1] {
                    let more = ", oldest: \(oldest)"
                    #expect(rules(files(number, forms[1], more), lock) == [])
                    #expect(rules(files(number, forms[2], more), lock) == ["stored-form-changed"], "\(more)")
                }
            }
            #expect(pipeline.compare(files(version, forms[1]), with: .lock(try #require(lock))).differences == [])
            let step = ", migrations: { \(version + 1): [{ change: { t: { from: T, restored: same } } }] }"
            #expect(rules(files(version + 1, forms[2], steps: step), lock) == [])
        }
    }

    @Test("is forgotten with a step that says what happens to the old values", arguments: widenings.dropLast())
    func told(_ forms: [String]) throws {
        let step = ", migrations: { 2: [{ change: { t: { from: T, restored: same } } }] }"
        let lock = try released([files(1, forms[0]), files(2, forms[1], steps: step)])
        #expect(rules(files(2, forms[2], steps: step), lock) == [])
    }

    @Test("a key that a step has left in older documents can only come back with a type that reads them")
    func revived() throws {
        func form(_ fields: String) -> String { "models:\n  T: { fields: { b: Int?\(fields) } }" }
        func steps(_ versions: Int...) -> String {
            let changes = versions.map { "\($0): [{ change: { t: { from: T, restored: same } } }]" }
            return ", migrations: { \(changes.joined(separator: ", ")) }"
        }
        let lock = try released([files(1, form(", a: Int?")), files(2, form(""), steps: steps(2))])
        for version in 2...3 {
            #expect(rules(files(version, form(", a: Int?"), steps: steps(2)), lock) == [])
            #expect(rules(files(version, form(", c: String?"), steps: steps(2)), lock) == [])
            #expect(rules(files(version, form(", a: String?"), steps: steps(2)), lock) == ["stored-form-changed"])
        }
        #expect(rules(files(3, form(", a: String?"), ", oldest: 2"), lock) == [])
        let told = files(3, form(", a: String?"), steps: steps(2, 3))
        #expect(rules(told, lock) == [])
        let next = try #require(pipeline.release(told, lock: lock).lock)
        #expect(rules(told, SourceFile(path: "modelgen.lock", text: next)) == [])
    }

    @Test("is reported by the release, and removed versions are not", arguments: widenings)
    func reported(_ forms: [String]) throws {
        let lock = try released([files(1, forms[0]), files(2, forms[1])])
        func hasWidened(_ form: String, _ more: String = "") throws -> Bool {
            try #require(pipeline.release(files(2, form, more), lock: lock).databases.first).hasWidened
        }
        #expect(try !hasWidened(forms[1]))
        #expect(try !hasWidened(forms[1], ", oldest: 2"))
    }

    @Test("is known of a database that had no versions", arguments: widenings)
    func automatic(_ forms: [String]) throws {
        let auto = ", migration: auto"
        let lock = try released([files(1, forms[0], auto), files(1, forms[1], auto), files(2, forms[1], auto)])
        #expect(rules(files(3, forms[1], ", oldest: 2"), lock) == [])
        #expect(rules(files(3, forms[2], ", oldest: 2"), lock) == ["stored-form-changed"])
    }
}
