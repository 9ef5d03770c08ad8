import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

/// Steps that cannot be undone or contradict the fields, and declarations that SQLite would reject.
@Suite struct HistoryFindingTests {
    private func rules(_ schema: Schema) throws -> [String] {
        try #require(schema.plannedDatabase("Blog")).findings.map(\.rule)
    }

    private func rules(_ version: Int, _ fields: [Field], _ steps: [TableStep], at stepVersion: Int = 2) throws
        -> [String]
    {
        try rules(blog(version: version, [model("Post", [key] + fields, [stepVersion: steps])]))
    }

    @Test("a step that contradicts the fields is reported") func contradictions() throws {
        let title = stored("title")
        #expect(try rules(2, [title], [.renameField(from: "a", to: "b", column: nil)]) == ["rename-unknown-field"])
        #expect(try rules(2, [title], [.renameColumn(ColumnRename(from: "a", to: "b"))]) == ["rename-unknown-column"])
        #expect(
            try rules(2, [title, stored("body")], [.renameField(from: "title", to: "body", column: nil)]) == [
                "rename-to-taken-name"
            ]
        )
        #expect(try rules(2, [title], [.drop(title)]) == ["drop-of-present-field"])
        #expect(try rules(2, [title], [.drop(stored("x", since: 2))]) == ["drop-before-addition"])
        #expect(try rules(2, [title], [.change(from: stored("x"), .automatic)]) == ["change-unknown-field"])
        #expect(try rules(2, [title], [.change(from: title, .automatic)]) == ["change-without-difference"])
        #expect(
            try rules(
                2,
                [stored("n", optional(int), since: 2)],
                [.change(from: stored("n", optional(text)), .using("n"))]
            )
                == ["change-of-added-field"]
        )
        #expect(try rules(3, [title], [.sql("UPDATE posts SET title = ''")], at: 1) == ["step-before-history"])
        #expect(
            try rules(2, [title], [was { $0.indexes = [index("i", "title", since: 2)] }]) == ["was-not-earlier"]
        )
        #expect(
            try rules(blog(version: 2, [model("Post", [key, title], since: 2, [2: [.drop(stored("x"))]])])) == [
                "step-before-table"
            ]
        )
    }

    @Test("a dropped field is as old as its table, or younger") func droppedBeforeTable() throws {
        func rules(_ since: Int) throws -> [String] {
            let drop = TableStep.drop(stored("x", optional(int), since: since))
            return try self.rules(blog(version: 4, [model("Post", [key], since: 3, [4: [drop]])]))
        }
        #expect(try rules(1) == [] && rules(3) == [])
        #expect(try rules(2) == ["drop-before-addition"])
    }

    @Test("what a dropped model consists of was added before the drop", arguments: 1...3)
    func droppedParts(_ since: Int) throws {
        let field = stored("x", optional(int))
        let dropped = [
            model("Old", [key, stored("x", optional(int), since: since)]),
            model("Old", [key, field], indexes: [index("i", "x", since: since)]),
            model("Old", [key, field], checks: [TableCheck(expression: "x > 0", since: since)]),
        ]
        for old in dropped {
            let found = try rules(blog(version: 3, [model("Post", [key])], steps: [2: [.dropModel(old)]]))
            #expect(found == (since < 2 ? [] : ["drop-before-addition"]))
        }
    }

    @Test("an earlier definition was added before the change", arguments: 1...3)
    func changedAddition(_ since: Int) throws {
        let change = TableStep.change(from: stored("n", int), since: since, .automatic)
        let found = try rules(3, [stored("n", optional(int))], [change])
        #expect(found == (since < 2 ? [] : ["change-of-added-field"]))
    }

    @Test("an index that both `drop` and `was` contain is one index") func droppedIndex() throws {
        let email = stored("email", optional(text))
        let unique = index("emails", "email", unique: true)
        let steps: [TableStep] = [was { $0.uniques = [unique] }, .drop(email, indexes: [unique])]
        for steps in [steps, steps.reversed()] {
            let planned = try proved(blog(version: 2, [model("Post", [key], [2: steps])]))
            #expect(planned.versions[0].shape.tables[0].indexes.map(\.name) == ["emails"])
        }
        // It exists from its `since` on.
        let drop = TableStep.drop(email, indexes: [index("a", "email", since: 2), index("b", "email", since: 3)])
        let planned = try proved(blog(version: 3, [model("Post", [key], [3: [drop]])]))
        #expect(planned.versions.map { $0.shape.tables[0].indexes.map(\.name) } == [[], ["a"], []])
    }

    @Test("a key or index of a field that was added later needs an earlier value") func missing() throws {
        let later = stored("slug", default: .literal(.string("")), since: 2)
        let findings = try #require(
            blog(
                version: 3,
                [model("Post", [key, later], primaryKey: ["slug"], indexes: [index("i", "slug")])]
            ).plannedDatabase("Blog")
        ).findings
        #expect(findings.map(\.rule).filter { $0 == "missing-in-version" }.count == 2)
        #expect(findings.contains { $0.message.contains("write `was: { primaryKey: … }` under version 2") })
        #expect(findings.contains { $0.message.contains("write `since: 2` on it") })
    }

    @Test("two indexes of one name are reported at the key of the second one") func sameIndexName() throws {
        let indexes = [index("i", "title"), index("i", "body", unique: true)]
        let findings = try #require(
            blog(version: 1, [model("Post", [key, stored("title"), stored("body")], indexes: indexes)])
                .plannedDatabase("Blog")
        ).findings.filter { $0.rule == "two-indexes-of-one-name" }
        #expect(findings.map(\.element.key) == ["unique"])
        #expect(
            findings.map(\.message) == [
                "in version 1, another object has the name `i` of the index of `posts`; add a `name` to it"
            ])
    }

    @Test("what several versions lack is reported once, for the newest of them") func missingInAll() throws {
        let later = stored("b", int, since: 3, fill: .literal(.integer("0")))
        let fields = [key, stored("a", optional(int), since: 2), later]
        let findings = try #require(
            blog(version: 3, [model("Post", fields, primaryKey: ["b"])]).plannedDatabase("Blog")
        ).findings.filter { $0.rule == "missing-in-version" }
        #expect(findings.map { $0.message.prefix(9) } == ["version 2"])
    }

    @Test("a wrong name in a step is reported there") func wrongNameInStep() throws {
        let title = stored("title")
        let steps = [was { $0.primaryKey = ["nmae"] }, was { $0.indexes = [index("i", "tilte")] }]
        let findings = try #require(
            blog(version: 2, [model("Post", [key, title], primaryKey: ["id"], [2: steps])]).plannedDatabase("Blog")
        ).findings.filter { $0.rule == "missing-in-version" }
        #expect(findings.map(\.element.key) == ["was.primaryKey", "was.indexes"])
        #expect(findings.allSatisfy { $0.message.hasSuffix("; write the name of a field in that version") })
    }

    @Test("the version to write something under is the next one that changes anything") func nextVersion() throws {
        let later = stored("slug", default: .literal(.string("")), since: 20_260_122)
        let models = [
            model("Post", [key, later], primaryKey: ["slug"], indexes: [index("i", "slug")], fullText: ["slug"])
        ]
        let messages = try #require(blog(version: 20_260_122, models).plannedDatabase("Blog")).findings.filter {
            $0.rule == "missing-in-version"
        }.map(\.message)
        #expect(
            messages.count == 3 && messages.allSatisfy { $0.contains("20260122") },
            "\(messages)")
    }

    @Test("values that older rows cannot have are reported") func unfillable() throws {
        #expect(try rules(blog(version: 2, [model("Post", [key, stored("a", since: 2)])])) == ["unfillable-column"])
        #expect(
            try rules(2, [stored("a")], [.change(from: stored("a", optional(text)), .automatic)]) == [
                "unfillable-column"
            ]
        )
        #expect(
            try rules(2, [stored("a", int)], [.change(from: stored("a"), .automatic)]) == ["change-without-conversion"]
        )
        #expect(
            try rules(
                2,
                [stored("a")],
                [
                    .change(from: stored("a", optional(text)), .automatic),
                    .sql("UPDATE posts SET a = '' WHERE a IS NULL"),
                ]
            ) == []
        )
        #expect(
            try rules(2, [stored("a")], [.sql("COMMIT; VACUUM")]).allSatisfy { $0 == "statement-outside-migration" }
        )
    }

    @Test("histories that SQLite would reject are reported before they are run") func refused() throws {
        func rules(_ model: Model, sqlite: SQLiteVersion = SQLiteVersion(major: 3, minor: 45)) throws -> [String] {
            try self.rules(blog(version: 1, [model], sqlite: sqlite))
        }
        #expect(try rules(model("Post", [key], table: "sqlite_posts")) == ["sqlite-name"])
        #expect(try rules(model("Post", [key, stored("a", column: "a\u{0}b")])) == ["sqlite-name"])
        #expect(try rules(model("Post", [stored("a")], primaryKey: [], withoutRowID: true)) == ["rowid-needed"])
        #expect(
            try rules(model("Post", [key, stored("a", declared: "DECIMAL(10,2)")], strict: true)) == ["strict-type"]
        )
        #expect(try rules(model("Post", [key], strict: true), sqlite: .default) == ["needs-newer-sqlite"])
        #expect(
            try rules(model("Post", [key, stored("a", declared: "TEXT, b TEXT")])) == ["column-type"]
                || rules(model("Post", [key, stored("a", declared: "TEXT, b TEXT")])) == []
        )
        #expect(try rules(model("Post", [key, stored("a", check: "1) , b TEXT, CHECK (1")])) == ["unclosed-sql"])
        #expect(
            try rules(
                model("Post", [key, stored("user", int, references: Reference(model: "Post", field: "user"))])
            )
                == ["reference-not-unique"]
        )
        #expect(
            try rules(
                model("Post", [key, stored("user", int, references: Reference(model: "Nobody", field: "id"))])
            )
                == ["reference-to-nothing"]
        )
        #expect(
            try rules(
                model(
                    "Post",
                    [
                        stored(
                            "id",
                            text,
                            declared: "TEXT",
                            assigned: .database(autoincrement: .neverReusesKeys)
                        )
                    ]
                )
            ) == ["autoincrement-key"]
        )
        #expect(
            try rules(
                model("Post", [key, stored("at", .scalar(.date), default: .literal(.string("tomorrow")))])
            ) == [
                "default-without-sql"
            ]
        )
    }

    @Test("fields that refer to the parts of a composite key are one foreign key") func compositeReference() throws {
        func part(_ name: String, _ field: SwiftName) -> Field {
            stored(name, int, references: Reference(model: "Seat", field: field, onDelete: .cascade))
        }
        let schema = blog(
            version: 1,
            [
                model("Seat", [stored("row", int), stored("number", int)], primaryKey: ["row", "number"]),
                model("Ticket", [key, part("seatRow", "row"), part("seatNumber", "number")]),
            ]
        )
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        #expect(
            planned.newest.createStatements.last == """
                CREATE TABLE tickets (
                    id INTEGER PRIMARY KEY,
                    seat_row INTEGER NOT NULL,
                    seat_number INTEGER NOT NULL,
                    FOREIGN KEY (seat_row, seat_number) REFERENCES seats ("row", number) ON DELETE CASCADE
                )
                """
        )
        #expect(verifyChain(planned) == [])
        #expect(verifyAllPairs(planned, schema: schema) == [])
    }

    @Test("a default is stored like its field") func defaults() throws {
        let gender = Enumeration(
            name: "Gender",
            file: "blog",
            rawType: .string,
            cases: [Enumeration.Case(name: "female", rawValue: .string("f'"))]
        )
        let date = FieldType.scalar(.date)
        let midnight = DefaultValue.literal(.string("2024-01-01T00:00:00Z"))
        let schema = blog(
            version: 1,
            [
                model(
                    "Post",
                    [
                        key, stored("gender", .enumeration("Gender"), default: .literal(.enumCase("female"))),
                        stored("flag", .scalar(.bool), default: .literal(.boolean(true))),
                        stored("price", .scalar(.decimal), default: .literal(.number("1.10"))),
                        stored("data", .scalar(.data), default: .literal(.string("AQL/"))),
                        stored("tags", .list(text), default: .literal(.list([.string("a\"'b"), .string("ß")]))),
                        stored("a", date, default: midnight),
                        stored("b", date, default: midnight, transformer: .builtIn(.unixMilliseconds)),
                        stored("c", date, default: midnight, transformer: .builtIn(.iso8601)),
                        stored("d", date, default: .code(swift: ".now", sql: "unixepoch()")),
                        stored("e", default: .literal(.string("a\u{0}b"))),
                        stored("f", optional(int), default: .literal(.null)),
                    ]
                )
            ],
            enumerations: [gender]
        )
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        #expect(verifyChain(planned) == [])
        #expect(
            planned.versions[0].shape.tables[0].columns.map { $0.defaultSQL?.text } == [
                nil, "'f'''", "1", "'1.1'", "X'0102FF'", #"'["a\"''b","ß"]'"#, "1704067200.0", "1704067200000",
                "'2024-01-01T00:00:00Z'", "(unixepoch())", "(CAST(X'610062' AS TEXT))", nil,
            ]
        )
    }
}
