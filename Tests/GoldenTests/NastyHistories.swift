import Testing

/// A history that is easy to get wrong, as YAML.
struct NastyHistory: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var yaml: String
    /// The expected rules, if certain rows make a step fail.
    var findings: [String]

    init(_ description: String, findings: [String] = [], _ yaml: String) {
        testDescription = description
        self.yaml = yaml
        self.findings = findings
    }

    static let all: [NastyHistory] = names + tables + keys + texts + constraints + earlier + renamedKeys

    static let names: [NastyHistory] = [
        NastyHistory(
            "a column that is renamed in every version",
            """
            database: { name: D, version: 5 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, e: { type: String, index: true, unique: true } }
                migrations:
                  2: [{ rename: { a: b } }]
                  3: [{ rename: { b: c } }]
                  4: [{ rename: { c: d } }]
                  5: [{ rename: { d: e } }]
            """),
        NastyHistory(
            "two columns that change places, twice, with an index, a check and a generated column of them",
            """
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields:
                  id: Int64
                  a: Int
                  b: { type: Int, default: 7 }
                  c: { type: Int?, generated: "a * 2 + b" }
                indexes: [[a, b]]
                checks: ["a <> b OR a IS NULL"]
                migrations:
                  2: [{ rename: { a: b, b: a } }]
                  3: [{ rename: { a: b, b: a } }]
            """),
        NastyHistory(
            "three columns that go round in a ring",
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: String, b: Int, c: Double }
                indexes: [{ fields: [a], where: "b > 0 AND c < 9" }]
                migrations:
                  2: [{ rename: { a: b, b: c, c: a } }, { change: { a: { from: { type: String, default: "" } } } }]
            """),
        NastyHistory(
            "dropped and added again under the same name with another type",
            """
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: { type: Double, since: 3, default: 1.5 } }
                migrations:
                  2: [{ drop: { a: String } }]
            """),
        NastyHistory(
            "dropped and added again in one version, out of the way by a rename",
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: { type: Double, since: 2, default: 1.5 } }
                migrations:
                  2: [{ rename: { a: oldA } }, { drop: { oldA: String } }]
            """),
        NastyHistory(
            "a name that only changes its case",
            """
            database: { name: D, version: 3 }
            models:
              M:
                table: Things
                primaryKey: id
                fields: { id: Int64, Name: { type: String, column: NAME, index: true } }
                migrations:
                  2: [{ rename: { column: { name: NAME } } }]
                  3: [{ was: { table: things } }]
            """),
        NastyHistory(
            "columns called like keywords and functions, renamed in checks and views that call those functions",
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields:
                  id: Int64
                  count: String
                  order: Int
                checks: ["length(count) >= 0 AND \\"order\\" = \\"order\\""]
                migrations:
                  2: [{ rename: { length: count, group: order } }]
              V:
                view: SELECT count, length(count) AS length FROM m WHERE "order" < 5 GROUP BY count
                fields: { count: String, length: Int }
            """),
        NastyHistory(
            "a column that is renamed and changed and read by sql in one version",
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, b: Int, c: { type: Int, since: 2, default: 0 } }
                migrations:
                  2:
                    - rename: { a: b }
                    - sql: "UPDATE m SET c = length(b)"
                    - change: { b: { from: String, using: "CAST(b AS INTEGER) + c" } }
            """),
        NastyHistory(
            "a field that keeps its column while its name changes",
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, fresh: { type: String, column: stale }, more: { type: Int?, since: 2 } }
                unique: [[fresh]]
            """),
    ]

    static let tables: [NastyHistory] = [
        NastyHistory(
            "a table that others refer to gets another name, then a rebuild",
            """
            database: { name: D, version: 3 }
            models:
              User:
                table: people
                primaryKey: id
                fields: { id: Int64, age: Int }
                migrations:
                  2: [{ was: { table: users } }]
                  3: [{ change: { age: { from: String, using: "CAST(age AS INTEGER)" } } }]
              Post:
                table: posts
                primaryKey: id
                fields: { id: Int64, userId: { type: Int64, references: User.id, onDelete: cascade } }
            """),
        NastyHistory(
            "two tables that change names, one refers to the other",
            """
            database: { name: D, version: 2 }
            models:
              A:
                table: b
                primaryKey: id
                fields: { id: Int64, name: String }
                indexes: [[name]]
                migrations: { 2: [{ was: { table: a } }] }
              B:
                table: a
                primaryKey: id
                fields: { id: Int64, name: { type: Int }, a: { type: Int64?, references: A.id } }
                indexes: [[name]]
                migrations: { 2: [{ was: { table: b } }] }
            """),
        NastyHistory(
            "a table that refers to itself is renamed, rebuilt and loses the reference",
            """
            database: { name: D, version: 4 }
            models:
              Node:
                table: tree
                primaryKey: id
                fields: { id: { type: Int64, autoincrement: true }, parent: Int64?, title: { type: Int, default: 3 } }
                migrations:
                  2: [{ was: { table: nodes } }]
                  3: [{ change: { title: { from: Int } } }]
                  4: [{ change: { parent: { from: { type: Int64?, references: Node.id, onDelete: cascade } } } }]
            """),
        NastyHistory(
            "a dropped model whose table's name another takes in the next version",
            """
            database:
              name: D
              version: 3
              migrations:
                2: [{ dropModel: { Old: { table: things, primaryKey: id, fields: { id: Int64, x: String } } } }]
            models:
              New:
                table: things
                since: 3
                primaryKey: id
                fields: { id: Int64, y: Double }
            """),
        NastyHistory(
            "three dropped models that refer to each other, in the wrong order",
            """
            database:
              name: D
              version: 2
              migrations:
                2:
                  - dropModel: { A: { table: a, primaryKey: id, fields: { id: Int64 } } }
                  - dropModel: { B: { table: b, primaryKey: id, fields: { id: Int64, a: { type: Int64, references: A.id, onDelete: cascade } } } }
                  - dropModel: { C: { table: c, primaryKey: id, fields: { id: Int64, b: { type: Int64, references: B.id } } } }
            models:
              Rest: { primaryKey: id, fields: { id: Int64 } }
            """),
        NastyHistory(
            "a dropped model with a history of its own and a survivor that referred to it",
            """
            database:
              name: D
              version: 4
              migrations:
                4:
                  - dropModel:
                      Gone:
                        table: gone
                        primaryKey: id
                        fields: { id: Int64, b: { type: Int, since: 2, default: 2 } }
                        migrations: { 3: [{ was: { table: going } }, { drop: { a: String } }] }
            models:
              Rest:
                primaryKey: id
                fields: { id: Int64, gone: Int64? }
                migrations:
                  4: [{ change: { gone: { from: { type: Int64?, references: Gone.id } } } }]
            """),
        NastyHistory(
            "two tables that refer to each other are both rebuilt",
            """
            database: { name: D, version: 2 }
            models:
              A:
                primaryKey: id
                fields: { id: Int64, b: { type: Int64?, references: B.id, onDelete: cascade }, x: Int }
                migrations: { 2: [{ change: { x: { from: String, using: "1" } } }] }
              B:
                primaryKey: id
                fields: { id: Int64, a: { type: Int64?, references: A.id, onDelete: setNull }, x: Int }
                migrations: { 2: [{ change: { x: { from: String, using: "2" } } }] }
            """),
        NastyHistory(
            "everything was added, each thing in a version of its own",
            """
            database: { name: D, version: 7 }
            models:
              A:
                primaryKey: id
                since: 2
                fields:
                  id: Int64
                  a: { type: String, since: 3, fill: older, default: newer }
                  b: { type: Int64?, since: 4, references: B.id, onDelete: setNull }
                  c: { type: Int?, since: 5, generated: "length(a)" }
                  d: { type: Date, since: 6, default: "2020-01-01T00:00:00Z" }
                indexes: [{ fields: [a, b], since: 5 }, { fields: [d], where: "d > 0", since: 7 }]
                unique: [{ fields: [b, id], since: 6 }]
                checks: [{ sql: "length(a) < 10000", since: 7 }]
              B:
                primaryKey: id
                fields: { id: Int64, x: { type: Int, since: 7, default: 3, check: "x > 0" } }
            """),
    ]

    static let keys: [NastyHistory] = [
        NastyHistory(
            "the primary key becomes another column, and back", findings: ["migration-depends-on-data"],
            """
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, code: String }
                unique: [[code]]
                migrations:
                  2: [{ was: { primaryKey: id } }]
                  3: [{ was: { primaryKey: code } }]
            """),
        NastyHistory(
            "a table with rowid gets a key, loses it, and is WITHOUT ROWID in between",
            """
            database: { name: D, version: 4 }
            models:
              M:
                primaryKey: [a, b]
                fields: { a: String, b: Int64, c: Data? }
                unique: [[a, b]]
                migrations:
                  2: [{ was: { primaryKey: [] } }]
                  3: [{ was: { withoutRowID: false } }]
                  4: [{ was: { withoutRowID: true } }]
            """),
        NastyHistory(
            "AUTOINCREMENT comes and goes",
            """
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: String }
                migrations:
                  2: [{ change: { id: { from: Int64 } } }]
                  3: [{ change: { id: { from: { type: Int64, autoincrement: true } } } }]
            """),
        NastyHistory(
            "a composite foreign key whose parts are renamed, and whose parent is",
            """
            database: { name: D, version: 3 }
            models:
              Place:
                table: spots
                primaryKey: [country, town]
                fields: { country: String, town: String }
                migrations:
                  2: [{ rename: { land: country } }]
                  3: [{ was: { table: places } }]
              Visit:
                primaryKey: id
                fields:
                  id: Int64
                  inCountry: { type: String?, references: Place.country, onDelete: cascade }
                  inTown: { type: String?, references: Place.town, onDelete: cascade }
                migrations:
                  3: [{ rename: { country: inCountry } }]
            """),
        NastyHistory(
            "the key that others refer to is renamed and rebuilt",
            """
            database: { name: D, version: 3 }
            models:
              A:
                primaryKey: key
                fields: { key: Int64, n: Int }
                migrations:
                  2: [{ rename: { id: key } }]
                  3: [{ change: { n: { from: Int?, using: "ifnull(n, 0)" } } }]
              B:
                primaryKey: [a, n]
                withoutRowID: true
                fields: { a: { type: Int64, references: A.key, onDelete: cascade, onUpdate: cascade }, n: Int64 }
            """),
        NastyHistory(
            "a reference to a unique field that is renamed while the unique stays",
            """
            database: { name: D, version: 2 }
            models:
              A:
                primaryKey: id
                fields: { id: Int64, mail: { type: String, unique: true } }
                migrations: { 2: [{ rename: { address: mail } }] }
              B:
                primaryKey: id
                fields: { id: Int64, mail: { type: String?, references: A.mail, onUpdate: cascade } }
            """),
    ]

    static let texts: [NastyHistory] = [
        NastyHistory(
            "full text over renamed and dropped columns of a renamed table",
            """
            database: { name: D, version: 5 }
            models:
              M:
                table: articles
                primaryKey: id
                fields: { id: Int64, title: String, body: String }
                fullText: [title, body]
                migrations:
                  2: [{ rename: { text: body } }]
                  3: [{ was: { table: posts } }]
                  4: [{ was: { fullText: [title, body, note] } }, { drop: { note: String } }]
                  5: [{ change: { title: { from: String? , using: "ifnull(title, '')" } } }]
            """),
        NastyHistory(
            "full text of a table that is keyed by its rowid",
            """
            database: { name: D, version: 3 }
            models:
              M:
                table: lines
                fields: { text: String, number: Int }
                fullText: [text]
                migrations:
                  2: [{ change: { number: { from: String, using: "1" } } }]
                  3: [{ sql: "UPDATE lines SET text = text || '!'" }]
            """),
        NastyHistory(
            "views over views over renamed columns and tables, with aliases",
            """
            database: { name: D, version: 4 }
            models:
              M:
                table: articles
                primaryKey: id
                fields: { id: Int64, name: String, size: Int }
                migrations:
                  2: [{ rename: { title: name } }]
                  3: [{ was: { table: posts } }]
                  4: [{ change: { size: { from: String, using: "length(size)" } } }]
              V:
                view: SELECT p.id, p.name AS name, p.size FROM articles AS p WHERE p.size IS NOT NULL
                fields: { id: Int64, name: String, size: Int }
              W:
                view: SELECT V.id, V.name FROM v AS V JOIN articles ON articles.id = V.id WHERE articles.name = V.name
                fields: { id: Int64, name: String }
            """),
        NastyHistory(
            "a column is renamed through a view whose column is called after it, and a view over that view",
            """
            database: { name: D, version: 2 }
            models:
              M:
                table: posts
                primaryKey: id
                fields: { id: Int64, name: String }
                migrations:
                  2: [{ rename: { title: name } }]
              V:
                view: SELECT id, name FROM posts
                fields: { id: Int64, name: String }
              W:
                view: SELECT id, name FROM v WHERE name <> ''
                fields: { id: Int64, name: String }
            """),
        NastyHistory(
            "a view that becomes another, is renamed and dropped, with one over it",
            """
            database:
              name: D
              version: 4
              migrations:
                4: [{ dropModel: { V: { view: "SELECT id, a + 1 AS b FROM m", fields: { id: Int64, b: Int } } } }]
            models:
              M: { primaryKey: id, fields: { id: Int64, a: Int } }
              W:
                view: "SELECT id FROM m"
                fields: { id: Int64 }
                migrations:
                  2: [{ was: { view: "SELECT id FROM v WHERE b > 3" } }]
                  3: [{ was: { view: "SELECT id FROM v" } }]
                  4: [{ was: { view: "SELECT id FROM v WHERE b > 4" } }]
            """),
    ]

    static let constraints: [NastyHistory] = [
        NastyHistory(
            "checks and partial indexes that name renamed columns, quoted and not",
            """
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields:
                  id: Int64
                  amount: { type: Int, check: "amount > -1000000000000000000000 AND M.\\"amount\\" = amount" }
                  label: String
                indexes: [{ fields: [label], where: "amount > 3 AND \\"label\\" <> 'amount'" }]
                checks: ["'sum' <> 'amount' AND [amount] IS NOT NULL"]
                migrations:
                  2: [{ rename: { sum: amount } }]
                  3: [{ rename: { name: label } }]
            """),
        NastyHistory(
            "a dropped column that a check, a generated column and an index named",
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, b: { type: Int?, generated: "id + 1" } }
                migrations:
                  2:
                    - drop: { a: Int }
                    - was: { checks: ["a = a"], indexes: [{ fields: [a], where: "a > 0" }] }
                    - change: { b: { from: { type: Int?, generated: "id + a" } } }
            """),
        NastyHistory(
            "generated columns, stored and not, over columns that are renamed and change their type",
            """
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields:
                  id: Int64
                  cents: Int
                  euros: { type: Double?, generated: { sql: "cents / 100.0", kind: stored } }
                  twice: { type: Int?, generated: "cents * 2" }
                indexes: [[twice]]
                migrations:
                  2: [{ rename: { price: cents } }]
                  3: [{ change: { cents: { from: String, using: "CAST(cents AS INTEGER)" } } }]
            """),
        NastyHistory(
            "uniques that come, change and go, over rows that differ",
            """
            database: { name: D, version: 4 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: { type: String, collate: NOCASE }, b: Int }
                unique: [{ fields: [id, b], name: u }]
                migrations:
                  2: [{ was: { unique: [] } }]
                  3: [{ was: { unique: [{ fields: [id, a], name: u }] } }]
                  4: [{ was: { unique: [{ fields: [id], name: u }] } }]
            """),
        NastyHistory(
            "STRICT comes with types that SQLite must convert",
            """
            database: { name: D, version: 3, sqlite: "3.37" }
            models:
              M:
                primaryKey: id
                strict: true
                fields: { id: Int64, a: Int, b: { type: Double, since: 2, default: 1 } }
                migrations:
                  2: [{ change: { a: { from: String, using: "CAST(a AS INTEGER)" } } }]
                  3: [{ was: { strict: false } }]
            """),
        NastyHistory(
            "a required value where there was none, by sql in the same version",
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: String }
                checks: [{ sql: "a <> ''", since: 2 }]
                migrations:
                  2:
                    - sql: "UPDATE m SET a = 'none' WHERE a IS NULL OR a = ''"
                    - change: { a: { from: String? } }
            """),
        NastyHistory(
            "rows that an earlier version allows and a later one does not",
            findings: ["migration-depends-on-data"],
            """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: { type: String? } }
                unique: [{ fields: [a], since: 2 }]
            """),
    ]
}
