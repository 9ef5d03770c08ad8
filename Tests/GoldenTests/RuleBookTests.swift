import Foundation
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import Testing
import modelgen

@Suite("The book of rules")
struct RuleBookTests {
    /// The ids in the code of the generator: `rule: "…"` and `report("…", …)`.
    private static func idsInSources() throws -> [String: String] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        var ids: [String: String] = [:]
        let pattern = /(?:rule:|report\(|Finding\()\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"/
        for folder in try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
        where folder.lowercased().hasPrefix("modelgen") {
            let files = FileManager.default.enumerator(
                at: sources.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: pattern) { ids[String(match.1)] = file.lastPathComponent }
            }
        }
        return ids
    }

    @Test("every id of a diagnostic is explained") func explained() throws {
        let ids = try Self.idsInSources()
        #expect(ids.count > 40)
        for (id, file) in ids.sorted(by: { $0.key < $1.key }) {
            #expect(ruleBook.entry(id) != nil, "\(id) of \(file)")
        }
    }

    private static func found(_ text: String) throws -> [Diagnostic] {
        try Pipeline.plain().generate([SourceFile(path: "map.model.yaml", text: text)], for: .checking).diagnostics
    }

    @Test("the bad examples of later stages break their rule") func badExamples() throws {
        let ofParsing = Set(RuleCatalogue.all.map(\.id))
        let entries = ruleBook.entries.filter { !$0.bad.isEmpty && !ofParsing.contains($0.id) }
        #expect(entries.count >= 20)
        for entry in entries {
            let found = try Self.found(entry.bad).map(\.rule)
            #expect(found.contains(entry.id), "\(entry.id): \(found)")
        }
    }

    @Test("the good examples of all rules pass every stage") func goodExamples() throws {
        for entry in ruleBook.entries where !entry.good.isEmpty {
            let found = try Self.found(entry.good)
            #expect(found.isEmpty, "\(entry.id): \(DiagnosticRenderer().render(found))")
        }
    }

    /// Why a rule has no example: nobody can show it in one file of models.
    private enum Reason {
        /// For a complete file, a rule of parsing reports it first; this one is for what only an earlier version has.
        case toldBy(String)
        /// It is about two versions, of a file or of a lock.
        case twoVersions
        /// It is about a second file, a sample, a database, an OpenAPI document, the lock, the configuration or an option.
        case otherInput
        /// It is about the machine, or a faulty step that no harmless file has.
        case machine
    }

    private static let withoutExample: [String: Reason] = [
        "change-unknown-field": .toldBy("change-of-nothing"),
        "column-type": .toldBy("column-affinity"),
        "drop-model-without-table": .toldBy("table-key-without-table"),
        "drop-of-present-field": .toldBy("drop-of-existing"), "empty-index": .toldBy("empty-list"),
        "generated-key": .toldBy("generated-column-value"), "missing-in-version": .toldBy("element-before-table"),
        "needs-newer-sqlite": .toldBy("feature-too-new"), "rename-to-taken-name": .toldBy("rename-of-nothing"),
        "rename-unknown-column": .toldBy("rename-of-nothing"), "rename-unknown-field": .toldBy("rename-of-nothing"),
        "rowid-needed": .toldBy("without-row-id-key"), "sqlite-name": .toldBy("invalid-sql-name"),
        "step-before-history": .toldBy("invalid-version"), "step-before-table": .toldBy("rename-of-nothing"),
        "two-indexes-of-one-name": .toldBy("table-twice"),
        "renamed-without-steps": .twoVersions,
        "released-database-renamed": .twoVersions, "released-files-disowned": .twoVersions,
        "released-version-changed": .twoVersions, "released-version-missing": .twoVersions,
        "stored-form-changed": .twoVersions, "squash-refused": .twoVersions, "version-not-pinned": .twoVersions,
        "expired-waiver": .otherInput, "unused-waiver": .otherInput, "unknown-difference": .otherInput,
        "duplicate-file-name": .otherInput, "internal-import": .otherInput, "missing-import": .otherInput,
        "import-difference": .otherInput, "import-guess": .otherInput, "import-sample": .otherInput,
        "json-syntax": .otherInput, "key-without-name": .otherInput, "no-object-in-sample": .otherInput,
        "no-tables": .otherInput, "null-or-absent": .otherInput, "number-or-text": .otherInput,
        "sample-key-twice": .otherInput,
        "unclear-sample": .otherInput, "openapi-reference": .otherInput, "openapi-unsaid": .otherInput,
        "openapi-version": .otherInput, "openapi-selection": .otherInput, "missing-lock": .otherInput,
        "unreadable-lock": .otherInput,
        "invalid-template": .otherInput, "unusable-path": .otherInput, "unusable-input": .otherInput,
        "out-of-date": .otherInput,
        "query-scans-table": .otherInput, "emit-without-json": .otherInput, "too-many-versions": .otherInput,
        "sqlite-unavailable": .machine, "migration-breaks-full-text": .machine, "migration-breaks-integrity": .machine,
        "migration-breaks-references": .machine, "migration-fills-wrongly": .machine, "migration-loses-rows": .machine,
    ]

    @Test("a rule without an example has a reason; differences compare two versions, in a separate table")
    func missingExamples() throws {
        let differences = Set(DifferenceRule.all.map(\.id))
        for entry in ruleBook.entries where !differences.contains(entry.id) {
            let reason = Self.withoutExample[entry.id]
            #expect(entry.bad.isEmpty == (reason != nil), "\(entry.id)")
            #expect(entry.bad.isEmpty || entry.bad != entry.good, "\(entry.id)")
            guard case .toldBy(let earlier)? = reason else { continue }
            #expect(ruleBook.entry(earlier)?.bad.isEmpty == false, "\(earlier)")
        }
        #expect(Self.withoutExample.keys.allSatisfy { ruleBook.entry($0) != nil })
    }

    @Test("every rule is in the book once, with a summary and an explanation") func entries() {
        var seen: Set<String> = []
        for entry in ruleBook.entries {
            #expect(seen.insert(entry.id).inserted, "\(entry.id)")
            #expect(entry.summary.hasSuffix(".") && !entry.summary.contains("\n"), "\(entry.id)")
            #expect(entry.explanation.hasSuffix("."), "\(entry.id)")
        }
    }
}
