import Foundation
import ModelREST
import ModelRepository
import ModelSQLite

/// Stores the server's models as rows of their table, where queries, relations and observers find them.
///
/// ```swift
/// let store = Post.Repository(api: api.posts, cache: DatabaseCache(db.pool))
/// ```
/// A reply is stored in one transaction, including the record of the request. An existing row is updated in place and
/// only if it differs, so that nothing that refers to it is deleted by a cascade, and observers are not notified
/// needlessly. The answer itself is stored as the keys received, in the server's order, so a list is shown exactly as
/// it was returned.
///
/// A row is deleted if the server says that it no longer exists, or if it is missing from a complete list; see
/// ``init``.
public struct DatabaseCache<Record: KeyedRecord & Identifiable, ListQuery: ListParameters>: ModelCache
where Record.ID == Record.Key, Record.Key: SQLiteValue & Hashable & Sendable {
    /// The stored model.
    public typealias Model = Record

    private let pool: DatabasePool
    private let rows: RowWriter<Record>
    private let nested: [NestedRows<Record>]
    private let about: (@Sendable (ListQuery) -> Query<Record>?)?
    private var isHere: (@Sendable (Record) -> Bool)?
    private let origin: KeyOrigin
    private let table = Record.table.definition.name

    /// A cache in a database.
    ///
    /// - Parameters:
    ///   - pool: The database's connections.
    ///   - localColumns: Columns that the server doesn't know; they keep their values.
    ///   - nested: Nested objects with their own rows.
    ///   - keys: Who assigns keys. Rows whose keys the program assigns may not be known to the server yet, so a
    ///     complete list only deletes rows that it contained before.
    ///   - completeLists: The rows that match a query, if its list is complete, so that missing rows no longer exist;
    ///     nil if this cannot be determined from columns.
    public init(
        _ pool: DatabasePool,
        localColumns: [String] = [],
        nested: [NestedRows<Record>] = [],
        keys: KeyOrigin = .server,
        completeLists: (@Sendable (ListQuery) -> Query<Record>?)? = nil
    ) {
        self.pool = pool
        rows = RowWriter(localColumns: localColumns, extent: .whole)
        self.nested = nested
        about = completeLists
        origin = keys
    }

    /// Returns this cache for the models of one of several places in the table: a complete list of one place does not
    /// affect the others.
    public func within(_ resource: Resource<Record>) -> DatabaseCache where Record: RESTModel {
        var cache = self
        cache.isHere = resource.contains
        return cache
    }

    /// Returns the stored answer, with the current rows. Rows that cannot be read count as absent: the server's answer
    /// replaces them. If that is because of a local column, calls return the server's models as received.
    public func answer(to question: Question<ListQuery, Record.Key>) async throws -> Answer<Record>? {
        try await pool.read { db in try readable { try answer(to: question, db) } }
    }

    /// Registers a question.
    public func ask(_ question: Question<ListQuery, Record.Key>?) async throws -> OpenQuestion {
        try await pool.write { db in
            let ledger = Ledger(db)
            let date = Date()
            let number = try ledger.open(at: date)
            let answer = try question.flatMap { try ledger.answer(to: text(of: $0, db), of: table) }
            return OpenQuestion(number: number, date: date, facts: answer?.facts ?? AnswerFacts())
        }
    }

    /// Stores a reply in one transaction.
    public func keep(
        _ reply: Reply<Record>,
        to question: Question<ListQuery, Record.Key>,
        _ open: OpenQuestion
    ) async throws -> Answer<Record>? {
        try await write { ledger in
            let db = ledger.db
            let name = try text(of: question, db)
            guard try ledger.close(open.number) else { return reply.answer(open.date) }
            let earlier = try ledger.answer(to: name, of: table)
            // A later identical question is already answered.
            if let earlier, earlier.asked > open.number {
                try ledger.forgetLandings()
                return try answer(to: question, db)
            }
            let result: Answer<Record>?
            switch reply {
            case .list(let models, let extent, let facts):
                result = try keep(models, extent, facts, question, earlier, open, ledger)
            case .model(let model, let facts):
                result = try keep([model], .page, facts, question, earlier, open, ledger)
            case .unchanged(let facts):
                result = try confirm(earlier, facts, question, open, ledger)
                // It is asked again, still as the same question.
                if result == nil { try ledger.register(open.number, at: open.date) }
            case .gone(let id):
                let key = try storedKey(id, db)
                let protected = try ledger.protection(of: table, from: .read, open.number)
                // A row stays if a reference from another row restricts its deletion.
                if !protected.contains(key), try ForeignKeys(db).allow({ try Record.delete(id, $0) }) {
                    try ledger.forget(name, of: table)
                    try ledger.note(.read(open.number), of: [key], in: table)
                }
                result = nil
            }
            try ledger.forgetLandings()
            return result
        }
    }

    /// Stores the result of a write, in one transaction.
    public func keep(_ reply: WriteReply<Record>, _ open: OpenQuestion) async throws -> Record? {
        try await write { ledger in
            let db = ledger.db
            try ledger.create()
            if try !ledger.close(open.number) {
                // Removed, or abandoned for so long that it is unknown what has changed since.
                try ledger.makeAllOld(table)
                // A deletion brings nothing back.
                if let model = reply.model { return model }
            }
            let arrival = Arrival(kind: .write, asked: open.number, stamp: try ledger.tick())
            let key = try storedKey(reply.id, db)
            // A later write may already have landed.
            let isOvertaken = try ledger.protection(of: table, from: .write, open.number).contains(key)
            if isOvertaken { try ledger.makeAllOld(table) }
            if case .created = reply { try ledger.makeListsOld(table) }
            let name = Self.text(ofKey: key)
            var kept: Record?
            switch (reply.model, isOvertaken) {
            case (let model?, true): kept = try readable { try Record.find(model.primaryKey, db) }
            case (let model?, false):
                try nested.write([model], open.number, ledger)
                kept = try rows.write([model], [key], protecting: Protection(), arrival, ledger).first
                var answer = KeptAnswer(asked: arrival.stamp, date: Date(), keys: try KeyList.text(of: [key]))
                if case .changed(_, let facts) = reply { answer.facts.validators = facts.validators }
                try ledger.keep(answer, to: name, of: table)
            case (nil, true): break
            case (nil, false):
                try Record.delete(reply.id, db)
                try ledger.forget(name, of: table)
            }
            try ledger.note(arrival, of: [key], in: table)
            try ledger.forgetLandings()
            return kept
        }
    }

    /// Ends a question without an answer.
    public func close(_ open: OpenQuestion, _ failure: Failure) async throws {
        try await pool.write { db in
            let ledger = Ledger(db)
            let isOpen = try ledger.close(open.number)
            if failure == .outcomeUnknown { try ledger.makeAllOld(table) }
            if isOpen { try ledger.forgetLandings() }
        }
    }

    /// Deletes every row of the table, also those that the server does not know yet, and all answers.
    ///
    /// Rows of nested objects stay in their tables. If rows of another table refer to rows of this table and restrict
    /// their deletion, nothing is deleted and the error says so: remove those first.
    public func removeAll() async throws {
        try await write { ledger in
            try ledger.removeAll(of: table)
            try ledger.db.run("DELETE FROM \(name: table)")
        }
    }
}

/// What a closure reads, or nil if a row cannot be read.
func readable<Value>(_ read: () throws -> Value?) throws -> Value? {
    do {
        return try read()
    } catch let error as SQLiteError {
        guard case .decoding = error.kind else { throw error }
        return nil
    }
}

/// Who assigns the keys of a table's rows.
public enum KeyOrigin: Hashable, Sendable {
    /// The server: every row comes from it.
    case server
    /// The program or its database: rows may be created here and not be known to the server yet.
    case program
}

// MARK: - In a transaction

extension DatabaseCache {
    /// One transaction, in which rows may be inserted before those that they refer to. Rows that are missing at its end
    /// are reported.
    private func write<Result: Sendable>(
        _ body: @escaping @Sendable (Ledger) throws -> Result
    ) async throws -> Result {
        try await pool.write { db in
            try db.run("PRAGMA defer_foreign_keys = ON")
            let result = try body(Ledger(db))
            try ForeignKeys(db).check(Record.self)
            return result
        }
    }

    private func storedKey(_ id: Record.Key, _ db: Database) throws -> DatabaseValue { try Record.stored([id], db)[0] }

    private func text(of question: Question<ListQuery, Record.Key>, _ db: Database) throws -> String {
        if case .model(let id) = question { return Self.text(ofKey: try storedKey(id, db)) }
        return question.text ?? ""
    }

    private static func text(ofKey key: DatabaseValue) -> String { "get \((try? KeyList.text(of: [key])) ?? "")" }

    private func answer(to question: Question<ListQuery, Record.Key>, _ db: Database) throws -> Answer<Record>? {
        let ledger = Ledger(db)
        if case .model(let id) = question {
            guard let row = try Record.find(id, db) else { return nil }
            let kept = try ledger.answer(to: text(of: question, db), of: table)
            guard try ledger.exists() else { return Answer([row], date: nil) }
            let date = try ledger.date(of: storedKey(id, db), in: table)
            return Answer([row], date: date, facts: date == kept?.date ? kept?.facts ?? AnswerFacts() : AnswerFacts())
        }
        guard let kept = try ledger.answer(to: text(of: question, db), of: table) else { return nil }
        let rows = try Record.find(keys: KeyList.keys(of: kept.keys), db)
        return Answer(rows, date: kept.date, facts: kept.facts)
    }

    private func keep(
        _ models: [Record],
        _ extent: ListCoverage,
        _ facts: AnswerFacts,
        _ question: Question<ListQuery, Record.Key>,
        _ earlier: KeptAnswer?,
        _ open: OpenQuestion,
        _ ledger: Ledger
    ) throws -> Answer<Record> {
        let protected = try ledger.protection(of: table, from: .read, open.number)
        let keys = try Record.keys(of: models, ledger.db)
        // First, so that a unique value can move from a deleted row to a new one.
        if extent == .whole, let query = question.listQuery, let about = about?(query) {
            let gone = try deleteRows(about, but: Set(keys), earlier, protected, ledger)
            var arrival = Arrival.read(open.number)
            let isCensus = query.text.isEmpty && origin == .server && isHere == nil
            if isCensus { arrival.kind = .census }
            try ledger.note(arrival, of: isCensus ? keys : gone, in: table)
        }
        try nested.write(models, open.number, ledger)
        let kept = try rows.write(models, keys, protecting: protected, .read(open.number), ledger)
        var answer = KeptAnswer(asked: open.number, date: open.date, facts: facts, keys: try KeyList.text(of: keys))
        if !protected.isEmpty, keys.contains(where: protected.contains) { answer.facts.validators = nil }
        try ledger.keep(answer, to: text(of: question, ledger.db), of: table)
        return Answer(kept, date: open.date, facts: facts)
    }

    /// Deletes the rows that are missing from a complete list, and returns their keys.
    private func deleteRows(
        _ about: Query<Record>,
        but keys: Set<DatabaseValue>,
        _ earlier: KeptAnswer?,
        _ protected: Protection,
        _ ledger: Ledger
    ) throws -> [DatabaseValue] {
        var missing = try about.keys(ledger.db).filter { !keys.contains($0) && !protected.contains($0) }
        if let isHere {
            missing = try missing.filter { key in
                try readable { try Record.find(keys: [key], ledger.db).first }.map(isHere) ?? false
            }
        }
        if origin == .program {
            let held = Set(KeyList.keys(of: earlier?.keys ?? "[]"))
            missing = missing.filter(held.contains)
        }
        // A row stays if a reference from another row restricts its deletion.
        return try missing.filter { key in try ForeignKeys(ledger.db).allow { try Record.delete(key: key, $0) } }
    }

    /// The server says that an answer has not changed; nil if it is no longer complete.
    private func confirm(
        _ earlier: KeptAnswer?,
        _ facts: AnswerFacts,
        _ question: Question<ListQuery, Record.Key>,
        _ open: OpenQuestion,
        _ ledger: Ledger
    ) throws -> Answer<Record>? {
        guard var answer = earlier, let sent = open.facts.validators, answer.facts.validators == sent else {
            return nil
        }
        let keys = KeyList.keys(of: answer.keys)
        guard let rows = try readable({ try Record.find(keys: keys, ledger.db) }), rows.count == keys.count else {
            return nil
        }
        (answer.asked, answer.date, answer.facts) = (open.number, open.date, answer.facts.confirmed(by: facts))
        try ledger.keep(answer, to: text(of: question, ledger.db), of: table)
        try ledger.note(.read(open.number), of: keys, in: table)
        return Answer(rows, date: open.date, facts: answer.facts)
    }
}

extension Question {
    fileprivate var listQuery: Query? {
        switch self {
        case .list(let query, _), .all(let query, _): query
        case .model, .path: nil
        }
    }
}
