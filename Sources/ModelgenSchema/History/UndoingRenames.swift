// The renames of fields, columns and tables. Every name and every SQL text that means them follows.
extension HistoryUndoing {
    mutating func undoRenames(version: Int) {
        let origins = state.tables.map(\.origin)
        for origin in origins.reversed() {
            for (place, step) in steps(of: origin, in: version).enumerated().reversed() {
                let element = element(of: origin, version: version, index: place)
                switch step {
                case .renameField(let from, let to, let column):
                    undoRenameField(of: origin, from: from, to: to, column: column, version: version, at: element)
                case .renameColumn(let column):
                    undoRenameColumn(of: origin, column, version: version, at: element)
                case .drop, .change, .was, .sql, .swift: continue
                }
            }
        }
        for origin in origins.reversed() {
            for step in steps(of: origin, in: version).reversed() {
                guard case .was(let earlier) = step, let name = earlier.name else { continue }
                renameTable(origin, to: name)
            }
        }
    }

    private mutating func undoRenameField(
        of origin: TableOrigin, from: SwiftName, to: SwiftName, column: ColumnRename?, version: Int,
        at element: ElementID
    ) {
        guard let index = state.tables.firstIndex(where: { $0.origin == origin }) else { return }
        guard let place = state.tables[index].fields.firstIndex(where: { $0.name == to }) else {
            report(
                "rename-unknown-field",
                "\(origin.model) has no stored field \(to) in version \(version) that was called \(from) before; a "
                    + "field that the version adds cannot be renamed in it", at: element)
            return
        }
        renameField(of: index, at: place, to: from)
        if let column { undoRenameColumn(of: origin, column, version: version, at: element) }
    }

    /// Gives a field its earlier name in the key, the indexes and the references of every table.
    private mutating func renameField(of index: Int, at place: Int, to name: SwiftName) {
        let origin = state.tables[index].origin
        let present = state.tables[index].fields[place].name
        let renamed: (SwiftName) -> SwiftName = { $0 == present ? name : $0 }
        state.tables[index].fields[place].name = name
        state.tables[index].primaryKey = state.tables[index].primaryKey.map(renamed)
        state.tables[index].fullText = state.tables[index].fullText.map(renamed)
        for entry in state.tables[index].indexes.indices {
            state.tables[index].indexes[entry].terms = state.tables[index].indexes[entry].terms.map { term in
                switch term {
                case .field(let field, let order): .field(renamed(field), order)
                case .expression: term
                }
            }
        }
        for table in state.tables.indices {
            for field in state.tables[table].fields.indices {
                guard state.tables[table].fields[field].reference?.model == origin.model,
                    state.tables[table].fields[field].reference?.field == present
                else { continue }
                state.tables[table].fields[field].reference?.field = name
            }
        }
    }

    private mutating func undoRenameColumn(
        of origin: TableOrigin, _ rename: ColumnRename, version: Int, at element: ElementID
    ) {
        guard let index = state.tables.firstIndex(where: { $0.origin == origin }) else { return }
        guard let place = state.tables[index].fields.firstIndex(where: { $0.column?.name == rename.to }) else {
            report(
                "rename-unknown-column",
                "\(state.tables[index].name) has no column \(rename.to) in version \(version) that was called "
                    + "\(rename.from) before", at: element)
            return
        }
        let derived = derivedIndexes(of: state.tables[index])
        let texts = SQLRename.column(table: state.tables[index].name, from: rename.to, to: rename.from)
        renameInViews(texts)
        renameInTexts(texts, of: index)
        state.tables[index].fields[place].column?.name = rename.from
        nameAgain(derived, of: index)
    }

    private mutating func renameTable(_ origin: TableOrigin, to name: SQLName) {
        guard let index = state.tables.firstIndex(where: { $0.origin == origin }) else { return }
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
        var columns: [String: Set<String>] = [:]
        for table in state.tables {
            columns[table.name.folded] = Set(table.fields.compactMap { $0.column?.name.folded })
        }
        for index in state.views.indices {
            state.views[index].sql = renaming(rename, in: state.views[index].sql, scope: .select(columns: columns))
        }
    }

    // MARK: Names of indexes

    private func derivedIndexes(of table: TableState) -> [Int] {
        table.indexes.indices.filter { derivedName($0, of: table) == table.indexes[$0].name }
    }

    private mutating func nameAgain(_ indexes: [Int], of table: Int) {
        for index in indexes {
            guard let name = derivedName(index, of: state.tables[table]) else { continue }
            state.tables[table].indexes[index].name = name
        }
    }

    private func derivedName(_ index: Int, of table: TableState) -> SQLName? {
        var columns: [SQLName] = []
        for term in table.indexes[index].terms {
            guard case .field(let name, _) = term, let column = table.column(name) else { return nil }
            columns.append(column)
        }
        return Index.derivedName(table: table.name, columns: columns, uniqueness: table.indexes[index].uniqueness)
    }
}
