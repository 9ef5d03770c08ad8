import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The type of a database: `BlogDatabase`, with the SQL of every version.
    func typePlan(_ database: Database, _ planned: PlannedDatabase) -> DatabaseTypePlan {
        let versions = frozenVersions(planned)
        return DatabaseTypePlan(
            access: options.access.modifier, name: database.typeName.escaped,
            literal: SwiftLiteral.string(database.name.text), version: String(planned.version),
            oldest: database.oldest > 1 ? String(database.oldest) : nil,
            applicationID: "0x\(String(planned.applicationID, radix: 16))",
            isOwnedByVersion: planned.ownership == .version,
            mode: planned.mode == .versioned ? nil : planned.mode.rawValue, fills: fills(planned),
            create: statements(planned.newest.createStatements), migrations: planned.migrations.map(migration),
            adoptable: planned.adoptable.map {
                AdoptableTypePlan(version: String($0.version), create: $0.create.map(statements))
            },
            additions: (planned.version == 1 && planned.adoptable.isEmpty ? [] : [.migrations])
                + (planned.adoptable.isEmpty ? [] : [.adoption])
                + ([.auto, .recreate].contains(planned.mode) ? [.autoMigration] : [])
                + (versions.contains { !$0.rows.isEmpty } ? [.migrationRows] : []),
            steps: stepsPlan(planned).map { [$0] } ?? [], versions: versions,
            earliest: earliestVersionPlan(database, planned).map { [$0] } ?? [])
    }

    private func fills(_ planned: PlannedDatabase) -> [DatabaseTypePlan.TableFills] {
        var tables: [DatabaseTypePlan.TableFills] = []
        var last: SQLName?
        for fill in planned.automaticFills {
            if fill.table != last {
                tables.append(DatabaseTypePlan.TableFills(table: SwiftLiteral.string(fill.table.text)))
            }
            last = fill.table
            tables[tables.count - 1].columns.append(
                DatabaseTypePlan.ColumnFill(
                    column: SwiftLiteral.string(fill.column.text), sql: fill.sql.map { SwiftLiteral.string($0.text) }))
        }
        return tables
    }

    /// SQL as string literals.
    func statements(_ statements: [String]) -> [String] { statements.map(SwiftLiteral.block) }

    private func migration(_ migration: MigrationPlan) -> DatabaseMigrationPlan {
        DatabaseMigrationPlan(
            version: String(migration.version),
            steps: migration.steps.map { step in
                switch step.action {
                case .sql(let sql): .sql(SwiftLiteral.block(sql))
                case .swift(let name): .swift(SwiftLiteral.string(name.text))
                case .dropTable(let table): .dropTable(SwiftLiteral.string(table.text))
                case .rebuild(let rebuild):
                    .rebuild(
                        DatabaseMigrationPlan.Rebuild(
                            table: SwiftLiteral.string(rebuild.table.text), create: SwiftLiteral.block(rebuild.create),
                            copy: SwiftLiteral.block(rebuild.copy), isCounterKept: rebuild.counter == .kept,
                            dropped: rebuild.dropping.map { SwiftLiteral.string($0.text) }))
                }
            })
    }

    /// The protocol with a requirement for each Swift step.
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
                    isHidden: NameScope(["step", "db"]).contains(step.name.text))
            }
        }
        guard !names.isEmpty else { return nil }
        return MigrationStepsPlan(
            access: options.access.modifier, name: database.migrationsName.escaped, database: database.name.text,
            type: database.typeName.escaped, steps: names,
            versions: planned.migrations.filter(\.hasFrozenTables).map(\.typeName))
    }
}
