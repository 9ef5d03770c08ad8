import Foundation
import ModelRuntime
import Testing

/// What the program had before.
private enum Before {
    struct Account: Codable {
        var id: Int
        var fullName: String
        var avatarURL: URL?
        var createdAt: Date

        enum CodingKeys: String, CodingKey {
            case id
            case fullName = "full_name"
            case avatarURL = "avatar_url"
            case createdAt = "created_at"
        }
    }
}

@Suite("The guide for users of Codable")
struct CodableGuideTests {
    @Test("the model reads and writes the same as the struct did") func same() throws {
        let data = Data(#"{"id": 1, "full_name": "Ann", "avatar_url": "https://a.b/c", "created_at": 1000}"#.utf8)
        let old = try JSONDecoder().decode(Account.self, from: data)
        let new = try Account(json: data)
        #expect(old == new)

        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let before = try decoder.decode(Before.Account.self, from: data)
        #expect(before.id == new.id && before.fullName == new.fullName && before.avatarURL == new.avatarURL)
        #expect(before.createdAt == new.createdAt)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(try JSON(json: new.jsonData()) == JSON(json: encoder.encode(before)))
    }
}
