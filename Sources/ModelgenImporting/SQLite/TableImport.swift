import ModelgenParsing
import ModelgenSchema

/// Turns a table into the entries of a model.
struct TableImport {
    let table: TableFacts
    let file: DatabaseFacts
    let names: DatabaseNames
    let types: ColumnTypes
    /// What the model cannot express.
    private(set) var notes: [ImportNote] = []
    /// What it expresses without certainty.
    private(set) var guesses: [String] = []
    /// By column.
    private var references: [FoldedName: ForeignReference] = [:]
    private var fieldIndexes: [FoldedName: [YAMLEntry]] = [:]
    private var uniques: [YAMLValue] = []
    private var indexes: [YAMLValue] = []
    private var checks: [YAMLValue] = []
    private let fullText: [String]

    init(_ table: TableFacts, of file: DatabaseFacts, names: DatabaseNames, types: ColumnTypes, fullText: [String]) {
        self.table = table
        self.file = file
        self.names = names
        self.types = types
        self.fullText = fullText
        notes += table.text.untold
        if table.hasNullKeys { notes.append(.keysWithNull) }
        for key in table.foreignKeys { assign(key) }
        for index in table.indexes where index.origin != .primaryKey { assign(index) }
        checks += table.text.checks.map(Self.check)
        for column in table.columns {
            let own = table.text.columns[FoldedName(column.name)]?.checks ?? []
            // A field has one check, without a name.
            let first = own.firstIndex { $0.name == nil }
            checks += own.enumerated().filter { $0.offset != first }.map { Self.check($0.element) }
        }
    }

    private static func check(_ check: TableText.Check) -> YAMLValue {
        guard let name = check.name else { return .quoted(check.expression) }
        return .map([YAMLEntry("sql", .quoted(check.expression)), YAMLEntry("name", .text(name))])
    }

    private func field(_ column: String) -> SwiftName { names.field(column, of: table.name) ?? SwiftName(column) }

    // MARK: Foreign keys

    /// What a column refers to.
    private struct ForeignReference {
        var parent: String
        var column: String
        var key: TableFacts.ForeignKey
    }

    private mutating func assign(_ key: TableFacts.ForeignKey) {
        let parent = types.tables[FoldedName(key.table)]
        let parentColumns = key.parentColumns.isEmpty ? parent?.key.map(\.name) ?? [] : key.parentColumns
        if let obstacle = obstacle(to: key, parent, parentColumns) {
            notes.append(.foreignKey(key.columns, to: key.table, obstacle: obstacle))
        } else if let parent {
            for (column, other) in zip(key.columns, parentColumns) {
                references[FoldedName(column)] = ForeignReference(parent: parent.name, column: other, key: key)
            }
        }
    }

    /// Why the fields cannot be references; nil if they can.
    private func obstacle(
        to key: TableFacts.ForeignKey, _ parent: TableFacts?, _ parentColumns: [String]
    ) -> String? {
        guard let parent else {
            let types = file.entries.filter { $0.name.isName(key.table) }.map(\.type)
            if types.contains("view") { return "it is a view" }
            return types.contains("table") ? "it has no model" : "the table does not exist"
        }
        if parentColumns.isEmpty { return "it has no primary key" }
        if Self.repeatsName(in: key.columns) || Self.repeatsName(in: parentColumns) {
            return "it contains a column twice"
        }
        guard parentColumns.count == key.columns.count, parentColumns.allSatisfy({ parent.column($0) != nil }) else {
            return "its columns do not exist"
        }
        guard parent.isUnique(parentColumns) else { return "the other side is not unique" }
        guard key.columns.allSatisfy({ references[FoldedName($0)] == nil }) else {
            return "a field has at most one foreign key, and one of these already has it"
        }
        if key.columns.count > 1 {
            let isTaken = references.values.contains {
                $0.parent.isName(parent.name) && $0.key.columns.count > 1
            }
            if isTaken || parentColumns.contains(where: { parent.isUnique([$0]) }) {
                return "the fields would be separate foreign keys"
            }
        }
        let unlike = zip(key.columns, parentColumns).first {
            types.type($0, of: table.name).name != types.type($1, of: parent.name).name
        }
        if let unlike { return "`\(unlike.0)` and `\(unlike.1)` are of different types" }
        return key.columns.contains { table.column($0)?.generated != .no } ? "a computed field has no reference" : nil
    }

    private static func repeatsName(in columns: [String]) -> Bool {
        Set(columns.map { FoldedName($0) }).count < columns.count
    }

    private func reference(_ column: TableFacts.Column, isOptional: Bool) -> [YAMLEntry] {
        guard let reference = references[FoldedName(column.name)], let model = names.model(reference.parent),
            let field = names.field(reference.column, of: reference.parent)
        else { return [] }
        var entries = [YAMLEntry("references", .text("\(model).\(field)"))]
        for (name, action) in [("onDelete", reference.key.onDelete), ("onUpdate", reference.key.onUpdate)] {
            guard let action = ReferenceAction.allCases.first(where: { $0.sql == action }), action != .noAction else {
                continue
            }
            // The parts of a composite key use the same actions, so all of them must be able to.
            let parts = reference.key.columns.compactMap(table.column)
            if action == .setNull, parts.contains(where: { !self.isOptional($0) }) { continue }
            if action == .setDefault, parts.contains(where: { $0.defaultSQL == nil }) { continue }
            entries.append(YAMLEntry(name, .plain(action.rawValue)))
        }
        return entries
    }

    // MARK: Indexes

    private mutating func assign(_ index: TableFacts.IndexFacts) {
        let terms = zip(index.terms, index.columns).map { term($0, $1) }
        if Self.repeatsName(in: terms.compactMap(\.column)) {
            // The comparison with the file reports a unique one.
            if !index.isUnique {
                notes.append(.missing(.index, index.name, reason: "it contains a column twice"))
            }
            return
        }
        let usual = Index.derivedName(
            table: SQLName(table.name),
            columns: terms.map { $0.column.map { SQLName($0) } ?? "expression" },
            uniqueness: index.isUnique ? .unique : .plain)
        var entries: [YAMLEntry] = []
        switch index.origin {
        case .statement: if usual.text != index.name { entries.append(YAMLEntry("name", .text(index.name))) }
        // SQLite names the index of a constraint. With its own collation, the constraint also needs its own name.
        case .uniqueConstraint, .primaryKey:
            if terms.contains(where: { $0.column == nil }) {
                let columns = index.columns.compactMap { $0.map { SQLName($0) } } + ["collated"]
                let name = Index.derivedName(table: SQLName(table.name), columns: columns, uniqueness: .unique)
                entries.append(YAMLEntry("name", .text(name.text)))
            }
        }
        if let condition = index.condition { entries.append(YAMLEntry("where", .quoted(condition))) }

        let key = index.isUnique ? "unique" : "index"
        if terms.count == 1, terms[0].isBare, let column = terms[0].column,
            fieldIndexes[FoldedName(column)]?.contains(where: { $0.key == key }) != true
        {
            fieldIndexes[FoldedName(column), default: []].append(
                YAMLEntry(key, entries.isEmpty ? .plain("true") : .map(entries)))
            return
        }
        let fields = YAMLValue.list(terms.map(\.value))
        let value: YAMLValue =
            entries.isEmpty && terms.allSatisfy { $0.column != nil }
            ? (terms.count == 1 && !index.isUnique ? terms[0].value : fields)
            : .map([YAMLEntry("fields", fields)] + entries)
        if index.isUnique { uniques.append(value) } else { indexes.append(value) }
    }

    private struct Term {
        /// Nil for an expression.
        var column: String?
        /// Whether it is just the column.
        var isBare: Bool
        var value: YAMLValue
    }

    private func term(_ sql: String, _ column: String?) -> Term {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        if let column, let name = tokens.first?.name, name.isName(column) {
            let field = field(column).text
            if tokens.count == 1 {
                return Term(column: column, isBare: true, value: .text(field))
            }
            if tokens.count == 2, tokens[1].isWord("DESC") {
                return Term(column: column, isBare: false, value: .text(field + " desc"))
            }
        }
        return Term(column: nil, isBare: false, value: .map([YAMLEntry("expression", .quoted(sql))]))
    }

    // MARK: The model

    private func isOptional(_ column: TableFacts.Column) -> Bool { !column.isRequired && column.keyPosition == 0 }

    mutating func entries() -> [YAMLEntry] {
        var entries = [YAMLEntry("table", .text(table.name))]
        let key = table.key.map { YAMLValue.text(field($0.name).text) }
        if key.count == 1 { entries.append(YAMLEntry("primaryKey", key[0])) }
        if key.count > 1 { entries.append(YAMLEntry("primaryKey", .list(key))) }
        if table.text.isWithoutRowID { entries.append(YAMLEntry("withoutRowID", .plain("true"))) }
        if table.text.isStrict { entries.append(YAMLEntry("strict", .plain("true"))) }
        var fields: [YAMLEntry] = []
        for column in table.columns { fields.append(fieldEntry(column)) }
        entries.append(YAMLEntry("fields", .block(fields)))
        if !uniques.isEmpty { entries.append(YAMLEntry("unique", Self.list(uniques))) }
        if !indexes.isEmpty { entries.append(YAMLEntry("indexes", Self.list(indexes))) }
        if !checks.isEmpty { entries.append(YAMLEntry("checks", Self.list(checks))) }
        if !fullText.isEmpty {
            entries.append(YAMLEntry("fullText", .list(fullText.map { .text(field($0).text) })))
        }
        return entries
    }

    /// On one line if it is only one, otherwise one per line.
    private static func list(_ values: [YAMLValue]) -> YAMLValue { values.count == 1 ? .list(values) : .items(values) }

    private mutating func fieldEntry(_ column: TableFacts.Column) -> YAMLEntry {
        let type = types.type(column.name, of: table.name)
        let name = field(column.name)
        let isOptional = isOptional(column)
        var comments = type.comment.map { [$0] } ?? []
        if type.isGuess { guesses.append("`\(name)` \(type.comment ?? "has no clear type")") }
        if [.string, .json].contains(type.type), !type.isOfAnyClass, !table.text.isStrict,
            ColumnAffinity.convertsStrings(column.declaredType)
        {
            comments.append("a string that looks like a number becomes one here, and cannot be read")
            guesses.append(
                "`\(name)`, declared as `\(column.declaredType)`, makes numbers of strings that look like one")
        }
        var parts = [YAMLEntry("type", .plain(type.name + (isOptional ? "?" : "")))]
        if names.options.columns.name(for: name) != column.name {
            parts.append(YAMLEntry("column", .text(column.name)))
        }
        let declaredType = ColumnAffinity.typeName(for: column.declaredType)
        if declaredType.uppercased() != type.storage.rawValue {
            parts.append(YAMLEntry("columnType", .quoted(declaredType)))
        }
        parts += keyEntries(column, type)
        if let sql = column.defaultSQL, let value = defaultValue(of: column, type) {
            parts.append(YAMLEntry("default", value.value))
            if let doubt = value.doubt {
                comments.append(doubt.comment)
                guesses.append("`\(name)` has the default `\(sql)`, \(doubt.warning)")
            }
        }
        if let transformer = type.transformer { parts.append(YAMLEntry("transformer", .text(transformer))) }
        parts += declaredEntries(column)
        parts += reference(column, isOptional: isOptional)
        parts += fieldIndexes[FoldedName(column.name)] ?? []
        let comment = comments.isEmpty ? nil : comments.joined(separator: "; ")
        return YAMLEntry(name.text, parts.count == 1 ? parts[0].value : .map(parts), beside: comment)
    }

    /// Who assigns a key of one column.
    private func keyEntries(_ column: TableFacts.Column, _ type: ColumnType) -> [YAMLEntry] {
        guard column.keyPosition > 0, table.key.count == 1 else { return [] }
        var entries: [YAMLEntry] = []
        if table.text.isAutoincrement { entries.append(YAMLEntry("autoincrement", .plain("true"))) }
        // The schema language would let SQLite assign it.
        let isDatabaseKey = type.type == .int64 && !table.text.isWithoutRowID
        let isReference = references[FoldedName(column.name)] != nil
        if isDatabaseKey, table.rowIDAlias == nil || isReference {
            let assigner = table.text.isAutoincrement ? "database" : "caller"
            entries.append(YAMLEntry("assigned", .plain(assigner)))
        }
        return entries
    }

    private func defaultValue(of column: TableFacts.Column, _ type: ColumnType) -> ImportedDefault? {
        guard let sql = column.defaultSQL, column.generated == .no else { return nil }
        // In a strict table, ANY converts nothing.
        let isUnconverted = table.text.isStrict && column.declaredType.uppercased() == "ANY"
        return ImportedDefault(
            sql, of: type, affinity: isUnconverted ? "BLOB" : type.affinity, isOptional: isOptional(column))
    }

    /// The collation, the check and the expression, which only the text of the table has.
    private func declaredEntries(_ column: TableFacts.Column) -> [YAMLEntry] {
        guard let text = table.text.columns[FoldedName(column.name)] else { return [] }
        var entries: [YAMLEntry] = []
        if let collation = text.collation, collation.uppercased() != "BINARY" {
            entries.append(YAMLEntry("collate", .text(collation)))
        }
        if let check = text.checks.first(where: { $0.name == nil }) {
            entries.append(YAMLEntry("check", .quoted(check.expression)))
        }
        if column.generated != .no, let expression = text.generated {
            entries.append(
                YAMLEntry(
                    "generated",
                    column.generated == .virtual
                        ? .quoted(expression)
                        : .map([YAMLEntry("sql", .quoted(expression)), YAMLEntry("kind", .plain("stored"))])))
        }
        return entries
    }
}
