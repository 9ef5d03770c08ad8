import ModelgenSchema

extension PlannedDatabase {
    /// A script that creates a version in an empty file, and fails in any other file. Nil if there is no such version.
    package func script(version: Int) -> String? {
        guard let shape = self.version(at: version)?.shape else { return nil }
        let isEmpty = "NOT EXISTS (SELECT 1 FROM sqlite_master)"
        return
            (["BEGIN"] + expectedFile("an empty file", isEmpty, ids: [0, applicationID]) + shape.createStatements
            + marks(of: version) + ["COMMIT"]).map(Self.ended).joined()
    }

    /// A script that migrates a file from one version to a later one. Each version in between has a transaction, or
    /// several if it has both steps on rows, for which foreign keys are on, and rebuilds, for which they are off.
    ///
    /// The script fails in a file of another version or database. It also fails before a version with steps in Swift,
    /// which only the program can run, because what they save may be dropped later. Nil if the versions do not exist in
    /// this order.
    package func script(from: Int, to: Int) -> String? {
        guard database.migration == .versioned, from < to, version(at: from) != nil, version(at: to) != nil else {
            return nil
        }
        var script = ""
        func add(_ statements: [String]) { script += statements.map(Self.ended).joined() }
        let isFrom = "(SELECT user_version = \(from) FROM pragma_user_version)"
        add(["BEGIN"] + expectedFile("a file of version \(from)", isFrom, ids: [applicationID]) + ["COMMIT"])
        for migration in migrations where migration.version > from && migration.version <= to {
            if !migration.swiftSteps.isEmpty {
                let names = migration.swiftSteps.map(\.name.text).joined(separator: ", ")
                script +=
                    "-- Write SQL in place of each comment that begins with Swift:, then delete the next three lines.\n"
                add(Self.expectation("steps of version \(migration.version) are written in Swift: \(names)", "0"))
            }
            var foreignKeys: ForeignKeyEnforcement =
                migration.suspendsForeignKeys && !migration.hasDataSteps ? .suspended : .enforced
            add(Self.beginning(foreignKeys))
            for step in migration.steps {
                if migration.hasDataSteps, step.foreignKeys != foreignKeys {
                    foreignKeys = step.foreignKeys
                    add(["PRAGMA defer_foreign_keys = OFF", "COMMIT"] + Self.beginning(foreignKeys))
                }
                switch step.action {
                case .swift(let name): script += "-- Swift: \(name)\n"
                case .sql, .dropTable: add(step.statements)
                case .rebuild(let rebuild):
                    add(["PRAGMA legacy_alter_table = ON"] + rebuild.statements + ["PRAGMA legacy_alter_table = OFF"])
                }
            }
            if migration.mayViolateForeignKeys {
                let isValid = "NOT EXISTS (SELECT 1 FROM pragma_foreign_key_check)"
                add(["PRAGMA foreign_key_check"] + Self.expectation("rows refer to missing rows", isValid))
            }
            add(marks(of: migration.version) + ["COMMIT"])
        }
        // The last version may change nothing.
        if migrations.last(where: { $0.version <= to })?.version != to { add(["BEGIN"] + marks(of: to) + ["COMMIT"]) }
        return script
    }

    /// Statements that fail in any other file, which the program would not open either.
    private func expectedFile(_ file: String, _ condition: String, ids: [Int32]) -> [String] {
        let list = ids.map { "\($0)" }.joined(separator: ", ")
        let isOurs = "(SELECT application_id IN (\(list)) FROM pragma_application_id)"
        return Self.expectation("this script is for \(file)", condition)
            + (ownership == .applicationID
                ? Self.expectation("this script is for \(file) of \(name), not of another program", isOurs) : [])
    }

    /// Statements that fail with a message if a condition is false. Outside of a trigger, SQL has no other way to do
    /// that.
    private static func expectation(_ message: String, _ condition: String) -> [String] {
        let name = "temp.modelgen_expectation"
        return [
            "CREATE TABLE \(name) (holds CONSTRAINT \(SQLName(message).quoted) CHECK (holds))",
            "INSERT INTO \(name) SELECT \(condition)", "DROP TABLE \(name)",
        ]
    }

    /// SQL can only switch foreign keys on or off outside a transaction
    /// (https://www.sqlite.org/pragma.html#pragma_foreign_keys).
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

    /// The statement with its semicolon, after the end of a comment that would swallow it.
    private static func ended(_ statement: String) -> String {
        guard let last = sqlTokens(statement).last, last.isUnclosed else { return statement + ";\n" }
        return statement + (last.text.hasPrefix("--") ? "\n;\n" : " */;\n")
    }
}
