import Foundation
import ModelREST
import Testing

@Suite("Successes without a body")
struct EmptyBodyTests {
    @Test("the error says so, with the status and what to declare", arguments: [200, 201, 202, 204])
    func message(_ status: Int) async throws {
        try await LoopbackServer.run({ _ in Answer(status: status) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            for call in [
                { _ = try await api.posts.create(Post.Draft(userId: 7, title: "t")) },
                { _ = try await api.posts.patch(1, Post.Patch()) }, { _ = try await api.posts.list() },
            ] as [@Sendable () async throws -> Void] {
                let error = await #expect(throws: APIError.self) { try await call() }
                let message = "the server answered \(status) without a body; if it always does, declare `returns: none`"
                #expect(error?.description.hasSuffix(": \(message)") == true)
            }
        }
    }

    @Test("a text that is not UTF-8 is an error that says so, in a success and in a failure")
    func invalidText() async throws {
        let answer = Answer(headers: ["Content-Type": "text/plain; charset=iso-8859-1"], body: Data([0xE9]))
        try await LoopbackServer.run({ asked in
            var answer = answer
            if asked.path.hasSuffix("failure") { answer.status = 400 }
            return answer
        }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            let error = await #expect(throws: APIError.self) {
                try await client.send(Endpoint<String>("text", .get, "text", returns: .object))
            }
            guard case .decoding(is InvalidUTF8)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            let failure = await #expect(throws: APIError.self) {
                try await client.send(Endpoint<String>("text", .get, "failure", returns: .object))
            }
            #expect(throws: InvalidUTF8.self) { try failure?.failure?.decoded(as: String.self) }
            try await expectEqual(
                client.send(Endpoint<Data>("text", .get, "text", returns: .object)), Data([0xE9]))
        }
    }
}
