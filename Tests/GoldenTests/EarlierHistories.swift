extension NastyHistory {
    /// Histories in which something in a step is renamed, dropped or changed later.
    static let earlier: [NastyHistory] = [
        NastyHistory(
            "a reference that was dropped leads to a key that is renamed, of a table that is, of a model that is",
            version: 5,
            models: """
                Person:
                  table: people
                  primaryKey: number
                  fields: { number: Int64, name: String }
                  migrations:
                    3: [{ rename: { id: key } }]
                    4: [{ rename: { key: number } }]
                    5: [{ was: { table: user } }]
                Post:
                  primaryKey: id
                  fields: { id: Int64, user: Int64?, other: Int64? }
                  migrations:
                    2:
                      - change: { user: { from: { type: Int64?, references: User.id } } }
                      - change: { other: { from: { type: Int64?, references: User } } }
                """),
        NastyHistory(
            "a reference that was dropped leads to a model that is dropped later, and had another name",
            """
            formerly: { Member: User }
            database:
              name: D
              version: 3
              migrations:
                3: [{ dropModel: { User: { table: users, primaryKey: id, fields: { id: Int64 } } } }]
            models:
              Post:
                primaryKey: id
                fields: { id: Int64, user: Int64? }
                migrations:
                  2: [{ change: { user: { from: { type: Int64?, references: Member.id } } } }]
            """),
        NastyHistory(
            "a transformer that nothing but a step has any more: its declaration is enough",
            """
            database: { name: D, version: 3 }
            transformers: { Cents: { from: Int64, to: Double } }
            models:
              Bill:
                primaryKey: id
                fields: { id: Int64, price: Double, note: { type: String?, since: 2 } }
                migrations:
                  3: [{ change: { price: { from: { type: Double, transformer: Cents }, using: "price / 100.0" } } }]
            """),
        NastyHistory(
            "a field with its own column that has another name in Swift alone", version: 4,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, title: { type: Int?, column: name }, more: { type: Int?, since: 4 } }
                  indexes: [{ fields: [title], since: 4 }]
                  migrations:
                    2: [{ rename: { a: name } }]
                    3: [{ change: { name: { from: String?, using: "length(name)" } } }, { was: { indexes: [name] } }]
                    4: [{ was: { indexes: [] } }]
                """),
        NastyHistory(
            "types of steps that have other names, or are gone",
            """
            formerly: { Mood: State, Colour: String, Old: iso8601 }
            enums: { State: [low, high] }
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, state: State?, at: { type: Date?, transformer: iso8601 } }
                migrations:
                  2: [{ drop: { colour: Colour? } }, { drop: { all: "[Mood]?" } }]
                  3:
                    - change: { state: { from: { type: Mood, default: low } } }
                    - change: { at: { from: { type: Date, transformer: Old } } }
            """),
        NastyHistory(
            "defaults of steps whose cases are gone",
            """
            enums: { State: [high], Rank: { raw: Int, cases: { first: 1 } } }
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, state: { type: State, default: high } }
                migrations:
                  2: [{ drop: { old: { type: State, default: low } } }, { drop: { rank: { type: Rank, default: 2 } } }]
                  3: [{ change: { state: { from: { type: State, default: low }, restored: same } } }]
            """),
        NastyHistory(
            "a field that was added with a fill and is another type now", version: 3,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, size: { type: String, since: 2 } }
                  migrations:
                    3: [{ change: { size: { from: { type: Int, fill: 7 } } } }]
                """),
        NastyHistory(
            "a dropped field that was unique, of a table that was renamed since", version: 3,
            models: """
                M:
                  table: things
                  primaryKey: id
                  fields: { id: Int64, a: Int }
                  migrations:
                    2: [{ drop: { code: { type: String, unique: true } } }, { drop: { b: { type: Int, index: { name: i } } } }]
                    3: [{ was: { table: m } }]
                """),
        NastyHistory(
            "two tables change names under a view over one of them", version: 2,
            models: """
                A: { table: b, primaryKey: id, fields: { id: Int64, x: Int }, migrations: { 2: [{ was: { table: a } }] } }
                V: { view: "SELECT b.x AS x FROM b", fields: { x: Int } }
                B: { table: a, primaryKey: id, fields: { id: Int64, y: Int }, migrations: { 2: [{ was: { table: b } }] } }
                """),
        NastyHistory(
            "tables that refer to themselves and to each other are dropped with their rows",
            """
            database:
              name: D
              version: 2
              migrations:
                2:
                  - dropModel:
                      Node:
                        table: nodes
                        primaryKey: id
                        fields:
                          id: { type: Int64, autoincrement: true }
                          up: { type: Int64?, references: Node.id, onDelete: restrict }
                  - dropModel:
                      P: { table: p, primaryKey: id, fields: { id: Int64, q: { type: Int64?, references: Q.id } } }
                  - dropModel:
                      Q:
                        table: q
                        primaryKey: id
                        fields: { id: Int64, p: { type: Int64?, references: P.id, onDelete: restrict } }
            models:
              Rest: { primaryKey: id, fields: { id: Int64 } }
            """),
        NastyHistory(
            "so are such tables with indexes",
            """
            database:
              name: D
              version: 2
              migrations:
                2:
                  - dropModel:
                      Node:
                        table: nodes
                        primaryKey: id
                        indexes: [up]
                        fields: { id: Int64, up: { type: Int64?, references: Node.id, unique: true } }
                  - dropModel:
                      P:
                        table: p
                        primaryKey: id
                        fields: { id: Int64, q: { type: Int64?, references: Q.id, index: true } }
                  - dropModel:
                      Q:
                        table: q
                        primaryKey: id
                        fields: { id: Int64, p: { type: Int64?, references: P.id, onDelete: cascade, index: true } }
            models:
              Rest: { primaryKey: id, fields: { id: Int64 } }
            """),
        NastyHistory(
            "an indexed column is renamed, and another index is removed, in one version", version: 2,
            models: """
                M:
                  primaryKey: id
                  indexes: [name]
                  fields: { id: Int64, name: String, code: String, size: Int }
                  migrations: { 2: [{ rename: { title: name } }, { was: { unique: [code], indexes: [title, size] } }] }
                """),
        NastyHistory(
            "a rebuilt table keeps an index, gets one and loses one", version: 2,
            models: """
                M:
                  primaryKey: id
                  indexes: [name, size]
                  fields: { id: Int64, name: String, code: String, size: { type: Int, unique: true } }
                  migrations:
                    2: [{ change: { size: { from: String, using: "rowid" } } }, { was: { indexes: [name, code] } }]
                """),
        NastyHistory(
            "an update of the column that others are computed of", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: String, b: { type: Int?, generated: "length(a)" } }
                  migrations: { 2: [{ sql: "UPDATE m SET a = a || '!'" }] }
                """),
        NastyHistory(
            "a table WITHOUT ROWID whose key is not its first column", version: 2,
            models: """
                M:
                  primaryKey: code
                  withoutRowID: true
                  fields: { size: Int?, code: String, more: { type: Int?, since: 2 } }
                """),
        NastyHistory(
            "a step that deletes what others refer to, over tables in between", version: 2,
            models: """
                X: { primaryKey: id, fields: { id: Int64 } }
                Y: { primaryKey: id, fields: { id: Int64 } }
                Label:
                  table: labels
                  primaryKey: id
                  fields: { id: Int64, name: String }
                  migrations: { 2: [{ sql: "DELETE FROM labels WHERE name = 'none'" }] }
                IssueLabel:
                  primaryKey: [issue, label]
                  fields:
                    issue: { type: Int64, references: Issue.id, onDelete: cascade }
                    label: { type: Int64, references: Label.id, onDelete: cascade }
                Issue: { table: issue, primaryKey: id, fields: { id: Int64 } }
                """),
        NastyHistory(
            "a version that is a date, after which nothing happened for long", version: 20260122,
            models: """
                M: { primaryKey: id, fields: { id: Int64, a: { type: Int?, since: 20251231 } } }
                """),
    ]
}
