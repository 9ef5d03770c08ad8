import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import ModelTesting
import ModelgenDatabase
import ModelgenSchema

/// A database from its plan, without generated code: what a history becomes in a program.
struct HistoryDatabase: MigratedDatabase {
    struct Description: Sendable {
        var schema: DatabaseSchema
        var earliest: EarliestVersion?
    }

    @TaskLocal static var description = Description(
        schema: DatabaseSchema("None", version: 1, applicationID: 1, create: []))

    static var schema: DatabaseSchema { description.schema }
    static var earliestVersion: EarliestVersion? { description.earliest }

    let pool: DatabasePool

    static func open(_ file: URL, as description: Description, adopting: Adoption?) throws -> HistoryDatabase {
        try $description.withValue(description) { try openAndWait(at: file, adopting: adopting) }
    }
}

extension HistoryDatabase.Description {
    init(_ planned: PlannedDatabase) {
        schema = DatabaseSchema(
            planned.name.text, version: planned.version, oldest: planned.database.oldest,
            applicationID: planned.applicationID, create: planned.newest.createStatements,
            migrations: DatabaseMigrations(
                planned.migrations.map { plan in
                    ModelMigrations.DatabaseMigration(to: plan.version, plan.steps.map(\.action).map(Self.step))
                }),
            adoptable: AdoptableFiles(planned.adoptable.map { AdoptableVersion($0.version, create: $0.create) }))
        earliest = planned.versions.first.map { first in
            EarliestVersion(
                first.number, create: first.shape.createStatements,
                samples: planned.samples.map { sample in
                    ColumnSamples(
                        sample.table.text, sample.column.text, since: sample.since ?? 0, Self.form(sample.samples))
                })
        }
    }

    /// Swift steps that do nothing.
    static func steps(of planned: PlannedDatabase) -> MigrationSteps {
        let names = planned.migrations.flatMap(\.swiftSteps).map(\.name.text)
        let steps = names.map { ($0, { @Sendable (_: ModelSQLite.Database) throws in }) }
        return MigrationSteps(Dictionary(steps) { first, _ in first })
    }

    private static func step(_ action: MigrationStep.Action) -> ModelMigrations.DatabaseMigration.Step {
        switch action {
        case .sql(let sql): .sql(sql)
        case .swift(let name): .swift(name.text)
        case .dropTable(let table): .dropTable(table.text)
        case .rebuild(let plan):
            .rebuild(
                TableRebuild(
                    table: plan.table.text, create: plan.create, copy: plan.copy,
                    counter: plan.counter == .kept ? .kept : .none, dropping: plan.dropping.map(\.text)))
        }
    }

    private static func form(_ samples: StoredSamples) -> ModelMigrations.StoredForm {
        switch samples {
        case .plain: .plain
        case .date(let pattern): .date(pattern)
        case .milliseconds: .milliseconds
        case .literals(let literals): .values(literals)
        case .unknown: .unknown
        case .scalar(let scalar):
            switch scalar {
            case .bool: .boolean
            case .decimal: .decimal
            case .uuid: .uuid
            case .url: .url
            case .json: .json
            case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: .small
            case .float, .double, .string, .date, .data: .plain
            }
        }
    }
}
