import Foundation
import ModelDefaultParameters
import ModelREST
import ModelRuntime
import ModelTransfers
import ModelTransformers
import Testing

@Suite("Bodies")
struct BodyTests {
    private static func asked(
        _ defaults: APIDefaults, _ endpoints: [Endpoint<Void>]
    ) async throws -> [Asked] {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let client = APIClient(defaults, baseURL: { server.url })
            for endpoint in endpoints { try await client.send(endpoint) }
            return server.asked.value
        }
    }

    private static func post(_ body: RequestContent?) -> Endpoint<Void> {
        Endpoint("x", .post, "x", body: body, returns: .nothing)
    }

    @Test(
        "the media type that an operation declares for its form is sent with the boundary",
        arguments: ["multipart/form-data", "multipart/form-data;", "Multipart/Related; a=b"])
    func declaredForm(_ declared: String) async throws {
        let endpoint = Self.post(nil).header("Content-Type", declared).multipart { $0.add("caption", "x") }
        let requests = try await Self.asked(APIDefaults(baseURL: ""), [endpoint])
        let asked = try #require(requests.first)
        let type = try #require(asked["Content-Type"])
        let boundary = try #require(type.split(separator: "=").last)
        #expect(type.hasPrefix(declared) && asked.text.hasPrefix("--\(boundary)\r\n"))
        #expect(type.hasSuffix("; boundary=\(boundary)") && !type.contains(";;"))
    }

    @Test("R6: an API and an operation set the media type of documents; forms and files keep theirs")
    func contentTypes() async throws {
        var defaults = APIDefaults(baseURL: "")
        defaults.headers = ["Content-Type": "application/vnd.api+json"]
        let draft = RequestContent.json(Post.Draft(userId: 7, title: "a"))
        let asked = try await Self.asked(
            defaults,
            [
                Self.post(draft), Self.post(draft).header("Content-Type", "application/merge-patch+json"),
                Self.post(.form(["a": "1"])), Self.post(.raw(.data(Data([1]), type: "image/x"))), Self.post(nil),
                Self.post(nil).multipart { $0.add("a", "1") },
            ])
        let types = asked.map { $0["Content-Type"] }
        #expect(types[0] == "application/vnd.api+json" && types[1] == "application/merge-patch+json")
        #expect(types[2] == "application/x-www-form-urlencoded" && types[3] == "image/x" && types[4] == nil)
        #expect(types[5]?.hasPrefix("multipart/form-data; boundary=") == true)
    }

    @Test("the value is where the API's envelope says, unless the operation says otherwise")
    func envelopes() async throws {
        var defaults = APIDefaults(baseURL: "", envelope: Envelope(body: ["data"]))
        defaults = defaults.filling(["v": "2"])
        let draft = Post.Draft(userId: 7, title: "a")
        let asked = try await Self.asked(
            defaults,
            [Self.post(.json(draft)), Self.post(.json(draft, at: ["post"])), Self.post(.json(draft, at: []))])
        let text = #"{"userId":7,"title":"a","body":""}"#
        #expect(asked[0].text == #"{"data":\#(text),"v":"2"}"#)
        #expect(asked[1].text == #"{"post":\#(text),"v":"2"}"#)
        #expect(asked[2].text == text.dropLast() + #","v":"2"}"#)
    }

    @Test("uploads are unchanged, even if they are JSON objects and the API has parameters for all requests")
    func uploads() async throws {
        var defaults = APIDefaults(baseURL: "")
        defaults = defaults.filling(["v": "2"])
        let bytes = Data(#"{"a": 1}"#.utf8)
        let asked = try await Self.asked(
            defaults,
            [
                Self.post(.raw(.data(bytes))), Self.post(.raw(.data(bytes, type: "application/json"))),
                Self.post(nil).multipart { $0.add("file", UploadSource.data(bytes)) },
                Self.post(.json(["a": 1] as JSON)),
                Self.post(nil),
            ])
        #expect(asked[0].body == bytes && asked[0].query == "v=2")
        #expect(asked[1].body == bytes && asked[1].query == "v=2")
        #expect(asked[2].text.contains(#"{"a": 1}"#) && asked[2].query == "v=2")
        #expect(asked[3].text == #"{"a":1,"v":"2"}"# && asked[3].query.isEmpty)
        #expect(asked[4].text == #"{"v":"2"}"# && asked[4]["Content-Type"] == "application/json")
    }

    @Test("a form has several files with one name, JSON parts, and headers of parts")
    func parts() async throws {
        let files: [UploadSource] = [.data(Data("a".utf8), name: "a.txt"), .data(Data("b".utf8), name: "b.txt")]
        let endpoint = Self.post(nil).multipart {
            $0.add("files", files, headers: ["X-Sum": "1", "Content-Type": "text/plain"])
            $0.add("about", json: Post.Draft(userId: 7, title: "a"))
            $0.add("day", Date(timeIntervalSince1970: 0), using: UnixSeconds())
            $0.add("none", json: nil as JSON?)
            $0.add("sizes", jsonValues: [["w": 1], ["w": 2]])
        }
        let asked = try await Self.asked(APIDefaults(baseURL: ""), [endpoint])
        let boundary = try #require(asked.first?["Content-Type"]?.split(separator: "=").last)
        let file =
            "Content-Disposition: form-data; name=\"files\"; filename=\"%\"\r\nX-Sum: 1\r\nContent-Type: text/plain\r\n\r\n"
        let size = "Content-Disposition: form-data; name=\"sizes\"\r\nContent-Type: application/json\r\n\r\n"
        let parts = [
            file.replacingOccurrences(of: "%", with: "a.txt") + "a",
            file.replacingOccurrences(of: "%", with: "b.txt") + "b",
            "Content-Disposition: form-data; name=\"about\"\r\nContent-Type: application/json\r\n\r\n"
                + #"{"userId":7,"title":"a","body":""}"#,
            "Content-Disposition: form-data; name=\"day\"\r\n\r\n0",
            size + #"{"w":1}"#, size + #"{"w":2}"#,
        ]
        let expected = parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
        #expect(asked.first?.text == expected)
    }

    @Test("a header of a part cannot break out of its line, and a value without a form fails its own request")
    func hostileParts() async throws {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            let broken = Self.post(nil).multipart { $0.add("a", "1", headers: ["X-A": "1\r\nX-B: 2"]) }
            let error = await #expect(throws: APIError.self) { try await client.send(broken) }
            guard case .invalidRequest = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            let path: APIPath = "days/\(Date(timeIntervalSince1970: .infinity), using: UnixSeconds())"
            await #expect(throws: APIError.self) {
                try await client.send(Endpoint<Void>("x", .get, path, returns: .nothing))
            }
            let header = Endpoint<Void>("x", .get, "x", returns: .nothing)
                .headers { $0.set("X-Day", Date(timeIntervalSince1970: .nan), using: UnixSeconds()) }
            await #expect(throws: APIError.self) { try await client.send(header) }
            #expect(server.asked.value.isEmpty)
        }
    }
}
