/// What changes in databases.
extension DifferenceTests {
    /// A table, with its steps.
    static let tables: [DifferenceCase] = [
        DifferenceCase(
            "a: { type: Date, transformer: { sqlite: iso8601 } }",
            "a: { type: Date, transformer: { sqlite: rfc3339 } } | migrations: { 2: [{ change: { a: { from: { type: Date, transformer: { sqlite: iso8601 } }, restored: same } } }] }",
            database: "stored-changed data-dependent"),
        DifferenceCase(
            "a: Int32",
            "a: Int64 | migrations: { 2: [{ change: { a: { from: Int32 } } }] }",
            database: "stored-changed additive",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int",
            "a: Int, b: { type: Int?, since: 2 }",
            database: "column-added additive",
            read: "read-added additive",
            write: "write-added additive",
            swift: "property-added additive"),
        DifferenceCase(
            "a: Int, b: Int",
            "a: Int | migrations: { 2: [{ drop: { b: Int } }] }",
            database: "column-removed destructive",
            read: "read-removed destructive",
            write: "write-removed destructive",
            swift: "property-removed destructive"),
        DifferenceCase(
            "a: Int",
            "b: Int | migrations: { 2: [{ rename: { a: b } }] }",
            database: "column-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: Int?",
            "b: Int | migrations: { 2: [{ rename: { a: b } }, { change: { b: { from: Int?, using: 'ifnull(b, 0)' } } }] }",
            database: "column-renamed data-dependent, sql-added data-dependent",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: Int",
            "a: Int? | migrations: { 2: [{ change: { a: { from: Int } } }] }",
            database: "column-changed additive",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: Int?",
            "a: Int | migrations: { 2: [{ change: { a: { from: Int?, using: 0 } } }] }",
            database: "column-changed data-dependent, sql-added data-dependent",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: Int",
            "a: { type: Int, default: 3 } | migrations: { 2: [{ change: { a: { from: Int } } }] }",
            database: "column-changed additive",
            read: "read-changed additive",
            swift: "property-changed additive"),
        DifferenceCase(
            "a: Int",
            "a: String | migrations: { 2: [{ change: { a: { from: Int } } }] }",
            database: "column-changed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: String",
            "a: Int | migrations: { 2: [{ change: { a: { from: String, using: CAST(a AS INTEGER) } } }] }",
            database: "column-changed data-dependent, sql-added data-dependent",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int",
            "a: Int | migrations: { 2: [{ change: { a: { from: Int, using: 0 } } }] }",
            database: "sql-added data-dependent"),
        DifferenceCase(
            "a: String",
            "a: { type: String, collate: NOCASE } | migrations: { 2: [{ change: { a: { from: String } } }] }",
            database: "column-changed data-dependent"),
        DifferenceCase(
            "a: Int",
            "a: { type: Int, check: a > 0 } | migrations: { 2: [{ change: { a: { from: Int } } }] }",
            database: "column-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int, check: a > 0 }",
            "a: Int | migrations: { 2: [{ change: { a: { from: { type: Int, check: a > 0 } } } }] }",
            database: "column-changed additive"),
        DifferenceCase(
            "a: Int, b: Int?",
            "a: Int, b: { type: Int?, generated: a + 1 } | migrations: { 2: [{ change: { b: { from: Int? } } }] }",
            database: "column-changed destructive"),
        DifferenceCase(
            "a: Int, b: { type: Int?, generated: a + 1 }",
            "a: Int, b: Int? | migrations: { 2: [{ change: { b: { from: { type: Int?, generated: a + 1 }, using: a + 1 } } }] }",
            database: "column-changed additive, sql-added data-dependent"),
        DifferenceCase(
            "a: Int",
            "a: Int | indexes: [{ fields: [a], since: 2 }]",
            database: "index-added additive"),
        DifferenceCase(
            "a: Int",
            "a: Int | unique: [{ fields: [a], since: 2 }]",
            database: "index-added data-dependent",
            swift: "function-added additive"),
        DifferenceCase(
            "a: Int | unique: [[a]]",
            "a: Int | migrations: { 2: [{ was: { unique: [[a]] } }] }",
            database: "index-removed additive",
            swift: "function-removed destructive"),
        DifferenceCase(
            "a: Int, b: Int | indexes: [{ fields: [a], name: i }]",
            "a: Int, b: Int | indexes: [{ fields: [b], name: i }] | migrations: { 2: [{ was: { indexes: [{ fields: [a], name: i }] } }] }",
            database: "index-changed additive"),
        DifferenceCase(
            "a: Int, b: Int | unique: [{ fields: [a], name: i }]",
            "a: Int, b: Int | unique: [{ fields: [b], name: i }] | migrations: { 2: [{ was: { unique: [{ fields: [a], name: i }] } }] }",
            database: "index-changed data-dependent",
            swift: "function-added additive, function-removed destructive"),
        DifferenceCase(
            "a: Int | indexes: [[a]]",
            "b: Int | indexes: [[b]] | migrations: { 2: [{ rename: { a: b } }] }",
            database: "column-renamed additive, index-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: Int",
            "a: Int | checks: [{ sql: a > 0, since: 2 }]",
            database: "check-added data-dependent"),
        DifferenceCase(
            "a: Int | checks: [a > 0]",
            "a: Int | migrations: { 2: [{ was: { checks: [a > 0] } }] }",
            database: "check-removed additive"),
        DifferenceCase(
            "a: Int | checks: [{ sql: a > 0, name: c }]",
            "a: Int | checks: [{ sql: a > 1, name: c }] | migrations: { 2: [{ was: { checks: [{ sql: a > 0, name: c }] } }] }",
            database: "check-changed data-dependent"),
        DifferenceCase(
            "a: Int | checks: [a > 0]",
            "b: Int | checks: [b > 0] | migrations: { 2: [{ rename: { a: b } }] }",
            database: "column-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: Int64?",
            "a: { type: Int64?, references: U.id } | migrations: { 2: [{ change: { a: { from: Int64? } } }] }",
            database: "reference-added data-dependent"),
        DifferenceCase(
            "a: { type: Int64?, references: U.id }",
            "a: Int64? | migrations: { 2: [{ change: { a: { from: { type: Int64?, references: U.id } } } }] }",
            database: "reference-removed additive"),
        DifferenceCase(
            "a: { type: Int64?, references: U.id }",
            "a: { type: Int64?, references: U.id, onDelete: cascade } | migrations: { 2: [{ change: { a: { from: { type: Int64?, references: U.id } } } }] }",
            database: "reference-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int64?, references: U.id }",
            "b: { type: Int64?, references: U.id } | migrations: { 2: [{ rename: { a: b } }] }",
            database: "column-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: Int",
            "a: Int | table: things | migrations: { 2: [{ was: { table: m } }] }",
            database: "table-renamed additive"),
        DifferenceCase(
            "a: Int | strict: true",
            "a: Int | migrations: { 2: [{ was: { strict: true } }] }",
            database: "table-changed additive"),
        DifferenceCase(
            "a: Int",
            "a: Int | strict: true | migrations: { 2: [{ was: { strict: false } }] }",
            database: "table-changed data-dependent"),
        DifferenceCase(
            "a: Int",
            "a: Int | primaryKey: [id, a] | migrations: { 2: [{ was: { primaryKey: id } }] }",
            database: "column-changed data-dependent, table-changed data-dependent",
            swift: "conformance-removed destructive, function-changed destructive, property-changed data-dependent"),
        DifferenceCase(
            "a: String | fullText: [a]",
            "a: String | migrations: { 2: [{ was: { fullText: [a] } }] }",
            database: "full-text-removed destructive",
            swift: "conformance-removed destructive"),
        DifferenceCase(
            "a: String",
            "a: String | fullText: [a] | migrations: { 2: [{ was: { fullText: [] } }] }",
            database: "full-text-added additive",
            swift: "conformance-added additive"),
        DifferenceCase(
            "a: String, b: String | fullText: [a, b]",
            "a: String, b: String | fullText: [a] | migrations: { 2: [{ was: { fullText: [a, b] } }] }",
            database: "full-text-changed destructive"),
        DifferenceCase(
            "a: String, b: String | fullText: [a]",
            "a: String, b: String | fullText: [a, b] | migrations: { 2: [{ was: { fullText: [a] } }] }",
            database: "full-text-changed additive"),
        DifferenceCase(
            "a: String | fullText: [a]",
            "a: String | fullText: [a] | table: things | migrations: { 2: [{ was: { table: m } }] }",
            database: "table-renamed additive"),
        DifferenceCase(
            "a: String | unique: [[a]]",
            "a: String | migrations: { 2: [{ was: { unique: [[a]] } }] }",
            database: "index-removed additive",
            swift: "function-removed destructive"),
        DifferenceCase(
            "a: String, b: String | unique: [[a, b]]",
            "a: String, b: String | migrations: { 2: [{ was: { unique: [[a, b]] } }] }",
            database: "index-removed additive",
            swift: "function-removed destructive"),
        DifferenceCase(
            "a: String | unique: [[a]]",
            "b: String | unique: [[b]] | migrations: { 2: [{ rename: { a: b } }] }",
            database: "column-renamed additive, index-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: Int, b: Int",
            "b: Int, a: Int | migrations: { 2: [{ rename: { a: b, b: a } }] }",
            database: "column-renamed additive, column-renamed additive",
            swift: "initializer-changed data-dependent, initializer-changed data-dependent"),
        DifferenceCase(
            "a: Int, b: Int | indexes: [{ fields: [a], name: i }]",
            "b: Int, a: Int | indexes: [{ fields: [b], name: i }] | migrations: { 2: [{ rename: { a: b, b: a } }] }",
            database: "column-renamed additive, column-renamed additive",
            swift: "initializer-changed data-dependent, initializer-changed data-dependent"),
        DifferenceCase(
            "text: String, b: { type: String?, generated: lower(text) }",
            "body: String, b: { type: String?, generated: lower(body) } | migrations: { 2: [{ rename: { text: body } }] }",
            database: "column-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: Int",
            "a: { type: Int, since: 2, default: 0 } | migrations: { 2: [{ rename: { a: b } }, { drop: { b: Int } }] }",
            database: "column-added additive, column-removed destructive",
            read: "read-changed additive",
            swift: "property-changed additive"),
        DifferenceCase(
            "a: { type: Int?, json: x }",
            "b: { type: Int?, json: x } | migrations: { 2: [{ rename: { a: b } }] }",
            database: "column-renamed additive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "a: { type: Int, default: 0 }",
            "a: { type: Int, default: 5 } | migrations: { 2: [{ change: { a: { from: { type: Int, default: 0 } } } }] }",
            database: "column-changed additive",
            read: "read-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: String",
            "a: String | fullText: [a] | migrations: { 2: [{ was: { fullText: [] } }] }",
            database: "full-text-added additive",
            swift: "conformance-added additive"),
    ]

    /// Whole databases.
    static let databases: [DifferenceCase] = [
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { since: 2, primaryKey: id, fields: { id: Int64 } } } }",
            database: "table-added additive",
            read: "read-added additive",
            write: "write-added additive",
            swift: "type-added additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2, migrations: { 2: [{ dropModel: { N: { primaryKey: id, fields: { id: Int64 } } } }] } }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            database: "table-removed destructive",
            read: "read-removed destructive",
            write: "write-removed destructive",
            swift: "type-removed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m, since: 2, fields: { id: Int64 } } } }",
            database: "view-added additive",
            read: "read-added additive",
            write: "write-added additive",
            swift: "type-added additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m WHERE id > 1, fields: { id: Int64 }, migrations: { 2: [{ was: { view: SELECT id FROM m } }] } } } }",
            database: "view-changed data-dependent"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2, migrations: { 2: [{ dropModel: { V: { view: SELECT id FROM m, fields: { id: Int64 } } } }] } }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            database: "view-removed destructive",
            read: "read-removed destructive",
            write: "write-removed destructive",
            swift: "type-removed destructive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { Comment: { table: comments, primaryKey: id, fields: { id: Int64, postId: { type: Int64, references: Post.id } } }, Post: { table: posts, primaryKey: id, fields: { id: Int64, comments: Int } } } }",
            "{ database: { name: D, version: 2 }, models: { Comment: { table: comments, primaryKey: id, fields: { id: Int64, postId: { type: Int64, references: Post.id } } }, Post: { table: posts, primaryKey: id, fields: { id: Int64, commentCount: Int }, migrations: { 2: [{ rename: { comments: commentCount } }] } } } }",
            database: "column-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { A: { table: a, primaryKey: id, fields: { id: Int64, b: Int } }, B: { table: b, primaryKey: id, fields: { id: Int64, a: Int } } } }",
            "{ database: { name: D, version: 2 }, models: { A: { table: x, primaryKey: id, fields: { id: Int64, b: Int }, migrations: { 2: [{ was: { table: a } }] } }, B: { table: b, primaryKey: id, fields: { id: Int64, a: Int } } } }",
            database: "table-renamed additive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, a: Int } } } }",
            "{ database: { name: D, version: 3, migrations: { 2: [{ dropModel: { M: { table: m, primaryKey: id, fields: { id: Int64, a: Int } } } }] } }, models: { N: { table: m, primaryKey: id, since: 3, fields: { id: Int64, a: Int } } } }",
            database: "table-added additive, table-removed destructive",
            swift: "type-renamed destructive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { M: { primaryKey: id, fields: { id: Int64, a: Int } }, V: { view: SELECT a FROM m, fields: { a: Int } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64, b: Int }, migrations: { 2: [{ rename: { a: b } }] } }, V: { view: SELECT b AS a FROM m, fields: { a: Int } } } }",
            database: "column-renamed additive",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { M: { primaryKey: id, fields: { id: Int64, a: Int } }, V: { view: SELECT a FROM m, fields: { a: Int } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64, a: Int } }, V: { table: w, view: SELECT a FROM m, fields: { a: Int }, migrations: { 2: [{ was: { table: v } }] } } } }",
            database: "view-renamed additive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT * FROM m, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { primaryKey: id, fields: { id: Int64, a: { type: Int?, since: 2 } } }, V: { view: SELECT * FROM m, fields: { id: Int64 } } } }",
            database: "column-added additive",
            read: "read-added additive",
            write: "write-added additive",
            swift: "conformance-added additive, property-added additive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT * FROM n, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { primaryKey: id, fields: { id: Int64, a: { type: Int?, since: 2 } } }, V: { view: SELECT * FROM n, fields: { id: Int64 } } } }",
            database: "column-added additive, view-changed data-dependent",
            read: "read-added additive",
            write: "write-added additive",
            swift: "conformance-added additive, property-added additive"),
        DifferenceCase(
            "{ database: { name: D, version: 1 }, models: { Post: { table: posts, primaryKey: id, fields: { id: Int64, title: String } } } }",
            "{ database: { name: D, version: 1 }, models: { Article: { table: posts, primaryKey: id, fields: { id: Int64, title: String } } } }",
            swift: "type-renamed destructive"),
        DifferenceCase(
            "{ models: { M: { fields: { id: Int64, a: Int } } } }",
            "{ database: { name: D, version: 1 }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, a: Int } } } }",
            database: "table-added additive",
            swift:
                "conformance-added additive, conformance-added additive, function-added additive, property-added additive, property-added additive, property-changed data-dependent, type-added additive"
        ),
    ]
}
