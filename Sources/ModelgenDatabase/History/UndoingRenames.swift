import ModelgenSchema

// Undoes the renames of fields, columns and tables. Every name that refers to them, and all SQL, follows.
extension HistoryUndoing {
    mutating func undoRenames(version: Int) {
        let concerned = state.tables.indices.filter { !steps(of: state.tables[$0].origin, in: version).isEmpty }
        if concerned.isEmpty, state.views.isEmpty { return }
        var renamed: [SwiftName: [SwiftName: SwiftName]] = [:]
        for index in concerned.sorted(by: { state.tables[$0].name.precedes(state.tables[$1].name) }) {
            let fields = undoRenamesOfColumns(of: index, version: version)
            if !fields.isEmpty { renamed[state.tables[index].origin.model] = fields }
        }
        renameInReferences(renamed)
        renameTables(concerned, version: version)
    }

    /// The tables and views of a version are renamed at the same time, so two of them can be swapped. First, each one
    /// gets a name that cannot occur in SQL.
    private mutating func renameTables(_ concerned: [Int], version: Int) {
        func earlierName(_ origin: TableOrigin) -> SQLName? {
            steps(of: origin, in: version).lazy.compactMap { step in
                if case .was(let earlier) = step { earlier.name } else { nil }
            }.first
        }
        let tables = concerned.compactMap { index in
            earlierName(state.tables[index].origin).map { (index, $0) }
        }
        let views = state.views.indices.compactMap { index in
            earlierName(state.views[index].origin).map { (index, $0) }
        }
        for (index, _) in tables { renameTable(index, to: SQLName("\u{0}\(state.tables[index].name.text)")) }
        for (index, _) in views { renameView(index, to: SQLName("\u{0}\(state.views[index].name.text)")) }
        for (index, name) in tables { renameTable(index, to: name) }
        for (index, name) in views { renameView(index, to: name) }
    }

    private mutating func renameView(_ index: Int, to name: SQLName) {
        renameInViews(.table(from: state.views[index].name, to: name))
        state.views[index].name = name
    }

    /// The renames of a version happen at the same time, so two names can be swapped: `rename: { a: b, b: a }`.
    ///
    /// - Returns: The earlier names of the renamed fields.
    private mutating func undoRenamesOfColumns(of index: Int, version: Int) -> [SwiftName: SwiftName] {
        let table = state.tables[index]
        let origin = table.origin
        var fields: [SwiftName: SwiftName] = [:]
        var columns: [SQLName: SQLName] = [:]
        for (place, step) in steps(of: origin, in: version).enumerated() {
            let element = element(of: origin, version: version, index: place)
            let column: ColumnRename
            switch step {
            case .drop, .change, .was, .sql, .swift: continue
            case .renameField(let from, let to, let follower):
                guard table.field(to) != nil else {
                    report(
                        "rename-unknown-field",
                        "`\(origin.model)` has no stored field `\(to)` in version \(version) that was named `\(from)` before; "
                            + "a field that the version adds cannot be renamed in it",
                        at: element
                    )
                    continue
                }
                fields[to] = from
                guard let follower else { continue }
                column = follower
            case .renameColumn(let rename): column = rename
            }
            let names = table.fields.compactMap(\.column?.name)
            guard let name = names.first(where: { $0.folded == column.to.folded }) else {
                report(
                    "rename-unknown-column",
                    "`\(table.name)` has no column `\(column.to)` in version \(version) that was named `\(column.from)` "
                        + "before",
                    at: element
                )
                continue
            }
            columns[name] = column.from
        }
        if fields.isEmpty, columns.isEmpty { return [:] }
        let derived = derivedIndexes(of: table)
        renameFields(of: index, fields)
        renameColumns(of: index, columns)
        nameAgain(derived, of: index)
        reportTwins(in: state.tables[index], version: version)
        return fields
    }

    /// Two fields cannot have had the same name at the same time.
    private mutating func reportTwins(in table: TableState, version: Int) {
        var seen: Set<SwiftName> = []
        for field in table.fields where !seen.insert(field.name).inserted {
            let index = steps(of: table.origin, in: version).firstIndex { step in
                if case .renameField(field.name, _, _) = step { true } else { false }
            }
            report(
                "rename-to-taken-name",
                "before version \(version) `\(table.origin.model)` would have two fields `\(field.name)`; rename the other one "
                    + "as it was too",
                at: element(of: table.origin, version: version, index: index ?? 0)
            )
        }
    }

    /// Gives fields their earlier names in the key, the full-text index and the indexes of their table.
    private mutating func renameFields(of index: Int, _ names: [SwiftName: SwiftName]) {
        guard !names.isEmpty else { return }
        var table = state.tables[index]
        for place in table.fields.indices {
            table.fields[place].name = names[table.fields[place].name] ?? table.fields[place].name
        }
        table.primaryKey = table.primaryKey.map { names[$0] ?? $0 }
        table.fullText = table.fullText.map { names[$0] ?? $0 }
        for place in table.indexes.indices {
            table.indexes[place].terms = table.indexes[place].terms.map { term in
                switch term {
                case .field(let field, let order): .field(names[field] ?? field, order)
                case .expression: term
                }
            }
        }
        state.tables[index] = table
    }

    /// Gives fields their earlier names, by model, in the references of other tables.
    private mutating func renameInReferences(_ names: [SwiftName: [SwiftName: SwiftName]]) {
        guard !names.isEmpty else { return }
        for index in state.tables.indices {
            for place in state.tables[index].fields.indices {
                guard let reference = state.tables[index].fields[place].reference,
                    let name = names[reference.model]?[reference.field]
                else { continue }
                state.tables[index].fields[place].reference?.field = name
            }
        }
    }

    /// Gives columns their earlier names, also in all SQL that refers to them.
    private mutating func renameColumns(of index: Int, _ names: [SQLName: SQLName]) {
        let table = state.tables[index].name
        // Names that are swapped go through a name that cannot occur in SQL.
        let renames = names.keys.sorted().map { (from: $0, between: SQLName("\u{0}\($0.text)"), to: names[$0] ?? $0) }
        let first = renames.map { SQLRename.column(table: table, from: $0.from, to: $0.between) }
        let second = renames.map { SQLRename.column(table: table, from: $0.between, to: $0.to) }
        for rename in first { renameInTexts(rename, of: index) }
        for rename in second { renameInTexts(rename, of: index) }
        // In views, the final names determine what an unqualified name means.
        let isSwap = names.values.contains { names[$0] != nil }
        if isSwap {
            for rename in first + second { renameInViews(rename) }
        } else {
            for rename in renames { renameInViews(.column(table: table, from: rename.from, to: rename.to)) }
        }
        for place in state.tables[index].fields.indices {
            guard let name = state.tables[index].fields[place].column?.name, let earlier = names[name] else { continue }
            state.tables[index].fields[place].column?.name = earlier
        }
    }

    private mutating func renameTable(_ index: Int, to name: SQLName) {
        let derived = derivedIndexes(of: state.tables[index])
        let texts = SQLRename.table(from: state.tables[index].name, to: name)
        renameInViews(texts)
        renameInTexts(texts, of: index)
        state.tables[index].name = name
        nameAgain(derived, of: index)
    }

    // MARK: Texts

    private mutating func renameInTexts(_ rename: SQLRename, of index: Int) {
        let scope = SQLScope.expression(table: state.tables[index].name)
        func renamed(_ sql: String) -> String { renaming(rename, in: sql, scope: scope) }
        var table = state.tables[index]
        for place in table.checks.indices { table.checks[place].expression = renamed(table.checks[place].expression) }
        for place in table.indexes.indices {
            table.indexes[place].condition = table.indexes[place].condition.map(renamed)
            table.indexes[place].terms = table.indexes[place].terms.map { term in
                switch term {
                case .expression(let sql): .expression(renamed(sql))
                case .field: term
                }
            }
        }
        for place in table.fields.indices {
            guard var column = table.fields[place].column else { continue }
            column.check = column.check.map(renamed)
            column.generated = column.generated.map { generated in
                GeneratedColumn(expression: renamed(generated.expression), kind: generated.kind)
            }
            table.fields[place].column = column
        }
        state.tables[index] = table
    }

    private mutating func renameInViews(_ rename: SQLRename) {
        guard !state.views.isEmpty else { return }
        var columns: [FoldedName: Set<FoldedName>] = [:]
        for table in state.tables {
            columns[table.name.folded] = Set(table.fields.compactMap { $0.column?.name.folded })
        }
        for index in state.views.indices {
            state.views[index].sql = renaming(rename, in: state.views[index].sql, scope: .select(columns: columns))
        }
    }

    // MARK: Names of indexes

    private func derivedIndexes(of table: TableState) -> [Int] {
        table.indexes.indices.filter { derivedName(table.indexes[$0], of: table) == table.indexes[$0].name }
    }

    private mutating func nameAgain(_ indexes: [Int], of table: Int) {
        for index in indexes {
            let derived = derivedName(state.tables[table].indexes[index], of: state.tables[table])
            state.tables[table].indexes[index].name = derived
        }
    }

    /// The name of an index that is not named explicitly.
    func derivedName(_ index: Index, of table: TableState) -> SQLName {
        let columns = index.terms.map { term -> SQLName in
            switch term {
            case .field(let name, _): table.column(name) ?? SQLName(name.text)
            case .expression: "expression"
            }
        }
        return Index.derivedName(table: table.name, columns: columns, uniqueness: index.uniqueness)
    }
}
