import Foundation
import ModelMiddleware
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("ModelRESTTests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}

@Suite("Uploads and downloads")
struct TransferTests {
    @Test("R14: a multipart form has files and fields, and its names cannot break out of their quotes")
    func multipart() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("picture.bin")
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try bytes.write(to: file)
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let transfer = api.upload(
                Post.attach(
                    12,
                    file: .file(file, name: "a\"\r\nX: y.bin", type: "image/x"),
                    caption: "grüß"
                ))
            var last: TransferProgress?
            for await step in transfer.progress { last = step }
            try await expectEqual(transfer.value.id, 12)
            let asked = try #require(server.asked.value.first)
            let type = try #require(asked["Content-Type"])
            let boundary = try #require(type.split(separator: "=").last)
            #expect(type.hasPrefix("multipart/form-data; boundary="))
            var expected = Data("--\(boundary)\r\n".utf8)
            expected += Data("Content-Disposition: form-data; name=\"file\"; filename=\"a%22%0D%0AX: y.bin\"\r\n".utf8)
            expected += Data("Content-Type: image/x\r\n\r\n".utf8) + bytes + Data("\r\n--\(boundary)\r\n".utf8)
            expected += Data("Content-Disposition: form-data; name=\"caption\"\r\n\r\ngrüß\r\n--\(boundary)--\r\n".utf8)
            #expect(asked.body == expected)
            #expect(asked["Content-Length"] == "\(expected.count)")
            #expect(last?.direction == .upload)
            #expect(last?.completed == Int64(expected.count))
            #expect(last?.fraction == 1)
        }
        #expect(folder.files == ["picture.bin"])
    }

    @Test("R14: the type of a part is sent as it is, and one that HTTP does not allow is an error")
    func partTypes() async throws {
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let type = #"text/csv; charset="utf-8""#
            _ = try await api.upload(Post.attach(12, file: .data(Data("x".utf8), type: type))).value
            #expect(server.asked.value.first?.text.contains("Content-Type: \(type)\r\n") == true)
            for type in ["text/csv\r\nX: y", "text/csv; name=\"ü\""] {
                let error = await #expect(throws: APIError.self) {
                    try await api.upload(Post.attach(12, file: .data(Data("x".utf8), type: type))).value
                }
                guard case .invalidRequest? = error?.reason else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
            #expect(server.asked.value.count == 1)
        }
    }

    @Test("R14: a stream that takes longer than the timeout to produce is sent, as long as there is progress")
    func slowStream() async throws {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let client = BlogAPI(baseURL: { server.url }).client
            let body = RequestContent.stream(type: "image/x", length: nil) {
                let left = Box(12)
                return ByteChunks {
                    try await Task.sleep(for: .milliseconds(250))
                    return left.change { left in
                        left -= 1
                        return left >= 0 ? Data("x".utf8) : nil
                    }
                }
            }
            let endpoint = Endpoint<Void>("raw", .put, "raw", body: body, returns: .nothing).timeout(.seconds(2))
            try await client.upload(endpoint).value
            #expect(server.asked.value.first?.text == "xxxxxxxxxxxx")
        }
    }

    @Test("R14: a file, bytes and a stream are sent unchanged")
    func raw() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("raw.bin")
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        try bytes.write(to: file)
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let client = BlogAPI(baseURL: { server.url }).client
            let bodies: [RequestContent] = [
                .raw(.file(file, type: "image/x")), .raw(.data(bytes, type: "image/x")),
                .stream(type: "image/x", length: Int64(bytes.count)) { ByteChunks(bytes) },
            ]
            for body in bodies {
                try await client.upload(Endpoint("raw", .put, "raw", body: body, returns: .nothing)).value
            }
            #expect(server.asked.value.map { $0.body == bytes } == [true, true, true])
            #expect(server.asked.value.allSatisfy { $0["Content-Type"] == "image/x" })
        }
    }

    @Test(
        "R14: a stream with more or fewer bytes than announced is an error that says so", arguments: [5, 20] as [Int64])
    func wrongLength(_ announced: Int64) async throws {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let body = RequestContent.stream(type: "image/x", length: announced) { ByteChunks(Data("0123456789".utf8)) }
            let endpoint = Endpoint<Void>("raw", .put, "raw", body: body, returns: .nothing)
            let error = await #expect(throws: APIError.self) {
                try await BlogAPI(baseURL: { server.url }).upload(endpoint).value
            }
            #expect(error?.description.hasSuffix("bytes, but \(announced) were announced") == true, "\(error as Any)")
            #expect(server.asked.value.isEmpty)
        }
    }

    @Test("R14: the file that a symbolic link leads to is sent whole, and a file without a size is refused")
    func links() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("file")
        try Data(count: 1 << 17).write(to: file)
        let link = folder.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let far = folder.url.appendingPathComponent("far")
        try FileManager.default.createSymbolicLink(atPath: far.path, withDestinationPath: "link")
        try await LoopbackServer.run({ _ in Answer(status: 204) }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            func send(_ url: URL) async throws {
                let body = RequestContent.raw(.file(url))
                try await client.upload(Endpoint<Void>("x", .put, "x", body: body, returns: .nothing)).value
            }
            for url in [file, link, far] {
                try await send(url)
                #expect(server.asked.value.last?.body.count == 1 << 17)
            }
            for path in ["/dev/zero", "/dev/null", folder.url.path] {
                let error = await #expect(throws: APIError.self) { try await send(URL(fileURLWithPath: path)) }
                guard case .local? = error?.reason else {
                    Issue.record("\(path): \(String(describing: error))")
                    continue
                }
            }
            #expect(server.asked.value.count == 3)
        }
    }

    @Test("R14: a missing file is an error, and nothing is sent")
    func missingFile() async throws {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let nowhere = URL(fileURLWithPath: "/nonexistent/file")
            let transfer = api.upload(Post.attach(12, file: .file(nowhere)))
            let error = await #expect(throws: APIError.self) { try await transfer.value }
            guard case .local = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.asked.value.isEmpty)
        }
    }

    @Test("R14, S0: a download replaces its file when it is complete, and reports its progress")
    func download() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        try Data("old".utf8).write(to: file)
        let bytes = Data(repeating: 7, count: 3 << 20)
        try await LoopbackServer.run({ _ in Answer(body: bytes) }) { server in
            let transfer = BlogAPI(baseURL: { server.url }).download(Post.export(12), to: file)
            var last: TransferProgress?
            for await step in transfer.progress where step.direction == .download { last = step }
            try await expectEqual(transfer.value, file)
            #expect(server.asked.value.first?.path == "/api/v1/posts/12.pdf")
            #expect(last == TransferProgress(.download, completed: 3 << 20, total: 3 << 20))
        }
        try expectEqual(Data(contentsOf: file), bytes)
        #expect(folder.files == ["post.pdf"])
    }

    @Test("R14: a failed download leaves the existing file intact, and no part of a new one")
    func failedDownload() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        try Data("old".utf8).write(to: file)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n"
        try await MisbehavingServer.run({ _ in [.text(head), .flood(bytes: 1 << 20)] }) { server in
            let transfer = BlogAPI(baseURL: { server.url }).download(Post.export(12), to: file)
            let error = await #expect(throws: APIError.self) { try await transfer.value }
            guard case .transport(let failure) = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.reason == .connectionLost)
        }
        try await LoopbackServer.run({ _ in .json(#"{"returnCode":"E1"}"#, status: 403) }) { server in
            let transfer = BlogAPI(baseURL: { server.url }).download(Post.export(12), to: file)
            let error = await #expect(throws: APIError.self) { try await transfer.value }
            #expect(error?.failure?.code == "E1")
        }
        try expectEqual(Data(contentsOf: file), Data("old".utf8))
        #expect(folder.files == ["post.pdf"])
    }

    @Test("R11, R14: a failure that only the body shows is an error, and never the file; other JSON is a file")
    func businessFailure() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.json")
        try Data("old".utf8).write(to: file)
        try await LoopbackServer.run({ _ in .json(#" {"returnCode":"E7","returnMessage":"expired"}"#) }) { server in
            let transfer = BlogAPI(baseURL: { server.url }).download(Post.export(12), to: file)
            let error = await #expect(throws: APIError.self) { try await transfer.value }
            guard case .business(let failure) = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.code == "E7")
            #expect(failure.message == "expired")
        }
        try expectEqual(Data(contentsOf: file), Data("old".utf8))
        #expect(folder.files == ["post.json"])
        for text in [#"{"returnCode":"0000","x":1}"#, #"{"x":1}"#, "{", "", "%PDF"] {
            try await LoopbackServer.run({ _ in .json(text) }) { server in
                _ = try await BlogAPI(baseURL: { server.url }).download(Post.export(12), to: file).value
            }
            try expectEqual(Data(contentsOf: file), Data(text.utf8))
        }
    }

    @Test("R14: cancelling a download ends the connection; one with progress does not time out, a stalled one does")
    func slowDownload() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        var defaults = BlogAPI.defaults
        // The whole takes longer than the timeout, but no single byte does, even on a busy machine.
        defaults.timeout = .seconds(2)
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let text = String(repeating: "x", count: 25)
        try await MisbehavingServer.run({ _ in [.text(head), .trickle(text, milliseconds: 100)] }) {
            [defaults] server in
            let api = BlogAPI(client: APIClient(defaults, baseURL: { server.url }))
            _ = try await api.download(Post.export(12), to: file).value
            try expectEqual(Data(contentsOf: file), Data(text.utf8))
        }
        defaults.timeout = .milliseconds(300)
        try await MisbehavingServer.run({ _ in [.text(head + "x"), .wait(milliseconds: 1000)] }) { [defaults] server in
            let api = BlogAPI(client: APIClient(defaults, baseURL: { server.url }))
            let error = await #expect(throws: APIError.self) { try await api.download(Post.export(12), to: file).value }
            guard case .timeout = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        try await MisbehavingServer.run({ _ in
            [.text(head)] + (0..<1000).flatMap { _ in [.flood(bytes: 64 << 10), .wait(milliseconds: 2)] }
        }) { server in
            let transfer = BlogAPI(baseURL: { server.url }).download(Post.export(12), to: file)
            var steps = transfer.progress.makeAsyncIterator()
            _ = await steps.next()
            transfer.cancel()
            let error = await #expect(throws: APIError.self) { try await transfer.value }
            for _ in 0..<100 where server.deserted.value == 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(error?.isCancellation == true)
            #expect(server.deserted.value == 1)
        }
        #expect(folder.files == ["post.pdf"])
    }

    @Test("R14: a download to an invalid place is an error, and leaves nothing; long names are valid")
    func oddPlaces() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("d"), withIntermediateDirectories: true)
        let long = String(repeating: "n", count: 255)
        try await LoopbackServer.run({ _ in Answer(body: Data(repeating: 1, count: 1000)) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let remote = try #require(URL(string: "https://files.example/post.pdf"))
            for place in [
                folder.url.appendingPathComponent("missing/post.pdf"), folder.url.appendingPathComponent("d"), remote,
            ] {
                let error = await #expect(throws: APIError.self) {
                    try await api.download(Post.export(1), to: place).value
                }
                guard case .local = error?.reason else {
                    Issue.record("\(place): \(String(describing: error))")
                    continue
                }
            }
            _ = try await api.download(Post.export(1), to: folder.url.appendingPathComponent(long)).value
        }
        #expect(folder.files == ["d", long])
    }

    @Test(
        "R14: a file that grows, shrinks or vanishes before it is sent, and a folder, end soon",
        .timeLimit(.minutes(20))
    )
    func changingFiles() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("picture.bin")
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            func send(_ source: URL, _ api: BlogAPI) async -> [String] {
                let raw = Endpoint<Void>("x", .put, "x", body: .raw(.file(source)), returns: .nothing)
                return await [
                    TokenRefreshTests.reason { _ = try await api.upload(Post.attach(1, file: .file(source))).value },
                    TokenRefreshTests.reason { try await api.client.send(raw) },
                ]
            }
            #expect(await send(folder.url, api).allSatisfy { $0 != "value" })
            for size in [5000, 10, 0, nil] {
                try Data(repeating: 1, count: 1000).write(to: file)
                let changing = api.adding(
                    Hooks(before: { _ in
                        guard let size else { return try FileManager.default.removeItem(at: file) }
                        try Data(repeating: 2, count: size).write(to: file)
                    }))
                let before = server.asked.value.count
                let outcomes = await send(file, changing)
                let sent = server.asked.value.dropFirst(before).map { $0.body.filter { $0 == 2 }.count }
                #expect(sent == Array(repeating: size ?? 0, count: size == nil ? 0 : 2), "\(outcomes)")
                #expect(outcomes.allSatisfy { ($0 == "value") == (size != nil) }, "\(outcomes)")
            }
        }
    }
}
