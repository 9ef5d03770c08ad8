import BenchmarkReport
import CModelSQLite
import Foundation
import ModelRelations
import ModelRuntime
import ModelSQLite

// Hand-written C calls, or GRDB, compared with the runtime, alternating within one run. The ratio counts, not the
// milliseconds.

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-bench-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

var report = Report(theirs: "C calls")

/// Alternates both and prints one line of the table.
@MainActor
func compare(
    _ id: String,
    _ work: String,
    goal: Double,
    better: Better = .lower,
    rounds: Int = 9,
    hand: () throws -> Void,
    ours: () throws -> Void
) throws {
    guard report.wants(id) else { return }
    try hand()
    try ours()
    let times = try takingTurns(rounds, ours: ours, theirs: hand)
    try report.add(id, work, ours: times.ours, theirs: times.theirs, goal: goal, better: better)
}

let posts = Post.samples(100_000)
let tens = Ten.samples(200_000)
let airports = Airport.samples(15_889)
let authors = Author.samples(1000)
let books = Book.samples(50_000, authors: authors.count)
let halfOfTens = Array(tens.prefix(50_000))
func fresh() -> URL { folder.appendingPathComponent("\(UUID().uuidString).sqlite") }

// Each round has its own new files; opening them is not measured.
@MainActor
func inserting(
    _ id: String,
    _ work: String,
    goal: Double = 1.15,
    hand: (ByHand) throws -> Void,
    ours: (BenchDatabase) throws -> Void
) throws {
    guard report.wants(id) else { return }
    let hands = try (0..<10).map { _ in
        let database = try ByHand(fresh().path)
        database.run(Post.create)
        database.run(Ten.create)
        return database
    }
    let databases = try (0..<10).map { _ in try BenchDatabase.openAndWait(at: fresh()) }
    var (i, j) = (0, 0)
    try compare(id, work, goal: goal) {
        try hand(hands[i])
        i += 1
    } ours: {
        try ours(databases[j])
        j += 1
    }
}

/// The same compared with GRDB.
@MainActor
func inserting(
    _ id: String,
    _ work: String,
    theirs: (PeerDatabase) throws -> Void,
    ours: (BenchDatabase) throws -> Void
) throws {
    guard report.wants(id) else { return }
    let peers = try (0..<10).map { _ in try PeerDatabase(fresh().path, creating: [Post.create, Ten.create]) }
    let databases = try (0..<10).map { _ in try BenchDatabase.openAndWait(at: fresh()) }
    var (i, j) = (0, 0)
    try compare(id, work, goal: 1, better: .higher) {
        try theirs(peers[i])
        i += 1
    } ours: {
        try ours(databases[j])
        j += 1
    }
}

try inserting("sqlite.insert", "100,000 x 6", goal: 1.15) {
    try $0.insert(posts)
} ours: { blog in
    try blog.write { db in try Post.insert(posts, db) }
}
try inserting("sqlite.insert.single", "100,000 x 6, one by one", goal: 1.1) {
    try $0.insert(posts)
} ours: { blog in
    try blog.write { db in for post in posts { try post.insert(db) } }
}
try inserting("sqlite.insert.integers", "50,000 x 10 integers", goal: 1.15) {
    try $0.insert(halfOfTens)
} ours: { blog in
    try blog.write { db in try Ten.insert(halfOfTens, db) }
}
let drafts = posts.map { Post.Draft($0) }
try inserting("sqlite.insert.drafts", "100,000 x 6, returning keys", goal: 1.1) {
    let result = try $0.insert(drafts).count == 100_000
    precondition(result)
} ours: { blog in
    let result = try blog.write { db in try Post.insert(drafts, db) }.count == 100_000
    precondition(result)
}
try inserting("sqlite.insert.drafts.single", "100,000 x 6, returning keys, one by one", goal: 1.1) {
    let result = try $0.insert(drafts).count == 100_000
    precondition(result)
} ours: { blog in
    let result = try blog.write { db in try drafts.map { draft in try draft.insert(db) } }.count == 100_000
    precondition(result)
}
try inserting("sqlite.insert.grdb", "100,000 x 6, GRDB's statements") {
    try $0.insert(posts)
} ours: { blog in
    try blog.write { db in try Post.insert(posts, db) }
}
let peerPosts = posts.map { PeerPost($0) }
try inserting("sqlite.insert.grdb.records", "100,000 x 6, GRDB's records") {
    try $0.insert(records: peerPosts)
} ours: { blog in
    try blog.write { db in try Post.insert(posts, db) }
}
try inserting("sqlite.insert.grdb.integers", "50,000 x 10, GRDB's statements") {
    try $0.insert(halfOfTens)
} ours: { blog in
    try blog.write { db in try Ten.insert(halfOfTens, db) }
}

// The bytes of a response to rows, compared with decoding plus a raw insert; each row is new.
let response = try Array(posts.prefix(20_000)).jsonData()
try inserting("sqlite.json.upsert", "20,000 posts", goal: 1.3) { database in
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
    try Author.insert(authors, db)
    try Book.insert(books, db)
    try db.run("CREATE INDEX books_author ON books (author_id)")
    try db.run("CREATE INDEX posts_user ON posts (user_id)")
}
let hand = try ByHand(file.path)

try compare("sqlite.fetch", "100,000 x 6", goal: 1.1) {
    let result = try hand.posts().count == 100_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Post.all(db) }.count == 100_000
    precondition(result)
}
try compare("sqlite.fetch.integers", "200,000 x 10 integers", goal: 1.1) {
    let result = try hand.tens().count == 200_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Ten.all(db) }.count == 200_000
    precondition(result)
}

try compare("sqlite.fetch.text", "15,889 x 14 mostly text", goal: 1.1, rounds: 15) {
    let result = try hand.airports().count == 15_889
    precondition(result)
} ours: {
    let result = try blog.read { db in try Airport.all(db) }.count == 15_889
    precondition(result)
}

let keys = (0..<100_000).map { Int64(($0 * 7919) % 100_000 + 1) }
try compare("sqlite.point", "100,000 finds", goal: 1.3) {
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
try compare("sqlite.update", "20,000 rows", goal: 1.1) {
    try hand.update(changed)
} ours: {
    try blog.write { db in for post in changed { try post.update(db) } }
}

try compare("sqlite.query", "200 x 3 terms", goal: 1.1) {
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

try compare("sqlite.join", "50,000 pairs", goal: 1.1) {
    let result = try hand.booksWithAuthors().count == 50_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Book.all.joining(\.author).all(db) }.count == 50_000
    precondition(result)
}
try compare("sqlite.including.many", "1,000 rows with 50 each", goal: 1.1) {
    let result = try hand.authorsWithTheirBooks().count == 1000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Author.all.including(\.books).all(db) }.count == 1000
    precondition(result)
}
try compare("sqlite.including.one", "50,000 rows with one each", goal: 1.1) {
    let result = try hand.booksWithTheirAuthor().count == 50_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Book.all.including(\.author).all(db) }.count == 50_000
    precondition(result)
}

if report.wants("sqlite.read.awaited") {
    let some = keys.prefix(10_000).map { $0 % 50_000 }
    try findBlocking(some, in: blog)
    let times = try await takingTurns(9) {
        try await findAwaiting(some, in: blog)
    } theirs: {
        try findBlocking(some, in: blog)
    }
    try report.add(
        "sqlite.read.awaited", "10,000 reads, against blocking ones", ours: times.ours, theirs: times.theirs, goal: 2,
        better: .lower)
}

try compare("sqlite.open", "up to date", goal: 1.5, rounds: 51) {
    let database = try ByHand(file.path)
    database.run("SELECT count(*) FROM sqlite_master")
} ours: {
    let database = try BenchDatabase.openAndWait(at: file)
    database.pool.closeAndWait()
}

if report.wants("migrate.rebuild") {
    let times = try rebuilding(in: folder)
    try report.add(
        "migrate.rebuild", "1,000,000 rows, the same statements", ours: times.ours, theirs: times.theirs, goal: 1.1,
        better: .lower)
}

let peer = try PeerDatabase(file.path, creating: [])
try compare("sqlite.fetch.grdb", "100,000 x 6, GRDB's fastest", goal: 1, better: .higher) {
    let result = try peer.posts().count == 100_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Post.all(db) }.count == 100_000
    precondition(result)
}
try compare("sqlite.fetch.grdb.integers", "200,000 x 10, GRDB's fastest", goal: 1, better: .higher) {
    let result = try peer.tens().count == 200_000
    precondition(result)
} ours: {
    let result = try blog.read { db in try Ten.all(db) }.count == 200_000
    precondition(result)
}

if report.wants("sqlite.mixed") {
    // The duration of the load: --seconds=30.
    let seconds = CommandLine.arguments.compactMap { $0.split(separator: "=").last.flatMap { Double($0) } }.first ?? 5
    let ours = try await mixedLoad(try BenchDatabase.openAndWait(at: fresh()), seconds: seconds)
    let theirs = try await mixedLoad(
        try PeerDatabase(fresh().path, creating: [Post.create, Ten.create]),
        seconds: seconds
    )
    say("    \(ours) here\n    \(theirs) by GRDB's pool")
    guard ours.torn == 0 else {
        say("a reader saw half a transaction")
        exit(1)
    }
    try report.add(
        "sqlite.mixed",
        "1 writer, 4 readers, time of a read",
        ours: ours.microsecondsPerRead,
        theirs: theirs.microsecondsPerRead,
        unit: "µs",
        goal: 1,
        better: .higher
    )
}
