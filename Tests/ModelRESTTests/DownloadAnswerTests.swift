import Foundation
import HTTPTypes
import ModelMiddleware
import ModelREST
import ModelTesting
import ModelTransfers
import Testing

@Suite("What a download's file contains")
struct DownloadAnswerTests {
    private static let old = Data("old".utf8)

    private static func file(in folder: TemporaryFolder) throws -> URL {
        let file = folder.url.appendingPathComponent("post.pdf")
        try old.write(to: file)
        return file
    }

    private static func export(_ statuses: [Int]) -> Endpoint<Void> {
        statuses.reduce(Post.export(1)) { $0.accepting($1) }
    }

    @Test(
        "only the statuses whose body is the file replace it",
        arguments: [200, 201, 202, 203, 204, 205, 304], [PartialDownload.discarded, .kept])
    func statuses(_ status: Int, _ partial: PartialDownload) async throws {
        let folder = try TemporaryFolder()
        let file = try Self.file(in: folder)
        let body = [204, 205, 304].contains(status) ? "" : "new"
        try await LoopbackServer.run({ _ in Answer(status: status, body: Data(body.utf8)) }) { server in
            let download = BlogAPI(baseURL: { server.url }).download(
                Self.export([304]), to: file, partial: partial)
            if [200, 201, 203, 304].contains(status) {
                try await expectEqual(download.value, file)
            } else {
                let error = await #expect(throws: APIError.self) { try await download.value }
                #expect(error?.description.contains("\(status) does not contain the file") == true)
            }
        }
        try expectEqual(Data(contentsOf: file), [200, 201, 203].contains(status) ? Data("new".utf8) : Self.old)
        #expect(folder.files == ["post.pdf"])
    }

    @Test(
        "a part that was not requested does not replace the file",
        arguments: [("2-4/10", false, false), ("2-4/10", true, true), ("0-2/10", false, false), ("0-2/3", false, true)])
    func unrequested(_ range: String, _ isRequested: Bool, _ isFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let file = try Self.file(in: folder)
        let answer = Answer(status: 206, headers: ["Content-Range": "bytes \(range)"], body: Data("new".utf8))
        try await LoopbackServer.run({ _ in answer }) { server in
            let export = isRequested ? Post.export(1).header("Range", "bytes=2-4") : Post.export(1)
            let download = BlogAPI(baseURL: { server.url }).download(export, to: file)
            if isFile {
                try await expectEqual(download.value, file)
            } else {
                await #expect(throws: APIError.self) { try await download.value }
            }
        }
        try expectEqual(Data(contentsOf: file), isFile ? Data("new".utf8) : Self.old)
        #expect(folder.files == ["post.pdf"])
    }

    @Test("304 without an existing file is an error")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        try await LoopbackServer.run({ _ in Answer(status: 304) }) { server in
            let download = BlogAPI(baseURL: { server.url }).download(Self.export([304]), to: file)
            await #expect(throws: APIError.self) { try await download.value }
        }
        #expect(folder.files.isEmpty)
    }

    private struct Offline: Middleware {
        func intercept(_ request: APIRequest, next: Next) -> APIRawResponse {
            APIRawResponse(status: 200, body: Data("stub".utf8))
        }
    }

    @Test(
        "what a middleware answers or decodes is what the file contains", arguments: [PartialDownload.discarded, .kept])
    func middleware(_ partial: PartialDownload) async throws {
        let folder = try TemporaryFolder()
        let file = try Self.file(in: folder)
        try await LoopbackServer.run({ _ in Answer(body: Data("cipher".utf8)) }) { server in
            let middleware: [(any Middleware, String)] = [
                (Offline(), "stub"), (ResponseDecoding { Data($0.reversed()) }, "rehpic"),
            ]
            for (middleware, text) in middleware {
                let api = BlogAPI(baseURL: { server.url }, middleware: [middleware])
                _ = try await api.download(Post.export(1), to: file, partial: partial).value
                try expectEqual(String(decoding: Data(contentsOf: file), as: UTF8.self), text)
            }
            struct Undecodable: Error {}
            let api = BlogAPI(
                baseURL: { server.url }, middleware: [ResponseDecoding { (_: Data) -> Data in throw Undecodable() }])
            await #expect(throws: APIError.self) {
                try await api.download(Post.export(1), to: file, partial: partial).value
            }
            try expectEqual(String(decoding: Data(contentsOf: file), as: UTF8.self), "rehpic")
        }
        #expect(folder.files == ["post.pdf"])
    }

    @Test("what a killed program left next to a file is removed, but not what another one writes or may write")
    func leftovers() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let names = ["old", "new", "locked"].map { ".modelrest-\($0).part" }
        for name in names {
            let place = folder.url.appendingPathComponent(name)
            try Data("x".utf8).write(to: place)
            // On a busy machine, the download begins minutes later.
            let date = Date(timeIntervalSinceNow: name.contains("new") ? 3600 : -120)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: place.path)
        }
        let locked = try FileHandle(forWritingTo: folder.url.appendingPathComponent(names[2]))
        #expect(flock(locked.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        try await LoopbackServer.run({ _ in Answer(body: Data("new".utf8)) }) { server in
            _ = try await BlogAPI(baseURL: { server.url }).download(Post.export(1), to: file).value
        }
        #expect(folder.files.sorted() == [names[2], names[1], "post.pdf"].sorted())
        try locked.close()
    }

    @Test("a folder that is missing is an error that says so")
    func missingFolder() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ _ in Answer(body: Data("new".utf8)) }) { server in
            for partial in [PartialDownload.discarded, .kept] {
                let file = folder.url.appendingPathComponent("missing/post.pdf")
                let error = await #expect(throws: APIError.self) {
                    _ = try await BlogAPI(baseURL: { server.url })
                        .download(Post.export(1), to: file, partial: partial).value
                }
                guard case .local(let cause as POSIXError)? = error?.reason, cause.code == .ENOENT else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test("a fake answers a download that it was given")
    func fake() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let api = BlogAPI.answering(.to(Post.export(7)) { try Self.old.write(to: file) })
        try await expectEqual(api.download(Post.export(7), to: file).value, file)
        try expectEqual(Data(contentsOf: file), Self.old)
        await #expect(throws: APIError.self) { try await api.download(Post.export(8), to: file).value }
    }

    /// Downloads a file of ten bytes whose first five are there, which is an error.
    private static func resume(_ answer: String) async throws {
        let folder = try TemporaryFolder()
        let file = try file(in: folder)
        let first = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 10\r\nConnection: close\r\n\r\nabcde"
        try await MisbehavingServer.run({ [.text($0.contains("Range:") ? answer : first)] }) { server in
            let api = BlogAPI(baseURL: { server.url })
            for _ in 0..<2 {
                await #expect(throws: APIError.self) {
                    _ = try await api.download(Post.export(1), to: file, partial: .kept).value
                }
            }
        }
        try expectEqual(Data(contentsOf: file), old)
    }

    /// Answers ranges with an impossible length, which Foundation on Linux itself would not survive.
    private struct Claiming: Transport {
        let length: Int64

        func send(
            _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
        ) async throws -> TransportResponse {
            let isRest = request.headerFields[.range] != nil
            var head = HTTPResponse(status: isRest ? .partialContent : .ok)
            head.headerFields[.eTag] = "\"a\""
            head.headerFields[.contentLength] = isRest ? "\(length)" : "10"
            if isRest { head.headerFields[.contentRange] = "bytes 5-9/*" }
            return TransportResponse(head, body: .data(Data((isRest ? "fghij" : "abcde").utf8)))
        }
    }

    @Test("a range that says how long it is, but cannot be, is an error", arguments: [Int64.max, Int64.max - 4, -1])
    func length(_ length: Int64) async throws {
        let folder = try TemporaryFolder()
        let file = try Self.file(in: folder)
        let api = BlogAPI(transport: Claiming(length: length))
        for reason in [TransportError.Reason.connectionLost, .malformedResponse] {
            let error = await #expect(throws: APIError.self) {
                try await api.download(Post.export(1), to: file, partial: .kept).value
            }
            guard case .transport(let failure)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.reason == reason)
        }
        try expectEqual(Data(contentsOf: file), Self.old)
    }

    @Test("a range with more bytes than the file has is an error")
    func tooMuch() async throws {
        let head = "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Range: bytes 5-9/10\r\nConnection: close\r\n"
        try await Self.resume(head + "\r\nfghijk")
    }

    @Test(
        "a second download never touches the bytes of the first, whatever the server answers",
        arguments: [
            "416 Range Not Satisfiable\r\nContent-Length: 0\r\n",
            "206 Partial Content\r\nETag: \"b\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n",
            "206 Partial Content\r\nETag: \"a\"\r\nContent-Range: bytes 5-10/11\r\nContent-Length: 6\r\n",
        ])
    func twice(_ answer: String) async throws {
        let folder = try TemporaryFolder()
        let file = try Self.file(in: folder)
        let number = Box(0)
        let whole = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 10\r\nConnection: close\r\n\r\n"
        try await MisbehavingServer.run { _ in
            switch number.change({ number in
                number += 1
                return number
            }) {
            case 1: return [.text(whole + "abcde"), .wait(milliseconds: 3000), .text("fghij")]
            case 2: return [.text("HTTP/1.1 \(answer)Connection: close\r\n\r\n"), .text("fghij")]
            default: return [.text(whole + "other")]
            }
        } _: { server in
            let api = BlogAPI(baseURL: { server.url })
            let first = Task { try await api.download(Post.export(1), to: file, partial: .kept).value }
            let part = folder.url.appendingPathComponent("post.pdf.part")
            while (try? Data(contentsOf: part))?.count != 5 { try await Task.sleep(for: .milliseconds(5)) }
            await #expect(throws: APIError.self) {
                try await api.download(Post.export(1), to: file, partial: .kept).value
            }
            try await expectEqual(first.value, file)
        }
        try expectEqual(String(decoding: Data(contentsOf: file), as: UTF8.self), "abcdefghij")
        #expect(folder.files == ["post.pdf"])
    }
}
