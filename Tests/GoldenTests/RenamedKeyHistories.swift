extension NastyHistory {
    /// Histories in which the steps of one model use names of another that change in the same version or later.
    static let renamedKeys: [NastyHistory] = [
        NastyHistory(
            "a step refers to a key that its version renames, by its old name, its new one, and by none", version: 3,
            models: """
                Post:
                  primaryKey: id
                  fields: { id: Int64, a: Int64?, b: Int64?, c: Int64? }
                  migrations:
                    2:
                      - change: { a: { from: { type: Int64?, references: User.id } } }
                      - change: { b: { from: { type: Int64?, references: User.key } } }
                      - drop: { d: { type: Int64?, references: User } }
                    3: [{ change: { c: { from: { type: Int64?, references: User.number } } } }]
                User:
                  table: users
                  primaryKey: number
                  fields: { number: Int64, name: String }
                  migrations: { 2: [{ rename: { id: key } }], 3: [{ rename: { key: number } }] }
                """),
        NastyHistory(
            "a step refers to one of two fields that change names in its version", version: 2,
            models: """
                Post:
                  primaryKey: id
                  fields: { id: Int64, a: Int64? }
                  migrations: { 2: [{ change: { a: { from: { type: Int64?, references: User.id } } } }] }
                User:
                  table: users
                  primaryKey: id
                  fields: { id: Int64, code: Int64 }
                  migrations: { 2: [{ rename: { id: code, code: id } }] }
                """),
        NastyHistory(
            "a step refers to a key whose name its version gives to a new field", version: 2,
            models: """
                Post:
                  primaryKey: id
                  fields: { id: Int64, a: Int64? }
                  migrations: { 2: [{ change: { a: { from: { type: Int64?, references: User.id } } } }] }
                User:
                  table: users
                  primaryKey: number
                  fields: { number: Int64, id: { type: String?, since: 2 } }
                  migrations: { 2: [{ rename: { id: number } }] }
                """),
        NastyHistory(
            "a step refers to a model whose key is another field since", version: 4,
            findings: ["migration-depends-on-data"],
            models: """
                Post:
                  primaryKey: id
                  fields: { id: Int64, a: Int64? }
                  migrations: { 2: [{ change: { a: { from: { type: Int64?, references: User } } } }] }
                User:
                  table: users
                  primaryKey: code
                  fields: { id: Int64, code: String }
                  migrations:
                    3: [{ was: { primaryKey: key } }]
                    4: [{ rename: { key: id } }]
                """),
        NastyHistory(
            "a step refers to a dropped model whose key was renamed before it went",
            """
            database:
              name: D
              version: 4
              migrations:
                4:
                  - dropModel:
                      User:
                        table: users
                        primaryKey: number
                        fields: { number: Int64 }
                        migrations: { 2: [{ rename: { id: key } }], 3: [{ rename: { key: number } }] }
            models:
              Post:
                primaryKey: id
                fields: { id: Int64, a: Int64?, b: Int64?, c: Int64?, d: Int64? }
                migrations:
                  2:
                    - change: { a: { from: { type: Int64?, references: User } } }
                    - change: { b: { from: { type: Int64?, references: User.id } } }
                    - change: { c: { from: { type: Int64?, references: User.key } } }
                  3: [{ change: { d: { from: { type: Int64?, references: User } } } }]
            """),
        NastyHistory(
            "indexes without a name, of expressions too, whose table and columns have other names later",
            version: 5,
            models: """
                M:
                  table: e
                  primaryKey: id
                  fields: { id: Int64, z: Int, y: String? }
                  indexes: [{ fields: [{ expression: "z * 2" }, y] }]
                  migrations:
                    2: [{ was: { indexes: [{ fields: [x, { expression: "x * 2" }] }], unique: [gone] } }, { drop: { gone: { type: Int?, unique: true } } }]
                    3: [{ was: { table: b } }, { rename: { x: z } }]
                    4: [{ was: { table: c, indexes: [[z, y]] } }]
                    5: [{ was: { table: d } }]
                """),
        NastyHistory(
            "a version says what fields were by the names from before its renames, by those after them, or by both",
            findings: ["migration-depends-on-data"],
            """
            enums: { Mood: [low, high] }
            database: { name: D, version: 3 }
            models:
              M:
                primaryKey: [x, id]
                fields: { id: Int64, x: Int64, state: Mood?, size: String? }
                unique: [[size]]
                migrations:
                  2:
                    - change: { mood: { from: { type: Mood, default: low } } }
                    - rename: { mood: state, name: size }
                    - change: { size: { from: Int? } }
                    - was: { unique: [[name, state]], indexes: [mood], primaryKey: [id, before] }
                    - rename: { before: now }
                  3: [{ was: { primaryKey: [now] } }, { rename: { now: x } }]
            """),
        NastyHistory(
            "names of dropped models that another table, a document and a model of another key have since",
            """
            database:
              name: D
              version: 5
              migrations:
                2: [{ swift: { name: moveUsers, models: [User, Place] } }]
                3:
                  - dropModel: { User: { table: users, primaryKey: id, fields: { id: Int64, up: { type: Int64?, references: User.id } } } }
                  - dropModel: { Place: { table: places, primaryKey: id, fields: { id: Int64 } } }
                  - dropModel: { Old: { table: olds, primaryKey: id, fields: { id: Int64 } } }
            models:
              User: { table: users, since: 5, primaryKey: code, fields: { code: String } }
              Old: { table: people, primaryKey: number, fields: { number: Int64, x: Int } }
              Place: { fields: { x: Int } }
              Post:
                primaryKey: id
                fields: { id: Int64, a: Int64?, b: Int64?, c: Int64?, d: { type: String?, references: User.code, since: 5 } }
                migrations:
                  2:
                    - change: { a: { from: { type: Int64?, references: User } } }
                    - change: { b: { from: { type: Int64?, references: Place.id } } }
                    - change: { c: { from: { type: Int64?, references: Old.id } } }
            """),
        NastyHistory(
            "models of one name that were dropped in two versions",
            """
            database:
              name: D
              version: 6
              migrations:
                3: [{ dropModel: { User: { table: users, primaryKey: id, fields: { id: Int64 } } } }]
                6: [{ dropModel: { User: { table: users, since: 4, primaryKey: code, fields: { code: Int64 } } } }]
            models:
              Post:
                primaryKey: id
                fields: { id: Int64, a: Int64?, b: { type: Int64?, since: 4 } }
                migrations:
                  2: [{ change: { a: { from: { type: Int64?, references: User } } } }]
                  5: [{ change: { b: { from: { type: Int64?, references: User } } } }]
            """),
        NastyHistory(
            "tables and keys that go round in a ring in one version, with references between them", version: 2,
            models: """
                C:
                  table: a
                  primaryKey: z
                  fields: { z: Int64, to: { type: Int64?, references: B.y } }
                  migrations: { 2: [{ was: { table: c } }, { rename: { x: z } }] }
                A:
                  table: b
                  primaryKey: x
                  fields: { x: Int64, to: { type: Int64?, references: C.z } }
                  migrations: { 2: [{ was: { table: a } }, { rename: { y: x } }] }
                B:
                  table: c
                  primaryKey: y
                  fields: { y: Int64, to: { type: Int64?, references: A.x } }
                  migrations: { 2: [{ was: { table: b } }, { rename: { z: y } }, { drop: { up: { type: Int64?, references: A.y } } }] }
                """),
    ]
}
