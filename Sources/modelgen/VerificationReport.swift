import Foundation
import ModelSchemas
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenSchema
import ModelgenVerification

/// Which version of a database a file has, as text for people and as JSON for programs.
struct VerificationReport: Encodable {
    struct Version: Encodable {
        let version: Int
        /// Whether the `adopt` key of the database lists it.
        let isAdoptable: Bool
        let differences: [Difference]
    }

    struct Difference: Encodable {
        let kind: String
        let table: String
        let name: String
        let found: String?
        let expected: String?
    }

    let file: String
    let database: String
    let applicationID: Int
    let userVersion: Int
    /// Whether the header says that generated code made or adopted the file.
    let isOwn: Bool
    /// The version of the file; nil if it matches none.
    let version: Int?
    let versions: [Version]
    /// The versions of the models, for the user.
    private let range: String
    /// Whether an older program wrote a file of another version.
    private let isOlder: Bool
    /// Why the file may not be one of this database, although its version says so.
    private let doubt: String
    private let lines: [[ModelSchemas.SchemaDifference]]
    /// For each version, the additions with which an adoption accepts the file; nil if it does not.
    private let tolerated: [String?]

    private enum CodingKeys: CodingKey {
        case file, database, applicationID, userVersion, isOwn, version, versions
    }

    /// - Parameter version: The only version to compare with; nil for all.
    init(_ file: UntouchedDatabase, _ planned: PlannedDatabase, version: Int?) throws {
        self.file = file.path
        database = planned.name.text
        applicationID = try file.number("application_id")
        userVersion = try file.number("user_version")
        isOwn = userVersion > 0 && planned.owns(applicationID: applicationID)
        let stamped = isOwn ? userVersion : nil
        if let version, planned.version(at: version) == nil {
            throw CommandFailure.usage("no version \(version) of \(planned.range)")
        }
        range = planned.range
        isOlder = userVersion < planned.database.oldest
        doubt =
            planned.ownership == .version
            ? "; only its user_version says so: if another program counts its own versions there, the file cannot be "
                + "adopted with `applicationID: keep`" : ""
        let wanted = version ?? stamped
        // A version that changes nothing may be adopted too.
        let all = Set(planned.versions.map(\.number) + planned.database.adopt).sorted()
        let candidates = (wanted.map { [$0] } ?? all).compactMap { number in
            planned.version(at: number).map { (number: number, shape: $0.shape) }
        }
        lines = try candidates.map { number, shape in
            do {
                return try file.differences(from: SchemaFacts(of: shape))
            } catch let refusal as MemoryDatabase.Refusal {
                throw CommandFailure.input("version \(number) cannot be set up; \(refusal.message)")
            }
        }
        // An adoption rejects unique indexes on tables with full-text search.
        let searched = planned.newest.tables.filter { $0.fullText != nil }.map(\.origin)
        tolerated = zip(candidates, lines).map { candidate, differences in
            let tables = Set(searched.compactMap { candidate.shape.table($0)?.name.folded })
            let isRejected = differences.contains { difference in
                difference.kind == .index && difference.found?.hasPrefix("UNIQUE") == true
                    && tables.contains(SQLName(difference.table).folded)
            }
            return isRejected ? nil : differences.tolerated
        }
        versions = zip(candidates, lines).map { candidate, differences in
            Version(
                version: candidate.number, isAdoptable: planned.database.adopt.contains(candidate.number),
                differences: differences.map {
                    Difference(
                        kind: $0.kind.rawValue, table: $0.table, name: $0.name, found: $0.found, expected: $0.expected)
                })
        }
        let same = versions.filter(\.differences.isEmpty)
        // The version that a program would recognize: the first one that it may adopt.
        self.version = (same.first(where: \.isAdoptable) ?? same.first)?.version
    }

    var text: String {
        guard let version else { return mismatch }
        let same = versions.first { $0.version == version }
        if isOwn {
            let says = version == userVersion ? "" : "says that it is version \(userVersion), and has the tables of "
            return "\(file): \(says)version \(version) of \(database)\n"
        }
        let advice =
            same?.isAdoptable == true
            ? "open it with `adopting: \(version)`"
            : "to open it with `adopting: \(version)`, write `adopt: [\(version)]` at the database"
        return "\(file): the same as version \(version) of \(database); \(advice)\n"
    }

    private var mismatch: String {
        guard !versions.isEmpty else {
            let writer = isOlder ? "an older" : "a newer"
            return "\(file): was written by \(writer) program: it is version \(userVersion) of \(range)\(doubt)\n"
        }
        var text: String
        if let only = versions.first, versions.count == 1 {
            let says =
                isOwn && only.version == userVersion
                ? "says that it is version \(only.version) of \(database), and differs"
                : "is not version \(only.version) of \(database)"
            text = "\(file): \(says)\n"
        } else {
            text = "\(file): is not a version of \(database)\n"
        }
        for (version, (differences, kinds)) in zip(versions, zip(lines, tolerated)) {
            let count = differences.count
            text += "version \(version.version): \(count) \(count == 1 ? "difference" : "differences")\n"
            for difference in differences { text += "  \(visible("\(difference)"))\n" }
            if version.isAdoptable, !isOwn, let kinds {
                let adoption = ".version(\(version.version)).tolerating(\(kinds))"
                text += "  open it with `adopting: \(adoption)`, which keeps these\n"
            }
        }
        return text
    }
}
