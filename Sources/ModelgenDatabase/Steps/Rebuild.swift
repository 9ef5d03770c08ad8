import ModelgenSchema

extension TableWork {
    /// How the table is made again in its new form with the rows it has.
    ///
    /// - Parameter present: The added columns that are in the old table already.
    func rebuild(to after: TableShape, present: Set<SQLName>) -> RebuildPlan {
        let name = RebuildPlan.temporaryName(of: after.name)
        var columns: [(target: SQLName, source: String)] = []
        if let target = after.rowIDName, let source = renamed.rowIDName, after.rowIDAlias == nil {
            columns.append((target, source.quoted))
        }
        for column in after.columns where column.generated == nil {
            guard let source = source(of: column, present: present) else { continue }
            columns.append((column.name, source))
        }
        let keepsCounter = renamed.autoincrement == .neverReusesKeys && after.autoincrement == .neverReusesKeys
        return RebuildPlan(
            table: after.name,
            create: after.createSQL(as: name),
            copy: Statement.copy(from: after.name, into: name, columns),
            counter: keepsCounter ? .kept : .none,
            dropping: dropped.map(\.name)
        )
    }

    /// How the table is made again with nothing changed but the names of its columns. It has its new name already.
    func rebuildForNames() -> RebuildPlan {
        let name = RebuildPlan.temporaryName(of: renamed.name)
        var columns = zip(before.columns, renamed.columns).filter { $0.0.generated == nil }
            .map { (target: $1.name, source: $0.name.quoted) }
        if let rowID = renamed.rowIDName, let old = before.rowIDName, renamed.rowIDAlias == nil {
            columns.insert((rowID, old.quoted), at: 0)
        }
        return RebuildPlan(
            table: renamed.name,
            create: renamed.createSQL(as: name),
            copy: Statement.copy(from: renamed.name, into: name, columns),
            counter: renamed.autoincrement == .neverReusesKeys ? .kept : .none,
            dropping: before.columns.map(\.name).filter { !renamed.hasColumn($0) }
        )
    }

    /// The table made again without a row and without foreign keys, so that it can be dropped.
    func emptied() -> RebuildPlan {
        var empty = renamed
        empty.foreignKeys = []
        let name = RebuildPlan.temporaryName(of: renamed.name)
        let column = renamed.columns.first { $0.generated == nil }?.name ?? "rowid"
        return RebuildPlan(
            table: renamed.name, create: empty.createSQL(as: name),
            copy: Statement.copy(from: renamed.name, into: name, [(column, column.quoted)], where: "0"),
            counter: .none, dropping: [])
    }

    /// What the new column gets of the old row; nil where its default does.
    private func source(of column: ColumnShape, present: Set<SQLName>) -> String? {
        if let conversion = conversions.first(where: { $0.column == column.name }) { return conversion.sql }
        guard let old = renamed.column(column.name) else {
            return present.contains(column.name) ? column.name.quoted : column.fillSQL?.text
        }
        if old.nullability == .nullable, column.nullability == .required,
            let value = column.fillSQL ?? column.defaultSQL
        {
            return "ifnull(\(column.name.quoted), \(value.text))"
        }
        return column.name.quoted
    }

    /// A column as it can be added before the steps that work on rows: everything else comes with the rebuild.
    static func looseAddition(of column: ColumnShape, to table: SQLName) -> [String] {
        var loose = column
        loose.nullability = .nullable
        loose.check = nil
        if let generated = column.generated {
            loose.generated = GeneratedColumn(expression: generated.expression, kind: .virtual)
            return [Statement.addColumn(loose, to: table)]
        }
        let value = column.fillSQL ?? column.defaultSQL
        loose.defaultSQL = value?.isConstant == true ? value : nil
        var statements = [Statement.addColumn(loose, to: table)]
        if let value, !value.isConstant {
            statements.append(Statement.update(table, [(column.name, value.text)]))
        }
        return statements
    }
}
