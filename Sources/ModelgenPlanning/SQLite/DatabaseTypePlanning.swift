import ModelgenSchema

extension SchemaPlanning {
    /// The type of a database: `BlogDatabase`, with the SQL of every version in it.
    func typePlan(_ database: Database, _ planned: PlannedDatabase) -> DatabaseTypePlan {
        let plan = planned.plan
        var arguments = [
            [
                "\(SwiftLiteral.string(database.name.text)), version: \(plan.version), "
                    + "applicationID: 0x\(String(plan.applicationID, radix: 16))"
                    + (plan.mode == .versioned ? "" : ", mode: .\(plan.mode.rawValue)")
            ],
            ["create: ["] + statements(plan.create) + ["]"],
        ]
        if !plan.migrations.isEmpty {
            arguments.append(["migrations: ["] + plan.migrations.flatMap(migration) + ["]"])
            arguments.append(["initial: ["] + statements(planned.shapes.first?.createStatements ?? []) + ["]"])
        }
        return DatabaseTypePlan(
            documentation: ["The database `\(database.name)`, version \(plan.version)."].asDocumentation,
            access: options.access.modifier, name: database.typeName.escaped, schema: arguments.commaSeparatedLines,
            steps: stepsPlan(database, plan).map { [$0] } ?? [])
    }

    private func statements(_ statements: [String]) -> [String] {
        statements.flatMap { sql in
            var lines = SwiftLiteral.lines(sql).map { "    " + $0 }
            lines[lines.count - 1] += ","
            return lines
        }
    }

    /// `DatabaseMigration(to: 2, [ … ])`
    private func migration(_ migration: MigrationPlan) -> [String] {
        let steps = migration.steps.flatMap { step -> [String] in
            switch step.action {
            case .sql(let sql): return statements([sql])
            case .swift(let name): return ["    .swift(\(SwiftLiteral.string(name.text))),"]
            }
        }
        var tail = "])"
        if migration.foreignKeys == .suspended {
            let tables = migration.checkedTables.map { SwiftLiteral.string($0.text) }.joined(separator: ", ")
            tail = "], foreignKeys: .suspended(checking: [\(tables)]))"
        }
        let lines = ["DatabaseMigration(", "    to: \(migration.version),", "    ["] + steps.map { "    " + $0 }
        return (lines + ["    \(tail),"]).map { "    " + $0 }
    }

    /// The protocol with a requirement for each step that is written in Swift.
    private func stepsPlan(_ database: Database, _ plan: DatabasePlan) -> MigrationStepsPlan? {
        let names = plan.migrations.flatMap { migration in
            migration.steps.compactMap { step -> MigrationStepsPlan.Step? in
                guard case .swift(let name) = step.action else { return nil }
                return MigrationStepsPlan.Step(
                    documentation: "A step of version \(migration.version).", name: name.escaped,
                    literal: SwiftLiteral.string(name.text))
            }
        }
        guard !names.isEmpty else { return nil }
        return MigrationStepsPlan(
            access: options.access.modifier, name: database.name.text + "Migrations", database: database.name.text,
            steps: names)
    }
}

extension [[String]] {
    /// Arguments of several lines each, as one list.
    fileprivate var commaSeparatedLines: [String] {
        enumerated().flatMap { index, lines in
            guard index < count - 1, let last = lines.last else { return lines }
            return lines.dropLast() + [last + ","]
        }
    }
}
