import ModelgenSchema

/// An element of a released version, as the YAML that describes it in a step.
///
/// It is derived from the facts of the lock alone, because the models no longer contain it.
struct EarlierDefinition {
    /// The facts of the released version.
    let released: [Fact]
    let planned: PlannedDatabase
    /// The released versions, from the oldest to this one.
    var history: [Lock.Version] = []

    // MARK: Names

    /// The model of a table, with its present name if it still exists.
    func model(of table: String) -> String? {
        for shape in planned.versions.map(\.shape) {
            if let found = shape.tables.first(where: { $0.name.quoted == table }) { return found.origin.model.text }
        }
        return nil
    }

    /// A name for the model of a removed table or view in a step, which nothing else has.
    func formerModel(of table: String) -> String {
        if let model = model(of: table) { return model }
        let name = words(of: table).map(\.capitalizedFirst).joined()
        let isName = name.unicodeScalars.first?.properties.isAlphabetic == true
        return !isName || planned.forms.hasType(SwiftName(name)) ? "Former\(name)" : name
    }

    /// The field to which a column most likely belongs.
    func field(_ column: String, of table: String) -> String {
        for shape in planned.versions.map(\.shape) {
            for found in shape.tables where found.name.quoted == table {
                if let field = found.columns.first(where: { $0.name.quoted == column })?.field { return field.text }
            }
        }
        let words = NamingStrategy.camelCase.name(for: SwiftName(words(of: column).joined(separator: "_")))
        let name = words.unicodeScalars.first?.properties.isAlphabetic == true ? words : "column\(words)"
        // A field with that name may still exist, with another column.
        let present = planned.versions.last?.state.tables.first { $0.name.quoted == table }
        return present?.field(SwiftName(name)) == nil ? name : "old\(name.capitalizedFirst)"
    }

    /// The parts of a name that can be part of a Swift name. Names in SQL may contain any characters.
    private func words(of sqlName: String) -> [String] {
        (sqlTokens(sqlName).first?.name ?? sqlName).unicodeScalars
            .split { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }.map { String($0) }
    }

    /// Whether a field with this name has this column without declaring it.
    func isDerived(_ column: String, from field: String) -> Bool {
        [field, NamingStrategy.snakeCase.name(for: SwiftName(field))].contains(column)
    }

    /// The key that a step needs to give a field this column; none if the default strategy does. With another
    /// strategy, it may be redundant.
    func columnKey(_ column: String, of field: String) -> [String] {
        NamingStrategy.snakeCase.name(for: SwiftName(field)) == column ? [] : ["column: \(quoted(column))"]
    }

    // MARK: Columns

    /// The name of a column, without quotes.
    func columnName(of fact: Fact) -> String {
        let quoted = String(fact.subject.dropFirst(fact.table.count + 1))
        return sqlTokens(quoted).first?.name ?? quoted
    }

    /// The earlier field, as far as its column shows it: `Double?`, or the long form if there is more to say.
    ///
    /// - Parameter keys: Further entries of the long form.
    func field(of fact: Fact, in table: String, with keys: [String] = []) -> String {
        let column = ColumnFact(released.declaredValue(of: fact))
        let isOptional = !column.isRequired && !isKey(fact, of: table)
        let parts = keys + self.keys(of: fact, in: table)
        return definition(of: fact, in: table, isOptional: isOptional, keys: parts)
            ?? planned.forms.definition(of: StoredForm(type: column.swiftType), isOptional: isOptional, keys: parts)
            ?? column.swiftType
    }

    private func isKey(_ fact: Fact, of table: String) -> Bool {
        key(of: table) == [String(fact.subject.dropFirst(table.count + 1))]
    }

    /// The keys of a field besides its type: `default: 0`, `references: User.id`.
    func keys(of fact: Fact, in table: String) -> [String] {
        let column = ColumnFact(released.declaredValue(of: fact))
        var parts: [String] = []
        let usual = StoredForm(released, of: fact.subject).flatMap(StoredForms.usualType)
        if !(usual.map { [$0] } ?? StorageClass.allCases).map(\.rawValue).contains(column.type) {
            parts.append("columnType: \(quoted(column.type))")
        }
        if let sql = column.standard {
            let value = literal(sql, for: fact)
            parts.append("default: \(value ?? "{ swift: nil, sql: \(quoted(sql)) }")")
        }
        if !column.collation.isEmpty { parts.append("collate: \(quoted(column.collation))") }
        if !column.check.isEmpty { parts.append("check: \(quoted(unwrapped(column.check).readableSQL))") }
        if !column.generated.isEmpty { parts.append("generated: \(generated(column))") }
        if isKey(fact, of: table), isAutoincrement(table) { parts.append("autoincrement: true") }
        return parts + reference(of: String(fact.subject.dropFirst(table.count + 1)), in: table)
    }

    /// Whether the present schema has a name for the form of a column. Otherwise, the step uses the type that SQLite
    /// stores.
    func hasName(for fact: Fact, in table: String) -> Bool {
        StoredForm(released, of: fact.subject) == nil
            || definition(of: fact, in: table, isOptional: false, keys: []) != nil
    }

    private func definition(of fact: Fact, in table: String, isOptional: Bool, keys: [String]) -> String? {
        let forms = planned.forms
        guard let form = StoredForm(released, of: fact.subject) else { return nil }
        if let definition = forms.definition(of: form, isOptional: isOptional, keys: keys) { return definition }
        let fields = planned.versions.reversed().lazy.flatMap(\.state.tables).filter { $0.name.quoted == table }
            .flatMap(\.fields)
        return fields.first { forms.form(of: $0) == form }.map {
            forms.definition(of: $0, isOptional: isOptional, keys: keys)
        }
    }

    /// `references: User.id, onDelete: cascade`
    private func reference(of column: String, in table: String) -> [String] {
        guard
            let fact = released.first(where: { $0.table == table && $0.referringColumns.contains("\(table).\(column)") }
            ),
            let place = list(in: fact.subject).firstIndex(of: [column])
        else { return [] }
        let tokens = sqlTokens(fact.value).filter { $0.kind != .space }
        let parents = list(in: fact.value)
        guard tokens.count > 3, tokens[0].isWord("REFERENCES"), parents.indices.contains(place) else { return [] }
        let parent = tokens[1].text
        var parts = ["references: \(formerModel(of: parent)).\(field(parents[place].joined(), of: parent))"]
        for (index, token) in tokens.enumerated() where token.isWord("ON") && index + 2 < tokens.count {
            var words = tokens[(index + 2)...].prefix { $0.kind == .word && !$0.isWord("ON") }.map {
                $0.text.lowercased()
            }
            guard !words.isEmpty else { continue }
            let first = words.removeFirst()
            let action = first + words.map(\.capitalizedFirst).joined()
            parts.append("on\(tokens[index + 1].text.lowercased().capitalizedFirst): \(action)")
        }
        return parts
    }

    private func generated(_ column: ColumnFact) -> String {
        let tokens = column.generated.components(by: " ")
        let isStored = tokens.last == "STORED"
        var text = column.generated
        let prefix = "ALWAYS AS "
        if text.hasPrefix(prefix) { text = String(text.dropFirst(prefix.count)) }
        for suffix in [" VIRTUAL", " STORED"] where text.hasSuffix(suffix) {
            text = String(text.dropLast(suffix.count))
        }
        let sql = quoted(unwrapped(text).readableSQL)
        return isStored ? "{ sql: \(sql), kind: stored }" : sql
    }

    /// A SQL literal as a value of a column's type in YAML. Nil if it is an expression, or if values of the type are
    /// not written as in SQL.
    private func literal(_ sql: String, for fact: Fact) -> String? {
        let text = sql.components(by: " ").joined()
        let type = StoredForm(released, of: fact.subject)?.type
        switch Scalar(rawValue: type ?? ColumnFact(released.declaredValue(of: fact)).swiftType) {
        case .bool: return ["0": "false", "1": "true"][text]
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .double:
            return Double(text) == nil ? nil : text
        // An earlier modelgen kept the digits of doubles that are not floats.
        case .float: return Float(text).map { Double($0) == Double(text) } == true ? text : nil
        case .string where sqlTokens(sql).map(\.kind) == [.string]:
            return quoted(String(sql.dropFirst().dropLast()).components(by: "''").joined(separator: "'"))
        case .string, .date, .data, .uuid, .url, .decimal, .json, nil: return nil
        }
    }

    // MARK: Tables

    /// The columns of the primary key.
    private func key(of table: String) -> [String] {
        guard let fact = released.first(where: { $0.kind == .table && $0.subject == table }),
            fact.value.hasPrefix("PRIMARY KEY")
        else { return [] }
        return list(in: fact.value).map { $0.joined() }
    }

    private func isAutoincrement(_ table: String) -> Bool {
        released.contains { $0.kind == .table && $0.subject == table && (" " + $0.value).contains(" AUTOINCREMENT") }
    }

    /// What a step must declare about options that differ: `- was: { primaryKey: [a, b], strict: false }`.
    func options(of old: Fact, unlike new: Fact) -> String {
        let (before, after) = (TableFact(old.value), TableFact(new.value))
        var parts: [String] = []
        if before.key != after.key {
            parts.append(
                "primaryKey: [\(key(of: old.subject).map { field($0, of: old.subject) }.joined(separator: ", "))]")
        }
        if before.isStrict != after.isStrict { parts.append("strict: \(before.isStrict)") }
        if before.isWithoutRowID != after.isWithoutRowID { parts.append("withoutRowID: \(before.isWithoutRowID)") }
        if parts.isEmpty, let column = key(of: old.subject).first,
            let fact = released.first(where: { $0.kind == .column && $0.subject == "\(old.subject).\(column)" })
        {
            let definition = field(of: fact, in: old.subject)
            return "- change: { \(field(column, of: old.subject)): { from: \(definition) } }"
        }
        return "- was: { \(parts.joined(separator: ", ")) }"
    }

    /// All earlier unique indexes of the table, its plain ones, or both, depending on the facts:
    /// `- was: { unique: [{ fields: [code], name: u }] }`.
    func indexes(_ facts: [Fact], of table: String) -> String {
        let isUnique = facts.map { $0.value.hasPrefix("UNIQUE") }
        let plain = isUnique.contains(false) ? ["indexes: [\(indexList(.plain, of: table))]"] : []
        let unique = isUnique.contains(true) ? ["unique: [\(indexList(.unique, of: table))]"] : []
        return "- was: { \((plain + unique).joined(separator: ", ")) }"
    }

    private func indexList(_ uniqueness: Index.Uniqueness, of table: String) -> String {
        released.filter {
            $0.kind == .index && $0.value.hasPrefix("UNIQUE") == (uniqueness == .unique) && $0.table == table
        }
        .map { index($0, of: table) }.joined(separator: ", ")
    }

    private func index(_ fact: Fact, of table: String) -> String {
        let terms = list(in: fact.value).map { words -> String in
            let isDescending = words.count > 1 && words.last?.uppercased() == "DESC"
            let plain = isDescending ? Array(words.dropLast()) : words
            let isColumn = plain.count == 1 && sqlTokens(plain[0]).first?.name != nil
            return isColumn
                ? field(plain[0], of: table) + (isDescending ? " desc" : "")
                : "{ expression: \(quoted(words.joined(separator: " "))) }"
        }
        var parts = ["fields: [\(terms.joined(separator: ", "))]"]
        let tokens = sqlTokens(fact.value)
        if let place = tokens.firstIndex(where: { $0.isWord("WHERE") }) {
            parts.append("where: \(quoted(tokens[(place + 1)...].map(\.text).joined().trimmed.readableSQL))")
        }
        parts.append("name: \(quoted(sqlTokens(fact.subject).first?.name ?? fact.subject))")
        parts += since(fact)
        return "{ \(parts.joined(separator: ", ")) }"
    }

    /// All earlier checks of the table: `- was: { checks: ["amount > 0"] }`.
    func checks(of table: String) -> String { "- was: { checks: [\(checkList(of: table))] }" }

    private func checkList(of table: String) -> String {
        released.filter { $0.kind == .check && $0.table == table }.map { fact in
            let name = String(fact.subject.dropFirst(table.count + 1))
            let sql = quoted(released.declaredValue(of: fact).readableSQL)
            let keys =
                (name == fact.value ? [] : ["name: \(quoted(sqlTokens(name).first?.name ?? name))"]) + since(fact)
            return keys.isEmpty ? sql : "{ \((["sql: \(sql)"] + keys).joined(separator: ", ")) }"
        }.joined(separator: ", ")
    }

    /// `- was: { fullText: [title, body] }`, or an empty list if it had none.
    func fullText(of table: String) -> String { "- was: { fullText: [\(fullTextList(of: table))] }" }

    private func fullTextList(of table: String) -> String {
        let fact = released.first { $0.kind == .fullText && $0.subject == table }
        let columns = fact.map { FactParts($0.value).parts } ?? []
        return columns.map { field($0, of: table) }.joined(separator: ", ")
    }

    /// `- was: { view: "SELECT …" }`
    func view(_ fact: Fact) -> String { "- was: { view: \(quoted(released.declaredValue(of: fact).readableSQL)) }" }

    /// What to do about aliases in a view that need quotes, which the lock does not contain.
    func aliases(of fact: Fact) -> String {
        func isName(_ token: SQLToken) -> Bool { token.kind == .word && SQLName(token.text).quoted == token.text }
        let tokens = sqlTokens(released.declaredValue(of: fact)).filter { $0.kind != .space }
        let isLost = tokens.indices.contains { index in
            guard tokens[index].isWord("AS"), index + 1 < tokens.count, tokens[index + 1].kind != .quotedName,
                !tokens[index + 1].isSymbol("(")
            else { return false }
            return !isName(tokens[index + 1]) || index + 2 < tokens.count && isName(tokens[index + 2])
        }
        return isLost ? ", but with its SELECT from version control: the lock has no quotes around aliases" : ""
    }

    /// `- dropModel: { Old: { table: old, primaryKey: id, fields: { id: Int64, name: String } } }`
    func dropped(_ table: String) -> String {
        let columns = released.filter { $0.kind == .column && $0.table == table }
        let key = key(of: table).map { field($0, of: table) }
        let fields = columns.map { fact in
            let name = field(String(fact.subject.dropFirst(table.count + 1)), of: table)
            let keys = columnKey(columnName(of: fact), of: name)
            return "\(name): \(field(of: fact, in: table, with: keys + addition(of: fact)))"
        }
        let whole = released.first { $0.kind == .table && $0.subject == table }
        var parts = ["table: \(quoted(sqlTokens(table).first?.name ?? table))"] + (whole.map(since) ?? [])
        if !key.isEmpty { parts.append("primaryKey: [\(key.joined(separator: ", "))]") }
        parts.append("fields: { \(fields.joined(separator: ", ")) }")
        let lists = [
            ("unique", indexList(.unique, of: table)), ("indexes", indexList(.plain, of: table)),
            ("checks", checkList(of: table)), ("fullText", fullTextList(of: table)),
        ]
        for (key, list) in lists where !list.isEmpty { parts.append("\(key): [\(list)]") }
        if let options = whole.map({ TableFact($0.value) }) {
            if options.isStrict { parts.append("strict: true") }
            if options.isWithoutRowID { parts.append("withoutRowID: true") }
        }
        return "- dropModel: { \(formerModel(of: table)): { \(parts.joined(separator: ", ")) } }"
    }

    /// `- dropModel: { Old: { table: old, view: "SELECT …" } }`
    func droppedView(_ fact: Fact) -> String {
        let name = quoted(sqlTokens(fact.subject).first?.name ?? fact.subject)
        let keys = ["table: \(name)", "view: \(quoted(released.declaredValue(of: fact).readableSQL))"] + since(fact)
        return "- dropModel: { \(formerModel(of: fact.subject)): { \(keys.joined(separator: ", ")) } }"
    }

    // MARK: Versions

    /// The version that added it, `since: 2`, if a released version has its table but not this part.
    private func since(_ fact: Fact) -> [String] {
        var start = history.first?.version
        if let table = released.first(where: { $0.kind == .table && $0.subject == fact.table }), table != fact {
            guard let first = firstVersion(of: table) else { return [] }
            start = first
        }
        guard let first = firstVersion(of: fact), first != start else { return [] }
        return ["since: \(first)"]
    }

    /// The released version from which on it exists. Nil if that version removed something that may be the same under
    /// another name.
    func firstVersion(of fact: Fact) -> Int? {
        func has(_ version: Lock.Version, _ fact: Fact) -> Bool {
            version.facts.contains { $0.kind == fact.kind && $0.subject == fact.subject }
        }
        let earlier = history.lastIndex { !has($0, fact) }
        let first = history.dropFirst(earlier.map { $0 + 1 } ?? 0).first
        guard let earlier, let first, [.table, .column, .view].contains(fact.kind) else { return first?.version }
        let rivals = history[earlier].facts.filter {
            $0.kind == fact.kind && (fact.kind != .column || $0.table == fact.table)
        }
        return rivals.allSatisfy { has(first, $0) } ? first.version : nil
    }

    /// `since: 2, fill: 0`: the version that added a column to its table, and what older rows got.
    func addition(of fact: Fact) -> [String] {
        let since = since(fact)
        guard !since.isEmpty, let first = firstVersion(of: fact) else { return [] }
        let fill = history.first { $0.version == first }?.facts.first {
            $0.kind == .fill && $0.subject == fact.subject
        }
        let value = fill.map { fill in
            literal(fill.value, for: fact) ?? "{ sql: \(unwrapped(fill.value).readableSQL.quotedForJSON) }"
        }
        return since + (value.map { ["fill: \($0)"] } ?? [])
    }

    // MARK: Texts

    /// The terms in the first pair of parentheses, as lists of words.
    private func list(in sql: String) -> [[String]] {
        sqlTokens(sql).filter { $0.kind != .space }.firstList.map { $0.map(\.text) }
    }

    /// An expression without its outer parentheses.
    private func unwrapped(_ sql: String) -> String {
        var text = sql.trimmed
        if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()).trimmed }
        return text
    }

    /// A string in YAML's double quotes, unless it is a plain name.
    func quoted(_ text: String) -> String {
        let isName = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "_" }
        return isName && !["null", "true", "false"].contains(text) ? text : text.quotedForJSON
    }
}
