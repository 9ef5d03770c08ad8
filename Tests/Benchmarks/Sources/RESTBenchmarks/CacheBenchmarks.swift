import BenchmarkReport
import Foundation
import ModelChanges
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite

/// The overhead of a repository: storing an answer, and learning that nothing has changed.
struct CacheBenchmarks {
    private let articles = RESTBenchmarks.articles(10_000)
    private let facts = AnswerFacts(validators: Validators(eTag: "\"1\"", lastModified: nil))

    func run(_ report: Report) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "modelgen-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if report.wants("cache.store") { try await store(report, folder) }
        if report.wants("cache.revalidate") { try await revalidate(report, folder) }
    }

    /// Both write to an open database, whose rows and answers are deleted before each round.
    private func store(_ report: Report, _ folder: URL) async throws {
        let ours = try await LibraryDatabase.open(at: folder.appendingPathComponent("ours.sqlite"))
        let theirs = try await LibraryDatabase.open(at: folder.appendingPathComponent("theirs.sqlite"))
        let cache = DatabaseCache<Article, Article.ListQuery>(ours.pool)
        let question = Question<Article.ListQuery, Int64>.list(Article.ListQuery())
        // The first question creates the cache's tables.
        try await cache.close(cache.ask(nil), .nothingDone)
        let times = try await takingTurns(101) {
            let open = try await cache.ask(question)
            _ = try await cache.keep(.list(articles, .whole, facts), to: question, open)
        } theirs: {
            try await theirs.write { [articles] db in try Article.upsert(articles, db) }
        } prepare: {
            for database in [ours, theirs] {
                try await database.write { db in _ = try Article.delete(db) { _ in .all } }
            }
            try await ours.write { db in try db.run("DELETE FROM modelgen_cache_answers") }
        }
        // By the difference of each pair: a slow second of the disk affects both.
        try report.add(
            "cache.store", "an answer of 10,000 rows, and an upsert of them", ours: times.theirs + times.difference,
            theirs: times.theirs, goal: 1.3, better: .lower)
    }

    private func revalidate(_ report: Report, _ folder: URL) async throws {
        let database = try await LibraryDatabase.open(at: folder.appendingPathComponent("revalidate.sqlite"))
        let cache = DatabaseCache<Article, Article.ListQuery>(database.pool)
        let question = Question<Article.ListQuery, Int64>.list(Article.ListQuery())
        let open = try await cache.ask(question)
        _ = try await cache.keep(.list(articles, .whole, facts), to: question, open)
        let times = try await takingTurns(101) {
            let open = try await cache.ask(question)
            guard try await cache.keep(.unchanged(facts), to: question, open)?.models.count == 10_000 else {
                throw CocoaError(.fileReadCorruptFile)
            }
        } theirs: {
            guard try await cache.answer(to: question)?.models.count == 10_000 else {
                throw CocoaError(.fileReadCorruptFile)
            }
        }
        // In addition to reading the rows, which both do.
        try report.add(
            "cache.revalidate", "10,000 rows that a 304 leaves as they are, besides reading them; 1 ms",
            ours: max(0, times.difference), theirs: 1, goal: 1, better: .lower)
    }
}
