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
        var groups = OriginGroups(history)
        let renamed = history.renamedTables
        for shape in shapes {
            groups.join(shape) { parent in content == .rows || renamed.contains(parent) }
        }
        let owners = history.transitions.map { transition in transition.dataSteps.map { groups.join($0) } }
        let numbers = groups.numbers(perPart: 4)
        guard let count = numbers.values.max().map({ $0 + 1 }), count > 1 else { return [self] }
        func number(_ origin: TableOrigin?) -> Int { origin.flatMap { numbers[$0] } ?? 0 }

        var parts = Array(repeating: emptied, count: count)
        for (index, shape) in shapes.enumerated() {
            for table in shape.tables { parts[number(table.origin)].shapes[index].tables.append(table) }
            for view in shape.views { parts[number(view.origin)].shapes[index].views.append(view) }
        }
        for (index, state) in history.states.enumerated() {
            for table in state.tables { parts[number(table.origin)].history.states[index].tables.append(table) }
            for view in state.views { parts[number(view.origin)].history.states[index].views.append(view) }
        }
        for (index, transition) in history.transitions.enumerated() {
            for table in transition.before.tables {
                parts[number(table.origin)].history.transitions[index].before.tables.append(table)
            }
            for table in transition.renamed.tables {
                parts[number(table.origin)].history.transitions[index].renamed.tables.append(table)
            }
            for table in transition.after.tables {
                parts[number(table.origin)].history.transitions[index].after.tables.append(table)
            }
            for conversion in transition.conversions {
                parts[number(conversion.table)].history.transitions[index].conversions.append(conversion)
            }
            var stepOwners: [ElementID: Int] = [:]
            for (step, owner) in zip(transition.dataSteps, owners[index]) {
                stepOwners[step.element] = number(owner)
                parts[number(owner)].history.transitions[index].dataSteps.append(step)
            }
            guard plan.migrations.indices.contains(index), shapes.indices.contains(index + 1) else { continue }
            for step in plan.migrations[index].steps {
                parts[stepOwners[step.element] ?? number(step.table)].plan.migrations[index].steps.append(step)
            }
            let origins = Dictionary(
                shapes[index + 1].tables.map { ($0.name, $0.origin) }, uniquingKeysWith: { first, _ in first })
            for table in plan.migrations[index].checkedTables {
                parts[number(origins[table])].plan.migrations[index].checkedTables.append(table)
            }
        }
        return parts
    }

    /// The same versions without tables, views and steps.
    private var emptied: PlannedDatabase {
        var part = self
        for index in part.shapes.indices { part.shapes[index] = DatabaseShape(version: shapes[index].version) }
        for index in part.history.states.indices { part.history.states[index].empty() }
        for index in part.history.transitions.indices {
            part.history.transitions[index].before.empty()
            part.history.transitions[index].renamed.empty()
            part.history.transitions[index].after.empty()
            part.history.transitions[index].conversions = []
            part.history.transitions[index].dataSteps = []
        }
        for index in part.plan.migrations.indices {
            part.plan.migrations[index].steps = []
            part.plan.migrations[index].checkedTables = []
        }
        return part
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

extension DatabaseHistory {
    /// The tables that have another name in some version, or of which a column has to which foreign keys lead: SQLite
    /// changes the foreign keys that name them.
    fileprivate var renamedTables: Set<TableOrigin> {
        var renamed: Set<TableOrigin> = []
        for transition in transitions {
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

extension DatabaseState {
    fileprivate mutating func empty() {
        tables = []
        views = []
    }
}

/// The tables and views that belong together, by union and find.
private struct OriginGroups {
    private var order: [TableOrigin] = []
    private var parents: [TableOrigin: TableOrigin] = [:]
    /// Who was called that in any version.
    private var named: [String: Set<TableOrigin>] = [:]

    init(_ history: DatabaseHistory) {
        for state in history.states {
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
