import CModelSQLite
import Foundation
import ModelExpressions
import ModelRuntime
import ModelSQLite
import ModelTransformers
import Testing

/// The features D13 to D15, operator by operator, with real rows.
@Suite("Conditions and clauses")
struct ConditionTests {
    let blog: BlogDatabase

    init() throws { blog = try BlogDatabase.withRows() }

    func names(_ condition: (User.Columns) -> Condition<User>) throws -> [String] {
        try blog.read { (db: Database) throws in try User.where(condition).order { [$0.id] }.all(db).map(\.name) }
    }

    func ids(_ condition: (Post.Columns) -> Condition<Post>) throws -> [Int64] {
        try blog.read { (db: Database) throws in try Post.where(condition).order { [$0.id] }.all(db).map(\.id) }
    }

    @Test("D13: =, !=, <, <=, >, >= with values and between columns")
    func comparisons() throws {
        #expect(try names { $0.age == 28 } == ["bob"])
        #expect(try names { $0.age != 28 } == ["Ann", "Cid", "Dan_%"])
        #expect(try names { $0.age < 28 } == ["Ann"])
        #expect(try names { $0.age <= 28 } == ["Ann", "bob"])
        #expect(try names { $0.age > 28 } == ["Cid", "Dan_%"])
        #expect(try names { $0.age >= 28 } == ["bob", "Cid", "Dan_%"])
        #expect(try names { $0.gender == .male } == ["bob", "Dan_%"])
        #expect(try ids { $0.id == $0.userId } == [])
        #expect(try ids { $0.id < $0.userId } == [1, 2])
        #expect(try ids { $0.id <= $0.userId } == [1, 2])
        #expect(try ids { $0.userId >= $0.id } == [1, 2])
        #expect(try ids { $0.userId > $0.id && $0.id != $0.userId } == [1, 2])
    }

    /// Stores a multiple of the number.
    private struct Multiplied: Transformer {
        var factor: Int64
        func decode(_ source: Int64) -> Int64 { source / factor }
        func encode(_ value: Int64) -> Int64 { value * factor }
    }

    /// Two types whose values have the same description.
    private enum Cents: Transformer {
        case number
        func decode(_ source: Int64) -> Int64 { source / 100 }
        func encode(_ value: Int64) -> Int64 { value * 100 }
    }
    private enum Dozens: Transformer {
        case number
        func decode(_ source: Int64) -> Int64 { source / 12 }
        func encode(_ value: Int64) -> Int64 { value * 12 }
    }

    /// Stores twice the number.
    private struct Doubled: Transformer {
        func decode(_ source: Int64) -> Int64 { source / 2 }
        func encode(_ value: Int64) -> Int64 { value * 2 }
    }

    @Test(
        "columns that different transformers store are not compared with each other, and SQLite does not calculate with them"
    )
    func transformers() throws {
        let doubled = Column<Post, Int64>("id", using: Doubled())
        let dates = Column<Post, Date>("created_at", using: UnixSeconds())
        let tenfold = Column<Post, Int64>("id", using: Multiplied(factor: 10))
        let calculations: [(Post.Columns) -> Condition<Post>] = [
            { $0.id == doubled }, { doubled != $0.userId }, { $0.id < doubled }, { doubled <= $0.id },
            { $0.id > doubled },
            { $0.id >= doubled }, { _ in dates == Column<Post, Date>("created_at", using: UnixMilliseconds()) },
            { _ in tenfold < Column<Post, Int64>("id", using: Multiplied(factor: 100)) },
            { _ in
                Column<Post, Int64>("id", using: Cents.number) < Column<Post, Int64>("id", using: Dozens.number)
            },
            { _ in doubled * 2 > 3 }, { $0.id + doubled > 3 }, { _ in doubled.absolute > 3 },
            { _ in doubled.rounded() > 3 },
        ]
        for calculation in calculations {
            let error = #expect(throws: SQLiteError.self) { try ids(calculation) }
            #expect(error?.kind == .misuse, "\(String(describing: error))")
        }
        #expect(throws: SQLiteError.self) { try blog.read { db in try Post.select { _ in doubled.sum }.all(db) } }
        #expect(try ids { $0.id.optional == $0.userId.optional } == [])
        #expect(try ids { _ in doubled.between(5, 5) } == [10])
        #expect(try ids { _ in doubled == doubled } == ids { _ in .all })
        #expect(try ids { _ in tenfold == tenfold } == ids { _ in .all })
        #expect(try ids { _ in doubled < .sql("11") } == ids { $0.id < 11 })
    }

    @Test("D13: IN a list and in a subquery, BETWEEN, and NOT of each")
    func membership() throws {
        #expect(try names { $0.id.in([1, 4, 99]) } == ["Ann", "Dan_%"])
        #expect(try names { !$0.id.in([1, 4]) } == ["bob", "Cid"])
        #expect(try names { $0.id.in(Post.select { $0.userId }.where { $0.id > 11 }) } == ["Ann"])
        #expect(try names { !$0.id.in(Post.select { $0.userId }) } == ["Dan_%"])
        #expect(try names { $0.age.between(28, 35) } == ["bob", "Cid"])
        #expect(try names { !$0.age.between(28, 35) } == ["Ann", "Dan_%"])
    }

    @Test("D13, D15: LIKE, prefix, suffix, contains, each with NOT, and text with wildcards")
    func texts() throws {
        #expect(try names { $0.name.like("%A%") } == ["Ann", "Dan_%"])
        #expect(try names { !$0.name.like("a%") } == ["bob", "Cid", "Dan_%"])
        #expect(try names { $0.name.like("%\("_%".escapedForLike)") } == ["Dan_%"])
        #expect(try names { $0.name.hasPrefix("C") } == ["Cid"])
        #expect(try names { $0.name.hasSuffix("_%") } == ["Dan_%"])
        #expect(try names { $0.name.contains("n") } == ["Ann", "Dan_%"])
        #expect(try names { $0.name.glob("[A-C]*") } == ["Ann", "Cid"])
    }

    @Test(
        "strings with a NUL begin, end and contain the same as in Swift",
        arguments: ["a\0b", "a", "b", "\0b", "a\0", "", "ba", "é\0é", "é", "\u{301}"])
    func textsWithNUL(_ part: String) throws {
        let texts = ["a\0b", "a", "b\0a", "é\0é", "ab", ""]
        let found: [([String], [String])] = try blog.read { db in
            try texts.map { text in
                // By UTF-8 bytes, as SQLite compares: in Swift, an accent is not a suffix of its letter.
                let column: SQLExpression<User, String> = .sql("\(text)")
                let conditions = [column.hasPrefix(part), column.hasSuffix(part), column.contains(part)]
                func names(_ wanted: (Condition<User>) -> Condition<User>) throws -> [String] {
                    try zip(["prefix", "suffix", "part"], conditions).filter { _, condition in
                        try User.where { _ in wanted(condition) }.count(db) > 0
                    }.map(\.0)
                }
                return (try names { $0 }, try names { !$0 })
            }
        }
        for (text, (found, negated)) in zip(texts, found) {
            let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
            let isPart = bytes.indices.contains { bytes[$0...].starts(with: wanted) } || wanted.isEmpty
            #expect(found.contains("prefix") == bytes.starts(with: wanted), "\(text.debugDescription)")
            #expect(found.contains("suffix") == bytes.reversed().starts(with: wanted.reversed()))
            #expect(found.contains("part") == isPart)
            // NULL would be neither true nor false.
            #expect(negated.count == 3 - found.count)
        }
    }

    @Test("text begins and ends with the same in a file with UTF-16", arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
    func textsInUTF16(_ encoding: String) throws {
        let pool = try DatabasePool(.memory)
        try pool.writeWithoutTransaction { db in try db.run(script: "PRAGMA encoding = '\(encoding)'") }
        try pool.write { (db: Database) throws in
            for statement in BlogDatabase.schema.create { try db.run(script: statement) }
            let name = "a\0bé😀"
            try User(id: 1, name: name, email: "x", age: 1).insert(db)
            for part in ["", "a", "a\0", "a\0b", "é😀", "😀", name, "b", "A", name + "x"] {
                #expect(try User.where { $0.name.hasPrefix(part) }.exists(db) == name.hasPrefix(part), "\(part)")
                #expect(try User.where { $0.name.hasSuffix(part) }.exists(db) == name.hasSuffix(part), "\(part)")
                #expect(try User.where { $0.name.contains(part) }.exists(db) == (part.isEmpty || name.contains(part)))
            }
        }
    }

    @Test("a prefix and a suffix may be longer than a pattern of SQLite")
    func longTexts() throws {
        let long = String(repeating: "ab[", count: 40_000)
        try blog.write { (db: Database) throws in try User(id: 9, name: long + "c", email: "9", age: 1).insert(db) }
        #expect(try names { $0.name.hasPrefix(long) }.count == 1)
        #expect(try names { $0.name.hasPrefix(long + "d") } == [])
        #expect(try names { $0.name.hasSuffix(long.dropFirst() + "c") }.count == 1)
    }

    @Test("the limit on parameters does not limit lists, whatever their values")
    func longLists() throws {
        let range = 0..<200
        func isFound<Value: SQLiteValue>(_ value: Value, in list: [Value]) throws -> Bool {
            try blog.read { (db: Database) throws in
                sqlite3_limit(db.pointer, SQLITE_LIMIT_VARIABLE_NUMBER, 20)
                return try User.where { _ in SQLExpression<User, Value>.sql("\(value)").in(list) }.exists(db)
            }
        }
        #expect(try isFound(199, in: Array(range)))
        #expect(try isFound(-1, in: Array(range)) == false)
        #expect(try isFound("x199", in: range.map { "x\($0)" }))
        #expect(try isFound("a\0199", in: range.map { "a\0\($0)" }))
        #expect(try isFound("a\01", in: range.map { "a\0b\($0)" }) == false)
        let reals =
            range.map { _ in Double.random(in: -1e300...1e300) } + [0x1p-1074, .infinity, -0x1.fffffffffffffp1023]
        for real in reals { #expect(try isFound(real, in: reals)) }
        #expect(try isFound(reals[7], in: reals.filter { $0 != reals[7] } + [reals[7].nextUp]) == false)
        let blobs = range.map { number in withUnsafeBytes(of: number) { Data($0) } } + [Data()]
        #expect(try isFound(Data(), in: blobs) && isFound(blobs[1], in: blobs))
        #expect(try isFound(Data([1]), in: blobs) == false)
        let mixed = ValueTests.anyValues + ValueTests.anyValues
        for value in mixed { #expect(try isFound(value, in: mixed)) }
        #expect(throws: SQLiteError.self) { try isFound(1, in: Array(repeating: Double.nan, count: 40)) }
    }

    @Test("nil in a list and nil in a column are values like any others, as in Swift")
    func optionalLists() throws {
        let posts = try blog.read { db in try Post.order { [$0.id] }.all(db) }
        let lists: [[String?]] = [
            [], [nil], ["late"], ["late", nil], ["x"], (0..<20).map { "\($0)" }, (0..<20).map { "\($0)" } + [nil],
        ]
        for list in lists {
            #expect(try ids { $0.nickname.in(list) } == posts.filter { list.contains($0.nickname) }.map(\.id))
            #expect(try ids { !$0.nickname.in(list) } == posts.filter { !list.contains($0.nickname) }.map(\.id))
        }
    }

    @Test("what is computed from nil is nil, and a condition on nil is not true")
    func computedFromNil() throws {
        try blog.read { (db: Database) throws in
            let all = Post.order { [$0.id.desc] }.limit(4)
            #expect(try all.select { $0.nickname.length }.all(db) == [4, 4, 4, nil])
            #expect(try all.select { $0.nickname < "m" }.all(db) == [true, true, true, false])
            #expect(try all.select { $0.nickname.like("%") }.all(db) == [true, true, true, false])
            let rounded: [Double?] = try all.select { $0.nickname.length.rounded() }.all(db)
            #expect(rounded == [4, 4, 4, nil])
        }
    }

    @Test("D13: AND, OR, NOT keep Swift's precedence")
    func logic() throws {
        #expect(try names { $0.age > 30 || $0.age < 25 && $0.gender == .male } == ["Cid", "Dan_%"])
        #expect(try names { ($0.age > 30 || $0.age < 25) && $0.gender == .female } == ["Ann", "Cid"])
        #expect(try names { !($0.age > 30 || $0.gender == .female) } == ["bob"])
        #expect(try names { !($0.age > 30) || !($0.gender == .female) } == ["Ann", "bob", "Dan_%"])
        #expect(try names { _ in .all }.count == 4)
        #expect(try names { _ in .none } == [])
    }

    @Test("D13: bit and, bit or, arithmetic and remainders")
    func numbers() throws {
        #expect(try names { $0.age & 4 == 4 } == ["Ann", "bob"])
        #expect(try names { $0.age & 2 == 2 && $0.age & 1 == 1 } == ["Cid"])
        #expect(try names { $0.id | 1 == 3 } == ["bob", "Cid"])
        #expect(try names { $0.age % 10 == 0 } == ["Ann", "Dan_%"])
        #expect(try names { ($0.age + 2) * 2 == 60 } == ["bob"])
        #expect(try names { $0.age - 10 * 2 < 10 } == ["Ann", "bob"])
        #expect(try ids { $0.id / $0.userId == 12 } == [12])
    }

    @Test("D13: functions for text and numbers, and your own SQL")
    func functions() throws {
        #expect(try names { $0.name.lower == "ann" } == ["Ann"])
        #expect(try names { $0.name.upper == "BOB" } == ["bob"])
        #expect(try names { $0.name.length == 5 } == ["Dan_%"])
        #expect(try names { $0.name.prefix(1) == "C" } == ["Cid"])
        #expect(try names { $0.name.prefix(.max) == "Cid" } == ["Cid"])
        #expect(try names { $0.name.replacing("_%", with: "") == "Dan" } == ["Dan_%"])
        #expect(try names { $0.name + "@x.org" == $0.email }.count == 4)
        #expect(try names { $0.name + $0.name == "bobbob" } == ["bob"])
        #expect(try names { ($0.age - 30).absolute <= 5 } == ["bob", "Cid"])
        #expect(try names { .sql("nullif(\($0.age), \(20))") == nil as Int? } == ["Ann"])
        let rounded = try blog.read { (db: Database) throws in try User.select { ($0.age / 3).rounded(1) }.first(db) }
        #expect(rounded == 6)
    }

    @Test("D13: CASE in a condition, in an order and as a result, with and without an ELSE")
    func cases() throws {
        let group = SQLCase<User, String>(when: User.columns.age < 28, then: "Youth")
            .when(User.columns.age < 36, then: "Grown").otherwise("Elder")
        #expect(try names { _ in group == "Grown" } == ["bob", "Cid"])
        let groups = try blog.read { (db: Database) throws in
            try User.select { ($0.id, group) }.order { [group.desc, $0.id] }.all(db).map(\.1)
        }
        #expect(groups == ["Youth", "Grown", "Grown", "Elder"])
        let some = try blog.read { (db: Database) throws in
            try User.select { SQLCase(when: $0.age > 36, then: 1).otherwiseNull() }.order { [$0.id] }.all(db)
        }
        #expect(some == [nil, nil, nil, 1])
    }

    @Test("D13: subqueries see the outer row, over another table and over the same one")
    func correlated() throws {
        #expect(try ids { post in Comment.where { $0.postId == post.id.outer() }.exists() } == [1, 2, 3, 4])
        // The newest post of each user, using the same table.
        #expect(
            try ids { post in
                !Post.where { $0.userId == post.userId.outer() && $0.createdAt > post.createdAt.outer() }.exists()
            } == [1, 2, 3])
        // How many posts of the same user precede it.
        #expect(
            try ids { post in
                Post.select { $0.id.count }.where { $0.userId == post.userId.outer() && $0.id < post.id.outer() }
                    .value()
                    == 3
            } == [10, 11, 12])
        // Three levels, the innermost over the table of the outermost.
        #expect(
            try ids { post in
                User.where { user in
                    user.id == post.userId.outer()
                        && Post.where {
                            $0.userId == user.id.outer() && $0.id > post.id.outer(2) && $0.title == "T0"
                        }.exists()
                }.exists()
            } == [1, 2, 3, 5, 6, 9])
        // A value in a subquery is compared in its column's stored form.
        #expect(
            try names { user in
                Post.select { $0.createdAt.max }.where { $0.userId == user.id.outer() }.value()
                    == Date(timeIntervalSince1970: 98)
            } == ["Cid"])
        // Within itself twice.
        #expect(
            try ids { a in
                Post.where { b in
                    b.userId == a.userId.outer()
                        && Post.where {
                            $0.userId == b.userId.outer() && $0.id > b.id.outer() && $0.id > a.id.outer(2)
                        }
                        .exists() && b.id > a.id.outer()
                }.exists()
            } == [1, 2, 3, 4, 5, 6])
        let error = #expect(throws: SQLiteError.self) { try ids { post in post.id.outer() == 1 } }
        #expect(error?.kind == .misuse)
    }

    @Test("D14: some columns, ORDER BY several, LIMIT and OFFSET, DISTINCT")
    func clauses() throws {
        try blog.read { (db: Database) throws in
            let pairs = try User.select { ($0.name, $0.age) }.order { [$0.age.desc] }.limit(2, offset: 1).all(db)
            #expect(pairs.map(\.0) == ["Cid", "bob"] && pairs.map(\.1) == [35, 28])
            let order = try Post.order { [$0.title.desc, $0.id.asc] }.limit(4).all(db).map(\.id)
            #expect(order == [3, 7, 11, 2])
            #expect(try Post.order { [$0.nickname.desc.nullsLast, $0.id] }.first(db)?.id == 10)
            #expect(try Post.order { [$0.nickname.asc.nullsLast, $0.id.desc] }.first(db)?.id == 12)
            let missingFirst = try Post.order { [$0.nickname.desc.nullsFirst, $0.id] }.all(db)
            #expect(missingFirst.first.map { $0.nickname == nil } == true && missingFirst.last?.nickname != nil)
            #expect(try Post.order { [$0.id] }.offset(10).all(db).map(\.id) == [11, 12])
            #expect(try Post.order { [$0.id] }.offset(10).count(db) == 2)
            #expect(try Post.order { [$0.id] }.offset(10).first(db)?.id == 11)
            #expect(try Post.select { $0.title }.distinct().order { [$0.title] }.all(db) == ["T0", "T1", "T2", "T3"])
        }
    }

    @Test("D14: GROUP BY, HAVING, COUNT and the other aggregates")
    func aggregates() throws {
        try blog.read { (db: Database) throws in
            let groups = try Post.select { ($0.userId, $0.id.count, $0.id.sum, $0.id.max) }
                .group { $0.userId }.having { $0.id.sum > 25 }.order { [$0.userId] }.all(db)
            #expect(groups.map(\.0) == [1, 3] && groups.map(\.1) == [4, 4])
            #expect(groups.map(\.2) == [30, 26] && groups.map(\.3) == [12, 11])
            let two = try Post.select { ($0.userId, $0.title, $0.id.min) }.group { $0.userId }.group { $0.title }
                .having { $0.userId == 1 }.having { $0.title != "T0" }.order { [$0.title] }.all(db)
            #expect(two.map(\.1) == ["T1", "T2", "T3"] && two.map(\.2) == [9, 6, 3])
            #expect(try User.select { $0.age.average }.first(db) == 30.75)
            #expect(try User.select { $0.age.total }.first(db) == 123)
            #expect(try Post.select { $0.nickname.count }.first(db) == 3)
            #expect(try Post.select { $0.title.countDistinct }.first(db) == 4)
            #expect(try Post.where { $0.id > 4 }.count(db) == 8)
        }
    }

    @Test("D14: your own WHERE with bound values")
    func rawWhere() throws {
        let hostile = "T1' OR '1'='1"
        #expect(try blog.read { db in try Post.where(SQL("title = \(hostile)")).count(db) } == 0)
        #expect(
            try blog.read { db in try Post.where(SQL("title = \("T1") AND id > \(4)")).all(db).map(\.id) } == [5, 9])
        #expect(try ids { .sql("length(\($0.title)) = \(2)") && $0.id < 3 } == [1, 2])
    }

    @Test("D15: AND and OR with order, LIKE, start and count, all typed")
    func rawQueriesTyped() throws {
        let page = try blog.read { (db: Database) throws in
            try Post.where { ($0.userId == 1 || $0.userId == 2) && $0.title.like("t%") }
                .order { [$0.createdAt, $0.id] }.limit(3, offset: 2).all(db)
        }
        #expect(page.map(\.id) == [9, 7, 6])
        #expect(page.map(\.createdAt) == page.map(\.createdAt).sorted())
        #expect(try blog.read { db in try Post.where { $0.userId == 1 || $0.userId == 2 }.count(db) } == 8)
    }
}
