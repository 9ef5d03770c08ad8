import Foundation
import ModelREST
import ModelTransfers
import Testing

@Suite("Downloads that are continued")
struct PartialDownloadTests {
    private static let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    /// A server for one file, which cuts each response after some bytes and supports ranges.
    private static func script(
        _ head: String, tag: String, cut: Int?, knowsRanges: Bool = true, knowsConditions: Bool = true,
        atMost: Int = .max
    ) -> [MisbehavingServer.Step] {
        func field(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("\(name): ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
        var start = 0
        let isSame = field("if-range").map { $0 == tag } ?? true
        if knowsRanges, isSame || !knowsConditions, let range = field("range") {
            start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
        }
        let rest = bytes[start...].prefix(start > 0 ? atMost : .max)
        var answer = start > 0 ? "HTTP/1.1 206 Partial Content\r\n" : "HTTP/1.1 200 OK\r\n"
        if start > 0 { answer += "Content-Range: bytes \(start)-\(rest.endIndex - 1)/\(bytes.count)\r\n" }
        answer += "ETag: \(tag)\r\nContent-Length: \(rest.count)\r\nConnection: close\r\n\r\n"
        return [.text(answer), .send(Data(cut.map { rest.prefix($0) } ?? rest))]
    }

    private static func files(_ folder: TemporaryFolder) -> [String] { folder.files }

    private func run(
        _ answers: [@Sendable (String) -> [MisbehavingServer.Step]],
        expecting statuses: [ClosedRange<Int>] = [200...299],
        _ body:
            @Sendable (_ download: @escaping @Sendable () async throws -> Void, _ asked: Box<[String]>, TemporaryFolder)
            async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let asked = Box<[String]>([])
        try await MisbehavingServer.run({ head in
            let number = asked.change { asked in
                asked.append(head)
                return asked.count - 1
            }
            return answers[min(number, answers.count - 1)](head)
        }) { server in
            let api = BlogAPI(baseURL: { server.url })
            try await body(
                {
                    let export = Post.export(1).with { $0.expected = statuses }
                    _ = try await api.download(export, to: file, partial: .kept).value
                }, asked, folder)
        }
        if folder.files.contains("post.pdf") { try expectEqual(Data(contentsOf: file), Self.bytes) }
    }

    @Test("the received part stays, and the next download requests the rest")
    func goesOn() async throws {
        try await run([
            { Self.script($0, tag: "\"a\"", cut: 100_000) }, { Self.script($0, tag: "\"a\"", cut: 50_000) },
            { Self.script($0, tag: "\"a\"", cut: nil) },
        ]) { download, asked, folder in
            for _ in 0..<2 {
                await #expect(throws: APIError.self) { try await download() }
                #expect(folder.files == ["post.pdf.part", "post.pdf.part-tag"])
            }
            try await download()
            #expect(folder.files == ["post.pdf"])
            #expect(asked.value.count == 3 && asked.value[0].contains("Range:") == false)
            #expect(asked.value[1].contains("Range: bytes=100000-"))
            #expect(asked.value[2].contains("Range: bytes=150000-") && asked.value[2].contains("If-Range: \"a\""))
        }
    }

    @Test(
        "the rest is received whichever success the operation expects, and so is a file that the server sends again",
        arguments: [[200...299], [200...200], [204...204, 200...200]] as [[ClosedRange<Int>]])
    func expected(_ statuses: [ClosedRange<Int>]) async throws {
        let first = { @Sendable in Self.script($0, tag: "\"a\"", cut: 100_000) }
        let rejected = { @Sendable (head: String) -> [MisbehavingServer.Step] in
            guard head.contains("Range:") else { return Self.script(head, tag: "\"b\"", cut: nil) }
            return [.text("HTTP/1.1 416 Unsatisfiable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
        }
        for (rest, count) in [
            ({ @Sendable in Self.script($0, tag: "\"a\"", cut: nil) }, 2),
            ({ @Sendable in Self.script($0, tag: "\"a\"", cut: nil, knowsRanges: false) }, 2), (rejected, 3),
        ] as [(@Sendable (String) -> [MisbehavingServer.Step], Int)] {
            try await run([first, rest], expecting: statuses) { download, asked, folder in
                await #expect(throws: APIError.self) { try await download() }
                try await download()
                #expect(asked.value.count == count && asked.value[1].contains("Range: bytes=100000-"))
                #expect(folder.files == ["post.pdf"])
            }
        }
    }

    @Test("a second download of a file says that there is another one")
    func another() async throws {
        try await run([{ Self.script($0, tag: "\"a\"", cut: nil) }]) { download, _, folder in
            let part = folder.url.appendingPathComponent("post.pdf.part")
            let other = try FileHandle.locked(part)
            let error = await #expect(throws: APIError.self) { try await download() }
            #expect(error?.description.hasSuffix(": another download of this file is under way") == true)
            #expect(folder.files == ["post.pdf.part"])
            try other.close()
            try await download()
        }
    }

    @Test("a file that changed on the server, and a server without ranges, start over")
    func changed() async throws {
        for last in [
            { @Sendable in Self.script($0, tag: "\"b\"", cut: nil) },
            { @Sendable in Self.script($0, tag: "\"a\"", cut: nil, knowsRanges: false) },
        ] as [@Sendable (String) -> [MisbehavingServer.Step]] {
            try await run([{ Self.script($0, tag: "\"a\"", cut: 100_000) }, last]) { download, asked, folder in
                await #expect(throws: APIError.self) { try await download() }
                try await download()
                #expect(asked.value.count == 2 && folder.files == ["post.pdf"])
            }
        }
    }

    @Test("a file that changed starts over even if the server ignores the condition of the range")
    func ignoredCondition() async throws {
        try await run([
            { _ in
                let head = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n"
                return [.text(head), .send(Data(count: 100_000))]
            },
            { Self.script($0, tag: "\"b\"", cut: nil, knowsConditions: false) },
        ]) { download, asked, folder in
            await #expect(throws: APIError.self) { try await download() }
            try await download()
            #expect(asked.value.count == 3 && !asked.value[2].contains("Range:") && folder.files == ["post.pdf"])
        }
    }

    @Test("a file that changed starts over on another host, to which the server redirects")
    func otherHost() async throws {
        let store = Box("")
        try await LoopbackServer.run({ _ in Answer(status: 302, headers: ["Location": store.value]) }) { server in
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("post.pdf")
            let asked = Box<[String]>([])
            try await MisbehavingServer.run({ head in
                let number = asked.change { asked in
                    asked.append(head)
                    return asked.count
                }
                guard number == 1 else { return Self.script(head, tag: "\"b\"", cut: nil) }
                let head = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n"
                return [.text(head), .send(Data(count: 100_000))]
            }) { other in
                store.change { $0 = other.url + "/file" }
                let api = BlogAPI(baseURL: { server.url })
                await #expect(throws: APIError.self) {
                    _ = try await api.download(Post.export(1), to: file, partial: .kept).value
                }
                _ = try await api.download(Post.export(1), to: file, partial: .kept).value
            }
            #expect(asked.value.count == 2 && asked.value[1].contains("If-Range: \"a\""))
            try expectEqual(Data(contentsOf: file), Self.bytes)
        }
    }

    @Test("what is left of another URL's file is not continued, even if the server gave both the same tag")
    func otherURL() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let asked = Box<[String]>([])
        try await MisbehavingServer.run({ head in
            asked.change { $0.append(head) }
            guard head.contains("/posts/2") else { return Self.script(head, tag: "\"1\"", cut: 100_000) }
            return Self.script(head, tag: "\"1\"", cut: nil)
        }) { server in
            let api = BlogAPI(baseURL: { server.url })
            for id in [1, 1, 2] as [Int64] {
                let download = api.download(Post.export(id), to: file, partial: .kept)
                if id == 2 { _ = try await download.value } else { _ = try? await download.value }
            }
        }
        #expect(asked.value.map { $0.contains("Range:") } == [false, true, false])
        try expectEqual(Data(contentsOf: file), Self.bytes)
    }

    @Test("a file of another size is not the same, even if the server gives it the same tag")
    func otherSize() async throws {
        try await run([
            { _ in
                let head = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 299999\r\nConnection: close\r\n\r\n"
                return [.text(head), .send(Data(count: 100_000))]
            },
            { Self.script($0, tag: "\"a\"", cut: nil) },
        ]) { download, asked, folder in
            await #expect(throws: APIError.self) { try await download() }
            try await download()
            #expect(asked.value.count == 3 && !asked.value[2].contains("Range:") && folder.files == ["post.pdf"])
        }
    }

    @Test("whoever waits for a part that another download finishes never writes to the finished file")
    func finishedMeanwhile() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let isCut = Box(false)
        try await MisbehavingServer.run({ head in
            let cut = isCut.change { isCut in
                isCut.toggle()
                return isCut
            }
            return Self.script(head, tag: "\"a\"", cut: cut ? 10 : nil)
        }) { server in
            let api = BlogAPI(baseURL: { server.url })
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<25 {
                            _ = try? await api.download(Post.export(1), to: file, partial: .kept).value
                            if let found = try? Data(contentsOf: file) { expectEqual(found, Self.bytes) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("a server that sends less than the missing part has not sent the file")
    func lessThanMissing() async throws {
        let less: @Sendable (String) -> [MisbehavingServer.Step] = {
            Self.script($0, tag: "\"a\"", cut: nil, atMost: 150_000)
        }
        try await run([{ Self.script($0, tag: "\"a\"", cut: 100_000) }, less]) { download, asked, folder in
            for _ in 0..<2 {
                await #expect(throws: APIError.self) { try await download() }
                #expect(folder.files == ["post.pdf.part", "post.pdf.part-tag"])
            }
            try await download()
            #expect(asked.value[2].contains("Range: bytes=250000-") && folder.files == ["post.pdf"])
        }
    }

    @Test("without a strong tag nothing stays, since nobody could know whether the rest matches")
    func weakTags() async throws {
        try await run([{ Self.script($0, tag: "W/\"a\"", cut: 100_000) }]) { download, asked, folder in
            for _ in 0..<2 { await #expect(throws: APIError.self) { try await download() } }
            #expect(folder.files.isEmpty && !asked.value[1].contains("Range:"))
        }
    }

    @Test("a range that the server cannot provide starts over; another range than requested is an error")
    func wrongRanges() async throws {
        let refused = "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let other = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\nabcde"
        try await run([
            { Self.script($0, tag: "\"a\"", cut: 100_000) }, { _ in [.text(other)] }, { _ in [.text(refused)] },
            { Self.script($0, tag: "\"a\"", cut: nil) },
        ]) { download, asked, folder in
            for _ in 0..<2 { await #expect(throws: APIError.self) { try await download() } }
            // The part stays until other bytes arrive: the server rejected the request without a range, too.
            #expect(asked.value.count == 3 && !asked.value[2].contains("Range:"))
            try await download()
            #expect(asked.value.count == 4 && folder.files == ["post.pdf"])
        }
    }

    @Test(
        "a server that sends another range, or several, starts over: otherwise, no later download would ever succeed",
        arguments: ["Content-Range: bytes 0-4/300000", "Content-Type: multipart/byteranges; boundary=x"])
    func otherRange(_ field: String) async throws {
        let other = "HTTP/1.1 206 Partial Content\r\n\(field)\r\nContent-Length: 5\r\nConnection: close\r\n\r\nabcde"
        try await run([
            { Self.script($0, tag: "\"a\"", cut: 100_000) }, { _ in [.text(other)] },
            { Self.script($0, tag: "\"a\"", cut: nil) },
        ]) { download, asked, folder in
            await #expect(throws: APIError.self) { try await download() }
            try await download()
            #expect(asked.value.count == 3 && !asked.value[2].contains("Range:") && folder.files == ["post.pdf"])
        }
    }

    @Test("the same file cannot be downloaded twice at once")
    func twice() async throws {
        try await run([{ Self.script($0, tag: "\"a\"", cut: 1000) + [.wait(milliseconds: 3000)] }]) {
            download, _, folder in
            let first = Task { try await download() }
            while !folder.files.contains("post.pdf.part-tag") { try await Task.sleep(for: .milliseconds(5)) }
            let error = await #expect(throws: APIError.self) { try await download() }
            guard case .local = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            await #expect(throws: APIError.self) { try await first.value }
            #expect(folder.files == ["post.pdf.part", "post.pdf.part-tag"])
        }
    }
}

extension FileHandle {
    /// A new file that is locked, as by a download.
    fileprivate static func locked(_ file: URL) throws -> FileHandle {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        #expect(flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        return handle
    }
}
