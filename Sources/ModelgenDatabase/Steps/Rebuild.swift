import ModelgenSchema

extension TableWork {
    /// Rebuilds the table in its new form, with its rows.
    ///
    /// - Parameter present: The added columns that the old table already has.
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
        let read = namesMentioned(in: columns.map(\.source).joined(separator: ", "))
        let replaced = renamed.columns.filter { old in
            guard let new = after.column(old.name), !read.contains(old.name.folded) else { return false }
            return old.generated == nil || new.generated == nil
        }
        let keepsCounter = renamed.autoincrement == .neverReusesKeys && after.autoincrement == .neverReusesKeys
        return RebuildPlan(
            table: after.name,
            create: after.createSQL(as: name),
            copy: Statement.copy(from: after.name, into: name, columns),
            counter: keepsCounter ? .kept : .none,
            dropping: dropped.map(\.name) + replaced.map(\.name)
        )
    }

    /// Rebuilds the table only to rename its columns. The table already has its new name.
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

    /// The value of the new column, computed from the old row; nil if it gets its default.
    private func source(of column: ColumnShape, present: Set<SQLName>) -> String? {
        if let conversion = conversions.first(where: { $0.column == column.name }) { return conversion.sql }
        guard let old = renamed.column(column.name) else {
            guard present.contains(column.name) else { return column.fillSQL?.text }
            // Rows from steps do not have the computed value yet.
            let standard = column.defaultSQL ?? column.fillSQL
            let isComputed = standard?.isConstant == false && column.nullability == .required
            return value(of: column, or: isComputed ? standard : nil)
        }
        let isRequired = old.nullability == .nullable && column.nullability == .required
        return value(of: column, or: isRequired ? column.fillSQL ?? column.defaultSQL : nil)
    }

    private func value(of column: ColumnShape, or replacement: SQLText?) -> String {
        replacement.map { "ifnull(\(column.name.quoted), \($0.text))" } ?? column.name.quoted
    }

    /// A column in the form in which it can be added before the steps on rows. The rebuild adds everything else.
    static func looseAddition(of column: ColumnShape, to table: SQLName) -> [String] {
        var loose = column
        loose.nullability = .nullable
        loose.check = nil
        if let generated = column.generated {
            loose.generated = GeneratedColumn(expression: generated.expression, kind: .virtual)
            return [Statement.addColumn(loose, to: table)]
        }
        // Rows that steps insert get the default, as they would without a rebuild. If there is none, they need the
        // value for older rows.
        let standard = column.defaultSQL ?? (column.nullability == .required ? column.fillSQL : nil)
        loose.defaultSQL = standard?.isConstant == true ? standard : nil
        var statements = [Statement.addColumn(loose, to: table)]
        if let value = column.fillSQL ?? column.defaultSQL, value != loose.defaultSQL {
            statements.append(Statement.update(table, [(column.name, value.text)]))
        }
        return statements
    }
}
