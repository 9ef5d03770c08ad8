import Foundation
import ModelRuntime
import ModelStreams
import Testing

/// A string that is stored reversed.
struct Reversed: Transformer {
    func decode(_ source: String) throws -> String { String(source.reversed()) }
    func encode(_ value: String) throws -> String { String(value.reversed()) }
}

private let data = Data(
    """
    {
        "id": 7,
        "full_name": "Ann Lee",
        "sex": 2,
        "pictures": { "avatar": { "url": "https://example.com/7.png" } },
        "alias": "annie",
        "born": "1990-05-17",
        "scores": [3, "four", 5],
        "passphrase": "terces"
    }
    """.utf8)

@Suite("The guide to JSON")
struct JSONGuideTests {
    @Test("JSONDecoder returns the same value") func bothWays() throws {
        let user = try User(json: data)
        let same = try JSONDecoder().decode(User.self, from: data)
        #expect(user == same)
        #expect(user.gender == .unknown(2))
        #expect(user.avatarURL == URL(string: "https://example.com/7.png"))
        #expect(user.nickname == "annie")
        #expect(user.scores == [3, 5])
        #expect(user.passphrase == "secret")

        let bytes = try user.jsonData()
        let text = try user.jsonString()
        let json = try JSON(json: bytes)
        #expect(text.hasPrefix(#"{"id":7,"full_name":"Ann Lee","sex":2"#))
        #expect(json["pictures"] == ["avatar": ["url": "https://example.com/7.png"]])
        #expect(json["nick"] == "annie" && json["alias"] == nil)
    }

    @Test("lists, parts of documents, and reports") func lists() throws {
        let response = Data(#"{"data": {"users": [{"id": 1, "full_name": "Bo", "scores": [1, null, 2]}]}}"#.utf8)
        let report = JSONReport()
        let users = try [User](json: response, at: ["data", "users"], reporting: report)
        for problem in report.problems { print(problem) }
        #expect(users.map(\.scores) == [[1, 2]])
        #expect(report.problems.map(\.path) == ["data.users[0].scores[1]"])
    }

    @Test("an error says where") func errors() throws {
        do {
            _ = try [User](json: Data(#"[{"id": 1, "full_name": "Bo"}, {"id": "two"}]"#.utf8))
            Issue.record("it was read")
        } catch let error as JSONError {
            print(error.path, error.line ?? 0, error.column ?? 0)
            #expect(error.model == "User" && error.field == "id")
            #expect(error.path == "[1].id")
        }
    }

    @Test("a stream holds one model at a time") func stream() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data((1...1000).map { #"{"id": \#($0), "full_name": "User \#($0)"}"# }.joined(separator: "\n").utf8)
            .write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        let chunks = AsyncThrowingStream { try handle.read(upToCount: 1 << 16) }
        var count = 0
        for try await user in User.stream(json: chunks) {
            count += 1
            #expect(user.id == count)
        }
        #expect(count == 1000)
    }

    @Test("a patch has three states for each field") func patches() throws {
        var user = try User(json: data)
        var patch = User.Patch()
        patch.fullName = .value("Ann Bell")
        patch.nickname = .null
        #expect(try patch.jsonString() == #"{"full_name":"Ann Bell","nick":null}"#)

        user.apply(patch)
        #expect(user.fullName == "Ann Bell")
        #expect(user.nickname == nil)

        let change = try User.Patch(json: #"{"sex": 0}"#)
        user.apply(change)
        #expect(user.gender == .female)
        #expect(user.fullName == "Ann Bell")
    }

    @Test("sensitive values are not shown") func sensitive() throws {
        let user = try User(json: data)
        #expect(!"\(user)".contains("secret"))
    }
}
