import CModelSQLite
import Foundation
import ModelREST
import ModelRepository
import ModelSQLite

/// The rows and the answers of a cache, in a transaction.
struct RowStore<Record: KeyedRecord & Identifiable, ListQuery: ListParameters>: AnswerStore
where Record.ID == Record.Key, Record.Key: SQLiteValue & Hashable & Sendable {
    typealias Model = Record
    typealias Asked = Question<ListQuery, Record.Key>

    private let cache: DatabaseCache<Record, ListQuery>
    private let db: Database
    let ledger: Ledger

    init(cache: DatabaseCache<Record, ListQuery>, _ db: Database) {
        self.cache = cache
        self.db = db
        ledger = Ledger(db, Record.table.definition.name, form: cache.form)
    }

    func open(at date: Date) throws -> Int64 { try ledger.open(at: date) }
    func isOpen(_ open: OpenQuestion) throws -> Bool { try ledger.isOpen(open.number) }
    func end(_ open: OpenQuestion) throws { try ledger.end(open.number) }
    func makeOld(_ extent: OldExtent) throws { try ledger.makeOld(extent) }
    func makeRoom() throws { try ledger.makeRoom() }

    func removeAll() throws {
        try ledger.removeAll()
        try db.run("DELETE FROM \(name: ledger.table)")
    }

    private func key(_ id: Record.Key) throws -> DatabaseValue { try Record.stored([id], db)[0] }

    private func name(of question: Asked) throws -> String {
        if case .model(let id) = question { return try name(of: key(id)) }
        return question.text ?? ""
    }

    /// The name of the question for a single row.
    private func name(of key: DatabaseValue) throws -> String { try "get \(KeyList.text(of: [key]))" }
}

// MARK: - Answers

extension RowStore {
    func head(of question: Asked) throws -> AnswerHead? { try ledger.answer(to: name(of: question))?.head }

    func answer(to question: Asked) throws -> Answer<Record>? {
        try readable {
            let exists = try ledger.exists()
            let kept = exists ? try ledger.answer(to: name(of: question)) : nil
            guard case .model(let id) = question else {
                guard let kept, let keys = KeyList.keys(of: kept.keys) else { return nil }
                return Answer(try Record.find(keys: keys, db), date: kept.head.date, facts: kept.head.facts)
            }
            guard let row = try Record.find(id, db) else { return nil }
            let date = exists ? try ledger.date(of: key(id)) : nil
            let facts = date == kept?.head.date ? kept?.head.facts : nil
            return Answer([row], date: date, facts: facts ?? AnswerFacts())
        }
    }

    func put(
        _ models: [Record], _ head: AnswerHead, _ coverage: ListCoverage, to question: Asked
    ) throws -> Answer<Record>? {
        let protected = try ledger.protection(from: .read, head.stamp)
        let keys = try Record.keys(of: models, db)
        let about = coverage == .whole ? listed(in: question) : nil
        var gone: [DatabaseValue] = []
        let missing = try about.map { try self.missing(from: $0, but: Set(keys), question, protected) } ?? []
        let kept = try write(models, keys, protecting: protected, head.stamp, replacing: missing) {
            gone = try delete($0)
            return gone.count
        }
        if let about {
            if isCensus(question) {
                // Nested objects may be in the same table.
                try noteCensus(cache.nested.isEmpty ? keys : about.keys(db), head)
            } else {
                try ledger.note(.read(head.stamp), of: gone)
            }
        }
        var answer = KeptAnswer(head: head, keys: try KeyList.text(of: keys))
        if !protected.isEmpty, keys.contains(where: protected.contains) { answer.head.facts.validators = nil }
        try ledger.keep(answer, to: name(of: question))
        return Answer(kept, date: head.date, facts: head.facts)
    }

    /// The rows that a list names all of; nil if there may be others.
    private func listed(in question: Asked) -> Query<Record>? { question.listQuery.flatMap { cache.about?($0) } }

    /// Whether a complete list names all rows of the table.
    private func isCensus(_ question: Asked) -> Bool {
        question.listQuery?.text.isEmpty == true && cache.origin == .server && cache.isHere == nil
    }

    private func noteCensus(_ keys: [DatabaseValue], _ head: AnswerHead) throws {
        try ledger.note(Arrival(kind: .census, asked: head.stamp, stamp: head.stamp), of: keys)
    }

    /// The keys of the rows that are missing from a complete list.
    private func missing(
        from about: Query<Record>, but keys: Set<DatabaseValue>, _ question: Asked, _ protected: Protection
    ) throws -> [DatabaseValue] {
        let stored = try about.keys(db)
        var missing = stored.filter { !keys.contains($0) && !protected.contains($0) }
        if !missing.isEmpty {
            // The column decides which keys are equal: with NOCASE, the row `ABC` is the one that the list calls `abc`.
            let same = Set(try keys.subtracting(stored).compactMap { try Record.stored(as: $0, db) })
            missing = missing.filter { !same.contains($0) }
        }
        if let isHere = cache.isHere {
            missing = try missing.filter { key in
                try readable { try Record.find(keys: [key], db).first }.map(isHere) ?? false
            }
        }
        if cache.origin == .program {
            let held = Set(try ledger.answer(to: name(of: question)).flatMap { KeyList.keys(of: $0.keys) } ?? [])
            missing = missing.filter(held.contains)
        }
        return missing
    }

    /// Deletes rows, and returns the keys of those that are gone.
    private func delete(_ keys: [DatabaseValue]) throws -> [DatabaseValue] {
        // A row stays if the reference of another row restricts its deletion. The other row may be deleted later in the
        // loop.
        var missing = keys
        var gone: [DatabaseValue] = []
        var before: Int
        repeat {
            before = gone.count
            // The direction alternates, so that a chain of references needs only two passes.
            missing = try missing.reversed().filter { key in
                guard try ForeignKeys(db).allow({ try Record.delete(key: key, $0) }) else { return true }
                gone.append(key)
                return false
            }
        } while gone.count > before && !missing.isEmpty
        return gone
    }

    /// Writes models, and deletes the rows that they replace with a closure, which returns their number.
    ///
    /// A model may have moved away from a deleted row, whose deletion must not cascade to it. So the deletions come last,
    /// unless a unique value has moved from a deleted row that cannot give it up.
    private func write(
        _ models: [Record],
        _ keys: [DatabaseValue],
        protecting protected: Protection,
        _ stamp: Int64,
        replacing replaced: [DatabaseValue],
        _ delete: ([DatabaseValue]) throws -> Int
    ) throws -> [Record] {
        typealias Written = (rows: [Record], nested: [DatabaseValue])
        func write() throws -> Written {
            let nested = try cache.nested.write(models, stamp, ledger)
            return (try cache.rows.write(models, keys, protecting: protected, .read(stamp), ledger), nested)
        }
        /// Deletes rows, and says whether all of them are gone.
        func finish(_ written: Written?, _ replaced: [DatabaseValue]) throws -> (rows: [Record], isDone: Bool) {
            let nested = Set(try written?.nested.compactMap { try Record.stored(as: $0, db) } ?? [])
            let replaced = replaced.filter { !nested.contains($0) }
            let before = sqlite3_total_changes(db.pointer)
            let deleted = try delete(replaced)
            // More has changed if a deletion has cascaded: perhaps to a written row, which then refers to a deleted one.
            let hasCascaded = Int(sqlite3_total_changes(db.pointer) &- before) > deleted
            let rows = try written.flatMap { hasCascaded ? nil : $0.rows } ?? write().rows
            return (rows, deleted == replaced.count)
        }
        if replaced.isEmpty { return try write().rows }
        do {
            return try db.savepoint { try finish(write(), replaced).rows }
        } catch let error as SQLiteError where error.isCollision {
            // The deleted rows give up the value first. If one of them stays after all, that is undone.
            let stored = try replaced.filter { try Record.stored(as: $0, db) != nil }
            let rows = try? db.savepoint {
                for key in stored { try Record.table.definition.park(key, error.columns, db) }
                let (rows, isDone) = try finish(write(), stored)
                guard isDone else { throw error }
                return rows
            }
            return try rows ?? finish(nil, replaced).rows
        }
    }

    func confirm(_ head: AnswerHead, of question: Asked) throws -> Answer<Record>? {
        guard let kept = try ledger.answer(to: name(of: question)), let keys = KeyList.keys(of: kept.keys),
            let rows = try readable({ try Record.find(keys: keys, db) }), rows.count == keys.count
        else { return nil }
        if let about = listed(in: question) {
            // Rows that have been stored since may be missing from the list. Only a list that is sent deletes them.
            let protected = try ledger.protection(from: .read, head.stamp)
            guard try missing(from: about, but: Set(keys), question, protected).isEmpty else { return nil }
            if isCensus(question) { try noteCensus(keys, head) }
        }
        try ledger.keep(KeptAnswer(head: head, keys: kept.keys), to: name(of: question))
        try ledger.note(.read(head.stamp), of: keys)
        return Answer(rows, date: head.date, facts: head.facts)
    }
}

// MARK: - Single rows

extension RowStore {
    func merge(_ models: [Record], gone: [Record.Key], _ head: AnswerHead) throws -> Bool {
        let newer = try ledger.protection(from: .read, head.stamp)
        let keys = try Record.keys(of: models, db)
        let doomed = try gone.map(key)
        guard !keys.contains(where: newer.contains), !doomed.contains(where: newer.contains) else { return false }
        _ = try write(models, keys, protecting: Protection(), head.stamp, replacing: doomed) { doomed in
            // The column decides which keys are equal: with NOCASE, a model may have got the key `ABC` instead of `abc`.
            let kept = Set(try keys.compactMap { try Record.stored(as: $0, db) })
            return try doomed.reduce(0) { count, key in
                if let row = try Record.stored(as: key, db), kept.contains(row) { return count }
                try ledger.forget(name(of: key))
                // Unlike a list, changes are sent once, so a reference that forbids a deletion is an error.
                return count + (try Record.delete(key: key, db))
            }
        }
        try ledger.note(.read(head.stamp), of: doomed)
        return true
    }

    func remove(_ id: Record.Key, _ question: Asked, _ open: OpenQuestion) throws {
        let key = try key(id)
        if try ledger.protection(from: .read, open.number).contains(key) { return }
        // A row stays if the reference of another row restricts its deletion, but the answers with it are out of date.
        guard try ForeignKeys(db).allow({ try Record.delete(id, $0) }) else { return try ledger.makeOld(key) }
        try ledger.forget(name(of: question))
        try ledger.note(.read(open.number), of: [key])
    }

    func write(_ reply: WriteReply<Record>, _ facts: AnswerFacts, _ open: OpenQuestion) throws -> Record? {
        let arrival = Arrival(kind: .write, asked: open.number, stamp: try ledger.tick())
        let key = try key(reply.id)
        let name = try name(of: .model(reply.id))
        var kept: Record?
        if try ledger.protection(from: .write, open.number).contains(key) {
            // A later write has already been stored.
            try ledger.makeOld(.everything)
            kept = try readable { try Record.find(reply.id, db) }
        } else if let model = reply.model {
            _ = try cache.nested.write([model], open.number, ledger)
            kept = try cache.rows.write([model], [key], protecting: Protection(), arrival, ledger).first
            let head = AnswerHead(stamp: arrival.stamp, date: Date(), facts: facts)
            try ledger.keep(KeptAnswer(head: head, keys: KeyList.text(of: [key])), to: name)
        } else {
            try Record.delete(reply.id, db)
            try ledger.forget(name)
        }
        try ledger.note(arrival, of: [key])
        return kept
    }
}

/// Returns what a closure reads, or nil if a row cannot be read.
func readable<Value>(_ read: () throws -> Value?) throws -> Value? {
    do {
        return try read()
    } catch let error as SQLiteError {
        guard case .decoding = error.kind else { throw error }
        return nil
    }
}

extension Question {
    fileprivate var listQuery: Query? {
        switch self {
        case .list(let query, _), .all(let query, _): query
        case .operation, .model, .path: nil
        }
    }
}
