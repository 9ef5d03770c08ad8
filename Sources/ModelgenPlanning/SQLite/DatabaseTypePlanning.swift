import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The type of a database: `BlogDatabase`, with the SQL of every version in it.
    func typePlan(_ database: Database, _ planned: PlannedDatabase) -> DatabaseTypePlan {
        let plan = planned.plan
        var arguments = [
            [
                "\(SwiftLiteral.string(database.name.text)), version: \(plan.version), "
                    + "applicationID: 0x\(String(plan.applicationID, radix: 16))"
                    + (plan.ownership == .version ? ", ownership: .version" : "")
                    + (plan.mode == .versioned ? "" : ", mode: .\(plan.mode.rawValue)")
            ],
            ["create: ["] + statements(plan.create) + ["]"],
        ]
        if !plan.migrations.isEmpty {
            arguments.append(
                ["migrations: ["] + plan.migrations.map(migration).elementsOfList.map { "    " + $0 } + ["]"])
            arguments.append(["initial: ["] + statements(plan.initial) + ["]"])
        }
        if !plan.adoptable.isEmpty {
            let versions = plan.adoptable.map(adoptable).elementsOfList.map { "    " + $0 }
            arguments.append(["adoptable: ["] + versions + ["]"])
        }
        return DatabaseTypePlan(
            documentation: ["The database `\(database.name)`, version \(plan.version)."].asDocumentation,
            access: options.access.modifier, name: database.typeName.escaped, schema: arguments.commaSeparatedLines,
            steps: stepsPlan(database, plan).map { [$0] } ?? [], versions: frozenVersions(plan, of: database))
    }

    private func statements(_ statements: [String]) -> [String] {
        statements.map(SwiftLiteral.lines).elementsOfList.map { "    " + $0 }
    }

    /// `AdoptableVersion(1, create: [ … ])`
    private func adoptable(_ adoptable: AdoptableVersionPlan) -> [String] {
        let type = types.library("AdoptableVersion", of: .sqlite)
        guard let create = adoptable.create else { return ["\(type)(\(adoptable.version))"] }
        return ["\(type)(", "    \(adoptable.version),", "    create: ["] + statements(create).map { "    " + $0 }
            + ["    ])"]
    }

    /// `DatabaseMigration(to: 2, [ … ])`
    private func migration(_ migration: MigrationPlan) -> [String] {
        let steps = migration.steps.map { step -> [String] in
            switch step.action {
            case .sql(let sql): SwiftLiteral.lines(sql)
            case .swift(let name): [".swift(\(SwiftLiteral.string(name.text)))"]
            case .rebuild(let rebuild): self.rebuild(rebuild)
            }
        }
        let type = types.library("DatabaseMigration", of: .sqlite)
        if steps.isEmpty { return ["\(type)(to: \(migration.version), [])"] }
        return ["\(type)(", "    to: \(migration.version),", "    ["] + steps.elementsOfList.map { "        " + $0 }
            + ["    ])"]
    }

    private func rebuild(_ rebuild: RebuildPlan) -> [String] {
        var arguments = [
            ["table: \(SwiftLiteral.string(rebuild.table.text))"],
            labelled("create", SwiftLiteral.lines(rebuild.create)), labelled("copy", SwiftLiteral.lines(rebuild.copy)),
        ]
        if rebuild.counter == .kept { arguments.append(["counter: .kept"]) }
        if !rebuild.dropping.isEmpty {
            let names = rebuild.dropping.map { SwiftLiteral.string($0.text) }
            arguments.append(["dropping: [\(names.joined(separator: ", "))]"])
        }
        let type = types.library("TableRebuild", of: .sqlite)
        return [".rebuild(", "    \(type)("] + arguments.commaSeparatedLines.map { "        " + $0 } + ["    ))"]
    }

    private func labelled(_ label: String, _ lines: [String]) -> [String] {
        ["\(label): \(lines.first ?? "")"] + lines.dropFirst().map { "    " + $0 }
    }

    /// The protocol with a requirement for each step that is written in Swift.
    private func stepsPlan(_ database: Database, _ plan: DatabasePlan) -> MigrationStepsPlan? {
        let names = plan.migrations.flatMap { migration in
            let types = FrozenNames(migration)
            return migration.swiftSteps.map { step in
                let rows = step.tables.compactMap { types.types[$0.name] }.map { "`\(migration.typeName).\($0)`" }
                return MigrationStepsPlan.Step(
                    documentation: "A step of version \(migration.version)."
                        + (rows.isEmpty ? "" : " Its rows: \(rows.joined(separator: ", "))."),
                    name: step.name.escaped, literal: SwiftLiteral.string(step.name.text))
            }
        }
        guard !names.isEmpty else { return nil }
        return MigrationStepsPlan(
            access: options.access.modifier, name: database.name.text + "Migrations", database: database.name.text,
            steps: names,
            versions: plan.migrations.filter(\.hasFrozenTables).map { migration in
                "typealias \(migration.typeName) = \(database.typeName.escaped).\(migration.typeName)"
            })
    }
}

extension [[String]] {
    /// Elements of several lines each, as those of one list. A comma follows the last as well, unless it is the only one.
    fileprivate var elementsOfList: [String] {
        guard count > 1 else { return flatMap { $0 } }
        return flatMap { lines in lines.dropLast() + lines.suffix(1).map { $0 + "," } }
    }

    /// Arguments of several lines each, as one list.
    fileprivate var commaSeparatedLines: [String] {
        enumerated().flatMap { index, lines in
            guard index < count - 1, let last = lines.last else { return lines }
            return lines.dropLast() + [last + ","]
        }
    }
}
