import Foundation
import ModelRuntime
import Testing

/// The models were imported from the samples next to them; `ImportTests` compares the YAML.
@Suite("Imported models read documents of social networks")
struct ImportedDocumentTests {
    private func sample(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: name))
    }

    @Test("a document like twitter.json, with its special date format")
    func twitter() throws {
        let document = try Twitter(json: sample("twitter.json"))
        #expect(document.statuses.map(\.id) == (0..<4).map { 505_874_924_095_815_681 + $0 })
        #expect(document.statuses[0].createdAt == Date(timeIntervalSince1970: 1_409_444_955))
        #expect(document.statuses[3].retweetedStatus?.entities.userMentions.first?.screenName == "aym0566x")
        #expect(document.statuses[3].entities.media?.first?.sizes.thumb.resize == "crop")
        #expect(document.statuses[1].user.entities.url?.urls.first?.indices == [0, 22])
        #expect(try Twitter(json: document.jsonData()) == document)
    }

    @Test("a post of App.net")
    func appNet() throws {
        let post = try AppnetPost(json: sample("appnet-post.json"))
        #expect(post.user.avatarImage.width == 500)
        #expect(post.user.description.entities.links.map(\.pos) == [27, 65])
        #expect(post.createdAt == Date(timeIntervalSince1970: 1_425_883_545))
        #expect(try JSON(json: post.jsonData()) == JSON(json: sample("appnet-post.json")))
    }
}
