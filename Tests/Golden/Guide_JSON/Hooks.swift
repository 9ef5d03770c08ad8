import Foundation
import ModelHooks
import ModelRuntime
import Testing

nonisolated extension Message {
    /// Older servers send `subject`, and deleted messages.
    static func willDecode(_ json: JSON) throws -> JSON? {
        guard var object = json.object else { return json }
        if object["deleted"] == true { return nil }
        if object["title"] == nil {
            object["title"] = object["subject"]
            object["subject"] = nil
        }
        return .object(object)
    }

    /// Checks and changes the model.
    mutating func didDecode() throws -> JSONVerdict {
        title = title.trimmingCharacters(in: .whitespaces)
        return title.isEmpty ? .drop : .keep
    }

    /// The server wants a version.
    func didEncode(_ json: JSON) throws -> JSON? {
        guard var object = json.object else { return json }
        object["version"] = 2
        return .object(object)
    }
}

@Suite("The guide to hooks")
struct HookGuideTests {
    @Test("JSON is changed, and models are dropped") func hooks() throws {
        let text = #"""
            [{"id": 1, "title": " a "}, {"id": 2, "subject": "b", "isRead": true}, {"id": 3, "title": " "},
             {"id": 4, "title": "d", "deleted": true}]
            """#
        let messages = try [Message](json: text)
        #expect(messages == [Message(id: 1, title: "a"), Message(id: 2, title: "b", isRead: true)])
        let first = Data(#"{"id": 1, "title": " a "}"#.utf8)
        #expect(try JSONDecoder().decode(Message.self, from: first) == messages[0])
        // Swift's own array leaves nothing out.
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Message].self, from: Data(text.utf8)) }
        #expect(try messages[0].jsonString() == #"{"id":1,"title":"a","isRead":false,"version":2}"#)
        let error = #expect(throws: JSONError.self) { try Message(json: #"{"id": 3, "title": ""}"#) }
        #expect(error?.kind == .dropped)
    }
}
