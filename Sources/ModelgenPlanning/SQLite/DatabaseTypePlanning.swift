import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The type of a database: `BlogDatabase`, with the SQL of every version in it.
    func typePlan(_ database: Database, _ planned: PlannedDatabase) -> DatabaseTypePlan {
        var arguments = [
            [
                "\(SwiftLiteral.string(database.name.text)), version: \(planned.version), "
                    + (database.oldest > 1 ? "oldest: \(database.oldest), " : "")
                    + "applicationID: 0x\(String(planned.applicationID, radix: 16))"
                    + (planned.ownership == .version ? ", ownership: .version" : "")
                    + (planned.mode == .versioned ? "" : ", mode: .\(planned.mode.rawValue)")
            ],
            ["create: ["] + statements(planned.newest.createStatements) + ["]"],
        ]
        if !planned.migrations.isEmpty {
            arguments.append(
                ["migrations: ["] + planned.migrations.map(migration).elementsOfList.map { "    " + $0 } + ["]"])
        }
        if !planned.adoptable.isEmpty {
            let versions = planned.adoptable.map(adoptable).elementsOfList.map { "    " + $0 }
            arguments.append(["adoptable: ["] + versions + ["]"])
        }
        let versions = frozenVersions(planned)
        return DatabaseTypePlan(
            documentation: ["The database `\(database.name)`, version \(planned.version)."].asDocumentation,
            access: options.access.modifier, name: database.typeName.escaped, schema: arguments.commaSeparatedLines,
            additions: (planned.adoptable.isEmpty ? [] : [.adoption])
                + ([.auto, .recreate].contains(planned.mode) ? [.autoMigration] : [])
                + (versions.contains { !$0.rows.isEmpty } ? [.migrationRows] : []),
            steps: stepsPlan(planned).map { [$0] } ?? [], versions: versions,
            earliest: earliestVersionPlan(database, planned).map { [$0] } ?? [])
    }

    func statements(_ statements: [String]) -> [String] {
        statements.map(SwiftLiteral.lines).elementsOfList.map { "    " + $0 }
    }

    /// `AdoptableVersion(1, create: [ … ])`
    private func adoptable(_ adoptable: AdoptableVersionPlan) -> [String] {
        let type = types.library("AdoptableVersion", of: .adoption)
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
    private func stepsPlan(_ planned: PlannedDatabase) -> MigrationStepsPlan? {
        let database = planned.database
        let names = planned.migrations.flatMap { migration in
            let types = FrozenNames(migration)
            return migration.swiftSteps.map { step in
                let rows = step.tables.compactMap { types.types[$0.name] }.map { "`\(migration.typeName).\($0)`" }
                return MigrationStepsPlan.Step(
                    documentation: "A step of version \(migration.version)."
                        + (rows.isEmpty ? "" : " Its rows: \(rows.joined(separator: ", "))."),
                    name: step.name.escaped, literal: SwiftLiteral.string(step.name.text),
                    call: NameScope(["step", "db"]).contains(step.name.text)
                        ? "self.\(step.name.escaped)" : step.name.escaped)
            }
        }
        guard !names.isEmpty else { return nil }
        return MigrationStepsPlan(
            access: options.access.modifier, name: database.migrationsName.escaped, database: database.name.text,
            steps: names,
            versions: planned.migrations.filter(\.hasFrozenTables).map { migration in
                "typealias \(migration.typeName) = \(database.typeName.escaped).\(migration.typeName)"
            })
    }
}

extension [[String]] {
    /// Elements of several lines each, as those of one list. A comma follows the last as well, unless it is the only one.
    var elementsOfList: [String] {
        guard count > 1 else { return flatMap { $0 } }
        return flatMap { lines in lines.dropLast() + lines.suffix(1).map { $0 + "," } }
    }

    /// Arguments of several lines each, as one list.
    var commaSeparatedLines: [String] {
        enumerated().flatMap { index, lines in
            guard index < count - 1, let last = lines.last else { return lines }
            return lines.dropLast() + [last + ","]
        }
    }
}
