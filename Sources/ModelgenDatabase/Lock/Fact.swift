import ModelgenSchema

/// One promise of a released version, which is a line of the lock.
package struct Fact: Hashable, Comparable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        // The parts of a database at a version.
        case table, column, reference, check, index, fullText, view
        // How the values of a column are written, and what they contain.
        case stored, holds
        // The steps to the version, as far as the tables do not show them.
        case sql, swift, fill, using
        // The JSON that is read and written, and the requests that are sent.
        case wireEnum = "enum"
        case value, object, read, write, conversion, api, endpoint, parameter
        // The declarations that other code can use.
        case access, type, conformance, initializer, property, enumCase, function, requirement
    }

    package var kind: Kind
    /// Its subject: `posts.title`. SQL names are quoted as in SQL.
    @ExactText package var subject: String
    @ExactText package var value: String

    package init(_ kind: Kind, _ subject: String, _ value: String = "") {
        self.kind = kind
        self.subject = subject
        self.value = value
    }

    /// Orders facts by kind, subject and value.
    package static func < (left: Fact, right: Fact) -> Bool {
        (left.kind.rawValue, left.$subject, left.$value) < (right.kind.rawValue, right.$subject, right.$value)
    }

    /// `column posts.title⇥TEXT NOT NULL`, with line breaks, tabs and backslashes escaped.
    var line: String {
        "\(kind.rawValue) \(Self.escaped(subject))" + (value.isEmpty ? "" : "\t\(Self.escaped(value))")
    }

    init?(line: Substring) {
        guard let space = line.unicodeScalars.firstIndex(of: " "), let kind = Kind(rawValue: String(line[..<space]))
        else {
            return nil
        }
        let rest = line.unicodeScalars[line.unicodeScalars.index(after: space)...]
        let parts = rest.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map { Substring($0) }
        self.init(kind, Self.unescaped(parts.first ?? ""), parts.count > 1 ? Self.unescaped(parts[1]) : "")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        var isEscape = false
        for scalar in text.unicodeScalars {
            if isEscape {
                switch scalar {
                case "n": result.append("\n")
                case "r": result.append("\r")
                case "t": result.append("\t")
                default: result.append(scalar)
                }
                isEscape = false
            } else if scalar == "\\" {
                isEscape = true
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension Fact.Kind {
    /// What a fact of some kind describes.
    enum Group {
        /// A part of a version, how the values of a column are written, or a step to the version.
        case part, form, step
        case json, swift
    }

    var group: Group {
        switch self {
        case .table, .column, .reference, .check, .index, .fullText, .view: .part
        case .stored, .holds: .form
        case .sql, .swift, .fill, .using: .step
        case .wireEnum, .value, .object, .read, .write, .conversion, .api, .endpoint, .parameter: .json
        case .access, .type, .conformance, .initializer, .property, .enumCase, .function, .requirement: .swift
        }
    }

    /// Whether it is a step to a version rather than a part of it.
    var isStep: Bool { group == .step }

    /// Whether it describes how values are written.
    var isForm: Bool { group == .form }
}

/// SQL in a canonical form, so that an additional space does not count as a change.
func canonicalSQL(_ sql: String) -> String { normalizedSQL(sql).joined(separator: " ") }

extension DatabaseShape {
    /// The facts of this version, sorted.
    package var facts: [Fact] {
        var facts = tables.flatMap(\.facts)
        facts += views.map { Fact(.view, $0.name.quoted, canonicalSQL($0.sql.text)) }
        return facts.sorted()
    }
}

extension [Fact] {
    /// The same facts without fills that have no effect, which locks of an earlier modelgen contain.
    var withoutIdleFills: [Fact] {
        filter { fact in
            guard fact.kind == .fill, SQLText(fact.value).isNull else { return true }
            let column = first { $0.kind == .column && $0.subject == fact.subject }
            return column.map { ColumnFact($0.value).defaultsToNull } != true
        }
    }
}

extension TableShape {
    fileprivate var facts: [Fact] {
        let table = name.quoted
        var options: [String] = []
        if !primaryKey.isEmpty { options.append("PRIMARY KEY (\(primaryKey.quotedList))") }
        if autoincrement == .neverReusesKeys { options.append("AUTOINCREMENT") }
        if isStrict { options.append("STRICT") }
        if isWithoutRowID { options.append("WITHOUT ROWID") }
        var facts = [Fact(.table, table, options.joined(separator: " "))]
        facts += columns.map { column in
            var plain = column
            plain.type = canonicalType(column.type)
            plain.defaultSQL = column.defaultSQL.map { SQLText(canonicalSQL($0.text)) }
            plain.check = column.check.map { SQLText(canonicalSQL($0.text)) }
            plain.generated = column.generated.map {
                GeneratedColumn(expression: canonicalSQL($0.expression), kind: $0.kind)
            }
            let definition = plain.sql(isRowIDAlias: rowIDAlias == column.name)
            return Fact(
                .column,
                "\(table).\(column.name.quoted)",
                String(definition.dropFirst(column.name.quoted.count).drop { $0 == " " })
            )
        }
        facts += foreignKeys.map {
            Fact(.reference, "\(table) (\($0.columns.quotedList))", $0.clause).withSortedColumns
        }
        facts += checks.map { check in
            Fact(
                .check,
                "\(table) \(check.name?.quoted ?? canonicalSQL(check.expression.text))",
                canonicalSQL(check.expression.text)
            )
        }
        facts += indexes.map { index in
            Fact(.index, index.name.quoted, "\(index.kind) ON \(canonicalSQL(index.definition(on: name)))")
        }
        if let fullText { facts.append(Fact(.fullText, table, fullText.columns.quotedList)) }
        return facts
    }
}

extension PlannedDatabase {
    /// How the columns of a version are written.
    func formFacts(of version: PlannedVersion) -> [Fact] {
        version.state.tables.flatMap { table in
            table.fields.flatMap { field in
                field.column.map { forms.form(of: field).facts(of: "\(table.name.quoted).\($0.name.quoted)") } ?? []
            }
        }
    }

    /// Everything that the lock records about a version: its parts, and the steps to it as far as the tables do not
    /// show them.
    package func facts(of version: Int) -> [Fact] {
        guard let planned = self.version(at: version) else { return [] }
        var facts = planned.shape.facts + formFacts(of: planned)
        guard planned.number == version, let transition = planned.way?.transition else { return facts.sorted() }
        for (place, step) in transition.dataSteps.enumerated() {
            switch step.kind {
            case .sql(let sql): facts.append(Fact(.sql, "\(place + 1)", canonicalSQL(sql)))
            case .swift(let swift): facts.append(Fact(.swift, "\(place + 1)", swift.name.text))
            }
        }
        for table in planned.shape.tables {
            guard let old = transition.renamed.table(table.origin) else { continue }
            let present = Set(old.fields.compactMap { $0.column?.name })
            for column in table.columns where !present.contains(column.name) {
                // Without a default, older rows get NULL in any case.
                guard let fill = column.fillSQL else { continue }
                if fill.isNull, column.defaultSQL?.isNull ?? true { continue }
                facts.append(Fact(.fill, "\(table.name.quoted).\(column.name.quoted)", canonicalSQL(fill.text)))
            }
        }
        return (facts + planned.conversionFacts).sorted()
    }
}

extension PlannedVersion {
    /// The SQL that gives columns new values.
    var conversionFacts: [Fact] {
        (way?.transition.conversions ?? []).compactMap { conversion in
            guard let using = conversion.using, let table = shape.table(conversion.table),
                let column = table.columns.first(where: { $0.field == conversion.field })
            else { return nil }
            return Fact(.using, "\(table.name.quoted).\(column.name.quoted)", canonicalSQL(using))
        }
    }
}
