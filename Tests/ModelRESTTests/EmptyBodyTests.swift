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

    @Test("an optional result is nil without a body, and an optional text may be the raw body")
    func optionals() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 204) }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url, envelope: Envelope(object: "data")))
            try await expectEqual(client.send(Endpoint<Post?>("p", .get, "p", returns: .object)), nil)
            try await expectEqual(client.send(Endpoint<[Post]?>("p", .get, "p", returns: .list)), nil)
            try await expectEqual(client.send(Endpoint<Int?>("p", .get, "p", returns: .object)), nil)
            try await expectEqual(client.send(Endpoint<String?>("p", .get, "p", returns: .object)), nil)
            await #expect(throws: APIError.self) {
                try await client.send(Endpoint<Int>("p", .get, "p", returns: .object))
            }
        }
        let answer = Answer(headers: ["Content-Type": "text/plain"], body: Data("abc".utf8))
        try await LoopbackServer.run({ _ in answer }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            try await expectEqual(client.send(Endpoint<String?>("p", .get, "p", returns: .object)), "abc")
            try await expectEqual(client.send(Endpoint<Data?>("p", .get, "p", returns: .object)), Data("abc".utf8))
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
