import ModelExpressions
import ModelRelations
import ModelSQLite
import SeededNumbers
import Testing

/// A row that may refer to another one, by a text whose case does not matter.
private struct Node: KeyedRecord, Identifiable, Hashable {
    var id: Int64
    var name: String
    var above: String?
    var size: Int?

    static let table = Table<Node>("nodes", "id", "name", "above", "size", primaryKey: ["id"])

    struct Columns: TableColumns {
        let id = Column<Node, Int64>("id")
        let name = Column<Node, String>("name")
        let above = Column<Node, String?>("above")
        let size = Column<Node, Int?>("size")
    }

    struct Relations: Sendable {
        let parent = Relation<Node, Node?>.belongsTo({ $0.above }, column: "above", Node.columns.name)
        let children = Relation<Node, [Node]>.hasMany({ $0.name }, column: "name", Node.columns.above)
    }
    static let relations = Relations()

    init(fields columns: inout RowReader) throws {
        id = try columns.field()
        name = try columns.field()
        above = try columns.fieldIfPresent()
        size = try columns.fieldIfPresent()
    }

    init(id: Int64, name: String, above: String?, size: Int?) {
        (self.id, self.name, self.above, self.size) = (id, name, above, size)
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(name)
        statement.fieldIfPresent(above)
        statement.fieldIfPresent(size)
    }

    func isAbove(_ other: Node) -> Bool { other.above?.lowercased() == name.lowercased() }
}

/// A condition for SQLite and for Swift, where nil is neither true nor false.
private struct RandomCondition {
    var sql: (Node.Columns) -> Condition<Node>
    var swift: (Node) -> Bool?

    init(_ sql: @escaping (Node.Columns) -> Condition<Node>, _ swift: @escaping (Node) -> Bool?) {
        (self.sql, self.swift) = (sql, swift)
    }

    init(depth: Int, among nodes: [Node], _ numbers: inout SeededNumbers) {
        if depth == 0 || numbers.below(4) == 0 {
            self = Self.comparison(nodes, &numbers)
            return
        }
        let left = RandomCondition(depth: depth - 1, among: nodes, &numbers)
        let right = RandomCondition(depth: depth - 1, among: nodes, &numbers)
        switch numbers.below(3) {
        case 0:
            self.init({ left.sql($0) && right.sql($0) }) { node in
                let both = [left.swift(node), right.swift(node)]
                return both.contains(false) ? false : both.contains(nil) ? nil : true
            }
        case 1:
            self.init({ left.sql($0) || right.sql($0) }) { node in
                let both = [left.swift(node), right.swift(node)]
                return both.contains(true) ? true : both.contains(nil) ? nil : false
            }
        default: self.init({ !left.sql($0) }) { node in left.swift(node).map { !$0 } }
        }
    }

    private static func comparison(_ nodes: [Node], _ numbers: inout SeededNumbers) -> RandomCondition {
        let number = numbers.below(4)
        let size: Int? = number == 0 ? nil : number
        let name = ["a", "B", "é"][numbers.below(3)]
        switch numbers.below(8) {
        case 0: return RandomCondition({ $0.size == size }) { $0.size == size }
        case 1: return RandomCondition({ $0.size != size }) { $0.size != size }
        case 2: return RandomCondition({ $0.size < number }) { node in node.size.map { $0 < number } }
        case 3:
            let list = (0..<[2, 20][numbers.below(2)]).map { $0 % 3 == 0 ? size : $0 % 2 }
            return RandomCondition({ $0.size.in(list) }) { list.contains($0.size) }
        case 4: return RandomCondition({ $0.name == name }) { $0.name.lowercased() == name.lowercased() }
        case 5: return RandomCondition({ $0.size.coalesce(1) == number }) { ($0.size ?? 1) == number }
        case 6:
            return RandomCondition({ node in
                Node.where { $0.above == node.name.optional.outer() && $0.size == size }.exists()
            }) { node in nodes.contains { node.isAbove($0) && $0.size == size } }
        default:
            return RandomCondition({ $0.size.in(Node.select { $0.size }.where { $0.name == name }) }) { node in
                nodes.contains { $0.name.lowercased() == name.lowercased() && $0.size == node.size }
            }
        }
    }
}

@Suite("Queries compared with the same computation in Swift")
struct RandomQueryTests {
    private let pool: DatabasePool
    private let nodes: [Node]

    init() throws {
        var numbers = SeededNumbers(seed: 1)
        let names = ["a", "b", "C", "d d", "é", ""]
        nodes = (0..<30).map { id in
            let above = names[numbers.below(6)]
            return Node(
                id: Int64(id), name: id < 6 ? names[id] : "\(id)",
                above: numbers.below(3) == 0 ? nil : [above, above.uppercased()][above == "é" ? 0 : numbers.below(2)],
                size: numbers.below(4) == 0 ? nil : numbers.below(4))
        }
        pool = try DatabasePool(.memory)
        try pool.write { [nodes] db in
            try db.run(
                """
                CREATE TABLE nodes (
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, above TEXT COLLATE NOCASE,
                    size INTEGER)
                """)
            for node in nodes { try node.insert(db) }
        }
    }

    @Test("conditions, limits, groups, related rows and joins of random queries")
    func random() throws {
        for seed in 0..<200 {
            var numbers = SeededNumbers(seed: UInt64(seed))
            let condition = RandomCondition(depth: 3, among: nodes, &numbers)
            let (limit, offset) = (numbers.below(6), numbers.below(4))
            let found = nodes.filter { condition.swift($0) == true }
            let query = Node.where(condition.sql).order { [$0.id] }
            try pool.read { db in
                #expect(try query.all(db) == found)
                #expect(try query.count(db) == found.count)
                let part = Array(found.dropFirst(offset).prefix(limit))
                let limited = query.limit(limit, offset: offset)
                #expect(try limited.all(db) == part && limited.count(db) == part.count)
                #expect(try limited.exists(db) == !part.isEmpty && limited.first(db) == part.first)
                try compareGroups(query, found, offset, db)
                try compareRelated(limited, part, query, found, db)
            }
        }
    }

    private func compareGroups(_ query: Query<Node>, _ found: [Node], _ offset: Int, _ db: Database) throws {
        let sizes = Set(found.map(\.size))
        let distinct = query.order { _ in [] }.select { $0.size }.distinct()
        #expect(try Set(distinct.all(db)) == sizes && distinct.count(db) == sizes.count)
        #expect(try distinct.limit(1, offset: offset).exists(db) == (sizes.count > offset))
        let groups = Dictionary(grouping: found, by: \.size).filter { $0.value.count > 1 }
        let counted = query.order { [$0.size] }.group { $0.size }.having { $0.id.count > 1 }
        let rows = try counted.select { ($0.size, $0.id.count, $0.id.max) }.all(db)
        #expect(Dictionary(uniqueKeysWithValues: rows.map { ($0.0, $0.1) }) == groups.mapValues(\.count))
        #expect(try counted.count(db) == groups.count)
    }

    private func compareRelated(
        _ limited: Query<Node>, _ part: [Node], _ query: Query<Node>, _ found: [Node], _ db: Database
    ) throws {
        let rows = try limited.including {
            ($0.parent.children, $0.children(where: { $0.size > 1 }, order: { [$0.id.desc] }))
        }
        .all(db)
        #expect(rows.map(\.0) == part)
        for (node, above, below) in rows {
            let parent = nodes.first { $0.isAbove(node) }
            #expect(above?.0 == parent)
            #expect(Set(above?.1 ?? []) == Set(nodes.filter { parent?.isAbove($0) == true }))
            #expect(below == nodes.filter { node.isAbove($0) && $0.size ?? 0 > 1 }.reversed())
        }
        let joined = try query.joining(\.children).joining { _, child in child.children }
            .where { node, _, last in last.size != node.size }.all(db)
        let paths = found.flatMap { node in nodes.filter(node.isAbove).map { (node, $0) } }
            .flatMap { node, child in nodes.filter(child.isAbove).map { [node, child, $0] } }
        #expect(Set(joined.map { [$0, $1, $2] }) == Set(paths.filter { $0[0].size != $0[2].size }))
        #expect(joined.count == Set(joined.map { [$0, $1, $2] }).count)
    }
}
