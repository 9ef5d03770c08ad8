import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

extension PlannedDatabase {
    /// The database in parts that have nothing to do with each other: no view, no SQL step and no foreign key that
    /// matters leads from one to another in any version.
    ///
    /// SQLite reads the whole schema again at each ALTER TABLE, so the parts take far less time than the whole. Small
    /// parts share a database, for opening one takes time as well.
    func parts(for content: PartContent) -> [PlannedDatabase] {
        var groups = OriginGroups(versions)
        var owners: [ElementID: TableOrigin] = [:]
        for step in versions.compactMap(\.way).flatMap(\.transition.dataSteps) {
            owners[step.element] = groups.join(step)
        }
        let renamed = renamedTables
        for version in versions {
            groups.join(version.shape) { parent in content == .rows || renamed.contains(parent) }
        }
        let division = Division(numbers: groups.numbers(perPart: 4), owners: owners)
        guard division.count > 1 else { return [self] }
        var parts = Array(repeating: self, count: division.count)
        for (index, version) in versions.enumerated() {
            for (part, piece) in version.divided(by: division).enumerated() { parts[part].versions[index] = piece }
        }
        return parts
    }

    /// The tables that have another name in some version, or of which a column has to which foreign keys lead: SQLite
    /// changes the foreign keys that name them.
    private var renamedTables: Set<TableOrigin> {
        var renamed: Set<TableOrigin> = []
        for transition in versions.compactMap(\.way?.transition) where transition.reach == .anything {
            let before = Dictionary(transition.before.tables.map { ($0.origin, $0) }) { first, _ in first }
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

/// Which table, view and step belongs to which part.
private struct Division {
    let numbers: [TableOrigin: Int]
    /// To which table the steps belong that work on rows.
    let owners: [ElementID: TableOrigin]
    let count: Int

    init(numbers: [TableOrigin: Int], owners: [ElementID: TableOrigin]) {
        self.numbers = numbers
        self.owners = owners
        count = (numbers.values.max() ?? 0) + 1
    }

    func part(of table: TableOrigin) -> Int { numbers[table] ?? 0 }

    /// Steps that belong to no table stand in the first part.
    func part(of step: ElementID, in table: TableOrigin?) -> Int { (owners[step] ?? table).map(part(of:)) ?? 0 }

    /// The elements of each part, in one walk: a database has hundreds of parts.
    func divide<Element>(_ elements: [Element], by part: (Element) -> Int?) -> [[Element]] {
        elements.reduce(into: Array(repeating: [], count: count)) { parts, element in
            if let part = part(element) { parts[part].append(element) }
        }
    }
}

extension PlannedVersion {
    /// For each part the version with its tables, views and steps.
    fileprivate func divided(by division: Division) -> [PlannedVersion] {
        let states = state.divided(by: division)
        let tables = division.divide(shape.tables) { division.part(of: $0.origin) }
        let views = division.divide(shape.views) { division.part(of: $0.origin) }
        let ways = way?.divided(
            by: division,
            tables: Dictionary(shape.tables.map { ($0.name, division.part(of: $0.origin)) }) { first, _ in first })
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
    fileprivate func divided(by division: Division, tables: [SQLName: Int]) -> [PlannedWay] {
        let before = transition.before.divided(by: division)
        let renamed = transition.renamed.divided(by: division)
        let after = transition.after.divided(by: division)
        let conversions = division.divide(transition.conversions) { division.part(of: $0.table) }
        let dataSteps = division.divide(transition.dataSteps) { division.part(of: $0.element, in: $0.table) }
        let steps = division.divide(migration.steps) { division.part(of: $0.element, in: $0.table) }
        let checkedTables = division.divide(migration.checkedTables) { tables[$0] }
        return (0..<division.count).map { part in
            var way = self
            way.transition.before = before[part]
            way.transition.renamed = renamed[part]
            way.transition.after = after[part]
            way.transition.conversions = conversions[part]
            way.transition.dataSteps = dataSteps[part]
            way.migration.steps = steps[part]
            way.migration.checkedTables = checkedTables[part]
            return way
        }
    }
}

extension DatabaseState {
    fileprivate func divided(by division: Division) -> [DatabaseState] {
        let tables = division.divide(tables) { division.part(of: $0.origin) }
        let views = division.divide(views) { division.part(of: $0.origin) }
        return (0..<division.count).map { part in
            var state = self
            state.tables = tables[part]
            state.views = views[part]
            return state
        }
    }
}

/// What the parts of a database hold.
enum PartContent {
    /// Tables without rows: a foreign key to a table that is not there does no harm, as long as SQLite has no name in it
    /// to change, and no statement writes the columns of the key: SQLite then says that there is no such table.
    case tables
    /// Rows, whose foreign keys must be found.
    case rows
}

/// The tables and views that belong together, by union and find.
private struct OriginGroups {
    private var order: [TableOrigin] = []
    private var parents: [TableOrigin: TableOrigin] = [:]
    /// Who was called that in any version.
    private var named: [String: Set<TableOrigin>] = [:]

    init(_ versions: [PlannedVersion]) {
        for state in versions.map(\.state) {
            for (origin, name) in state.tables.map({ ($0.origin, $0.name) }) + state.views.map({ ($0.origin, $0.name) })
            {
                if parents.updateValue(parents[origin] ?? origin, forKey: origin) == nil { order.append(origin) }
                named[name.folded, default: []].insert(origin)
            }
        }
        // The same name at different times keeps both in one database, where they do not meet.
        for origins in named.values where origins.count > 1 {
            for origin in origins { join(origins.first, origin) }
        }
    }

    private func root(of origin: TableOrigin) -> TableOrigin {
        var origin = origin
        while let parent = parents[origin], parent != origin { origin = parent }
        return origin
    }

    private mutating func join(_ left: TableOrigin?, _ right: TableOrigin?) {
        guard let left, let right else { return }
        parents[root(of: right)] = root(of: left)
    }

    /// Joins what belongs together in a version; `matters` says whether foreign keys to a table make it belong.
    mutating func join(_ shape: DatabaseShape, foreignKeysTo matters: (TableOrigin) -> Bool) {
        for table in shape.tables {
            for key in table.foreignKeys {
                for other in named[key.table.folded] ?? [] where matters(other) { join(table.origin, other) }
            }
        }
        for view in shape.views { join(view.origin, namesIn: view.sql.text) }
    }

    /// Joins what a step mentions, and tells to whom it belongs.
    mutating func join(_ step: DataStep) -> TableOrigin? {
        guard case .sql(let sql) = step.kind else { return step.table }
        let mentioned = namesMentioned(in: sql).sorted().flatMap { (named[$0] ?? []).sorted { $0.model < $1.model } }
        let owner = step.table ?? mentioned.first
        for other in mentioned { join(owner, other) }
        return owner
    }

    private mutating func join(_ origin: TableOrigin, namesIn sql: String) {
        for name in namesMentioned(in: sql) {
            for other in named[name] ?? [] { join(origin, other) }
        }
    }

    /// The number of the part of each table and view; parts are filled in order until they have enough.
    func numbers(perPart limit: Int) -> [TableOrigin: Int] {
        var sizes: [TableOrigin: Int] = [:]
        for origin in order { sizes[root(of: origin), default: 0] += 1 }
        var partOfRoot: [TableOrigin: Int] = [:]
        var part = 0
        var filled = 0
        for origin in order {
            let root = root(of: origin)
            guard partOfRoot[root] == nil else { continue }
            let size = sizes[root] ?? 1
            if filled > 0, filled + size > limit {
                part += 1
                filled = 0
            }
            partOfRoot[root] = part
            filled += size
        }
        return Dictionary(uniqueKeysWithValues: order.map { ($0, partOfRoot[root(of: $0)] ?? 0) })
    }
}
