/// SQL as it is written in a schema, with its place.
struct WrittenSQL {
    /// When SQLite evaluates it.
    enum Purpose {
        /// Whenever a row is stored: a check, a generated column, an index.
        case constraint
        /// When a program reads or inserts: a view, a query, a default.
        case use
        /// When a file is migrated: a step, with its descriptions of earlier versions.
        case step
    }

    var node: Node
    var purpose: Purpose

    /// All SQL in a mapping with these keys. The keys say which texts are SQL, so a new one need not be added here.
    static func all(in node: Node, with table: KeyTable, _ purpose: Purpose = .constraint) -> [WrittenSQL] {
        node.entries.flatMap { entry in
            table[entry.name].map { all(in: entry.value, as: $0.kind, Self.purpose(of: entry.name) ?? purpose) } ?? []
        }
        .map { purpose == .step ? WrittenSQL(node: $0.node, purpose: .step) : $0 }
    }

    private static func all(in node: Node, as kind: ValueKind, _ purpose: Purpose) -> [WrittenSQL] {
        switch kind {
        case .text(let noun): noun == "SQL" && node.text != nil ? [WrittenSQL(node: node, purpose: purpose)] : []
        case .object(let table): all(in: node, with: table, purpose)
        case .map(_, let kind): node.entries.flatMap { all(in: $0.value, as: kind, purpose) }
        case .list(let kind), .set(let kind): node.elements.flatMap { all(in: $0, as: kind, purpose) }
        case .either(let kinds):
            kinds.first { $0.accepts(node) }.map { all(in: node, as: $0, purpose) } ?? []
        // A default or a `fill` as code. `sql` alone is a key of a default that is a mapping.
        case .literal:
            node["sql"].flatMap { sql in
                purpose == .step || node["swift"] != nil ? [WrittenSQL(node: sql, purpose: purpose)] : nil
            } ?? []
        case .boolean, .no, .integer, .number, .choice, .type: []
        }
    }

    /// The purpose of what is below a key, if it differs from that of the mapping.
    private static func purpose(of key: String) -> Purpose? {
        switch key {
        case ModelKey.migrations.rawValue, FieldKey.fill.rawValue: .step
        case ModelKey.view.rawValue, ModelKey.queries.rawValue, FieldKey.default.rawValue: .use
        default: nil
        }
    }
}

extension ModelSubject {
    /// The SQL in its definition.
    var sql: [WrittenSQL] { WrittenSQL.all(in: entries.node, with: ModelKey.keyTable) }
}
