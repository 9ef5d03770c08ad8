import ModelgenSchema

extension PlannedDatabase {
    /// A script for the sqlite3 shell that sets up a version in an empty file. Nil if there is no such version.
    package func script(version: Int) -> String? {
        guard let shape = self.version(at: version)?.shape else { return nil }
        let statements = shape.tables.flatMap(\.createStatements) + shape.views.map(\.createSQL)
        return Self.text(["BEGIN"] + statements + marks(of: version) + ["COMMIT"])
    }

    /// A script that brings a file from one version to a later one, with a transaction for each version in between, or
    /// several if it has both steps on rows, for which foreign keys are on, and rebuilds, for which they are off. Swift
    /// steps are comments in it, since they only run in the program. Nil if the versions do not exist in this order.
    package func script(from: Int, to: Int) -> String? {
        guard database.migration == .versioned, from < to, version(at: from) != nil, version(at: to) != nil else {
            return nil
        }
        var lines: [String] = []
        for migration in migrations where migration.version > from && migration.version <= to {
            var foreignKeys: ForeignKeyEnforcement =
                migration.suspendsForeignKeys && !migration.hasDataSteps ? .suspended : .enforced
            lines += Self.beginning(foreignKeys)
            for step in migration.steps {
                if migration.hasDataSteps, step.foreignKeys != foreignKeys {
                    foreignKeys = step.foreignKeys
                    lines += ["PRAGMA defer_foreign_keys = OFF", "COMMIT"] + Self.beginning(foreignKeys)
                }
                switch step.action {
                case .swift(let name): lines.append("-- Swift: \(name)")
                case .sql, .dropTable: lines += step.statements
                case .rebuild(let rebuild):
                    lines +=
                        ["PRAGMA legacy_alter_table = ON"] + rebuild.statements + ["PRAGMA legacy_alter_table = OFF"]
                }
            }
            if migration.mayViolateForeignKeys { lines.append("PRAGMA foreign_key_check") }
            lines += marks(of: migration.version) + ["COMMIT"]
        }
        // The last version may change nothing.
        if migrations.last(where: { $0.version <= to })?.version != to {
            lines += ["BEGIN"] + marks(of: to) + ["COMMIT"]
        }
        return Self.text(lines)
    }

    /// SQL can only switch them outside a transaction (https://www.sqlite.org/pragma.html#pragma_foreign_keys).
    private static func beginning(_ foreignKeys: ForeignKeyEnforcement) -> [String] {
        switch foreignKeys {
        case .enforced: ["PRAGMA foreign_keys = ON", "BEGIN", "PRAGMA defer_foreign_keys = ON"]
        case .suspended: ["PRAGMA foreign_keys = OFF", "BEGIN"]
        }
    }

    private func marks(of version: Int) -> [String] {
        let id = ["PRAGMA application_id = \(applicationID)"]
        return ["PRAGMA user_version = \(version)"] + (ownership == .applicationID ? id : [])
    }

    /// The semicolon is on a separate line if a comment ends the statement.
    private static func text(_ statements: [String]) -> String {
        statements.map { statement in
            if statement.hasPrefix("-- Swift:") { return statement + "\n" }
            let endsInComment = sqlTokens(statement).last?.text.hasPrefix("--") == true
            return statement + (endsInComment ? "\n;\n" : ";\n")
        }.joined()
    }
}
