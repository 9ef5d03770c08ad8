import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenDatabase
@testable import ModelgenVerification

@Suite struct LockTests {
    private func released(_ schema: Schema) throws -> Lock {
        let planned = try #require(schema.plannedDatabase("Blog"))
        let (lock, findings) = Lock().releasing([planned], of: schema)
        #expect(findings == [])
        return lock
    }

    private func posts(
        _ version: Int,
        _ fields: [Field],
        indexes: [Index] = [],
        _ steps: [Int: [TableStep]] = [:]
    ) -> Schema {
        blog(version: version, [model("Post", [key] + fields, indexes: indexes, steps)])
    }

    @Test("a lock has one fact per line, sorted, and each version ends with its hash") func format() throws {
        let schema = posts(
            2,
            [stored("title", default: .literal(.string("a\n\tb"))), stored("x", optional(int), since: 2)],
            indexes: [index("u", "title", unique: true)]
        )
        let lock = try released(schema)
        let lines = lock.text.split(separator: "\n").map(String.init)
        #expect(
            Array(lines.prefix(7)) == [
                "modelgen.lock 2", "Blog 1 column posts.id\tINTEGER",
                "Blog 1 column posts.title\tTEXT NOT NULL DEFAULT 'a\\n\\tb'",
                "Blog 1 index u\tUNIQUE INDEX ON posts ( title )", "Blog 1 stored posts.id\tInt64",
                "Blog 1 stored posts.title\tString", "Blog 1 table posts\tPRIMARY KEY (id)",
            ]
        )
        #expect(lines[7].hasPrefix("Blog 1 hash "))
        #expect(try Lock(parsing: lock.text) == lock)
        #expect(lock.findings(for: try #require(schema.plannedDatabase("Blog")), .checking) == [])
    }

    @Test("a lock that was edited, cut or merged badly is refused, with a remedy") func damage() throws {
        let text = try released(posts(2, [stored("title"), stored("body", optional(text), since: 2)])).text
        func problem(_ text: String) -> String? {
            do {
                _ = try Lock(parsing: text)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(problem(text) == nil)
        #expect(problem(text.split(separator: "\n").joined(separator: "\r\n") + "\r\n") == nil)
        #expect(problem("") != nil)
        let edited = text.split(separator: "\n").filter { !$0.contains("2 column posts.body") }.joined(separator: "\n")
        #expect(problem(edited)?.contains("version 2 of `Blog` does not match the hash") == true)
        let lines = text.split(separator: "\n").map(String.init)
        let ours = lines.filter { $0.hasPrefix("Blog 2 ") }
        let head = lines.filter { !$0.hasPrefix("Blog 2 ") && !$0.hasPrefix("json") && !$0.hasPrefix("swift") }
        let merged = head + ["<<<<<<< HEAD"] + ours + ["======="] + ours + [">>>>>>> branch"]
        let target = ["modelgen.lock 2", "<<<<<<< HEAD", "target App", "=======", "target Web", ">>>>>>> branch"]
        #expect(
            problem((target + text.split(separator: "\n").dropFirst().map(String.init)).joined(separator: "\n"))
                == "a merge left a conflict; keep one side and run `modelgen release` again")
        #expect(
            problem(merged.joined(separator: "\n"))?.hasPrefix("both branches released version 2 of `Blog`") == true)
        let forms = { (values: String) in ["Blog 2 stored posts.body\t\(values)", "Blog 2 hash \(values)"] }
        let released = head + ["<<<<<<< HEAD"] + forms("a") + ["======="] + forms("b") + [">>>>>>> branch"] + ours
        #expect(
            problem(released.joined(separator: "\n"))
                == "both branches released version 2 of `Blog`: keep the lock of either branch and run `modelgen release`"
        )
        #expect(problem((head + ours + ours).joined(separator: "\n")) != nil)
        #expect(problem((head + ["Blog 2 nonsense"]).joined(separator: "\n")) != nil)
    }

    private func problem(_ lines: [String]) -> LockProblem? {
        do {
            _ = try Lock(parsing: lines.joined(separator: "\n"))
            return nil
        } catch {
            return error
        }
    }

    @Test("a fact of JSON or Swift that both sides of a merge have is refused, at its line") func twice() throws {
        let lines = try released(posts(1, [stored("title"), stored("body")])).text.split(separator: "\n").map(
            String.init)
        let facts = lines.indices.filter { lines[$0].hasPrefix("json ") || lines[$0].hasPrefix("swift ") }
        #expect(Set(facts.map { lines[$0].prefix { $0 != "\t" } }).count == facts.count)
        for index in facts {
            let other = lines[index].prefix { $0 != "\t" } + "\tafter nothing"
            let merged = Array(lines[...index]) + [String(other)] + lines[(index + 1)...]
            #expect(problem(merged)?.line == index + 2, "\(other)")
        }
        #expect(problem(lines) == nil)
    }

    @Test("the number of a version in a lock is one that a schema can have")
    func numbers() throws {
        let head = ["modelgen.lock 2"]
        for number in ["-1", "0", "2147483648", "9223372036854775807", "99999999999999999999"] {
            let facts = ["Blog \(number) table posts\tPRIMARY KEY (id)"]
            let hash = "Blog \(number) hash \(Lock.hash(of: ["table posts\tPRIMARY KEY (id)"], after: ""))"
            #expect(problem(head + facts + [hash])?.line == 2, "\(number)")
            #expect(problem(head + ["<<<<<<< HEAD"] + facts + ["=======", ">>>>>>> b"]) != nil)
        }
        let facts = ["Blog 2147483647 table posts\tPRIMARY KEY (id)"]
        let hash = "Blog 2147483647 hash \(Lock.hash(of: ["table posts\tPRIMARY KEY (id)"], after: ""))"
        #expect(problem(head + facts + [hash]) == nil)
    }

    @Test("a version that is not pinned is a warning while generating and an error in a check") func unpinned() throws {
        let planned = try #require(posts(3, [stored("title")]).plannedDatabase("Blog"))
        let generating = Lock().findings(for: planned, .generating)
        #expect(generating.map(\.severity) == [.warning])
        #expect(generating.first?.message.hasPrefix("version 1 of `Blog` is not in the lock") == true)
        #expect(Lock().findings(for: planned, .checking).map(\.severity) == [.error])
    }

    @Test("a change to a released version is reported with the step to write instead") func rewritten() throws {
        let lock = try released(posts(1, [stored("title"), stored("score", optional(double))]))
        func advice(_ schema: Schema) throws -> [String] {
            lock.findings(for: try #require(schema.plannedDatabase("Blog")), .generating).errors
                .map(\.message)
        }
        let prefix = "version 1 of `Blog` was released and cannot change: "
        #expect(
            try advice(posts(1, [stored("title"), stored("score", optional(double)), stored("slug", optional(text))]))
                == [
                    prefix + "the column `posts.slug` is new in it; write `since: 2` on it"
                ]
        )
        #expect(
            try advice(posts(1, [stored("title")])) == [
                prefix
                    + "the column `posts.score` was removed; if it was renamed, use `rename`; otherwise this "
                    + "step deletes its values: write under `migrations: 2:` `- drop: { score: Double? }`"
            ]
        )
        #expect(
            try advice(posts(1, [stored("name"), stored("score", optional(double))])) == [
                prefix
                    + "the column `posts.title` seems to be named `posts.name` now; write under `migrations: 2:` `- rename: { title: name }`, "
                    + "or, if `posts.name` is a new column, `since: 2` on it"
            ]
        )
        #expect(
            try advice(posts(1, [stored("title"), stored("score", optional(int))])) == [
                prefix + "the column `posts.score` was `REAL` and is `INTEGER` now; write under `migrations: 2:` "
                    + "`- change: { score: { from: Double?, using: \"CAST(score AS INTEGER)\" } }`; it changes the "
                    + "values for which `CAST(CAST(score AS INTEGER) AS REAL) IS NOT score OR "
                    + "CAST(score AS INTEGER) = 9223372036854775807`"
            ]
        )
        // With a step in the next version, it is accepted.
        #expect(try advice(posts(2, [stored("title")], [2: [.drop(stored("score", optional(double)))]])) == [])
        #expect(try advice(posts(0, [stored("title"), stored("score", optional(double))])).count == 1)
    }

    @Test("a data step of a released version cannot be rewritten") func steps() throws {
        func schema(_ sql: String) -> Schema { posts(2, [stored("title")], [2: [.sql(sql)]]) }
        let lock = try released(schema("UPDATE posts SET title = ''"))
        let same = try #require(schema("update posts  set title='' -- really").plannedDatabase("Blog"))
        #expect(lock.findings(for: same, .checking) == [])
        let other = try #require(schema("UPDATE posts SET title = 'x'").plannedDatabase("Blog"))
        #expect(lock.findings(for: other, .checking).map(\.rule) == ["released-version-changed"])
    }

    @Test("a difference has an area, a rule and a severity") func differences() throws {
        let old = posts(1, [stored("title"), stored("score", optional(double)), stored("text")])
        let new = posts(
            2,
            [stored("title"), stored("body"), stored("slug", since: 2, fill: .literal(.string("")))],
            indexes: [index("u", "slug", unique: true, since: 2)],
            [2: [renamed("text", to: "body"), .drop(stored("score", optional(double)))]]
        )
        let planned = try #require(new.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        let differences = ReleasedFacts(new, databases: [planned]).differences(
            since: ReleasedFacts(try released(old)),
            [planned]
        )
        #expect(
            differences.map { "\($0.area.rawValue) \($0.severity.rawValue) \($0.rule) \($0.subject)" } == [
                "database additive column-renamed Blog: posts.body",
                "database destructive column-removed Blog: posts.score",
                "database additive column-added Blog: posts.slug", "database data-dependent index-added Blog: u",
                "swift additive function-added Post.find(slug:)", "swift destructive property-renamed Post.body",
                "swift destructive property-removed Post.score", "swift data-dependent property-added Post.slug",
            ]
        )
    }

    private func severities(_ new: Schema, since old: Schema) throws -> [String] {
        let planned = try #require(new.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        return ReleasedFacts(new, databases: [planned]).differences(since: ReleasedFacts(try released(old)), [planned])
            .filter { $0.area == .database }.map { "\($0.severity.rawValue) \($0.rule)" }.sorted()
    }

    @Test("a renamed column of a composite foreign key is only renamed") func compositeRename() throws {
        func schema(_ version: Int, _ first: String, _ steps: [Int: [TableStep]] = [:]) -> Schema {
            let parent = model(
                "Track", [stored("album", int), stored("number", int)], primaryKey: ["album", "number"],
                withoutRowID: true)
            let child = model(
                "Play",
                [
                    key, stored(first, int, references: Reference(model: "Track", field: "album")),
                    stored("part", int, references: Reference(model: "Track", field: "number")),
                ], steps)
            return blog(version: version, [parent, child])
        }
        let new = schema(2, "zone", [2: [renamed("album", to: "zone")]])
        #expect(try severities(new, since: schema(1, "album")) == ["additive column-renamed"])
    }

    @Test("an index that gets the earlier name of another one is only renamed") func shiftedNames() throws {
        func schema(_ version: Int, _ names: [String], _ steps: [Int: [TableStep]] = [:]) -> Schema {
            posts(
                version, names.map { stored($0, int) },
                indexes: names.map { index("posts_unique_\($0)", SwiftName($0), unique: true) }, steps)
        }
        let new = schema(2, ["b", "c"], [2: [renamed("a", to: "b"), renamed("b", to: "c")]])
        #expect(
            try severities(new, since: schema(1, ["a", "b"])) == [
                "additive column-renamed", "additive column-renamed", "additive index-renamed",
                "additive index-renamed",
            ])
    }

    @Test("an index that has the columns of an earlier one is that one under another name")
    func movedNames() throws {
        func schema(_ version: Int, _ indexes: [Index], _ steps: [Int: [TableStep]] = [:]) -> Schema {
            posts(version, ["a", "b", "c"].map { stored($0, int) }, indexes: indexes, steps)
        }
        let old = [index("i", "a", unique: true), index("j", "b", unique: true)]
        let new = [index("i", "b", unique: true), index("j", "c", unique: true)]
        #expect(
            try severities(schema(2, new, [2: [was { $0.uniques = old }]]), since: schema(1, old)) == [
                "additive index-removed", "additive index-renamed", "data-dependent index-added",
            ])
    }
}
