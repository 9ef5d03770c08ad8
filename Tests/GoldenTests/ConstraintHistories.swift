extension NastyHistory {
    static let texts: [NastyHistory] = [
        NastyHistory(
            "full text over renamed and dropped columns of a renamed table", version: 5,
            models: """
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
            "full text of a table that is keyed by its rowid", version: 3,
            models: """
                M:
                  table: lines
                  fields: { text: String, number: Int }
                  fullText: [text]
                  migrations:
                    2: [{ change: { number: { from: String, using: "1" } } }]
                    3: [{ sql: "UPDATE lines SET text = text || '!'" }]
                """),
        NastyHistory(
            "views over views over renamed columns and tables, with aliases", version: 4,
            models: """
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
            "a column is renamed through a view whose column is called after it, and a view over that view", version: 2,
            models: """
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
            "checks and partial indexes that name renamed columns, quoted and not", version: 3,
            models: """
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
            "a dropped column that a check, a generated column and an index named", version: 2,
            models: """
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
            "generated columns, stored and not, over columns that are renamed and change their type", version: 3,
            models: """
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
            "uniques that come, change and go, over rows that differ", version: 4,
            models: """
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
            "a required value where there was none, by sql in the same version", version: 2,
            models: """
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
            "rows that an earlier version allows and a later one does not", version: 2,
            findings: ["migration-depends-on-data"],
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: { type: String? } }
                  unique: [{ fields: [a], since: 2 }]
                """),
    ]
}
