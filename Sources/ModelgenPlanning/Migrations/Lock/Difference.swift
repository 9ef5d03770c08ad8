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
            ).databaseDifferences().map { difference in
                var difference = difference
                difference.subject = "\(name): \(difference.subject)"
                return difference
            }
        }
        differences += FactComparison(old: earlier.json, new: json, renames: nil).jsonDifferences()
        differences += FactComparison(old: earlier.swift, new: swift, renames: nil).swiftDifferences()
        return differences
    }
}

/// The names that columns and tables had in any earlier version, by those that they have now, as subjects of facts.
struct Renames {
    private(set) var earlier: [String: Set<String>] = [:]

    init(_ planned: PlannedDatabase) {
        guard let newest = planned.history.states.last else { return }
        for table in newest.tables {
            var names = table.fields.compactMap { field in field.column.map { (now: $0.name, then: $0.name) } }
            for transition in planned.history.transitions.reversed() {
                guard let before = transition.before.table(table.origin),
                    let renamed = transition.renamed.table(table.origin)
                else { break }
                names = names.map { name in
                    let place = renamed.fields.firstIndex { $0.column?.name == name.then }
                    return (name.now, place.flatMap { before.fields[$0].column?.name } ?? name.then)
                }
                if before.name != table.name { earlier[table.name.quoted, default: []].insert(before.name.quoted) }
                for name in names where name.now != name.then || before.name != table.name {
                    earlier["\(table.name.quoted).\(name.now.quoted)", default: []]
                        .insert("\(before.name.quoted).\(name.then.quoted)")
                }
            }
        }
    }
}

/// Compares facts of one area by their kinds and subjects.
struct FactComparison {
    private struct Key: Hashable {
        var kind: Fact.Kind
        var subject: String
    }

    private let pairs: [(old: Fact?, new: Fact?)]

    init(old: [Fact], new: [Fact], renames: Renames?) {
        var rest = Dictionary(
            old.map { (Key(kind: $0.kind, subject: $0.subject), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var pairs: [(old: Fact?, new: Fact?)] = []
        var unmatched: [Fact] = []
        for fact in new.sorted() {
            if let same = rest.removeValue(forKey: Key(kind: fact.kind, subject: fact.subject)) {
                if same != fact { pairs.append((same, fact)) }
            } else {
                unmatched.append(fact)
            }
        }
        for fact in unmatched {
            let names = (renames?.earlier[fact.subject] ?? []).sorted()
            let match = names.lazy.compactMap { rest[Key(kind: fact.kind, subject: $0)] }.first
            if let match { rest[Key(kind: match.kind, subject: match.subject)] = nil }
            pairs.append((match, fact))
        }
        pairs += rest.values.sorted().map { ($0, nil) }
        self.pairs = pairs.sorted { Self.subject($0) < Self.subject($1) }
    }

    private static func subject(_ pair: (old: Fact?, new: Fact?)) -> String {
        (pair.new ?? pair.old)?.line ?? ""
    }

    func databaseDifferences() -> [Difference] {
        pairs.compactMap { old, new in
            switch (old, new) {
            case (let old?, let new?):
                difference(.database, old, new, "changed", changeSeverity(old, new))
            case (let old?, nil): difference(.database, old, nil, "removed", removalSeverity(of: old))
            case (nil, let new?): difference(.database, nil, new, "added", additionSeverity(of: new))
            case (nil, nil): nil
            }
        }
    }

    func jsonDifferences() -> [Difference] {
        pairs.compactMap { old, new in
            switch (old, new) {
            case (let old?, let new?):
                let path = { (fact: Fact) in fact.value.split(separator: ": ").first }
                let isRead = old.kind == .read
                let onlyEasier = isRead && old.value == new.value + ", required"
                let name =
                    isRead || old.kind == .write ? (path(old) == path(new) ? "type-changed" : "key-changed") : "changed"
                return difference(.json, old, new, name, onlyEasier ? .additive : .destructive)
            case (let old?, nil):
                // What is no longer read is lost to us; what is no longer written is lost to others.
                return difference(.json, old, nil, "removed", .destructive)
            case (nil, let new?):
                let isRequired = new.kind == .read && new.value.hasSuffix(", required")
                return difference(.json, nil, new, "added", isRequired ? .dataDependent : .additive)
            case (nil, nil): return nil
            }
        }
    }

    func swiftDifferences() -> [Difference] {
        pairs.compactMap { old, new in
            switch (old, new) {
            case (let old?, let new?):
                let onlyEasier = new.value == old.value + ", has a default"
                return difference(.swift, old, new, "changed", onlyEasier ? .additive : .destructive)
            case (let old?, nil): return difference(.swift, old, nil, "removed", .destructive)
            case (nil, let new?):
                // A property without a default is one more argument of the initializer, and a case one more of a switch.
                let isProperty = new.kind == .property && !new.subject.contains(".relations.")
                let breaks = (isProperty && !new.value.hasSuffix("has a default")) || new.kind == .enumCase
                // That a whole type is new breaks nobody.
                let isOfNewType = pairs.contains { pair in
                    pair.old == nil && pair.new?.kind == .type && new.subject.hasPrefix("\(pair.new?.subject ?? "").")
                }
                return difference(.swift, nil, new, "added", breaks && !isOfNewType ? .dataDependent : .additive)
            case (nil, nil): return nil
            }
        }
    }

    private func difference(
        _ area: Difference.Area,
        _ old: Fact?,
        _ new: Fact?,
        _ verb: String,
        _ severity: Difference.Severity
    ) -> Difference? {
        guard let fact = new ?? old else { return nil }
        let isRenamed = old.map { $0.subject != fact.subject } ?? false
        return Difference(
            area: area,
            severity: severity,
            rule: "\(fact.kind.ruleName)-\(isRenamed ? "renamed" : verb)",
            subject: fact.subject,
            before: isRenamed ? old.map { "\($0.subject) \($0.value)" } : old?.value,
            after: new?.value
        )
    }

    private func removalSeverity(of fact: Fact) -> Difference.Severity {
        switch fact.kind {
        case .table, .column: .destructive
        // Queries over a view, and searches, no longer work.
        case .view, .fullText: .destructive
        default: .additive
        }
    }

    private func additionSeverity(of fact: Fact) -> Difference.Severity {
        switch fact.kind {
        case .check, .reference: .dataDependent
        case .index: fact.value.hasPrefix("UNIQUE") ? .dataDependent : .additive
        default: .additive
        }
    }

    private func changeSeverity(_ old: Fact, _ new: Fact) -> Difference.Severity {
        switch new.kind {
        case .column:
            if old.value == new.value { return .additive }
            // Weaker is what the old one says without NOT NULL, or with another default.
            let isLooser =
                old.value.replacing(" NOT NULL") == new.value.replacing(" NOT NULL") && old.value.contains("NOT NULL")
            return isLooser ? .additive : .dataDependent
        case .index: return new.value.hasPrefix("UNIQUE") ? .dataDependent : .additive
        case .fullText, .view: return .additive
        default: return .dataDependent
        }
    }
}

extension String {
    /// The text without the first place where the other stands in it.
    fileprivate func replacing(_ other: String) -> String {
        var rest = Substring(self)
        var head = ""
        while let character = rest.first {
            if rest.hasPrefix(other) { return head + rest.dropFirst(other.count) }
            head.append(character)
            rest.removeFirst()
        }
        return head
    }
}

extension Fact.Kind {
    /// The kind as rule ids spell it: `enum-case`.
    fileprivate var ruleName: String {
        switch self {
        case .table, .column, .reference, .check, .index, .view, .sql, .swift, .fill, .using, .json, .read, .write,
            .endpoint, .type, .property, .function:
            rawValue
        case .fullText: "full-text"
        case .enumCase: "enum-case"
        }
    }
}
