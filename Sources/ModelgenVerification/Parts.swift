import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

extension PlannedDatabase {
    /// The database in parts that can be verified separately.
    ///
    /// SQLite parses the whole schema at each ALTER TABLE, so the parts take far less time than the whole. Small parts
    /// share a database, since opening one takes time as well.
    func parts(for content: PartContent) -> [DatabasePart] {
        var groups = OriginGroups(versions)
        var owners: [ElementID: TableOrigin] = [:]
        for step in versions.compactMap(\.way).flatMap(\.transition.dataSteps) {
            owners[step.element] = groups.join(step)
        }
        for version in versions { groups.joinViews(of: version.shape) }
        let cut = parentsAlong(content, &groups, owners)
        let numbers = groups.numbers(perPart: 4)
        var parts = numbers.mapValues { [$0] }
        for (child, parents) in cut {
            guard let part = numbers[child] else { continue }
            for parent in parents where parts[parent]?.contains(part) == false { parts[parent]?.append(part) }
        }
        let division = Division(parts: parts, owners: owners, count: (numbers.values.max() ?? 0) + 1)
        guard division.count > 1 else { return [DatabasePart(planned: self, own: Set(numbers.keys))] }
        var divided = (0..<division.count).map { _ in DatabasePart(planned: self, own: []) }
        for (origin, number) in numbers { divided[number].own.insert(origin) }
        for (index, version) in versions.enumerated() {
            for (part, piece) in version.divided(by: division).enumerated() {
                divided[part].planned.versions[index] = piece
            }
        }
        return divided
    }

    /// The tables that each table brings into its part: those that its foreign keys refer to, and these tables' own
    /// parts. If that is not enough, joins the tables.
    private func parentsAlong(
        _ content: PartContent, _ groups: inout OriginGroups, _ owners: [ElementID: TableOrigin]
    ) -> [(child: TableOrigin, parents: [TableOrigin])] {
        var links: Set<OriginLink> = []
        for version in versions { links.formUnion(groups.links(of: version.shape)) }
        switch content {
        case .tables:
            let renamed = renamedTables
            links = links.filter { renamed.contains($0.parent) }
        case .rows:
            groups.join(links, reachedBy: keyChanges(owners))
        case .connected:
            for link in links { groups.join(link.child, link.parent) }
            return []
        }
        let members = groups.members
        return links.map { ($0.child, members[groups.root(of: $0.parent)] ?? []) }
    }

    /// The tables in which a SQL step may delete rows or change keys that foreign keys refer to.
    private func keyChanges(_ owners: [ElementID: TableOrigin]) -> Set<TableOrigin> {
        var changes: Set<TableOrigin> = []
        for version in versions {
            guard let transition = version.way?.transition else { continue }
            lazy var keys = Set(
                [transition.before, transition.renamed, transition.after].flatMap(\.tables).flatMap { table in
                    table.fields.filter { table.primaryKey.contains($0.name) || $0.reference != nil }
                        .compactMap { $0.column?.name.folded }
                } + version.shape.tables.flatMap(\.foreignKeys).flatMap(\.parentColumns).map(\.folded))
            for step in transition.dataSteps {
                guard case .sql(let sql) = step.kind, let table = owners[step.element] else { continue }
                let deletes = sqlTokens(sql).contains { $0.isWord("DELETE") || $0.isWord("REPLACE") }
                if deletes || !keys.isDisjoint(with: namesOrStrings(in: sql)) { changes.insert(table) }
            }
        }
        return changes
    }

    /// The tables that have another name in some version, or in which a column referred to by foreign keys does: SQLite
    /// changes the foreign keys that name them.
    private var renamedTables: Set<TableOrigin> {
        var renamed: Set<TableOrigin> = []
        for transition in versions.compactMap(\.way?.transition) where transition.reach == .anything {
            let before = Dictionary(firstOf: transition.before.tables.map { ($0.origin, $0) })
            var referenced: [SwiftName: Set<SwiftName>] = [:]
            for reference in transition.before.tables.lazy.flatMap(\.fields).compactMap(\.reference) {
                referenced[reference.model, default: []].insert(reference.field)
            }
            for table in transition.renamed.tables {
                guard let old = before[table.origin] else { continue }
                let keys = referenced[table.origin.model] ?? []
                let leadsElsewhere = zip(old.fields, table.fields).contains { field, now in
                    keys.contains(field.name) && field.column?.name != now.column?.name
                }
                if old.name != table.name || leadsElsewhere { renamed.insert(table.origin) }
            }
        }
        return renamed
    }
}

/// A part of a database, with the tables that its foreign keys refer to.
struct DatabasePart: Sendable {
    var planned: PlannedDatabase
    /// The tables and views that the part is about. Foreign keys of the others may refer to missing tables.
    var own: Set<TableOrigin>

    /// The tables of a version that the part is about.
    func ownTables(of shape: DatabaseShape) -> [TableShape] { shape.tables.filter { own.contains($0.origin) } }
}

/// The parts to which each table, view and step belongs.
private struct Division {
    let parts: [TableOrigin: [Int]]
    /// The table to which each step on rows belongs.
    let owners: [ElementID: TableOrigin]
    let count: Int

    func parts(of table: TableOrigin) -> [Int] { parts[table] ?? [0] }

    /// Steps that belong to no table are in the first part.
    func parts(of step: ElementID, in table: TableOrigin?) -> [Int] {
        (owners[step] ?? table).map(parts(of:)) ?? [0]
    }

    /// The elements of each part, in one pass: a database can have hundreds of parts.
    func divide<Element>(_ elements: [Element], by parts: (Element) -> [Int]) -> [[Element]] {
        elements.reduce(into: Array(repeating: [], count: count)) { divided, element in
            for part in parts(element) { divided[part].append(element) }
        }
    }
}

extension PlannedVersion {
    /// For each part, the versions with its tables, views and steps.
    fileprivate func divided(by division: Division) -> [PlannedVersion] {
        let states = state.divided(by: division)
        let tables = division.divide(shape.tables) { division.parts(of: $0.origin) }
        let views = division.divide(shape.views) { division.parts(of: $0.origin) }
        let ways = way?.divided(by: division)
        return (0..<division.count).map { part in
            var version = self
            version.state = states[part]
            version.shape.tables = tables[part]
            version.shape.views = views[part]
            version.way = ways?[part]
            return version
        }
    }
}

extension PlannedWay {
    fileprivate func divided(by division: Division) -> [PlannedWay] {
        let before = transition.before.divided(by: division)
        let renamed = transition.renamed.divided(by: division)
        let after = transition.after.divided(by: division)
        let conversions = division.divide(transition.conversions) { division.parts(of: $0.table) }
        let dataSteps = division.divide(transition.dataSteps) { division.parts(of: $0.element, in: $0.table) }
        let steps = division.divide(migration.steps) { division.parts(of: $0.element, in: $0.table) }
        return (0..<division.count).map { part in
            var way = self
            way.transition.before = before[part]
            way.transition.renamed = renamed[part]
            way.transition.after = after[part]
            way.transition.conversions = conversions[part]
            way.transition.dataSteps = dataSteps[part]
            way.migration.steps = steps[part]
            return way
        }
    }
}

extension DatabaseState {
    fileprivate func divided(by division: Division) -> [DatabaseState] {
        let tables = division.divide(tables) { division.parts(of: $0.origin) }
        let views = division.divide(views) { division.parts(of: $0.origin) }
        return (0..<division.count).map { part in
            var state = self
            state.tables = tables[part]
            state.views = views[part]
            return state
        }
    }
}

/// What the parts of a database contain.
enum PartContent {
    /// Tables without rows: a foreign key to a missing table does no harm as long as SQLite has no name in it to
    /// change, and no statement writes the columns of the key: then SQLite reports a missing table.
    case tables
    /// Rows, whose foreign keys must be satisfied: the tables that they refer to are included, and also have parts of
    /// their own. What happens to one of these because of its own parents is not verified, so tables in which a step
    /// can delete rows are together with everything this can affect.
    case rows
    /// Independent parts: no view, no SQL step and no foreign key leads from one to another in any version.
    case connected
}
