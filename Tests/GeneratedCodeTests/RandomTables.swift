extension RandomSchema {
    /// Adds the keys of a table, its history and its queries.
    mutating func addTable(_ model: inout Model, _ version: Int) {
        model.options.append("database: \(databases[model.database].name)")
        model.options.append("table: \(model.table)")
        switch model.storage {
        case .assigned, .server: model.options.append("primaryKey: id")
        case .text: model.options.append("primaryKey: code")
        case .composite: model.options.append("primaryKey: [first, second]")
        case .none, .rowID, .view: break
        }
        if model.storage == .text || model.storage == .composite, chance(3) {
            model.options.append("withoutRowID: true")
        }
        if chance(4) { model.options.append("strict: true") }
        let plain = model.fields.filter {
            $0.isKept && !$0.keys.contains { $0.hasPrefix("since") } && $0.name.hasPrefix("f")
        }
        if let text = plain.first(where: { $0.type == "String" && $0.keys.allSatisfy { !$0.hasPrefix("transformer") } })
        {
            if chance(3), model.storage != .text, model.storage != .composite {
                model.options.append("fullText: [\(text.name)]")
            }
            if chance(3) { model.options.append("checks: [\"length(\(text.name)) >= 0\"]") }
            if chance(3) {
                model.fields.append(
                    Field(
                        name: "made", type: "Int?", keys: ["generated: \"length(\(text.name))\"", "json: false"],
                        path: [], isKept: false))
            }
            if version > 1, chance(3) {
                model.migrations[2, default: []].append("{ rename: { was\(text.name): \(text.name) } }")
            }
        }
        if let any = plain.first(where: { !$0.keys.contains("index: true") }), chance(3) {
            model.options.append("indexes: [\(any.name)]")
        }
        let database = model.database
        if let other = models.first(where: { $0.storage == .assigned && $0.database == database }), chance(3) {
            model.fields.append(
                Field(
                    name: "owner", type: "Int64?", keys: ["references: \(other.name).id", "onDelete: setNull"],
                    path: ["owner"]))
            if model.storage != .rowID, model.storage != .composite {
                model.options.append("relations: { toOwner: { belongsTo: \(other.name), by: owner } }")
            }
        }
        if version > 1 {
            if chance(3) {
                model.migrations[version, default: []].append(
                    "{ drop: { gone: \(["String?", "Int?", "Date?"][below(3)]) } }")
            }
            if chance(4) {
                model.migrations[2, default: []].append(
                    "{ sql: \"UPDATE \(model.table) SET rowid = rowid\" }".replacing(
                        "rowid = rowid", with: model.fields[0].name.isEmpty ? "" : "\(column(model)) = \(column(model))"
                    ))
            }
            if chance(4) {
                let step = "fill\(model.name)"
                databases[model.database].steps.append(step)
                model.migrations[version, default: []].append("{ swift: \(step) }")
            }
        }
        addChanges(&model, version, plain)
        let key = column(model)
        var queries: [String] = []
        if chance(2) { queries.append("every: { sql: \"SELECT * FROM \(model.table)\", returns: [\(model.name)] }") }
        if chance(2) { queries.append("total: { sql: \"SELECT count(*) FROM \(model.table)\", returns: Int }") }
        if chance(2) {
            queries.append(
                "counted: { sql: \"SELECT \(key) AS word, count(*) AS n FROM \(model.table) GROUP BY 1\", returns: [{ word: JSON?, n: Int }] }"
                    .replacing("JSON?", with: keyType(model)))
        }
        if chance(3) {
            queries.append(
                "only: { sql: \"SELECT * FROM \(model.table) LIMIT coalesce(:limit, 1)\", params: { limit: Int? }, returns: \(model.name)? }"
            )
        }
        if chance(3) { queries.append("wipe: { sql: \"DELETE FROM \(model.table) WHERE \(key) IS NULL\" }") }
        if !queries.isEmpty {
            model.options.append("queries:\n" + queries.map { "      \($0)\n" }.joined().dropLast())
        }
    }

    /// What the last version changed in a table and in a column.
    private mutating func addChanges(_ model: inout Model, _ version: Int, _ plain: [Field]) {
        guard version > 1 else { return }
        let said = (model.options + model.migrations.values.joined()).joined()
        // What nothing else refers to.
        let free = plain.filter { field in
            field.keys.allSatisfy { !$0.hasPrefix("unique") && !$0.hasPrefix("index") && !$0.hasPrefix("transformer") }
                && !said.contains(field.name)
        }
        let earlier = ["Int64": "Int32", "Int32": "Int16", "String?": "UUID?", "Double": "Float"]
        if let field = free.first(where: { earlier[$0.type] != nil }), let type = earlier[field.type], chance(2) {
            let column = field.name
            let way = chance(2) ? "restored: same" : "using: \"\(column)\""
            model.migrations[version, default: []].append(
                "{ change: { \(column): { from: \"\(type)\", \(way) } } }")
        }
        // The SQL of the view and of earlier steps names the first table, and each its own, as they are now.
        let isNamed = models.isEmpty || model.migrations.values.joined().contains { $0.contains("sql:") }
        if chance(4), !isNamed {
            model.migrations[version, default: []].append("{ was: { table: earlier_\(model.table) } }")
        } else if model.options.contains(where: { $0.hasPrefix("checks:") }), chance(2) {
            model.migrations[version, default: []].append("{ was: { checks: [] } }")
        } else if model.options.contains("strict: true"), chance(2) {
            model.migrations[version, default: []].append("{ was: { strict: false } }")
        }
    }

    private func column(_ model: Model) -> String { model.storage == .rowID ? "rowid" : model.fields[0].name }

    private func keyType(_ model: Model) -> String {
        switch model.storage {
        case .text: "String"
        case .none, .assigned, .server, .composite, .rowID, .view: "Int64"
        }
    }
}
