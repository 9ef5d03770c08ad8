import ModelgenSchema

/// The present names of the tables and columns of a released version, from the steps since then.
struct Renames {
    /// A table of that version that still exists.
    private struct TableNames {
        var then: SQLName
        var now: SQLName
        /// The present names of its columns. Removed columns have none.
        var columns: [SQLName: SQLName] = [:]
    }

    /// The tables, by their names in that version.
    private var tables: [SQLName: TableNames] = [:]
    /// A view of that version that still exists.
    private struct ViewNames {
        var now: SQLName
        /// Its present SQL if no step changed its columns; nil if one did.
        var text: String?
    }

    private var views: [SQLName: ViewNames] = [:]

    /// - Parameter version: The released version.
    init(_ planned: PlannedDatabase, since version: Int) {
        let transitions = planned.versions.compactMap(\.way?.transition).filter { $0.version > version }
        guard let newest = planned.versions.last?.state else { return }
        for table in newest.tables {
            var name = table.name
            var names = table.fields.compactMap { field in field.column.map { (now: $0.name, then: $0.name) } }
            var exists = true
            for transition in transitions.reversed() {
                guard let before = transition.before.table(table.origin),
                    let renamed = transition.renamed.table(table.origin), before.fields.count == renamed.fields.count
                else {
                    exists = false
                    break
                }
                name = before.name
                names = names.compactMap { name in
                    let place = renamed.fields.firstIndex { $0.column?.name == name.then }
                    return place.flatMap { before.fields[$0].column }.map { (name.now, $0.name) }
                }
            }
            guard exists else { continue }
            tables[name] = TableNames(
                then: name, now: table.name,
                columns: Dictionary(firstOf: names.map { ($0.then, $0.now) }))
        }
        let sql = Dictionary(firstOf: planned.newest.views.map { ($0.origin, $0.sql.text) })
        for view in newest.views { addView(view, sql[view.origin] ?? view.sql, transitions) }
    }

    /// - Parameter sql: Its present SELECT, with the columns in place of `*`.
    private mutating func addView(_ view: ViewState, _ sql: String, _ transitions: [VersionTransition]) {
        var name = view.name
        // The SQL follows the renames of what it reads. A step may say that it was different.
        var isSame = true
        for transition in transitions.reversed() {
            guard let before = transition.before.views.first(where: { $0.origin == view.origin }),
                let renamed = transition.renamed.views.first(where: { $0.origin == view.origin }),
                let after = transition.after.views.first(where: { $0.origin == view.origin })
            else { return }
            isSame = isSame && transition.renamed.select(of: renamed) == transition.after.select(of: after)
            name = before.name
        }
        views[name] = ViewNames(now: view.name, text: isSame && !transitions.isEmpty ? canonicalSQL(sql) : nil)
    }

    /// The fact of the released version in present names.
    func translated(_ fact: Fact) -> EarlierFact { EarlierFact(original: fact, today: today(fact)) }

    private func today(_ fact: Fact) -> Fact? {
        if fact.kind == .view {
            guard let view = views[name(fact.subject)] else { return nil }
            return Fact(.view, view.now.quoted, view.text ?? fact.value)
        }
        guard let table = table(of: fact) else { return nil }
        let own = String(fact.subject.dropFirst(fact.table.count))
        switch fact.kind {
        case .table, .fullText:
            return Fact(fact.kind, table.now.quoted, list(fact.value, of: table))
        case .column:
            guard let column = table.columns[name(String(own.dropFirst()))] else { return nil }
            return Fact(.column, "\(table.now.quoted).\(column.quoted)", definition(fact.value, of: table))
        case .reference:
            let subject = "\(table.now.quoted)\(list(own, of: table))"
            return Fact(.reference, subject, reference(fact.value)).withSortedColumns
        case .check:
            let expression = expression(fact.value, of: table)
            return Fact(
                .check, table.now.quoted + (own == " \(fact.value)" ? " \(expression)" : own), expression)
        case .index:
            // `UNIQUE INDEX ON posts ( title )`
            guard let place = fact.value.firstRange(of: table.then.beforeTerms) else { return nil }
            let terms = expression(String(fact.value[place.upperBound...]), of: table)
            return Fact(.index, fact.subject, fact.value[..<place.lowerBound] + table.now.beforeTerms + terms)
        default: return stored(fact, table)
        }
    }

    /// Any other fact about a column: `posts.title`.
    private func stored(_ fact: Fact, _ table: TableNames) -> Fact? {
        let own = fact.subject.dropFirst(fact.table.count + 1)
        guard let column = table.columns[name(String(own))] else { return nil }
        return Fact(fact.kind, "\(table.now.quoted).\(column.quoted)", fact.value)
    }

    private func table(of fact: Fact) -> TableNames? {
        guard fact.kind == .index else { return tables[name(fact.table)] }
        // The names there are unquoted and in lowercase.
        return tables.values.first { fact.value.contains($0.then.beforeTerms + "(") }
    }

    private func name(_ quoted: String) -> SQLName { SQLName(sqlTokens(quoted).first?.name ?? quoted) }

    /// Column names among other words: `PRIMARY KEY (id, part) STRICT`.
    private func list(_ text: String, of table: TableNames) -> String {
        let isBare = !text.contains("(")
        var depth = 0
        return sqlTokens(text).map { token in
            depth += token.nesting
            guard isBare || depth > 0, let name = token.name else { return token.text }
            return table.columns[SQLName(name)]?.quoted ?? token.text
        }.joined()
    }

    /// A reference, such as `REFERENCES users (id) ON DELETE CASCADE`.
    private func reference(_ text: String) -> String {
        let tokens = sqlTokens(text).filter { $0.kind != .space }
        guard tokens.count > 1, tokens[0].isWord("REFERENCES"), let parent = tables[name(tokens[1].text)],
            let open = text.firstIndex(of: "(")
        else { return text }
        return "REFERENCES \(parent.now.quoted) " + list(String(text[open...]), of: parent)
    }

    /// The declaration of a column, in which only expressions contain names of others.
    private func definition(_ text: String, of table: TableNames) -> String {
        let renamed = sqlTokens(renaming(text, of: table))
        var depth = 0
        return zip(sqlTokens(text), renamed).map { then, now in
            depth += then.nesting
            return depth == 0 || then.text == now.text ? then.text : canonicalSQL(now.text)
        }.joined()
    }

    /// SQL over the columns of one table, in its canonical form.
    private func expression(_ text: String, of table: TableNames) -> String {
        let renamed = renaming(text, of: table)
        return renamed == text ? text : canonicalSQL(renamed)
    }

    /// Two names may be swapped, so each one goes through a name that nothing else has.
    private func renaming(_ text: String, of table: TableNames) -> String {
        let changes = table.columns.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
        var result = text
        func rename(_ from: SQLName, _ to: SQLName) {
            let rename = SQLRename.column(table: table.then, from: from, to: to)
            result = ModelgenDatabase.renaming(rename, in: result, scope: .expression(table: table.then))
        }
        for (place, change) in changes.enumerated() { rename(change.key, SQLName("modelgen_\(place)_")) }
        for (place, change) in changes.enumerated() { rename(SQLName("modelgen_\(place)_"), change.value) }
        return result
    }
}

extension SQLName {
    /// What precedes the terms in a fact about an index of the table.
    fileprivate var beforeTerms: String { " ON \(canonicalSQL(quoted)) " }
}
