import ModelgenSchema

extension DatabaseShape {
    /// Finds what SQLite would reject, or what the oldest supported SQLite does not support.
    func findings(for database: Database) -> [Finding] {
        var findings: [Finding] = []
        for table in tables { findings += table.findings(for: database) }
        return findings
    }
}

extension TableShape {
    fileprivate func findings(for database: Database) -> [Finding] {
        findingsOfTable(for: database) + columns.flatMap { findings(of: $0, for: database) } + findingsOfConstraints()
    }

    private func findingsOfTable(for database: Database) -> [Finding] {
        var findings: [Finding] = []
        func report(_ rule: String, _ message: String, key: String) {
            findings.append(finding(rule, message, key: key))
        }
        if !name.isUsable || name.folded.text.hasPrefix("sqlite_") {
            report(
                "sqlite-name", "the table name `\(name)` is reserved by SQLite; choose a different name", key: "table")
        }
        if columns.isEmpty { report("table-without-columns", "a table needs a column; store a field", key: "table") }
        if columns.allSatisfy({ $0.generated != nil }), !columns.isEmpty {
            report("table-without-columns", "a table needs a column that is not generated", key: "table")
        }
        if isWithoutRowID, primaryKey.isEmpty {
            report(
                "rowid-needed",
                "a WITHOUT ROWID table requires a primary key; add `primaryKey`",
                key: "withoutRowID"
            )
        }
        if isWithoutRowID, fullText != nil {
            report("rowid-needed", "full-text search finds its rows by rowid; remove `withoutRowID`", key: "fullText")
        }
        if autoincrement == .neverReusesKeys, rowIDAlias == nil {
            report(
                "autoincrement-key",
                "AUTOINCREMENT needs a single INTEGER key and a rowid; remove `autoincrement`",
                key: "primaryKey"
            )
        }
        if isStrict, database.oldestSQLite < SQLiteVersion(major: 3, minor: 37) {
            findings.append(
                Finding(
                    severity: .warning,
                    rule: "needs-newer-sqlite",
                    message:
                        "strict tables require SQLite 3.37, but the database must support \(database.oldestSQLite.text); "
                        + "raise `sqlite`",
                    element: origin.element(key: "strict")
                )
            )
        }
        return findings
    }

    private func findings(of column: ColumnShape, for database: Database) -> [Finding] {
        var findings: [Finding] = []
        func report(_ rule: String, _ message: String, key: String) {
            let element = origin.element(of: column.field, key: key)
            findings.append(Finding(rule: rule, message: message, element: element))
        }
        if !column.name.isUsable {
            report("sqlite-name", "`\(column.name)` is not a valid column name; choose a different one", key: "column")
        }
        if isStrict, !Self.strictTypes.contains(column.type.uppercased()) {
            report(
                "strict-type",
                "`\(column.type)` is not a type of strict tables; use INT, INTEGER, REAL, TEXT, BLOB or ANY",
                key: "columnType"
            )
        }
        if !SQLText(column.type).isClosed || sqlTokens(column.type).contains(where: { !$0.isOfType }) {
            report(
                "column-type",
                "`\(column.type)` is not a valid column type; write words and, in parentheses, numbers: `DECIMAL(10, 2)`",
                key: "columnType"
            )
        }
        func check(_ text: SQLText, key: String) {
            for problem in text.problems { report(problem.rule, problem.message, key: key) }
        }
        if let condition = column.check { check(condition, key: "check") }
        guard let generated = column.generated else { return findings }
        check(SQLText(generated.expression), key: "generated")
        if primaryKey.contains(column.name) {
            report(
                "generated-key", "a generated column cannot be a key; remove it from `primaryKey`", key: "generated")
        }
        if database.oldestSQLite < SQLiteVersion(major: 3, minor: 31) {
            report("needs-newer-sqlite", "generated columns require SQLite 3.31; raise `sqlite`", key: "generated")
        }
        return findings
    }

    private func findingsOfConstraints() -> [Finding] {
        var findings: [Finding] = []
        func check(_ text: SQLText, key: String) {
            findings += text.problems.map { finding($0.rule, $0.message, key: key) }
        }
        for each in checks { check(each.expression, key: "checks") }
        for index in indexes {
            let key = index.uniqueness == .unique ? "unique" : "indexes"
            var texts = index.condition.map { [$0] } ?? []
            for case .expression(let text) in index.terms { texts.append(text) }
            for text in texts { check(text, key: key) }
            if index.terms.isEmpty {
                findings.append(
                    finding("empty-index", "the index `\(index.name)` has no columns; write its `fields`", key: key))
            }
        }
        // FTS5 has a hidden column with the name of its table, too (https://www.sqlite.org/fts5.html).
        for column in fullText?.columns ?? []
        where ["rank", "rowid", fullText?.name.folded].contains(column.folded) {
            let message = "the column name `\(column)` is reserved by FTS5; choose a different name"
            findings.append(finding("full-text-column", message, key: "fullText"))
        }
        return findings
    }

    private func finding(_ rule: String, _ message: String, key: String) -> Finding {
        Finding(rule: rule, message: message, element: origin.element(key: key))
    }

    private static let strictTypes: Set<String> = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
}

extension SQLName {
    /// Whether the name is not empty and contains no NUL, at which SQL ends.
    fileprivate var isUsable: Bool { !text.isEmpty && !text.utf8.contains(0) }
}

extension SQLText {
    fileprivate var problems: [(rule: String, message: String)] {
        (isClosed ? [] : [("unclosed-sql", openProblem)]) + (parameterProblem.map { [("unbound-parameter", $0)] } ?? [])
    }
}

extension SQLToken {
    /// Whether the token can be part of a declared type such as `DECIMAL(10, 2)`.
    fileprivate var isOfType: Bool {
        switch kind {
        case .word: SQLName(text).quoted == text
        case .quotedName, .number, .space: !text.hasPrefix("--") && !text.hasPrefix("/*")
        case .symbol: ["(", ")", ",", "+", "-"].contains(text)
        case .string, .blob, .parameter: false
        }
    }
}

extension SQLiteVersion {
    /// `3.35`
    package var text: String { "\(major).\(minor)" }
}
