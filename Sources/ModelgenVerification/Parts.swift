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
        var mentioned: Set<TableOrigin> = []
        for step in versions.compactMap(\.way).flatMap(\.transition.dataSteps) {
            owners[step.element] = groups.join(step)
            mentioned.formUnion(groups.mentioned(in: step))
        }
        let renamed = renamedTables.union(reachable(from: mentioned))
        for version in versions {
            groups.join(version.shape) { parent in content == .rows || renamed.contains(parent) }
        }
        let numbers = groups.numbers(perPart: 4)
        guard let count = numbers.values.max().map({ $0 + 1 }), count > 1 else { return [self] }
        return (0..<count).map { part in
            var own = self
            own.versions = versions.map { version in
                version.restricted(owners: owners, looseSteps: part == 0 ? .kept : .left) {
                    (numbers[$0] ?? 0) == part
                }
            }
            return own
        }
    }

    /// The tables that a statement over some of them may touch or look at: those that foreign keys lead to, in either
    /// direction, for a row that goes takes others along.
    private func reachable(from mentioned: Set<TableOrigin>) -> Set<TableOrigin> {
        guard !mentioned.isEmpty else { return [] }
        var neighbours: [TableOrigin: Set<TableOrigin>] = [:]
        for shape in versions.map(\.shape) {
            let origins = Dictionary(shape.tables.map { ($0.name, $0.origin) }) { first, _ in first }
            for table in shape.tables {
                for parent in table.foreignKeys.compactMap({ origins[$0.table] }) {
                    neighbours[table.origin, default: []].insert(parent)
                    neighbours[parent, default: []].insert(table.origin)
                }
            }
        }
        var reached = mentioned
        var waiting = Array(mentioned)
        while let origin = waiting.popLast() {
            for other in neighbours[origin] ?? [] where reached.insert(other).inserted { waiting.append(other) }
        }
        return reached
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

/// What becomes of steps that belong to no table.
private enum LooseSteps {
    case kept, left
}

extension PlannedVersion {
    /// The same version with the tables and views that are kept, and their steps.
    ///
    /// - Parameters:
    ///   - owners: To which table the steps belong that work on rows.
    ///   - looseSteps: What becomes of steps that belong to no table.
    ///   - isKept: Asked of each table and view.
    fileprivate func restricted(
        owners: [ElementID: TableOrigin], looseSteps: LooseSteps, to isKept: (TableOrigin) -> Bool
    ) -> PlannedVersion {
        var version = self
        version.state.restrict(to: isKept)
        version.shape.tables.removeAll { !isKept($0.origin) }
        version.shape.views.removeAll { !isKept($0.origin) }
        func isKeptStep(_ element: ElementID, _ table: TableOrigin?) -> Bool {
            (owners[element] ?? table).map(isKept) ?? (looseSteps == .kept)
        }
        guard var way else { return version }
        way.transition.before.restrict(to: isKept)
        way.transition.renamed.restrict(to: isKept)
        way.transition.after.restrict(to: isKept)
        way.transition.conversions.removeAll { !isKept($0.table) }
        way.transition.dataSteps.removeAll { !isKeptStep($0.element, $0.table) }
        way.migration.steps.removeAll { !isKeptStep($0.element, $0.table) }
        let names = Set(version.shape.tables.map(\.name))
        way.migration.checkedTables.removeAll { !names.contains($0) }
        version.way = way
        return version
    }
}

extension DatabaseState {
    fileprivate mutating func restrict(to isKept: (TableOrigin) -> Bool) {
        tables.removeAll { !isKept($0.origin) }
        views.removeAll { !isKept($0.origin) }
    }
}

/// What the parts of a database hold.
enum PartContent {
    /// Tables without rows: a foreign key to a table that is not there does no harm, as long as SQLite has no name in it
    /// to change.
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

    /// The tables and views whose names a step says, and its own.
    func mentioned(in step: DataStep) -> Set<TableOrigin> {
        guard case .sql(let sql) = step.kind else { return [] }
        return namesMentioned(in: sql).reduce(into: Set([step.table].compactMap { $0 })) { found, name in
            found.formUnion(named[name] ?? [])
        }
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
