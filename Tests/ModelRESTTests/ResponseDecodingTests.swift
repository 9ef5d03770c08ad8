import Foundation
import ModelMiddleware
import ModelREST
import ModelTransfers
import Testing

@Suite("Responses that are decoded before they are read")
struct ResponseDecodingTests {
    private struct Undecodable: Error {}

    /// The service encrypts its bodies; what is in front of it does not.
    private static let decoding = ResponseDecoding(text: { text in
        guard let data = Data(base64Encoded: text) else { throw Undecodable() }
        return String(decoding: data, as: UTF8.self)
    })

    @Test(
        "a status that is a failure is one whatever its body is", arguments: [400, 401, 404, 429, 502, 503],
        [false, true])
    func status(_ status: Int, _ isEncrypted: Bool) async throws {
        let text = #"{"status":"not encrypted"}"#
        let body = isEncrypted ? Data(text.utf8).base64EncodedString() : text
        try await LoopbackServer.run({ _ in Answer(status: status, body: Data(body.utf8)) }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [Self.decoding])
            let error = await #expect(throws: APIError.self) { try await api.posts.get(2) }
            #expect(error?.failure?.status == status)
            #expect(error.flatMap { $0.failure.map { String(decoding: $0.body, as: UTF8.self) } } == text)
        }
    }

    @Test("a success that cannot be decoded is an error")
    func success() async throws {
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [Self.decoding])
            let error = await #expect(throws: APIError.self) { try await api.posts.get(2) }
            guard case .decoding(is Undecodable)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("a download that arrives slowly makes progress")
    func slowDownload() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n"
        let script =
            [MisbehavingServer.Step.text(head)]
            + (0..<10).flatMap { [.text("\($0)"), .wait(milliseconds: 300)] as [MisbehavingServer.Step] }
        try await MisbehavingServer.run({ _ in script }) { server in
            let reversing = ResponseDecoding { Data($0.reversed()) }
            let api = BlogAPI(baseURL: { server.url }, middleware: [reversing])
            _ = try await api.download(Post.export(1).timeout(.seconds(2)), to: file).value
            try expectEqual(Data(contentsOf: file), Data("9876543210".utf8))
            var defaults = BlogAPI.defaults
            defaults.responseLimit = 9
            let small = BlogAPI(client: APIClient(defaults, baseURL: { server.url }, middleware: [reversing]))
            let error = await #expect(throws: APIError.self) {
                _ = try await small.download(Post.export(1), to: file).value
            }
            guard case .tooLarge(limit: 9)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("a download that is cut off is not decoded")
    func cutOff() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nabcde"
        try await MisbehavingServer.run({ _ in [.text(answer)] }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [ResponseDecoding { Data($0.reversed()) }])
            let error = await #expect(throws: APIError.self) {
                _ = try await api.download(Post.export(1), to: file).value
            }
            guard case .transport(let cause)? = error?.reason, cause.reason == .connectionLost else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(folder.files == [])
        }
    }
}
