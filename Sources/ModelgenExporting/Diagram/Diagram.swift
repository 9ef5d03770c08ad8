import ModelgenPlanning
import ModelgenSchema

/// The contents of a diagram of models: a box for each, with its fields and relations, and the lines between them.
package struct Diagram: Sendable {
    package struct Box: Sendable {
        package enum Kind: Sendable {
            case table, view, value, oneOf
        }

        package struct Row: Sendable {
            package enum Section: Sendable {
                case field, relation
            }

            package var name: String
            package var type: String
            package var marks: [Mark]
            package var section: Section
        }

        package enum Mark: String, Sendable {
            case primaryKey = "PK"
            case foreignKey = "FK"
            case unique = "U"
        }

        package var name: String
        package var kind: Kind
        package var rows: [Row]
    }

    /// A line from a row to another box.
    package struct Edge: Sendable {
        package enum Kind: Sendable {
            /// A foreign key, or a relation without one.
            case reference
            /// A value inside another.
            case holding
        }

        package enum Count: Sendable {
            case one, optional, many
        }

        package var from: Int
        package var fromRow: Int?
        /// How many of `from` belong to one of `to`.
        package var fromCount: Count
        package var to: Int
        package var toRow: Int?
        package var toCount: Count
        package var kind: Kind
        package var label: String
    }

    package var boxes: [Box] = []
    package var edges: [Edge] = []
}

extension Schema {
    /// The diagram of all models that the inputs declare, and of the models of other modules that they refer to.
    package var diagram: Diagram {
        var planning = DiagramPlanning(self)
        planning.connect()
        return planning.diagram
    }
}

private struct DiagramPlanning {
    let schema: Schema
    let index: SchemaIndex
    var diagram = Diagram()
    var places: [SwiftName: Int] = [:]

    init(_ schema: Schema) {
        self.schema = schema
        index = SchemaIndex(schema)
        for model in schema.models where model.module == nil {
            places[model.name] = diagram.boxes.count
            diagram.boxes.append(box(model))
        }
    }

    mutating func connect() {
        for model in schema.models where model.module == nil {
            addReferences(of: model)
            addValues(of: model)
        }
        for model in schema.models where model.module == nil { addRelations(of: model) }
    }

    private func box(_ model: Model) -> Diagram.Box {
        let kind: Diagram.Box.Kind =
            switch model.storage {
            case .table: .table
            case .view: .view
            case .none: model.oneOf.isEmpty ? .value : .oneOf
            }
        let key = Set(model.keyFields.map(\.name))
        let uniques = Set(
            (model.table?.indexes ?? []).compactMap { index -> SwiftName? in
                guard index.uniqueness == .unique, index.terms.count == 1, case .field(let name, _)? = index.terms.first
                else { return nil }
                return name
            })
        var rows = model.fields.map { field in
            var marks: [Diagram.Box.Mark] = []
            if key.contains(field.name) { marks.append(.primaryKey) }
            if field.reference != nil { marks.append(.foreignKey) }
            if uniques.contains(field.name) { marks.append(.unique) }
            return Diagram.Box.Row(name: field.name.text, type: field.type.text, marks: marks, section: .field)
        }
        rows += model.oneOf.map {
            Diagram.Box.Row(name: $0.text, type: $0.type.text, marks: [], section: .field)
        }
        rows += model.relations.map { relation in
            let isMany =
                switch relation.kind {
                case .hasMany, .manyToMany: true
                case .hasOne, .belongsTo: false
                }
            return Diagram.Box.Row(
                name: relation.name.text, type: isMany ? "[\(relation.model)]" : relation.model.text, marks: [],
                section: .relation)
        }
        return Diagram.Box(name: model.name.text, kind: kind, rows: rows)
    }

    private func row(_ field: SwiftName, of model: Model) -> Int? { model.fields.firstIndex { $0.name == field } }

    private mutating func addReferences(of model: Model) {
        guard let from = places[model.name] else { return }
        for (row, field) in model.fields.enumerated() {
            guard let reference = field.reference, let to = places[reference.model] else { continue }
            let target = index.model(reference.model)
            diagram.edges.append(
                Diagram.Edge(
                    from: from, fromRow: row, fromCount: isUnique(field.name, in: model) ? .optional : .many, to: to,
                    toRow: target.flatMap { self.row(reference.field, of: $0) },
                    toCount: field.type.isOptional ? .optional : .one, kind: .reference, label: field.name.text))
        }
    }

    private func isUnique(_ field: SwiftName, in model: Model) -> Bool { model.table?.isUnique([field]) ?? false }

    private mutating func addValues(of model: Model) {
        guard let from = places[model.name] else { return }
        for (row, field) in model.fields.enumerated() {
            guard case .model(let name) = field.type.innermost, let to = places[name] else { continue }
            let count: Diagram.Edge.Count =
                switch field.type.unwrapped {
                case .list, .set, .dictionary: .many
                case .scalar, .geometry, .enumeration, .model, .external, .optional:
                    field.type.isOptional ? .optional : .one
                }
            diagram.edges.append(
                Diagram.Edge(
                    from: from, fromRow: row, fromCount: .one, to: to, toRow: nil, toCount: count, kind: .holding,
                    label: field.name.text))
        }
        for (offset, each) in model.oneOf.enumerated() {
            guard case .model(let name) = each.type.innermost, let to = places[name] else { continue }
            diagram.edges.append(
                Diagram.Edge(
                    from: from, fromRow: model.fields.count + offset, fromCount: .one, to: to, toRow: nil,
                    toCount: .optional, kind: .holding, label: each.text))
        }
    }

    /// Most relations follow foreign keys, which have lines already; the others get their own.
    private mutating func addRelations(of model: Model) {
        guard let own = places[model.name] else { return }
        for relation in model.relations {
            guard let other = places[relation.model], let target = index.model(relation.model) else { continue }
            switch relation.kind {
            case .hasMany(let field), .hasOne(let field):
                let isMany = if case .hasMany = relation.kind { true } else { false }
                addLine(relation, from: other, row(field, of: target), isMany ? .many : .optional, to: own)
            case .belongsTo(let field):
                let isOptional = model.field(field)?.type.isOptional == true
                addLine(relation, from: own, row(field, of: model), .many, to: other, isOptional ? .optional : .one)
            case .manyToMany(let through, let by, let far):
                guard let middle = places[through], let model = index.model(through) else { continue }
                addLine(relation, from: middle, row(by, of: model), .many, to: own)
                addLine(relation, from: middle, row(far, of: model), .many, to: other)
            }
        }
    }

    /// Adds a line for a relation, unless a foreign key has the same.
    private mutating func addLine(
        _ relation: Relation, from: Int, _ row: Int?, _ count: Diagram.Edge.Count, to: Int,
        _ toCount: Diagram.Edge.Count = .one
    ) {
        let isThere = diagram.edges.contains {
            $0.kind == .reference && $0.from == from && $0.fromRow == row && $0.to == to
        }
        guard !isThere else { return }
        diagram.edges.append(
            Diagram.Edge(
                from: from, fromRow: row, fromCount: count, to: to, toRow: nil, toCount: toCount, kind: .reference,
                label: relation.name.text))
    }
}
