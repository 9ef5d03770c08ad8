import CModelSQLite
import Foundation
import ModelRuntime
import ModelSQLite

// Hand-written C calls and the runtime side by side, in turns within one run. The ratio counts, not the milliseconds.

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-bench-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

func time(_ body: () throws -> Void) rethrows -> Double {
    let begin = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Runs both in turns and prints one line of the table.
func compare(_ name: String, goal: Double, rounds: Int = 9, hand: () throws -> Void, ours: () throws -> Void) rethrows {
    if let wanted = CommandLine.arguments.dropFirst().first, !name.contains(wanted) { return }
    var first: [Double] = []
    var second: [Double] = []
    try hand()
    try ours()
    for round in 0..<rounds {
        if round.isMultiple(of: 2) {
            first.append(try time(hand))
            second.append(try time(ours))
        } else {
            second.append(try time(ours))
            first.append(try time(hand))
        }
    }
    let ratio = median(second) / median(first)
    let cells = [
        name.padding(toLength: 34, withPad: " ", startingAt: 0), String(format: "%9.2f ms", median(first)),
        String(format: "%9.2f ms", median(second)), String(format: "%6.2f", ratio), String(format: "%6.2f", goal),
        ratio <= goal ? "reached" : "missed",
    ]
    print(cells.joined(separator: "  "))
}

print("work                                  C calls        ours         ratio    goal")

let posts = Post.samples(100_000)
let tens = Ten.samples(200_000)
let airports = Airport.samples(15_889)
let halfOfTens = Array(tens.prefix(50_000))
func fresh() -> URL { folder.appendingPathComponent("\(UUID().uuidString).sqlite") }

// Each round has its own new files; opening them is not measured.
func inserting(_ name: String, goal: Double = 1.15, hand: (ByHand) throws -> Void, ours: (BenchDatabase) throws -> Void)
    throws
{
    let hands = try (0..<10).map { _ in
        let database = try ByHand(fresh().path)
        database.run(Post.create)
        database.run(Ten.create)
        return database
    }
    let databases = try (0..<10).map { _ in try BenchDatabase.openAndWait(at: fresh()) }
    var (i, j) = (0, 0)
    try compare(name, goal: goal) {
        try hand(hands[i])
        i += 1
    } ours: {
        try ours(databases[j])
        j += 1
    }
}

try inserting("sqlite.insert 100,000 x 6") {
    try $0.insert(posts)
} ours: { blog in
    try blog.write { db in try Post.insert(posts, db) }
}
try inserting("sqlite.insert 50,000 x 10 integers") {
    try $0.insert(halfOfTens)
} ours: { blog in
    try blog.write { db in try Ten.insert(halfOfTens, db) }
}

// Decoding plus a raw insert, against the bytes of a response to rows; each row is new.
let response = try Array(posts.prefix(20_000)).jsonData()
try inserting("sqlite.json.upsert 20,000 posts", goal: 1.3) { database in
    try database.insert([Post](json: response))
} ours: { blog in
    let decoded = try [Post](json: response)
    try blog.write { db in try Post.upsert(decoded, db) }
}

let file = fresh()
let blog = try BenchDatabase.openAndWait(at: file)
try blog.write { db in
    try Post.insert(posts, db)
    try Ten.insert(tens, db)
    try Airport.insert(airports, db)
    try db.run("CREATE INDEX posts_user ON posts (user_id)")
}
let hand = try ByHand(file.path)

try compare("sqlite.fetch 100,000 x 6", goal: 1.1) {
    let result = try hand.posts().count == 100_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Post.all(db) }.count == 100_000
    precondition(result)
}
try compare("sqlite.fetch 200,000 x 10 integers", goal: 1.1) {
    let result = try hand.tens().count == 200_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Ten.all(db) }.count == 200_000
    precondition(result)
}

try compare("sqlite.fetch 15,889 x 14 mostly text", goal: 1.1, rounds: 15) {
    let result = try hand.airports().count == 15_889
    precondition(result)
} ours: {
    let result = try blog.read { db in try Airport.all(db) }.count == 15_889
    precondition(result)
}

let keys = (0..<100_000).map { Int64(($0 * 7919) % 100_000 + 1) }
try compare("sqlite.point 100,000 finds", goal: 1.3) {
    let result = try hand.find(keys) > 0
    precondition(result)
} ours: {
    let length = try blog.read { db in
        var length = 0
        for key in keys { length += try Post.find(key, db)?.title.utf8.count ?? 0 }
        return length
    }
    precondition(length > 0)
}

let changed = Array(posts.prefix(20_000))
try compare("sqlite.update 20,000 rows", goal: 1.3) {
    try hand.update(changed)
} ours: {
    try blog.write { db in for post in changed { try post.update(db) } }
}

try compare("sqlite.query 200 x 3 terms", goal: 1.3) {
    for user in 0..<200 {
        let found = try hand.posts(" WHERE user_id = ?1 AND score > ?2 AND title <> ?3 ORDER BY score DESC LIMIT 20") {
            s in
            sqlite3_bind_int64(s, 1, Int64(user % 100))
            sqlite3_bind_double(s, 2, 100)
            sqlite3_bind_text(s, 3, "x", -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
        precondition(found.count == 20)
    }
} ours: {
    for user in 0..<200 {
        let found = try blog.read { db in
            try Post.where { $0.userId == Int64(user % 100) && $0.score > 100 && $0.title != "x" }
                .order { [$0.score.desc] }.limit(20).all(db)
        }
        precondition(found.count == 20)
    }
}

try compare("sqlite.open, up to date", goal: 1.5, rounds: 51) {
    let database = try ByHand(file.path)
    database.run("SELECT count(*) FROM sqlite_master")
} ours: {
    let database = try BenchDatabase.openAndWait(at: file)
    database.pool.closeAndWait()
}

if CommandLine.arguments.count == 1 || CommandLine.arguments[1].contains("mixed") {
    try await mixedLoad(try BenchDatabase.openAndWait(at: fresh()), seconds: 5)
}
