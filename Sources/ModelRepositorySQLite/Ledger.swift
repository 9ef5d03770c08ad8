import Foundation
import ModelRepository
import ModelSQLite

/// The cache's own tables in the same database: its clock, the open questions, what was stored since they were
/// registered, and the answers.
///
/// ```
/// modelgen_cache_marks      name, at                                            its clock, and until when what is old
/// modelgen_cache_questions  asked, date                                         those that have no answer yet
/// modelgen_cache_landings   table_name, asked, stamp, kind, keys                      what landed while one was open
/// modelgen_cache_answers    table_name, question, asked, date, version, keys, …       what the server gave, in its order
/// ```
/// All repositories and processes of the database share them, and each change is part of the transaction that writes
/// the rows. Names with this prefix are reserved for the library (rule `invalid-sql-name`). A program may empty or drop
/// the tables, as some do when a user logs out.
struct Ledger {
    let db: Database
    /// The table that contains the rows.
    let table: String

    /// A process that ends abnormally leaves its questions open. After this number of seconds, a question is considered
    /// abandoned, and its answer would not be stored.
    static let patience: Double = 3600

    /// The form of the model in this release of the program.
    private let form: String

    /// What an answer belongs to: the version of the schema, SQLite's own number, which a migration without versions
    /// changes, and the form of the model. An additional index or VACUUM changes that number too; then a list is requested
    /// once more.
    private var version: SQL {
        "(SELECT user_version || '-' || schema_version FROM pragma_user_version, pragma_schema_version) || '-' || \(form)"
    }

    /// The date of an answer, unless something has made it old since it was requested.
    private var currentDate: SQL {
        """
        CASE WHEN version = \(version) AND asked > (SELECT coalesce(max(at), 0) FROM modelgen_cache_marks WHERE \
        name = 'everything ' || table_name OR name = 'lists ' || table_name AND question NOT LIKE 'get %') THEN date END
        """
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS modelgen_cache_marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS modelgen_cache_questions (asked INTEGER PRIMARY KEY, date REAL NOT NULL);
        CREATE TABLE IF NOT EXISTS modelgen_cache_landings (table_name TEXT NOT NULL, asked INTEGER NOT NULL, \
        stamp INTEGER NOT NULL, kind TEXT NOT NULL, keys TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS modelgen_cache_answers (table_name TEXT NOT NULL, question TEXT NOT NULL, \
        asked INTEGER NOT NULL, date REAL, version TEXT NOT NULL, fresh REAL, stale REAL, etag TEXT, \
        modified TEXT, variant TEXT, keys TEXT NOT NULL, PRIMARY KEY (table_name, question));
        """

    /// - Parameter form: Empty for nested objects, which have no answers of their own.
    init(_ db: Database, _ table: String, form: String = "") {
        self.db = db
        self.table = table
        self.form = form
    }

    /// Whether all tables exist. In a write transaction, they do.
    func exists() throws -> Bool {
        try db.value(
            Int.self,
            """
            SELECT count(*) FROM sqlite_master WHERE name IN ('modelgen_cache_marks', 'modelgen_cache_questions', \
            'modelgen_cache_landings', 'modelgen_cache_answers')
            """
        ) == 4
    }

    func create() throws {
        guard try !exists() else { return }
        try db.run(script: Self.tables)
    }
}

// MARK: - The clock, and questions

extension Ledger {
    /// The next tick of the clock.
    func tick() throws -> Int64 {
        let start = ServerClock.start
        return try db.rows(
            """
            INSERT INTO modelgen_cache_marks VALUES ('now', \(start)) \
            ON CONFLICT (name) DO UPDATE SET at = at + 1 RETURNING at
            """
        ) { try $0.read(Int64.self, 0) }.first ?? start
    }

    /// Registers a question with a date.
    func open(at date: Date) throws -> Int64 {
        let now = date.timeIntervalSince1970
        try db.run("DELETE FROM modelgen_cache_questions WHERE abs(date - \(now)) > \(Self.patience)")
        let asked = try tick()
        try db.run("INSERT INTO modelgen_cache_questions VALUES (\(asked), \(now))")
        return asked
    }

    /// Whether a question is registered, not considered abandoned, and later than the last ``removeAll()``.
    func isOpen(_ asked: Int64) throws -> Bool {
        try db.value(
            Int.self,
            """
            SELECT count(*) FROM modelgen_cache_questions WHERE asked = \(asked) AND asked > \
            (SELECT coalesce(max(at), 0) FROM modelgen_cache_marks WHERE name = 'emptied')
            """
        ) == 1
    }

    /// Unregisters a question, and removes what only it needs.
    func end(_ asked: Int64) throws {
        try db.run("DELETE FROM modelgen_cache_questions WHERE asked = \(asked)")
        try db.run("DELETE FROM modelgen_cache_landings WHERE stamp <= \(oldestQuestion() ?? .max)")
    }

    /// Marks everything that was requested until now as no longer fresh.
    func makeOld(_ extent: OldExtent) throws {
        try mark("\(extent.rawValue) \(table)")
    }

    private func mark(_ name: String) throws {
        try db.run("INSERT OR REPLACE INTO modelgen_cache_marks VALUES (\(name), \(tick()))")
    }
}

// MARK: - What landed

/// What a stored result says about its rows.
enum LandingKind: String, Hashable {
    /// The server returned them when it was asked, or said that they no longer exist.
    case read
    /// The program wrote them.
    case write
    /// They are a complete list of the table: no other rows exist.
    case census
}

/// How and when rows were stored.
struct Arrival {
    var kind: LandingKind
    /// When the question or the write was registered.
    var asked: Int64
    /// The tick from which it counts: when it was requested or, for a write, when its result was stored.
    var stamp: Int64

    static func read(_ asked: Int64) -> Arrival { Arrival(kind: .read, asked: asked, stamp: asked) }
}

extension Ledger {
    /// The rows that the reply to a question registered at `asked` must not change.
    ///
    /// - Parameter kind: A read must not change anything newer; a write, only what a newer write has changed.
    func protection(from kind: LandingKind, _ asked: Int64) throws -> Protection {
        let landings = try db.rows(
            "SELECT asked, kind, keys FROM modelgen_cache_landings WHERE table_name = \(table) AND stamp > \(asked)"
        ) { row in
            (
                asked: try row.read(Int64.self, 0), kind: LandingKind(rawValue: try row.read(String.self, 1)) ?? .read,
                keys: Set(KeyList.keys(of: try row.read(String.self, 2)) ?? [])
            )
        }
        var protection = Protection()
        for landing in landings where kind == .read || (landing.kind == .write && landing.asked > asked) {
            protection.add(landing.keys, landing.kind)
        }
        return protection
    }

    /// Records that rows were stored, if that affects an open question.
    func note(_ arrival: Arrival, of keys: [DatabaseValue]) throws {
        guard let first = try oldestQuestion(), first < arrival.stamp, !keys.isEmpty || arrival.kind == .census else {
            return
        }
        try db.run(
            """
            INSERT INTO modelgen_cache_landings VALUES \
            (\(table), \(arrival.asked), \(arrival.stamp), \(arrival.kind.rawValue), \(KeyList.text(of: keys)))
            """)
    }

    private func oldestQuestion() throws -> Int64? {
        try db.value(Int64?.self, "SELECT min(asked) FROM modelgen_cache_questions") ?? nil
    }
}

// MARK: - Answers

/// A stored answer.
struct KeptAnswer {
    var head: AnswerHead
    var keys: String
}

extension Ledger {
    /// The answer to a question. One from before a migration, or in another form, has no date and no metadata.
    func answer(to question: String) throws -> KeptAnswer? {
        try db.rows(
            """
            SELECT asked, keys, version = \(version), \(currentDate), fresh, stale, etag, \
            modified, variant FROM modelgen_cache_answers WHERE table_name = \(table) AND question = \(question)
            """
        ) { row in
            var head = AnswerHead(
                stamp: try row.read(Int64.self, 0),
                date: try row.read(Double?.self, 3).map { Date(timeIntervalSince1970: $0) })
            if try row.read(Bool.self, 2) {
                head.facts = AnswerFacts(
                    validators: Validators(
                        eTag: try row.read(String?.self, 6), lastModified: try row.read(String?.self, 7)),
                    lifetime: try row.read(Double?.self, 4).map {
                        Lifetime(fresh: $0, stale: try row.read(Double?.self, 5) ?? 0)
                    },
                    variant: try row.read(String?.self, 8))
            }
            return KeptAnswer(head: head, keys: try row.read(String.self, 1))
        }.first
    }

    /// Stores the answer to a question, replacing the previous one. SQLite only writes pages that differ, so unchanged
    /// keys cost next to nothing.
    func keep(_ answer: KeptAnswer, to question: String) throws {
        let (head, lifetime, validators) = (answer.head, answer.head.facts.lifetime, answer.head.facts.validators)
        try db.run(
            """
            INSERT INTO modelgen_cache_answers VALUES \
            (\(table), \(question), \(head.stamp), \(head.date?.timeIntervalSince1970), \
            \(version), \(lifetime?.fresh), \(lifetime?.stale), \
            \(validators?.eTag), \(validators?.lastModified), \(head.facts.variant), \(answer.keys)) \
            ON CONFLICT (table_name, question) DO UPDATE SET asked = excluded.asked, date = excluded.date, \
            version = excluded.version, fresh = excluded.fresh, stale = excluded.stale, etag = excluded.etag, \
            modified = excluded.modified, variant = excluded.variant, keys = excluded.keys
            """
        )
    }

    /// Removes the oldest answers if there are too many.
    func makeRoom() throws {
        let count = try db.value(Int.self, "SELECT count(*) FROM modelgen_cache_answers WHERE table_name = \(table)")
        guard let count, count > answerLimit.upperBound else { return }
        try db.run(
            """
            DELETE FROM modelgen_cache_answers WHERE table_name = \(table) AND asked <= (SELECT asked FROM \
            modelgen_cache_answers WHERE table_name = \(table) ORDER BY asked DESC LIMIT 1 OFFSET \(answerLimit.lowerBound))
            """)
    }

    func forget(_ question: String) throws {
        try db.run("DELETE FROM modelgen_cache_answers WHERE table_name = \(table) AND question = \(question)")
    }

    /// Removes all answers. Answers to questions and writes that are still open, of any table, are not stored. These
    /// stay registered, so that a deletion among them does not delete what is written later.
    func removeAll() throws {
        try db.run("DELETE FROM modelgen_cache_answers WHERE table_name = \(table)")
        // The rows may be nested objects of other answers, which 304 does not bring back.
        try db.run("UPDATE modelgen_cache_answers SET etag = NULL, modified = NULL")
        try mark("emptied")
    }

    /// Drops the validators of answers whose rows have changed: if the server says that such an answer is unchanged,
    /// that no longer describes the stored rows.
    func dropValidators(holding changed: @autoclosure () -> [DatabaseValue]) throws {
        let compared = try db.rows(
            """
            SELECT question, keys FROM modelgen_cache_answers \
            WHERE table_name = \(table) AND (etag IS NOT NULL OR modified IS NOT NULL)
            """
        ) { row in
            (question: try row.read(String.self, 0), keys: try row.read(String.self, 1))
        }
        let changed = compared.isEmpty ? [] : Set(changed())
        for answer in compared where KeyList.keys(of: answer.keys)?.contains(where: changed.contains) != false {
            try db.run(
                """
                UPDATE modelgen_cache_answers SET etag = NULL, modified = NULL \
                WHERE table_name = \(table) AND question = \(answer.question)
                """)
        }
    }

    /// When a row was last requested, by itself or in a list that contains it. A date in the future is from before a
    /// clock was set back.
    func date(of key: DatabaseValue) throws -> Date? {
        let date = try db.value(
            Double?.self,
            """
            SELECT max(current) FROM (SELECT \(currentDate) AS current FROM modelgen_cache_answers \
            WHERE table_name = \(table) AND \(containing(key))) \
            WHERE current <= \(Date().timeIntervalSince1970)
            """)
        return date?.map { Date(timeIntervalSince1970: $0) }
    }

    /// Makes the answers that contain a row old.
    func makeOld(_ key: DatabaseValue) throws {
        try db.run(
            "UPDATE modelgen_cache_answers SET date = NULL WHERE table_name = \(table) AND \(containing(key))")
    }

    /// Whether an answer contains a row.
    private func containing(_ key: DatabaseValue) throws -> SQL {
        // The key as it occurs in a list of keys, between commas: inside a string, quotes are escaped.
        let part = try ",\(KeyList.text(of: [key]).dropFirst().dropLast()),"
        return "instr(',' || trim(keys, '[]') || ',', \(part))"
    }
}
