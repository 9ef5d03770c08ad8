import Foundation
import HTTPTypes
import ModelREST
import SeededNumbers
import Testing

@testable import ModelTransfers

@Suite("Bytes that wait for a slow reader")
struct BacklogTests {
    /// A handle, as long as the backlog needs it.
    private struct Weak { weak var handle: FileHandle? }

    /// Random bytes.
    private static let sequence: Data = {
        var random = SeededNumbers(seed: 0)
        return (0..<1 << 19).map { _ in random.next() }.withUnsafeBytes { Data($0) }
    }()

    @Test("are complete and in order, and each file is deleted once it was read", arguments: [1, 2, 3, 4, 5, 6])
    func order(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let folder = try TemporaryFolder()
        let place = folder.url
        let created = Box<[Weak]>([])
        let fileSize = 100_000
        var backlog = Backlog(fileSize: UInt64(fileSize)) {
            let handle = try FileHandle.unnamed(in: place)
            created.change { $0.append(Weak(handle: handle)) }
            return handle
        }
        let total = Self.sequence.count
        // The reader begins late, so there are many files, and then catches up.
        var (added, taken, most) = (0, 0, 0)
        while taken < total {
            if added < total, added < 2 << 20 || random.below(10) < 7 {
                let count = min(random.below(300_000), total - added)
                try backlog.add(Self.sequence[added..<added + count])
                added += count
            } else if let chunk = try backlog.take() {
                #expect(chunk.count <= Backlog.memory)
                try #require(chunk == Self.sequence[taken..<taken + chunk.count])
                taken += chunk.count
            }
            #expect(backlog.count == added - taken)
            let open = created.value.filter { $0.handle != nil }.count
            most = max(most, open)
            // Only the first file is partly read, and only the last one can be small.
            #expect(open <= (added - taken) / fileSize + 2)
        }
        #expect(try backlog.take() == nil && added == total)
        #expect(most > 3 && created.value.allSatisfy { $0.handle == nil })
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test("are in few files, however many there are")
    func files() throws {
        let place = try TemporaryFolder()
        let url = place.url
        let created = Box(0)
        var backlog = Backlog(fileSize: 1000) {
            created.change { $0 += 1 }
            return try FileHandle.unnamed(in: url)
        }
        for start in stride(from: 0, to: Self.sequence.count, by: 10_000) {
            try backlog.add(Self.sequence[start..<min(start + 10_000, Self.sequence.count)])
        }
        #expect(created.value > 10 && created.value < 60)
        var read = Data()
        while let chunk = try backlog.take() { read += chunk }
        #expect(read == Self.sequence)
    }

    /// Passes on a megabyte, which is kept in memory, and then two at once, which are not.
    private struct Flood: Transport {
        var capabilities: TransportCapabilities { .receiving }

        func send(_ request: HTTPRequest, body: BodyStream?, options: TransportOptions) throws -> TransportResponse {
            let head = HTTPResponse(status: .ok)
            let write = try options.receive?(head)
            for count in 1...2 { try write?(Data(count: count << 20)) }
            return TransportResponse(head, body: .data(Data()))
        }
    }

    @Test("are an error of the device if their file cannot be created, written or read, after what is in memory")
    func failure() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("file")
        try Data(count: 10).write(to: file)
        let missing = folder.url.appendingPathComponent("missing")
        var broken: [@Sendable () throws -> FileHandle] = [
            { try .unnamed(in: missing) }, { try FileHandle(forReadingFrom: file) },
            { try FileHandle(forWritingTo: file) },
        ]
        #if os(Linux)
            // A file on a full disk (man 4 full).
            broken.append { try FileHandle(forUpdating: URL(filePath: "/dev/full")) }
        #endif
        for createFile in broken {
            let client = APIClient(APIDefaults(baseURL: "http://flood.test"), transport: Flood())
            let export = Endpoint<Void>("posts.export", .get, "posts", returns: .nothing)
            let response = ArrivingResponse(export, client, backlog: Backlog(createFile: createFile))
            #expect(try await response.next()?.count == 1 << 20)
            let error = await #expect(throws: APIError.self) { while try await response.next() != nil {} }
            guard case .local? = error?.reason else { throw try #require(error) }
            #expect(error?.request.operation == "posts.export")
        }
    }
}
