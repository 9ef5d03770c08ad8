import ModelRepository
import ModelRepositorySQLite
import ModelSQLite

/// Faults that a cache could have. Each is planted next to the real one, by a trigger in the database or by a cache
/// around it. The simulation must find all of them.
enum Fault: String, CaseIterable {
    /// C1: an older response overwrites what was read or written since.
    case olderAnswerOverwrites
    /// C1: what was deleted comes back with an older response, or what was created is deleted by one.
    case writesAreForgotten
    /// C1: a write is valid since it was made, not since it arrived.
    case writeCountsFromWhenItWasPut
    /// C2: several pages count as one complete response.
    case pagesCountAsCompleteList
    /// C3: a cached page is looked up by key and offset.
    case pagesAreLookedUpByOffset
    /// C4: 404 leaves the row.
    case goneLeavesTheRow
    /// A late response replaces a newer one to the same question.
    case lateAnswerReplacesNewer
    /// The order of a response is lost.
    case orderIsLost
    /// An older list restores rows that a complete list did not contain.
    case completeListIsForgotten
    /// 304 is used for rows that something else has changed.
    case validatorsOutliveTheirRows
    /// The clock is set back.
    case clockGoesBack
    /// What has arrived is forgotten when a process restarts.
    case landingsLostAtRestart
    /// A question that failed counts as an empty list.
    case failureCountsAsEmptyList
    /// A process forgets the questions of other processes.
    case questionsOfOthersAreForgotten
    /// Lists stay fresh when a model is created.
    case listsStayFresh
    /// Everything stays fresh when it is unknown whether a write took effect.
    case unknownWritesAreForgotten
    /// What is under way is stored, although everything has been removed.
    case removalIsForgotten

    /// What the database does wrong.
    var trigger: String? {
        switch self {
        case .olderAnswerOverwrites:
            "AFTER INSERT ON modelgen_cache_landings BEGIN DELETE FROM modelgen_cache_landings; END"
        case .writesAreForgotten:
            """
            AFTER INSERT ON modelgen_cache_landings WHEN new.kind = 'write' \
            BEGIN DELETE FROM modelgen_cache_landings WHERE kind = 'write'; END
            """
        case .writeCountsFromWhenItWasPut:
            """
            AFTER INSERT ON modelgen_cache_landings WHEN new.kind = 'write' \
            BEGIN UPDATE modelgen_cache_landings SET stamp = asked WHERE rowid = new.rowid; END
            """
        case .lateAnswerReplacesNewer:
            "AFTER INSERT ON modelgen_cache_answers BEGIN UPDATE modelgen_cache_answers SET asked = 0; END"
        case .completeListIsForgotten:
            """
            AFTER INSERT ON modelgen_cache_landings WHEN new.kind = 'census' \
            BEGIN DELETE FROM modelgen_cache_landings WHERE kind = 'census'; END
            """
        case .validatorsOutliveTheirRows:
            """
            BEFORE UPDATE OF etag ON modelgen_cache_answers WHEN new.etag IS NULL \
            BEGIN SELECT RAISE(IGNORE); END
            """
        case .clockGoesBack:
            """
            AFTER INSERT ON modelgen_cache_questions WHEN new.asked % 9 = 0 \
            BEGIN UPDATE modelgen_cache_marks SET at = at - 6 WHERE name = 'now'; END
            """
        case .listsStayFresh:
            """
            AFTER INSERT ON modelgen_cache_marks WHEN new.name LIKE 'lists %' \
            BEGIN DELETE FROM modelgen_cache_marks WHERE name = new.name; END
            """
        case .unknownWritesAreForgotten:
            """
            AFTER INSERT ON modelgen_cache_marks WHEN new.name LIKE 'everything %' \
            BEGIN DELETE FROM modelgen_cache_marks WHERE name = new.name; END
            """
        case .questionsOfOthersAreForgotten:
            """
            AFTER INSERT ON modelgen_cache_questions WHEN new.asked % 5 = 0 \
            BEGIN DELETE FROM modelgen_cache_questions WHERE asked < new.asked; END
            """
        case .pagesCountAsCompleteList, .pagesAreLookedUpByOffset, .goneLeavesTheRow, .orderIsLost,
            .landingsLostAtRestart, .failureCountsAsEmptyList, .removalIsForgotten:
            nil
        }
    }

    /// The cache with the fault.
    func planted(
        in cache: DatabaseCache<Item, ItemsQuery>, _ pool: DatabasePool
    ) -> any ModelCache<Item, ItemsQuery> {
        FaultyCache(real: cache, pool: pool, fault: self)
    }
}

/// A cache that does one thing wrong.
private struct FaultyCache: ModelCache {
    let real: DatabaseCache<Item, ItemsQuery>
    let pool: DatabasePool
    let fault: Fault

    func answer(to question: ItemQuestion) async throws -> ModelRepository.Answer<Item>? {
        if fault == .pagesAreLookedUpByOffset, case .list(let query, _) = question, query.isPage {
            let rows = try await pool.read { db in try Item.all(db) }
            return ModelRepository.Answer(
                Array(rows.dropFirst(query.start ?? 0).prefix(query.limit ?? .max)), date: nil)
        }
        return try await real.answer(to: question)
    }

    func ask(_ question: ItemQuestion?) async throws -> OpenQuestion { try await real.ask(question) }

    func keep(_ reply: Reply<Item>, to question: ItemQuestion, _ open: OpenQuestion) async throws -> ModelRepository
        .Answer<Item>?
    {
        switch (fault, reply) {
        case (.pagesCountAsCompleteList, .list(let items, _, let facts)):
            if case .all = question { return try await real.keep(.list(items, .whole, facts), to: question, open) }
        case (.orderIsLost, .list(let items, let extent, let facts)):
            return try await real.keep(.list(items.sorted { $0.id < $1.id }, extent, facts), to: question, open)
        case (.goneLeavesTheRow, .gone):
            try await real.close(open, .nothingDone)
            return nil
        default: break
        }
        return try await real.keep(reply, to: question, open)
    }

    func keep(_ reply: WriteReply<Item>, _ open: OpenQuestion) async throws -> Item? {
        try await real.keep(reply, open)
    }

    func removeAll() async throws {
        guard fault == .removalIsForgotten else { return try await real.removeAll() }
        try await pool.write { (db: Database) throws in
            try db.run(script: "DELETE FROM modelgen_cache_answers; DELETE FROM items")
        }
    }

    func close(_ open: OpenQuestion, _ failure: Failure) async throws {
        guard fault == .failureCountsAsEmptyList, failure == .nothingDone else {
            return try await real.close(open, failure)
        }
        _ = try await real.keep(.list([], .whole, AnswerFacts()), to: .list(ItemsQuery()), open)
    }
}
