import ModelgenSchema

/// A difference between two schemas, and its effect on users of the first.
package struct Difference: Hashable, Sendable, Codable {
    package enum Area: String, Hashable, Sendable, Codable, CaseIterable {
        /// It affects existing rows.
        case database
        /// It affects existing documents, and the responses of servers.
        case jsonRead = "json-read"
        /// It affects readers of what is written, and servers that receive it.
        case jsonWrite = "json-write"
        /// It affects code that uses the generated declarations.
        case swift
    }

    package enum Severity: String, Hashable, Comparable, Sendable, Codable, CaseIterable {
        /// Something is lost: rows, values on the wire, or declarations.
        case destructive
        /// The effect depends on existing rows, documents or call sites.
        case dataDependent = "data-dependent"
        /// Nothing existing is affected.
        case additive

        /// Whether it is less severe.
        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .additive: 0
            case .dataDependent: 1
            case .destructive: 2
            }
        }
    }

    package var area: Area
    package var severity: Severity
    /// `column-removed`
    package var rule: String
    /// `Blog: posts.title`, `Post.title`
    package var subject: String
    package var before: String?
    package var after: String?
}

/// The facts of a schema, taken from a lock or from the schema itself.
package struct ReleasedFacts: Equatable, Sendable {
    /// A version of a database.
    package struct DatabaseFacts: Equatable, Sendable {
        package var version: Int
        /// The oldest version whose files are migrated.
        package var oldest: Int
        /// How files are migrated to a version.
        package var mode = MigrationMode.versioned
        package var ownership: FileOwnership
        package var facts: [Fact]
    }

    /// The newest version of each database, by name.
    package var databases: [SwiftName: DatabaseFacts]
    package var json: [Fact]
    package var swift: [Fact]

    /// The last release.
    package init(_ lock: Lock) {
        databases = Dictionary(
            firstOf: lock.databases.compactMap { database in
                // The steps to a version are only used to verify it, and are not part of it.
                database.versions.last.map { version in
                    (
                        database.name,
                        DatabaseFacts(
                            version: version.version, oldest: database.versions[0].version, mode: database.mode,
                            ownership: database.ownership,
                            facts: version.withoutSteps.facts)
                    )
                }
            })
        json = lock.json
        swift = lock.swift
    }

    /// Takes the facts from the present schema.
    ///
    /// - Parameter options: The options of its code.
    package init(_ schema: Schema, databases planned: [PlannedDatabase], _ options: CodeOptions = CodeOptions()) {
        databases = Dictionary(
            firstOf: planned.map { planned in
                (
                    planned.name,
                    DatabaseFacts(
                        version: planned.version, oldest: planned.database.oldest, mode: planned.mode,
                        ownership: planned.ownership,
                        facts: planned.presentFacts)
                )
            })
        json = schema.jsonFacts
        swift = schema.swiftFacts(options)
    }

    /// The changes from the earlier facts to these, sorted by area and subject.
    ///
    /// - Parameter planned: The present databases, whose steps distinguish a rename from a removal and an addition.
    package func differences(since earlier: ReleasedFacts, _ planned: [PlannedDatabase]) -> [Difference] {
        var differences: [Difference] = []
        for name in Set(databases.keys).union(earlier.databases.keys).sorted() {
            let renames = planned.first { $0.name == name }.map {
                Renames($0, since: earlier.databases[name]?.version ?? $0.version)
            }
            let old = (earlier.databases[name]?.facts ?? []).map { fact in
                renames?.translated(fact) ?? EarlierFact(original: fact, today: fact)
            }
            let modes = (earlier.databases[name]?.mode, databases[name]?.mode)
            if let before = modes.0, let after = modes.1, before != after {
                differences.append(
                    Difference(
                        area: .database, severity: after.severity, rule: DifferenceRule.migration.id,
                        subject: "\(name): migration", before: before.rawValue, after: after.rawValue))
            }
            if let before = earlier.databases[name]?.ownership, let after = databases[name]?.ownership, before != after
            {
                differences.append(
                    Difference(
                        area: .database, severity: after.severity, rule: DifferenceRule.ownership.id,
                        subject: "\(name): applicationID", before: before.text, after: after.text))
            }
            // A version that changes nothing is not in the lock, so its first one may be newer than `oldest`.
            if let before = earlier.databases[name]?.oldest, let after = databases[name]?.oldest, before < after {
                differences.append(
                    Difference(
                        area: .database, severity: .destructive, rule: DifferenceRule.migration.id,
                        subject: "\(name): oldest", before: "\(before)", after: "\(after)"))
            }
            differences += stepDifferences(
                of: planned.first { $0.name == name }, since: earlier.databases[name]?.version)
            differences += databaseDifferences(old, databases[name]?.facts ?? []).map { difference in
                var difference = difference
                difference.subject = "\(name): \(difference.subject)"
                return difference
            }
        }
        let names = NameChanges(from: earlier.json + earlier.swift, to: json + swift, planned.flatMap(\.fieldRenames))
        let oldJSON = earlier.json.map(names.translated)
        differences += WireSeverity(old: oldJSON.compactMap(\.today), new: json)
            .differences(paired(oldJSON, json))
        let oldSwift = earlier.swift.map(names.translated)
        differences += SwiftSeverity(old: oldSwift.compactMap(\.today), new: swift)
            .differences(paired(oldSwift, swift))
        return differences
    }
}

/// The SQL that runs on the rows of files at an earlier version.
private func stepDifferences(of planned: PlannedDatabase?, since version: Int?) -> [Difference] {
    guard let planned, let version else { return [] }
    return planned.versions.filter { $0.number > version }.flatMap { later -> [Difference] in
        let steps = (later.way?.transition.dataSteps ?? []).enumerated().compactMap { place, step in
            if case .sql(let sql) = step.kind { ("step \(place + 1) of", canonicalSQL(sql)) } else { nil }
        }
        let conversions = later.conversionFacts.map { ("\($0.subject) in", $0.value) }
        return (steps + conversions).map { subject, sql in
            Difference(
                area: .database, severity: .dataDependent, rule: DifferenceRule.id(of: .sql, .added),
                subject: "\(planned.name): \(subject) version \(later.number)", after: sql)
        }
    }
}

extension PlannedDatabase {
    /// The facts of the newest version, and how its columns are written.
    fileprivate var presentFacts: [Fact] { facts(of: version).filter { !$0.kind.isStep } }
}

extension FileOwnership {
    /// The effect on existing files. Files without the number are not recognized by it.
    fileprivate var severity: Difference.Severity {
        switch self {
        case .applicationID: .destructive
        case .version: .additive
        }
    }

    fileprivate var text: String? {
        switch self {
        case .applicationID: nil
        case .version: "keep"
        }
    }
}

extension MigrationMode {
    /// The effect on rows once there is another version.
    fileprivate var severity: Difference.Severity {
        switch self {
        case .recreate: .destructive
        case .auto, .none, .versioned: .dataDependent
        }
    }
}
