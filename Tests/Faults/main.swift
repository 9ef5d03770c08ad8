import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import ModelTesting

// The process that is killed by the fault tests. It reports its progress in single bytes: `r` when it begins, `c` after
// each commit, `d` when it is done.
//
//     FaultsChild write FILE          writes transactions without an end
//     FaultsChild old FILE ROWS       makes a file of version 1 with rows
//     FaultsChild migrate FILE [TO]   migrates it
//     FaultsChild adopt FILE          adopts it as the version that it is, and migrates it
//     FaultsChild open FILE           migrates it after reading a byte; prints `s` when the Swift step runs, and `w`
//                                     when it waits for another process
//     FaultsChild stay FILE JOURNAL   goes on writing and reading version 1 until it finds a newer one; prints `n`
//                                     then, or what else stopped it

/// Prints a byte at once: what was printed before the process died must arrive.
func say(_ word: Character) {
    FileHandle.standardOutput.write(Data(String(word).utf8))
}

/// Does something the first time.
final class Once: @unchecked Sendable {
    private let lock = NSLock()
    private var isDone = false

    func run(_ body: () -> Void) {
        let isFirst = lock.withLock {
            defer { isDone = true }
            return !isDone
        }
        if isFirst { body() }
    }
}

/// Pages leave a cache of ten pages long before the commit, and the WAL is checkpointed after every twenty: there are
/// many moments at which something could be half done.
var configuration = DatabaseConfiguration()
configuration.prepare = { connection in
    try connection.run("PRAGMA cache_size = 10; PRAGMA wal_autocheckpoint = 20")
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
    print("usage: FaultsChild write|old|migrate FILE …")
    exit(2)
}
let file = URL(fileURLWithPath: arguments[1])
let number = arguments.count > 2 ? Int(arguments[2]) : nil

switch arguments[0] {
case "write":
    let log = try LogDatabase.openAndWait(at: file, configuration)
    var next =
        try log.read { db in try db.value(Int.self, "SELECT coalesce(max(number), 0) + 1 FROM transactions") } ?? 1
    say("r")
    while true {
        try log.write { db in try LogDatabase.writeTransaction(next, db) }
        say("c")
        next += 1
    }
case "old":
    let pool = try DatabasePool(.file(file), configuration)
    try pool.write { (db: Database) throws in
        for statement in LibraryDatabase.earliestVersion?.create ?? [] { try db.run(script: statement) }
        try LibraryDatabase.fill(db, rows: number ?? 1000)
        let id = LibraryDatabase.schema.applicationID
        try db.run(script: "PRAGMA user_version = 1; PRAGMA application_id = \(id)")
    }
    pool.closeAndWait()
case "migrate":
    say("r")
    let pool = try DatabasePool(.file(file), configuration)
    try pool.migrate(
        LibraryDatabase.schema, migrating: LibraryDatabase.steps, to: number ?? LibraryDatabase.schema.version)
    pool.closeAndWait()
    say("d")
case "adopt":
    say("r")
    let adoption: Adoption = .matching.tolerating(.columns, .indexes, .triggers)
    try LibraryDatabase.openAndWait(at: file, configuration, migrating: LibraryDatabase.steps, adopting: adoption).pool
        .closeAndWait()
    say("d")
case "open":
    say("r")
    _ = FileHandle.standardInput.readData(ofLength: 1)
    // The step takes longer than a write would wait.
    configuration.busyTimeout = 0.05
    let steps = MigrationSteps([
        "fillSlugs": { db in
            say("s")
            Thread.sleep(forTimeInterval: 0.25)
            try LibraryDatabase.steps.run(step: "fillSlugs", db)
        }
    ])
    let waiting = Once()
    let library = try LibraryDatabase.openAndWait(at: file, configuration, migrating: steps) { progress in
        if progress.activity == .waiting { waiting.run { say("w") } }
    }
    library.pool.closeAndWait()
    say("d")
case "stay":
    if arguments[2] == "rollback" { configuration.journal = .rollback }
    configuration.busyTimeout = 60
    let pool = try DatabasePool(.file(file), configuration)
    try pool.migrate(LibraryDatabase.schema, migrating: LibraryDatabase.steps, to: 1)
    say("r")
    do {
        while true {
            let count = try pool.read { db in
                // The columns of version 1 only.
                try db.rows("SELECT * FROM books ORDER BY id DESC LIMIT 3") { $0.count }.max() ?? 0
            }
            guard count == 4 else {
                print("read \(count) columns")
                break
            }
            try pool.write { db in
                try db.run("INSERT INTO books (author_id, title, text) VALUES (1, 'Late', 'by another process')")
            }
            say("c")
            // With a rollback journal, SQLite does not let those wait in turn that want to write.
            usleep(2000)
        }
    } catch let error as SQLiteError {
        if case .migration(.newer(_, 1)) = error.kind { say("n") } else { print("\(error)") }
    }
    pool.closeAndWait()
default:
    print("unknown: \(arguments[0])")
    exit(2)
}
