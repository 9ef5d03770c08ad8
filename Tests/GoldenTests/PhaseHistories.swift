/// Histories in which the order of the phases of a version matters.
extension NastyHistory {
    static let phases: [NastyHistory] = [
        NastyHistory(
            "a table gets the name of a view that the version drops",
            """
            database:
              name: D
              version: 2
              migrations: { 2: [{ dropModel: { Old: { table: m, view: SELECT id FROM n, fields: { id: Int64 } } } }] }
            models:
              M: { table: m, primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ was: { table: n } }] } }
            """),
        NastyHistory(
            "a table and a view exchange names", version: 2,
            models: """
                M: { table: m, primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ was: { table: v } }] } }
                V:
                  table: v
                  view: SELECT id FROM m
                  fields: { id: Int64 }
                  migrations: { 2: [{ was: { table: m } }] }
                """),
        NastyHistory(
            "unique values move on, each to one that another row has", version: 3,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, place: { type: Int32, unique: true }, a: String, b: String }
                  unique: [{ fields: [{ expression: lower(a) }, b] }]
                  migrations:
                    2: [{ change: { place: { from: Int64, using: "place + 1" } } }]
                    3: [{ change: { a: { from: { type: String, collate: NOCASE }, using: "a || 'x'" } } }]
                """),
        NastyHistory(
            "keys move on, each to one that another row has", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: String }
                  migrations: { 2: [{ change: { id: { from: Int32, using: "id + 1" } } }] }
                """),
        NastyHistory(
            "keys move on, and so do the references to them, each once", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: String }
                  migrations: { 2: [{ change: { id: { from: Int32, using: "-id" } } }] }
                N:
                  primaryKey: id
                  fields: { id: Int64, m: { type: Int64, references: M.id, onUpdate: cascade } }
                  migrations:
                    2: [{ change: { m: { from: { type: Int32, references: M.id, onUpdate: cascade }, using: "-m" } } }]
                """),
        NastyHistory(
            "a step inserts a row into a table that gets a column with a computed default", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields:
                    id: Int64
                    a: String
                    b: { type: String, since: 2, default: { swift: '"x"', sql: "lower('X')" } }
                  migrations: { 2: [{ sql: "INSERT INTO m (id, a) VALUES (7777, 'new')" }] }
                """),
        NastyHistory(
            "a new column is computed from one that is declared after it", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields:
                    id: Int64
                    total: { type: Int?, generated: price * 2, since: 2 }
                    limit: { type: Int, default: 5, check: "\\"limit\\" > price", since: 2 }
                    price: { type: Int, default: 1, since: 2 }
                """),
        NastyHistory(
            "the checks of two new columns mention each other", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields:
                    id: Int64
                    a: { type: Int, default: 1, check: a < b, since: 2 }
                    b: { type: Int, default: 2, check: b > a, since: 2 }
                """),
        NastyHistory(
            "a step deletes rows that a reference leads to, of which the version removes the unique index", version: 2,
            models: """
                Land:
                  table: lands
                  primaryKey: id
                  fields: { id: Int64, code: String }
                  migrations: { 2: [{ was: { unique: [code] } }, { sql: "DELETE FROM lands WHERE code = ''" }] }
                City:
                  table: cities
                  primaryKey: id
                  fields: { id: Int64, land: String }
                  migrations: { 2: [{ change: { land: { from: { type: String, references: Land.code } } } }] }
                """),
        NastyHistory(
            "a number is read from its text, which has not all of its digits", version: 2,
            findings: ["migration-loses-rows"],
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, price: Decimal }
                  migrations: { 2: [{ change: { price: { from: Float, restored: same } } }] }
                """),
        NastyHistory(
            "a common table has the name of a table that is renamed, and a view's alias that of a join", version: 2,
            models: """
                M:
                  table: m
                  primaryKey: id
                  fields: { id: Int64, b: Int }
                  migrations: { 2: [{ was: { table: n } }, { rename: { c: b } }] }
                Common: { view: "WITH m AS (SELECT 1 AS a) SELECT * FROM m", fields: { a: Int } }
                Listed: { view: "WITH m(a) AS MATERIALIZED (SELECT 1) SELECT m.* FROM m", fields: { a: Int } }
                Left: { view: 'SELECT "left".id FROM m "left" WHERE "left".b > 3', fields: { id: Int64 } }
                """),
    ]
}
