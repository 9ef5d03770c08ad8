import Foundation
import Testing

@Suite("Reports for other programs, and waivers")
struct ReportTests {
    private let command: Command

    init() throws { command = try Command() }

    // MARK: GitHub

    @Test("check --format github annotates every diagnostic, escaped for GitHub")
    func annotations() throws {
        try command.write(
            """
            models:
              City:
                fields: { id: Int64, name: Strng, "a\\n100%": Int }

            """, to: "100%, a:b/city.model.yaml")
        let outcome = try command.run("check", "100%, a:b", "--format", "github", exits: 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(
            lines.first
                == "::error file=100%25%2C a%3Ab/city.model.yaml,line=3,col=32,endLine=3,endColumn=37,title=unknown-type::unknown type `Strng`; did you mean `String`?"
        )
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("::error file=") })
        #expect(outcome.output.contains("100%25"))
        // People see them as always.
        #expect(outcome.errors.contains("city.model.yaml:3:32: error: unknown type `Strng`"))
    }

    @Test("problems outside of models are annotated, too: the configuration, a missing folder, stale code")
    func otherAnnotations() throws {
        try command.write("imputs: [a]\n", to: "modelgen.yaml")
        let configuration = try command.run("check", "--format", "github", exits: 1)
        #expect(
            configuration.output.hasPrefix(
                "::error file=modelgen.yaml,line=1,col=1,endLine=1,endColumn=7,title=unknown-key::"))
        #expect(configuration.errors.contains("modelgen.yaml:1:1: error: "))

        try FileManager.default.removeItem(at: command.folder.appending(path: "modelgen.yaml"))
        let missing = try command.run("check", "Models", "--format", "github", exits: 1)
        #expect(missing.output == "::error title=unusable-input::Models: no such file or folder\n")

        try command.write(city, to: "Models/city.model.yaml")
        let stale = try command.run("check", "Models", "--output", "Out", "--format", "github", exits: 3)
        #expect(
            stale.output.contains(
                "::error file=Out/city.model.swift,line=1,col=1,endLine=1,title=out-of-date::Out/city.model.swift is out of date; run: modelgen generate Models --output Out\n"
            ))
    }

    @Test("diff --format github annotates the line of what differs, or of what it belonged to")
    func differences() throws {
        try command.write(city + "      motto: String?\n", to: "Old/city.model.yaml")
        try command.write(city.replacing("name: String", with: "name: String?"), to: "New/city.model.yaml")
        let outcome = try command.run("diff", "New", "--against", "Old", "--format", "github", exits: 4)
        let lines = Set(outcome.output.split(separator: "\n").map(String.init))
        #expect(
            lines.contains(
                "::error file=New/city.model.yaml,line=2,col=3,endLine=2,endColumn=7,title=property-removed::City.motto: was String?, has a default (swift, destructive)"
            ))
        #expect(
            lines.contains(
                "::notice file=New/city.model.yaml,line=5,col=7,endLine=5,endColumn=11,title=read-changed::City.name: String, required, key name -> String?, key name (json-read, additive)"
            ))
        #expect(outcome.output.contains("::warning file=New/city.model.yaml,line=5,"))
    }

    // MARK: SARIF

    @Test("diff reports why it fails, and the warnings of the models", arguments: ["sarif", "github"])
    func failures(_ format: String) throws {
        let command = try Command()
        try command.write(notes, to: "Models/note.model.yaml")
        _ = try command.run("release", "Models", exits: 0)
        func report(exits code: Int32) throws -> String {
            let text = try command.run("diff", "Models", "--format", format, exits: code).output
            if format == "sarif" { _ = try validated(text) }
            return text
        }
        try command.write(notes.replacing("String", with: "Strng"), to: "Models/note.model.yaml")
        #expect(try report(exits: 1).contains("unknown-type"))
        try command.write("acces: public\n", to: "modelgen.yaml")
        #expect(try report(exits: 1).contains("unknown-key"))
        try command.write("lock: gone.lock\n", to: "modelgen.yaml")
        #expect(try report(exits: 1).contains("missing-lock"))
        try FileManager.default.removeItem(at: command.folder.appending(path: "Models"))
        #expect(try report(exits: 1).contains("unusable-input"))
        #expect(try command.run("explain", "unusable-input", exits: 0).output.hasPrefix("unusable-input: "))
    }

    @Test("a SARIF log conforms to the specification")
    func sarif() throws {
        try command.write(city + "      motto: String?\n", to: "Old/city.model.yaml")
        try command.write(city, to: "Neu ä/city.model.yaml")
        try command.write(
            "waivers: [{ id: write-removed, at: City.motto, reason: Nobody read it. }]\n", to: "modelgen.yaml")
        let outcome = try command.run("diff", "Neu ä", "--against", "Old", "--format", "sarif", exits: 4)
        let results = try validated(outcome.output)
        #expect(results.map { $0["ruleId"] as? String } == ["read-removed", "property-removed", "write-removed"])
        #expect(results.map { $0["level"] as? String } == ["error", "error", "error"])
        let suppressions = results.map { $0["suppressions"] as? [[String: Any]] }
        #expect(suppressions[0] == nil && suppressions[1] == nil)
        #expect(suppressions[2]?.first?["justification"] as? String == "Nobody read it.")
        #expect(suppressions[2]?.first?["kind"] as? String == "external")
        #expect(outcome.output.contains("\"uri\" : \"Neu%20%C3%A4/city.model.yaml\""))

        try command.write("models: { A: { fields: { a: Itn } } }\n", to: "Bad/a.model.yaml")
        let check = try command.run("check", "Bad", "--format", "sarif", exits: 1)
        #expect(try validated(check.output).map { $0["ruleId"] as? String } == ["unknown-type"])
        let fine = try command.run("check", "Old", "--format", "sarif", exits: 0)
        #expect(try validated(fine.output).isEmpty)
    }

    /// What SARIF 2.1.0 requires of a log (sections 3.13 to 3.30), for the parts that modelgen writes.
    private func validated(_ text: String) throws -> [[String: Any]] {
        let log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Set(log.keys) == ["$schema", "version", "runs"])
        #expect(log["version"] as? String == "2.1.0")
        let schema = try #require(log["$schema"] as? String)
        #expect(URL(string: schema)?.scheme == "https")
        let runs = try #require(log["runs"] as? [[String: Any]])
        #expect(runs.count == 1)
        #expect(Set(runs[0].keys) == ["tool", "columnKind", "results"])
        #expect(["utf16CodeUnits", "unicodeCodePoints"].contains(runs[0]["columnKind"] as? String))
        let tool = try #require(runs[0]["tool"] as? [String: Any])
        let driver = try #require(tool["driver"] as? [String: Any])
        #expect((driver["name"] as? String)?.isEmpty == false)
        let version = try #require(driver["semanticVersion"] as? String)
        #expect(version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let ids = rules.compactMap { $0["id"] as? String }
        #expect(ids.count == rules.count && Set(ids).count == ids.count)
        for rule in rules {
            for key in ["shortDescription", "fullDescription"] {
                #expect(((rule[key] as? [String: Any])?["text"] as? String)?.isEmpty == false)
            }
        }
        let results = try #require(runs[0]["results"] as? [[String: Any]])
        for result in results {
            #expect(((result["message"] as? [String: Any])?["text"] as? String)?.isEmpty == false)
            #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(ids.indices.contains(index) && ids[index] == result["ruleId"] as? String)
            for location in try #require(result["locations"] as? [[String: Any]]) {
                let physical = try #require(location["physicalLocation"] as? [String: Any])
                let uri = try #require((physical["artifactLocation"] as? [String: Any])?["uri"] as? String)
                #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && URL(string: uri) != nil)
                let region = try #require(physical["region"] as? [String: Int])
                #expect((region["startLine"] ?? 0) >= 1 && (region["startColumn"] ?? 0) >= 1)
                #expect((region["endLine"] ?? 0) >= (region["startLine"] ?? 0))
            }
            for suppression in result["suppressions"] as? [[String: Any]] ?? [] {
                #expect(["inSource", "external"].contains(suppression["kind"] as? String))
                #expect(["accepted", "underReview", "rejected"].contains(suppression["status"] as? String))
            }
        }
        return results
    }

    // MARK: Waivers

    private func diff(
        _ waivers: String, _ options: String..., exits code: Int32, location: SourceLocation = #_sourceLocation
    ) throws -> Command.Outcome {
        let command = try Command()
        defer { command.remove() }
        try command.write(city + "      motto: String?\n", to: "Old/city.model.yaml")
        try command.write(city, to: "New/city.model.yaml")
        try command.write("waivers:\n" + waivers, to: "modelgen.yaml")
        return try command.run(
            ["diff", "New", "--against", "Old"] + options, exits: code, location: location)
    }

    private let all = """
          - { id: read-removed, at: City.motto, reason: Nobody has one. }
          - { id: write-removed, at: "City.*", reason: Nobody reads it., until: 2999-12-31 }
          - { id: property-removed, at: "*.motto", reason: "It's unused." }

        """

    @Test("waived differences are reported with their reasons, and do not fail")
    func waived() throws {
        let outcome = try diff(all, exits: 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                json-read
                  destructive     read-removed      City.motto: was String?, key motto
                                  waived: Nobody has one.
                json-write
                  destructive     write-removed     City.motto: was String?, key motto
                                  waived: until 2999-12-31, Nobody reads it.
                swift
                  destructive     property-removed  City.motto: was String?, has a default
                                  waived: It's unused.
                0 destructive, 0 data-dependent, 0 additive, 3 waived

                """)
        let json = try diff(all, "--json", exits: 0)
        #expect(json.output.contains("\"until\" : \"2999-12-31\""))
        #expect(json.output.contains("\"waived\" : 3"))
    }

    @Test("an expired waiver no longer applies, and is reported")
    func expired() throws {
        let outcome = try diff(all.replacing("2999-12-31", with: "2020-02-29"), exits: 4)
        #expect(
            outcome.errors.hasPrefix(
                "modelgen.yaml:3:11: warning: the waiver of `City.*` ended on 2020-02-29; extend it, or fix the difference [expired-waiver]\n"
            ))
        #expect(outcome.output.hasSuffix("1 destructive, 0 data-dependent, 0 additive, 2 waived\n"))
    }

    @Test("waivers without a difference, with an unknown id or without a reason are reported")
    func wrong() throws {
        let unused = try diff(
            all + "  - { id: column-removed, at: \"D: cities.motto\", reason: It is gone. }\n", exits: 0)
        #expect(
            unused.errors.hasPrefix(
                "modelgen.yaml:5:11: warning: `D: cities.motto` has no difference `column-removed` that could be waived; remove it [unused-waiver]\n"
            ))
        for subject in ["Town.*", "*.name", "City.*.motto", "City"] {
            let other = try diff("  - { id: read-removed, at: \"\(subject)\", reason: x }\n", exits: 4)
            #expect(other.errors.contains("`\(subject)` has no difference `read-removed`"), "\(other.errors)")
        }
        let unknown = try diff(all + "  - { id: colum-removed, at: x, reason: y }\n", exits: 1)
        #expect(
            unknown.errors.hasPrefix(
                "modelgen.yaml:5:11: error: unknown difference `colum-removed`; did you mean `column-removed`? [unknown-difference]\n"
            ))
        let distant = try diff("  - { id: everything, at: x, reason: y }\n", exits: 1)
        #expect(distant.errors.contains("unknown difference `everything`; `modelgen explain` lists the ids ["))
        #expect(try diff("  - { id: read-removed, at: City.motto }\n", exits: 1).errors.contains("`reason`"))
        for day in ["2021-02-29", "tomorrow", "2026-1-1", "2026-13-01"] {
            let outcome = try diff("  - { id: read-removed, at: City.motto, reason: x, until: \(day) }\n", exits: 1)
            #expect(outcome.errors.contains("`until` cannot be `\(day)`; write a day as `2026-12-31` [wrong-kind]"))
        }
    }
}
