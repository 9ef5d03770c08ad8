import ModelgenSchema

/// A Swift step, and the tables that it sees.
package struct SwiftStepPlan: Equatable, Sendable {
    package var name: SwiftName
    package var tables: [FrozenTable]
}

/// A table in the phase in which the steps of a version run: it is already renamed, has the columns that the version
/// adds, and still has those that the version changes or drops.
///
/// It only contains SQL names and declarations, which never change in a released version. So a step, once written,
/// continues to compile. It contains no fields, types or models, which may get other names and types later.
package struct FrozenTable: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package var name: SQLName
        /// The storage class of its values; nil if the declared type leaves it open.
        package var storage: StorageClass?
        package var nullability: Nullability
        package var writing: Writing
    }

    /// Whether a step may write a column.
    package enum Writing: Hashable, Sendable {
        case allowed
        /// It identifies the row.
        case key
        /// SQLite computes it.
        case generated
    }

    package var name: SQLName
    package var columns: [Column]
    /// The columns of the key; or a name of the rowid, if there is no other key.
    package var key: [SQLName]
    /// Whether the key is the rowid, not a column.
    package var isKeyedByRowID: Bool
    /// Whether the values of any column must not be shown.
    package var isSensitive: Bool
}

extension MigrationPlanning {
    /// Plans the step with the tables of its own model and of those that it names.
    mutating func planned(_ swift: SwiftStep, of step: DataStep) -> SwiftStepPlan {
        var tables = step.table.map { frozenTables(of: $0.model).filter { $0.origin == step.table } } ?? []
        for model in swift.models {
            let named = frozenTables(of: model)
            if named.isEmpty {
                findings.append(
                    Finding(
                        rule: "step-without-table",
                        message:
                            "`\(model)` has no table while the steps to version \(transition.version) run; remove it "
                            + "from the `models` of `\(swift.name)`",
                        element: step.element))
            }
            tables += named
        }
        return SwiftStepPlan(name: swift.name, tables: tables.map(\.table).uniqued())
    }

    private func frozenTables(of model: SwiftName) -> [(origin: TableOrigin, table: FrozenTable)] {
        works.filter { $0.before.origin.model == model }.map { ($0.before.origin, frozen($0)) }
            + newTables.filter { $0.origin.model == model }.map { ($0.origin, frozen($0, of: $0.columns)) }
    }

    private func frozen(_ work: TableWork) -> FrozenTable {
        frozen(work.renamed, of: work.renamed.columns + work.added)
    }

    private func frozen(_ table: TableShape, of columns: [ColumnShape]) -> FrozenTable {
        let isKeyedByRowID = table.primaryKey.isEmpty
        // Fields may be reordered, but the arguments of the initializer must not be.
        let others = columns.filter { !table.primaryKey.contains($0.name) }.sorted { $0.name < $1.name }
        return FrozenTable(
            name: table.name,
            columns: (table.primaryKey.compactMap { table.column($0) } + others).map { column in
                FrozenTable.Column(
                    name: column.name, storage: column.declaredStorage, nullability: column.nullability,
                    writing: column.generated != nil
                        ? .generated : table.primaryKey.contains(column.name) ? .key : .allowed)
            },
            key: isKeyedByRowID ? [table.rowIDName].compactMap { $0 } : table.primaryKey,
            isKeyedByRowID: isKeyedByRowID,
            isSensitive: [transition.renamed, transition.after].contains { state in
                state.table(table.origin)?.fields.contains(where: \.isSensitive) == true
            })
    }
}

extension ColumnShape {
    /// The storage class that SQLite gives the values because of the declared type
    /// (https://www.sqlite.org/datatype3.html, 3.1). A type with NUMERIC affinity accepts any.
    fileprivate var declaredStorage: StorageClass? {
        switch ColumnAffinity(declared: type) {
        case .integer: .integer
        case .text: .text
        case .real: .real
        case .blob: type.uppercased() == "BLOB" ? .blob : nil
        case .numeric: nil
        }
    }
}
