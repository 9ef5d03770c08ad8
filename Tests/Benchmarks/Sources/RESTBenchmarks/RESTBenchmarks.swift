import BenchmarkReport
import Foundation
import HTTPTypes
import ModelChanges
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite

/// With a real server on loopback: the generated client compared with its own transport, and from the network to rows.
@main
struct RESTBenchmarks {
    let transport = URLSessionTransport()
    let api: LibraryAPI
    let authority: String

    init(_ server: LoopbackServer) {
        let url = server.url
        api = LibraryAPI(baseURL: { url }, transport: transport)
        authority = String(url.dropFirst("http://".count))
    }

    static func main() async throws {
        let articles = articles(10_000)
        let server = try LoopbackServer([
            "/articles/1": try articles[0].jsonData(), "/articles": try articles.jsonData(),
        ])
        let benchmarks = RESTBenchmarks(server)
        let report = Report(theirs: "transport")
        if report.wants("rest.overhead") { try await benchmarks.overhead(report) }
        if report.wants("rest.parallel") { try await benchmarks.parallel(report) }
        if report.wants("rest.sync") { try await benchmarks.sync(report) }
        try await CacheBenchmarks().run(report)
    }

    static func articles(_ count: Int) -> [Article] {
        (0..<count).map { n in
            let nickname: String? = n % 2 == 0 ? nil : "nick\(n)"
            return Article(
                id: Int64(n + 1),
                userId: Int64(n % 100),
                title: "Title number \(n) of the benchmark",
                body: "Some more text that stands in the body of article number \(n), a sentence or so.",
                score: Double(n) / 7,
                nickname: nickname
            )
        }
    }

    /// Sends a request without the client, and returns the body.
    func bare(_ path: String) async throws -> Data {
        var fields = HTTPFields()
        fields[.accept] = "application/json"
        let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path, headerFields: fields)
        let response = try await transport.send(request, body: nil, options: TransportOptions())
        guard response.head.status == .ok, case .data(let data) = response.body else {
            throw CocoaError(.fileReadUnknown)
        }
        return data
    }

    private func overhead(_ report: Report) async throws {
        let requests = 400
        let times = try await takingTurns(21) {
            for _ in 0..<requests { _ = try await api.articles.get(1) }
        } theirs: {
            for _ in 0..<requests { _ = try Article(json: try await bare("/articles/1")) }
        }
        try report.add(
            "rest.overhead",
            "\(requests) requests, one after the other",
            ours: times.ours,
            theirs: times.theirs,
            goal: 0.9,
            better: .higher
        )
    }

    private func parallel(_ report: Report) async throws {
        let requests = 400
        let times = try await takingTurns(21) {
            try await eightAtATime(requests) { _ = try await api.articles.get(1) }
        } theirs: {
            try await eightAtATime(requests) { _ = try Article(json: try await bare("/articles/1")) }
        }
        try report.add(
            "rest.parallel",
            "\(requests) requests, eight at a time",
            ours: times.ours,
            theirs: times.theirs,
            goal: 0.9,
            better: .higher
        )
    }

    private func eightAtATime(_ requests: Int, _ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<(requests / 8) { try await work() } }
            }
            try await group.waitForAll()
        }
    }

    /// Both write to one file, whose rows are deleted before each round: a program syncs into its open database.
    private func sync(_ report: Report) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "modelgen-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try await LibraryDatabase.open(at: folder.appendingPathComponent("ours.sqlite"))
        let store = Article.Repository(api: api.articles, database: database)
        let hand = try ByHand(folder.appendingPathComponent("theirs.sqlite").path)
        func ours() async throws { _ = try await store.list(policy: .networkOnly).value }
        func theirs() async throws { try hand.insert([Article](json: try await bare("/articles"))) }
        let times = try await takingTurns(31, ours: ours, theirs: theirs) {
            try await database.write { db in _ = try Article.delete(db) { _ in .all } }
            hand.run("DELETE FROM articles")
        }
        try report.add(
            "rest.sync",
            "10,000 objects from the wire to rows",
            ours: times.ours,
            theirs: times.theirs,
            goal: 1.3,
            better: .lower
        )
    }
}
