import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The rows for the Swift steps, version by version.
    func frozenVersions(_ planned: PlannedDatabase) -> [FrozenVersionPlan] {
        planned.migrations.filter(\.hasFrozenTables).map { migration in
            let names = FrozenNames(migration)
            return FrozenVersionPlan(
                documentation: [
                    "The tables as the steps to version \(migration.version) see them: with what the version adds, and with "
                        + "what it is about to drop.",
                    "The values are as SQLite stores them. Later changes to the models do not affect them.",
                ].asDocumentation,
                access: options.access.modifier, database: planned.database.typeName.escaped, name: migration.typeName,
                rows: migration.frozenTables.compactMap { table in
                    names.types[table.name].map { row(table, $0, among: names, in: migration, of: planned.database) }
                })
        }
    }

    private func row(
        _ table: FrozenTable, _ name: String, among names: FrozenNames, in migration: MigrationPlan,
        of database: Database
    ) -> FrozenRowPlan {
        // The rows of a table called `migration` have the name of the protocol.
        let conformance = table.isSensitive ? "SensitiveMigrationRow" : "MigrationRow"
        let isHidden = names.types.values.contains(conformance)
        let properties = FrozenNames.properties(of: table.columns.map(\.name))
        var fields = zip(table.columns, properties).map { column, property in
            field(
                property, type(of: column), column.name, isVariable: column.writing == .allowed,
                isFilled: column.writing == .generated, table)
        }
        if table.isKeyedByRowID, let rowID = table.key.first {
            let name = FrozenNames.unique(properties + ["rowID"]).last ?? "rowID"
            fields.append(
                field(name, "\(types.scalar(.int64))?", rowID, isVariable: false, isFilled: true, table))
        }
        for index in fields.indices { fields[index].index = index }
        return FrozenRowPlan(
            documentation: ["A row of `\(table.name.text)`."].asDocumentation, access: options.access.modifier,
            name: name, type: "\(database.typeName.escaped).\(migration.typeName).\(name)",
            conformance: isHidden
                ? "\(Library.migrationRows.rawValue).\(conformance)" : types.library(conformance, of: .migrationRows),
            table: SwiftLiteral.string(table.name.text), key: table.key.map { SwiftLiteral.string($0.text) },
            fields: fields)
    }

    private func field(
        _ name: String, _ type: String, _ column: SQLName, isVariable: Bool, isFilled: Bool, _ table: FrozenTable
    ) -> FrozenFieldPlan {
        FrozenFieldPlan(
            name: SwiftName(name).escaped, label: SwiftName(name).label, literal: SwiftLiteral.string(name),
            column: SwiftLiteral.string(column.text), type: type,
            isOptional: type.hasSuffix("?"), isNamedAlike: column.text.isExactly(name), isVariable: isVariable,
            isFilled: isFilled, isBound: !isFilled || column == table.key.first, index: 0)
    }

    private func type(of column: FrozenTable.Column) -> String {
        let type: String
        switch column.storage {
        // NULL is one of its values.
        case nil: return types.library("DatabaseValue", of: .sqlite)
        case .integer: type = types.scalar(.int64)
        case .real: type = types.scalar(.double)
        case .text: type = types.scalar(.string)
        case .blob: type = types.scalar(.data)
        }
        return column.nullability == .nullable ? type + "?" : type
    }
}

extension MigrationPlan {
    /// The type that contains the rows of this version: `Version4`.
    var typeName: String { "Version\(version)" }

    /// The tables of all its Swift steps.
    var frozenTables: [FrozenTable] { swiftSteps.flatMap(\.tables).uniqued().sorted { $0.name < $1.name } }

    var hasFrozenTables: Bool { swiftSteps.contains { !$0.tables.isEmpty } }
}

/// The Swift names of frozen rows. They derive only from SQL names, which a released version never changes.
struct FrozenNames {
    /// `PostsRow` for `posts`, by table.
    private(set) var types: [SQLName: String] = [:]

    init(_ migration: MigrationPlan) {
        let tables = migration.frozenTables
        let names = Self.unique(tables.map { Self.identifier($0.name).capitalizedFirst + "Row" })
        for (table, name) in zip(tables, names) { types[table.name] = name }
    }

    /// `userId` for `user_id`.
    static func properties(of columns: [SQLName]) -> [String] {
        unique(
            columns.map { column in
                let name = identifier(column)
                return reserved.contains(name) ? name + "Value" : name
            })
    }

    /// The words with a meaning after a dot, and the types in the rows' code, which no property may be called.
    private static let reserved = SwiftName.ofLanguage
        .union(["Data", "DatabaseValue", "Double", "Int64", "String", "Table", "TableColumn"])
        .union(TypeScope(of: ["MigrationRow"]).types)
        .union(TypeScope(of: ["CustomReflectable", "CustomStringConvertible", "Hashable"]).properties)

    /// The words of a SQL name as a Swift name. Characters that identifiers cannot contain separate words.
    private static func identifier(_ name: SQLName) -> String {
        var words: [String] = [""]
        for scalar in name.text.unicodeScalars {
            let isPart = scalar.properties.isXIDContinue && scalar != "_"
            if isPart { words[words.count - 1].unicodeScalars.append(scalar) } else { words.append("") }
        }
        let parts = words.filter { !$0.isEmpty }
        guard let first = parts.first, let initial = first.unicodeScalars.first else { return "unnamed" }
        let joined = first + parts.dropFirst().map(\.capitalizedFirst).joined()
        return initial.properties.isXIDStart ? joined : "n" + joined
    }

    /// The names, with a number appended to those that occurred before.
    static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var candidate = name
            var number = 2
            while !taken.insert(candidate).inserted {
                candidate = "\(name)\(number)"
                number += 1
            }
            return candidate
        }
    }
}
