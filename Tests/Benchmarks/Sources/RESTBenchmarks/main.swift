import BenchmarkReport
import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import ModelSQLite

// Over a real server on loopback: the generated client against its own transport alone, and from the wire into rows.

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-bench-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let articles = (0..<10_000).map { n in
    Article(
        id: Int64(n + 1),
        userId: Int64(n % 100),
        title: "Title number \(n) of the benchmark",
        body: "Some more text that stands in the body of article number \(n), a sentence or so.",
        score: Double(n) / 7,
        nickname: n % 2 == 0 ? nil : "nick\(n)"
    )
}
let server = try LoopbackServer([
    "/articles/1": try articles[0].jsonData(), "/articles": try articles.jsonData(),
])
let transport = URLSessionTransport()
let url = server.url
let api = LibraryAPI(baseURL: { url }, transport: transport)
let authority = String(url.dropFirst("http://".count))
var report = Report(theirs: "transport")

/// Sends a request without anything of the client, and gives the body.
func bare(_ path: String) async throws -> Data {
    var fields = HTTPFields()
    fields[.accept] = "application/json"
    let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path, headerFields: fields)
    let response = try await transport.send(request, body: .empty, options: TransportOptions())
    guard response.head.status == .ok, case .data(let data) = response.body else { throw CocoaError(.fileReadUnknown) }
    return data
}

if report.wants("rest.overhead") {
    let requests = 400
    let times = try await takingTurns(15) {
        for _ in 0..<requests { _ = try await api.articles.get(1) }
    } theirs: {
        for _ in 0..<requests { _ = try Article(json: bare("/articles/1")) }
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

if report.wants("rest.overhead.parallel") {
    let requests = 400
    func eight(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<(requests / 8) { try await work() } }
            }
            try await group.waitForAll()
        }
    }
    let times = try await takingTurns(15) {
        try await eight { _ = try await api.articles.get(1) }
    } theirs: {
        try await eight { _ = try Article(json: bare("/articles/1")) }
    }
    try report.add(
        "rest.overhead.parallel",
        "\(requests) requests, eight at a time",
        ours: times.ours,
        theirs: times.theirs,
        goal: 0.9,
        better: .higher
    )
}

if report.wants("rest.sync") {
    let rounds = 15
    let stores = try (0...rounds).map { n in
        let database = try LibraryDatabase.openAndWait(at: folder.appendingPathComponent("ours-\(n).sqlite"))
        return Article.Repository(api: api.articles, database: database)
    }
    let hands = try (0...rounds).map { n in try ByHand(folder.appendingPathComponent("theirs-\(n).sqlite").path) }
    var (i, j) = (0, 0)
    func ours() async throws {
        _ = try await stores[i].list(policy: .networkOnly).value
        i += 1
    }
    func theirs() async throws {
        try hands[j].insert([Article](json: try await bare("/articles")))
        j += 1
    }
    try await ours()
    try await theirs()
    let times = try await takingTurns(rounds, ours: ours, theirs: theirs)
    try report.add(
        "rest.sync",
        "10,000 objects from the wire to rows",
        ours: times.ours,
        theirs: times.theirs,
        goal: 1.3,
        better: .lower
    )
}
