import ModelgenSchema

/// What differs between two schemas, and what it does to those who rely on the first.
package struct Difference: Hashable, Sendable, Codable {
    package enum Area: String, Hashable, Sendable, Codable, CaseIterable {
        case database
        case json
        case swift
    }

    package enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
        /// Something goes away: rows, values on the wire, declarations.
        case destructive
        /// It depends on the rows, documents or call sites that there are.
        case dataDependent = "data-dependent"
        /// What was there stays as it was.
        case additive
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

/// The facts of a schema, as a lock or a schema has them.
package struct ReleasedFacts: Equatable, Sendable {
    /// The newest version of each database, by name.
    package var databases: [SwiftName: [Fact]]
    package var json: [Fact]
    package var swift: [Fact]

    /// What was released last.
    package init(_ lock: Lock) {
        databases = Dictionary(
            lock.databases.map { ($0.name, $0.versions.last?.facts ?? []) },
            uniquingKeysWith: { first, _ in first }
        )
        json = lock.json
        swift = lock.swift
    }

    /// What the schema is now.
    package init(_ schema: Schema, databases planned: [PlannedDatabase]) {
        databases = Dictionary(
            planned.map { ($0.plan.database, $0.shapes.last?.facts ?? []) },
            uniquingKeysWith: { first, _ in first }
        )
        json = schema.jsonFacts
        swift = schema.swiftFacts
    }

    /// What changes from the earlier facts to these, sorted by area and subject.
    ///
    /// - Parameter planned: The databases as they are now: their steps tell a rename from a drop and an addition.
    package func differences(since earlier: ReleasedFacts, _ planned: [PlannedDatabase]) -> [Difference] {
        var differences: [Difference] = []
        for name in Set(databases.keys).union(earlier.databases.keys).sorted() {
            let renames = planned.first { $0.plan.database == name }.map(Renames.init)
            differences += FactComparison(
                old: earlier.databases[name] ?? [],
                new: databases[name] ?? [],
                renames: renames
            ).differences(in: .database, databaseSeverity).map { difference in
                var difference = difference
                difference.subject = "\(name): \(difference.subject)"
                return difference
            }
        }
        differences += FactComparison(old: earlier.json, new: json, renames: nil)
            .differences(in: .json, WireSeverity(old: earlier.json, new: json).severity)
        differences += FactComparison(old: earlier.swift, new: swift, renames: nil)
            .differences(in: .swift, SwiftSeverity(old: earlier.swift, new: swift).severity)
        return differences
    }
}
