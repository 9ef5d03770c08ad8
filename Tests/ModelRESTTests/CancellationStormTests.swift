import Foundation
import ModelREST
import ModelTransfers
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Transfers that are cancelled at any moment, CANCELLATIONS times: `make cancellations` does 10,000.
///
/// Foundation on Linux ended the process at every tenth upload of a file (libcurl's error 43), and left the data of a
/// download in a temporary file.
@Suite("Cancelled transfers")
struct CancellationStormTests {
    private static let count = Int(ProcessInfo.processInfo.environment["CANCELLATIONS"] ?? "") ?? 200

    private enum Kind: Int, CaseIterable { case file, multipart, download, slowDownload }

    @Test("uploads and downloads that are cancelled at any moment end: no crash, no leftover file, no leaked memory")
    func storm() async throws {
        let folder = try TemporaryFolder()
        let source = folder.url.appendingPathComponent("source.bin")
        try Data(count: 100 << 20).write(to: source)
        try await MisbehavingServer.run(Self.script) { server in
            let api = BlogAPI(baseURL: { server.url }, transport: URLSessionTransport())
            try await Self.cancel(40, api, source, folder.url)
            let before = Self.residentBytes
            let outcomes = try await Self.cancel(Self.count, api, source, folder.url)
            #expect(outcomes == ["cancelled": Self.count])
            var growth = Self.residentBytes - before
            // What was in flight is freed soon after the last transfer ends; a leak never is.
            for _ in 0..<100 where growth >= 100 << 20 {
                try await Task.sleep(for: .milliseconds(100))
                growth = Self.residentBytes - before
            }
            #expect(growth < 100 << 20, "\(growth >> 20) MiB")
            if Self.count > 1000 { print("\(Self.count) cancelled transfers: \(growth >> 20) MiB of growth") }
        }
        #expect(folder.files == ["source.bin"])
    }

    /// A server that is slow with uploads, has more to send than anybody waits for, and is never the first to close a
    /// connection.
    private static func script(_ head: String) -> [MisbehavingServer.Step] {
        let end = MisbehavingServer.Step.read(bytes: .max)
        if head.hasPrefix("POST") || head.hasPrefix("PUT") {
            return (0..<1000).flatMap { _ in [.read(bytes: 64 << 10), .wait(milliseconds: 1)] } + [end]
        }
        let start = MisbehavingServer.Step.text("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 30)\r\n\r\n")
        // As long as a server is faster than libcurl reads, libcurl returns to it at once, and nothing else in the
        // session is served, not even a cancellation. This only happens on the loopback interface.
        guard head.contains("slow") else { return [start, .flood(bytes: 8 << 20), end] }
        return [start] + (0..<1000).flatMap { _ in [.flood(bytes: 128 << 10), .wait(milliseconds: 1)] } + [end]
    }

    @discardableResult
    private static func cancel(_ count: Int, _ api: BlogAPI, _ source: URL, _ folder: URL) async throws -> [String: Int]
    {
        try await withThrowingTaskGroup(of: String.self) { group in
            var outcomes: [String: Int] = [:]
            for number in 0..<count {
                if number >= 8, let outcome = try await group.next() { outcomes[outcome, default: 0] += 1 }
                group.addTask {
                    let task = Task {
                        await TokenRefreshTests.reason { try await send(number, api, source, folder) }
                    }
                    try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000)))
                    task.cancel()
                    return await task.value
                }
            }
            for try await outcome in group { outcomes[outcome, default: 0] += 1 }
            return outcomes
        }
    }

    private static func send(_ number: Int, _ api: BlogAPI, _ source: URL, _ folder: URL) async throws {
        switch Kind(rawValue: number % Kind.allCases.count) {
        case .file:
            let body = RequestContent.raw(.file(source))
            try await api.upload(Endpoint<Void>("raw", .put, "raw", body: body, returns: .nothing)).value
        case .multipart: _ = try await api.upload(Post.attach(1, file: .file(source))).value
        case .download:
            let place = folder.appendingPathComponent("\(number)")
            _ = try await api.download(Endpoint("get", .get, "fast", returns: .nothing), to: place).value
        case .slowDownload, nil:
            let place = folder.appendingPathComponent("\(number)")
            _ = try await api.download(Endpoint("get", .get, "slow", returns: .nothing), to: place).value
        }
    }

    /// The memory in use. Memory that the allocator keeps for later is released before: its size depends on how many
    /// transfers happened to have a chunk at the same moment.
    private static var residentBytes: Int {
        #if canImport(Glibc)
            // malloc.h is not in Swift's Glibc module.
            if let symbol = dlsym(nil, "malloc_trim") {
                _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
            }
        #endif
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return pages.count > 1 ? (Int(pages[1]) ?? 0) * 4096 : 0
    }
}
