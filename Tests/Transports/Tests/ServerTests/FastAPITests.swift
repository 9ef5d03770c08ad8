import Foundation
import ModelOutcomes
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

@Suite("FastAPI", .enabled(if: Server.fastAPI.isRunning), .serialized)
struct FastAPITests {
    private static let day = Date(timeIntervalSince1970: 1_772_323_200)

    @Test("lines 1, 2: parameters in the path, lists and dates in the query, 304", arguments: Carrier.allCases)
    func parameters(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.fastAPI) { proxy in
            let api = TeamAPI(baseURL: { proxy.url }, transport: carrier.transport)
            let found = try await api.tasks(team: "red").list(.init(labels: ["x y", "z"], day: Self.day))
            #expect(found.first?.title == "Wash red x y,z 2026-03-01" && found.first?.team == "red")
            #expect(proxy.lines == ["GET /teams/red/tasks?labels=x%20y&labels=z&day=2026-03-01"])
            let known = Chore.list(.init(), ifNoneMatch: "\"v1\"", in: Chore.resource(team: "red"))
            #expect(await failure { _ = try await api.send(known) }?.failure?.status == 304)
        }
    }

    @Test("line 3: results by status, problems and merge patches", arguments: Carrier.allCases)
    func statuses(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.fastAPI) { proxy in
            let api = TeamAPI(baseURL: { proxy.url }, transport: carrier.transport)
            let place = Chore.resource(team: "red")
            let draft = Chore.Draft(title: "Dry")
            guard case .created(let made) = try await api.send(Chore.create(draft, team: "red")),
                case .accepted(let ticket) = try await api.send(
                    Chore.create(draft, team: "red", prefer: "respond-async"))
            else {
                Issue.record("another status")
                return
            }
            #expect(made.title == "Dry" && ticket.job == 7)
            let another = try await api.response(for: Chore.create(draft, team: "red"))
            #expect(another.status == 201 && another.location?.hasPrefix("/teams/red/tasks/") == true)
            do {
                _ = try await api.tasks(team: "red").get(999)
                Issue.record("there is one")
            } catch let failure as Chore.GetFailure {
                guard case .notFound(let trouble) = failure else { throw failure }
                #expect(trouble.detail == "No such task.")
            }
            var patch = Chore.Patch()
            patch.title = .value("Iron")
            patch.note = .null
            try await expectEqual(api.send(Chore.patch(made.id, patch, ifMatch: "\"v1\"", in: place)).title, "Iron")
            let sent = try #require(proxy.requests.last)
            #expect(sent.headers["content-type"] == "application/merge-patch+json")
            #expect(sent.headers["if-match"] == "\"v1\"" && sent.body == #"{"title":"Iron","note":null}"#)
            await #expect(throws: Chore.PatchFailure.self) {
                try await api.send(Chore.patch(made.id, patch, ifMatch: "\"v0\"", in: place))
            }
            try await api.tasks(team: "red").delete(made.id)
            let gone = await failure { try await api.tasks(team: "red").delete(made.id) }
            #expect(gone?.failure?.problem?.title == "Gone before" && gone?.failure?.status == 409)
        }
    }

    @Test(
        "line 4: several files, a JSON part, headers of parts; dates in paths and headers",
        arguments: Carrier.allCases)
    func forms(_ carrier: Carrier) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("servers-\(UUID().uuidString)")
        try Data(count: 300_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await RecordingProxy.run(.fastAPI) { proxy in
            let api = TeamAPI(baseURL: { proxy.url }, transport: carrier.transport)
            let files: [UploadSource] = [.data(Data("abc".utf8)), .file(file)]
            let about = Ticket(job: 1, title: "Bill")
            let attach = Chore.attach(1, files: files, about: about, caption: "grüß", team: "red")
            try await expectEqual(api.upload(attach).value, "[3, 300000] Bill grüß 12")
            #expect(proxy.requests.first?.headers["transfer-encoding"] == nil)
            try await expectEqual(api.send(Chore.on(day: Self.day, xWeek: Self.day)), "2026-03-01 2026-03-01")
        }
    }

    @Test("line 8: a retried call has one key, and is executed once", arguments: Carrier.allCases)
    func idempotency(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.fastAPI) { proxy in
            let api = TeamAPI(baseURL: { proxy.url }, transport: carrier.transport)
            try await expectEqual(api.send(Chore.pay()).job > 0, true)
            let keys = proxy.requests.map { $0.headers["idempotency-key"] }
            #expect(keys.count == 3 && Set(keys).count == 1)
        }
    }

    @Test("line 4: an interrupted download continues where it stopped", arguments: Carrier.allCases)
    func ranges(_ carrier: Carrier) async throws {
        try await resume(.fastAPI, carrier.transport, "file")
    }
}

/// Downloads a file through interrupted connections, and compares its bytes with the server's file.
func resume(_ server: Server, _ transport: any Transport, _ path: APIPath) async throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: ProcessInfo.processInfo.environment["SERVED_FILE"] ?? ""))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("servers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("file.bin")
    try await RecordingProxy.run(server, cutting: [1_000_000, 500_000, 700_000]) { proxy in
        let client = APIClient(APIDefaults(baseURL: proxy.url), transport: transport)
        let endpoint = Endpoint<Void>("file", .get, path, returns: .nothing)
        var attempts = 0
        while (try? await client.download(endpoint, to: file, partial: .kept).value) == nil, attempts < 5 {
            attempts += 1
        }
        #expect(attempts == 3)
        try expectEqual(Data(contentsOf: file), whole)
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["file.bin"])
        let asked = proxy.requests.map { $0.headers["range"] }
        #expect(asked.count == 4 && asked[0] == nil && asked.dropFirst().allSatisfy { $0?.hasPrefix("bytes=") == true })
        #expect(proxy.requests.last?.headers["if-range"]?.isEmpty == false)
    }
}
