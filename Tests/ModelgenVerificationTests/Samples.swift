import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

/// Short forms for the tests' schemas.
func stored(
    _ name: String,
    _ type: FieldType = .scalar(.string),
    column: String? = nil,
    declared: String? = nil,
    default value: DefaultValue? = nil,
    since: Int = 1,
    fill: DefaultValue? = nil,
    transformer: TransformerUse? = nil,
    references: Reference? = nil,
    collation: String? = nil,
    check: String? = nil,
    generated: GeneratedColumn? = nil,
    assigned: KeyAssignment? = nil
) -> Field {
    Field(
        name: SwiftName(name),
        type: type,
        column: Column(
            name: SQLName(column ?? NamingStrategy.snakeCase.name(for: SwiftName(name))),
            declaredType: declared,
            collation: collation,
            check: check,
            generated: generated
        ),
        defaultValue: value,
        since: since,
        fill: fill,
        transformer: transformer.map { FieldTransformer(json: .always($0), sqlite: $0) },
        reference: references,
        assigned: assigned
    )
}

let text = FieldType.scalar(.string)
let int = FieldType.scalar(.int64)
let double = FieldType.scalar(.double)
let key = stored("id", int, assigned: .database(autoincrement: .reusesKeys))

func optional(_ type: FieldType) -> FieldType { .optional(type) }

func model(
    _ name: String,
    _ fields: [Field],
    table: String? = nil,
    since: Int = 1,
    primaryKey: [SwiftName] = ["id"],
    indexes: [Index] = [],
    checks: [TableCheck] = [],
    strict: Bool = false,
    withoutRowID: Bool = false,
    fullText: [SwiftName] = [],
    _ steps: [Int: [TableStep]] = [:],
    queries: [NamedQuery] = []
) -> Model {
    Model(
        name: SwiftName(name),
        file: "blog",
        fields: fields,
        storage: .table(
            Table(
                name: SQLName(table ?? NamingStrategy.snakeCase.name(for: SwiftName(name)) + "s"),
                database: "Blog",
                since: since,
                primaryKey: primaryKey,
                indexes: indexes,
                checks: checks,
                isStrict: strict,
                isWithoutRowID: withoutRowID,
                fullText: fullText,
                migrations: steps.keys.sorted().map { TableMigration(version: $0, steps: steps[$0] ?? []) }
            )
        ),
        queries: queries
    )
}

func view(_ name: String, _ sql: String, table: String, since: Int = 1, _ steps: [Int: [TableStep]] = [:]) -> Model {
    Model(
        name: SwiftName(name),
        file: "blog",
        storage: .view(
            View(
                name: SQLName(table),
                database: "Blog",
                since: since,
                sql: sql,
                migrations: steps.keys.sorted().map { TableMigration(version: $0, steps: steps[$0] ?? []) }
            )
        )
    )
}

func index(
    _ name: String,
    _ fields: SwiftName...,
    unique: Bool = false,
    where condition: String? = nil,
    since: Int = 1
) -> Index {
    Index(
        name: SQLName(name),
        terms: fields.map { .field($0, .ascending) },
        uniqueness: unique ? .unique : .plain,
        condition: condition,
        since: since
    )
}

func blog(
    version: Int,
    _ models: [Model],
    sqlite: SQLiteVersion = .default,
    mode: MigrationMode = .versioned,
    steps: [Int: [DatabaseMigration.Step]] = [:],
    enumerations: [Enumeration] = []
) -> Schema {
    Schema(
        files: [SchemaFile(name: "blog")],
        databases: [
            Database(
                name: "Blog",
                file: "blog",
                version: version,
                migration: mode,
                oldestSQLite: sqlite,
                migrations: steps.keys.sorted().map { DatabaseMigration(version: $0, steps: steps[$0] ?? []) }
            )
        ],
        enumerations: enumerations,
        models: models
    )
}

/// A renamed field, whose column has the same names.
func renamed(_ from: String, to: String) -> TableStep {
    .renameField(from: SwiftName(from), to: SwiftName(to), column: ColumnRename(from: SQLName(from), to: SQLName(to)))
}

func was(_ change: (inout EarlierTable) -> Void) -> TableStep {
    var earlier = EarlierTable()
    change(&earlier)
    return .was(earlier)
}

/// Plans the database of a schema, expects no finding, and verifies its chain.
func proved(_ schema: Schema, sourceLocation: SourceLocation = #_sourceLocation) throws -> PlannedDatabase {
    let planned = try #require(schema.plannedDatabase("Blog"))
    #expect(planned.findings == [], sourceLocation: sourceLocation)
    #expect(verifyChain(planned) == [], sourceLocation: sourceLocation)
    return planned
}

extension PlannedDatabase {
    /// The SQL of the steps to a version; a comment for a Swift step.
    func sql(to version: Int) -> [String] {
        let steps = migrations.first { $0.version == version }?.steps ?? []
        return steps.flatMap { step in
            if case .swift(let name) = step.action { ["-- Swift: \(name)"] } else { step.statements }
        }
    }
}

extension String {
    /// A script as someone would complete it whose steps in Swift do nothing.
    var withoutSwiftSteps: String { replacing(/-- Write SQL in place of .*\n.*\n.*\n.*\n/, with: "") }
}
