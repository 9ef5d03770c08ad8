extension NastyHistory {
    static let tables: [NastyHistory] = [
        NastyHistory(
            "a temporary table that the version drops", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: String, b: { type: String?, since: 2 } }
                  migrations:
                    2:
                      - sql: "CREATE TEMP TABLE z AS SELECT id, a FROM m"
                      - sql: "UPDATE m SET b = (SELECT a FROM z WHERE z.id = m.id)"
                      - sql: "DROP TABLE z"
                """),
        NastyHistory(
            "a step writes the key, which is the rowid", version: 3,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: String }
                  migrations:
                    2: [{ sql: "UPDATE m SET id = id + 100" }]
                    3: [{ change: { id: { from: Int32, using: "-id" } } }]
                """),
        NastyHistory(
            "a step writes a rowid that no column holds", version: 2,
            models: """
                M:
                  primaryKey: a
                  fields: { a: String, n: { type: Int?, since: 2 } }
                  migrations: { 2: [{ sql: "UPDATE m SET rowid = rowid + 100" }] }
                """),
        NastyHistory(
            "two columns swap names, and the version drops one of them", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, v: { type: Int64, column: b } }
                  migrations:
                    2: [{ rename: { column: { a: b, b: a } } }, { drop: { old: { type: String, column: a } } }]
                """),
        NastyHistory(
            "a table that others refer to gets another name, then a rebuild", version: 3,
            models: """
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
            "two tables that change names, one refers to the other", version: 2,
            models: """
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
            "a table that refers to itself is renamed, rebuilt and loses the reference", version: 4,
            models: """
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
            "two tables that refer to each other are both rebuilt", version: 2,
            models: """
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
            "everything was added, each thing in a version of its own", version: 7,
            models: """
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
            "the primary key becomes another column, and back", version: 3, findings: ["migration-depends-on-data"],
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, code: String }
                  unique: [[code]]
                  migrations:
                    2: [{ was: { primaryKey: id } }]
                    3: [{ was: { primaryKey: code } }]
                """),
        NastyHistory(
            "a table with rowid gets a key, loses it, and is WITHOUT ROWID in between", version: 4,
            models: """
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
            "AUTOINCREMENT comes and goes", version: 3,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: String }
                  migrations:
                    2: [{ change: { id: { from: Int64 } } }]
                    3: [{ change: { id: { from: { type: Int64, autoincrement: true } } } }]
                """),
        NastyHistory(
            "a composite foreign key whose parts are renamed, and whose parent is", version: 3,
            models: """
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
            "the key that others refer to is renamed and rebuilt", version: 3,
            models: """
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
            "a reference to a unique field that is renamed while the unique stays", version: 2,
            models: """
                A:
                  primaryKey: id
                  fields: { id: Int64, mail: { type: String, unique: true } }
                  migrations: { 2: [{ rename: { address: mail } }] }
                B:
                  primaryKey: id
                  fields: { id: Int64, mail: { type: String?, references: A.mail, onUpdate: cascade } }
                """),
    ]
}
