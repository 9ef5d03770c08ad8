import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// A foreign key, in some version, between tables that may be in different parts.
struct OriginLink: Hashable {
    var child: TableOrigin
    var parent: TableOrigin
}

/// The tables and views that belong together (union-find).
struct OriginGroups {
    private var order: [TableOrigin] = []
    private var parents: [TableOrigin: TableOrigin] = [:]
    /// The tables and views that had a name in any version.
    private var named: [FoldedName: Set<TableOrigin>] = [:]

    init(_ versions: [PlannedVersion]) {
        for state in versions.map(\.state) {
            for (origin, name) in state.tables.map({ ($0.origin, $0.name) }) + state.views.map({ ($0.origin, $0.name) })
            {
                if parents.updateValue(parents[origin] ?? origin, forKey: origin) == nil { order.append(origin) }
                named[name.folded, default: []].insert(origin)
            }
        }
        // Tables that had the same name at different times are in the same database, where they do not collide.
        for origins in named.values where origins.count > 1 {
            for origin in origins { join(origins.first, origin) }
        }
    }

    func root(of origin: TableOrigin) -> TableOrigin {
        var origin = origin
        while let parent = parents[origin], parent != origin { origin = parent }
        return origin
    }

    /// The tables and views of each group, in order, by its root.
    var members: [TableOrigin: [TableOrigin]] { Dictionary(grouping: order, by: root(of:)) }

    mutating func join(_ left: TableOrigin?, _ right: TableOrigin?) {
        guard let left, let right else { return }
        parents[root(of: right)] = root(of: left)
    }

    /// Joins each view with the tables that it reads.
    mutating func joinViews(of shape: DatabaseShape) {
        for view in shape.views { join(view.origin, namesIn: view.sql.text) }
    }

    /// The foreign keys of a version.
    func links(of shape: DatabaseShape) -> [OriginLink] {
        shape.tables.flatMap { table in
            table.foreignKeys.flatMap { key in
                (named[key.table.folded] ?? []).map { OriginLink(child: table.origin, parent: $0) }
            }
        }
    }

    /// Joins the groups of some tables with everything whose foreign keys refer to them, directly or indirectly.
    mutating func join(_ links: Set<OriginLink>, reachedBy tables: Set<TableOrigin>) {
        guard !tables.isEmpty else { return }
        var whole = self
        for link in links { whole.join(link.child, link.parent) }
        let reached = Set(tables.map { whole.root(of: $0) })
        for link in links where reached.contains(whole.root(of: link.child)) { join(link.child, link.parent) }
    }

    /// Joins the tables that a step mentions, and returns the one that the step belongs to.
    mutating func join(_ step: DataStep) -> TableOrigin? {
        guard case .sql(let sql) = step.kind else { return step.table }
        let mentioned = namesOrStrings(in: sql).sorted().flatMap { (named[$0] ?? []).sorted { $0.model < $1.model } }
        let owner = step.table ?? mentioned.first
        for other in mentioned { join(owner, other) }
        return owner
    }

    private mutating func join(_ origin: TableOrigin, namesIn sql: String) {
        for name in namesOrStrings(in: sql) {
            for other in named[name] ?? [] { join(origin, other) }
        }
    }

    /// The number of the part for each table and view; parts are filled in order until they have enough.
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
