import BenchmarkReport
import Foundation
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite

/// What a repository costs besides its rows: keeping an answer, and hearing that nothing has changed.
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

    private func store(_ report: Report, _ folder: URL) async throws {
        let rounds = 15
        var ours: [LibraryDatabase] = []
        var theirs: [LibraryDatabase] = []
        for n in 0...rounds {
            ours.append(try await LibraryDatabase.open(at: folder.appendingPathComponent("ours-\(n).sqlite")))
            theirs.append(try await LibraryDatabase.open(at: folder.appendingPathComponent("theirs-\(n).sqlite")))
            // The first question of all makes the cache's tables.
            let cache = DatabaseCache<Article, Article.ListQuery>(ours[n].pool)
            try await cache.close(cache.ask(nil), .nothingDone)
        }
        var next = (ours: 0, theirs: 0)
        func keep() async throws {
            defer { next.ours += 1 }
            let cache = DatabaseCache<Article, Article.ListQuery>(ours[next.ours].pool)
            let open = try await cache.ask(.list(Article.ListQuery()))
            _ = try await cache.keep(.list(articles, .whole, facts), to: .list(Article.ListQuery()), open)
        }
        func upsert() async throws {
            defer { next.theirs += 1 }
            try await theirs[next.theirs].write { [articles] db in try Article.upsert(articles, db) }
        }
        try await keep()
        try await upsert()
        let times = try await takingTurns(rounds, ours: keep, theirs: upsert)
        try report.add(
            "cache.store", "an answer of 10,000 rows, and an upsert of them", ours: times.ours, theirs: times.theirs,
            goal: 1.3, better: .lower)
    }

    private func revalidate(_ report: Report, _ folder: URL) async throws {
        let database = try await LibraryDatabase.open(at: folder.appendingPathComponent("revalidate.sqlite"))
        let cache = DatabaseCache<Article, Article.ListQuery>(database.pool)
        let question = Question<Article.ListQuery, Int64>.list(Article.ListQuery())
        let open = try await cache.ask(question)
        _ = try await cache.keep(.list(articles, .whole, facts), to: question, open)
        let times = try await takingTurns(31) {
            let open = try await cache.ask(question)
            guard try await cache.keep(.unchanged(facts), to: question, open)?.models.count == 10_000 else {
                throw CocoaError(.fileReadCorruptFile)
            }
        } theirs: {
            guard try await cache.answer(to: question)?.models.count == 10_000 else {
                throw CocoaError(.fileReadCorruptFile)
            }
        }
        // Besides reading the rows, which both do.
        try report.add(
            "cache.revalidate", "10,000 rows that a 304 leaves as they are, besides reading them; 1 ms",
            ours: max(0, times.ours - times.theirs), theirs: 1, goal: 1, better: .lower)
    }
}
