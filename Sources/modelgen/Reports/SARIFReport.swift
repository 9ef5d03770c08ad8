import Foundation
import ModelgenDiagnostics
import ModelgenFiles

/// A log in the Static Analysis Results Interchange Format (SARIF) 2.1.0, which code scanning services read
/// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
struct SARIFReport: Encodable {
    private let version = "2.1.0"
    private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case version, runs
        case schema = "$schema"
    }

    init(_ entries: [ReportEntry], rules: RuleBook) {
        let ids = Set(entries.map(\.rule)).sorted()
        let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        runs = [
            Run(
                tool: Tool(driver: Driver(rules: ids.map { Rule($0, rules.entry($0)) })),
                results: entries.map { Result($0, ruleIndex: places[$0.rule] ?? 0) })
        ]
    }

    private struct Run: Encodable {
        var tool: Tool
        /// The unit of columns in diagnostics (3.14.17).
        let columnKind = "unicodeCodePoints"
        var results: [Result]
    }

    private struct Tool: Encodable { var driver: Driver }

    private struct Driver: Encodable {
        let name = "modelgen"
        let semanticVersion = modelgenVersion
        var rules: [Rule]
    }

    private struct Text: Encodable { var text: String }

    private struct Rule: Encodable {
        var id: String
        var shortDescription: Text?
        var fullDescription: Text?

        init(_ id: String, _ entry: RuleEntry?) {
            self.id = id
            shortDescription = entry.map { Text(text: $0.summary) }
            fullDescription = entry.map { Text(text: $0.explanation) }
        }
    }

    private struct Result: Encodable {
        var ruleId: String
        var ruleIndex: Int
        var level: String
        var message: Text
        var locations: [Location]
        /// Omitted if not waived: an empty list would state that it is not suppressed (3.27.23).
        var suppressions: [Suppression]?

        init(_ entry: ReportEntry, ruleIndex: Int) {
            ruleId = entry.rule
            self.ruleIndex = ruleIndex
            level = entry.level.rawValue
            message = Text(text: entry.message)
            locations = entry.place.map { [Location($0)] } ?? []
            suppressions = entry.waiver.map { [Suppression(justification: $0)] }
        }
    }

    private struct Suppression: Encodable {
        let kind = "external"
        let status = "accepted"
        var justification: String
    }

    private struct Location: Encodable {
        var physicalLocation: PhysicalLocation

        init(_ place: ReportEntry.Place) {
            physicalLocation = PhysicalLocation(
                artifactLocation: Artifact(place.path),
                region: Region(
                    startLine: place.line, startColumn: place.column, endLine: place.endLine,
                    endColumn: place.endColumn))
        }
    }

    private struct PhysicalLocation: Encodable {
        var artifactLocation: Artifact
        var region: Region
    }

    private struct Region: Encodable {
        var startLine: Int
        var startColumn: Int
        var endLine: Int
        var endColumn: Int
    }

    private struct Artifact: Encodable {
        var uri: String

        /// A URI reference (RFC 3986, 4.1), in which a path must be escaped.
        init(_ path: String) {
            let plain = CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
            let encoded = path.addingPercentEncoding(withAllowedCharacters: plain) ?? path
            uri = path.hasPrefix("/") ? "file://" + encoded : encoded
        }
    }
}
