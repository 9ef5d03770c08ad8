import Foundation
import ModelHooks
import ModelRuntime
import ModelSQLite
import ModelStreams
import Testing

extension Track {
    /// Older servers send `name`; anything marked as deleted is not a track.
    static func willDecode(_ json: JSON) throws -> JSON? {
        guard case .object(var object) = json else { return json }
        if object["deleted"] == true { return nil }
        if let name = object["name"] { object["title"] = name }
        return .object(object)
    }

    mutating func didDecode() throws -> JSONVerdict {
        if seconds < 0 { throw JSONError(.invalidValue, reason: "a track does not last less than nothing") }
        title = title.trimmingCharacters(in: .whitespaces)
        return title.isEmpty ? .drop : .keep
    }

    func willEncode() throws -> Track? {
        if title == "secret" { return nil }
        var sent = self
        sent.title = title.uppercased()
        return sent
    }

    func didEncode(_ json: JSON) throws -> JSON? {
        if title == "DROPPED" { return nil }
        guard case .object(var object) = json else { return json }
        object["checksum"] = JSON.integer(Int64(title.utf8.count))
        return .object(object)
    }
}

extension Single {
    mutating func didDecode() throws -> JSONVerdict { id == 0 ? .drop : .keep }
}

private let album = #"""
    {"album": {"id": 1, "tracks": {"first": {"name": " One "}, "best": null,
     "all": [{"title": "a", "parts": [{"title": ""}, {"title": "b"}]}, {"title": " "}, {"title": "c", "deleted": true},
             {"title": "d"}]}, "byName": {"x": {"name": "y"}}}}
    """#

@Suite("Hooks")
struct HookTests {
    private let decoded = Album(
        id: 1, first: Track(title: "One"), tracks: [Track(title: "a", parts: [Track(title: "b")]), Track(title: "d")],
        byName: ["x": Track(title: "y")])

    @Test("a case of a union that its hook drops leaves no discriminator for the next object")
    func droppedCase() throws {
        let media: [Medium] = [.track(Track(title: "secret")), .track(Track(title: "a"))]
        #expect(try media.jsonString().components(separatedBy: #""kind""#).count == 2)
        #expect(try [Medium](json: media.jsonData()) == [.track(Track(title: "A"))])
    }

    @Test("M8, M9: hooks change and drop decoded models, nested and in lists, with and without Codable")
    func decoding() throws {
        #expect(try Album(json: album) == decoded)
        #expect(try JSONDecoder().decode(Album.self, from: Data(album.utf8)) == decoded)
        #expect(try [Track](json: #"[{"name": ""}, {"name": "a", "deleted": true}]"#) == [])
        #expect(try [Single](json: #"{"single": [{"id": 0}, {"id": 1}]}"#) == [Single(id: 1)])
    }

    @Test("M8, M9: dropping a single model is a typed error with its place, with and without Codable")
    func single() throws {
        let error = try #require(throws: JSONError.self) {
            try Album(json: #"{"album": {"id": 1, "tracks": {"first": {"title": "x", "deleted": true}}}}"#)
        }
        #expect(error.kind == .dropped)
        #expect(error.path == "album.tracks.first")
        let best = try #require(throws: JSONError.self) {
            try Album(json: #"{"album": {"id": 1, "tracks": {"best": {"title": ""}}}}"#)
        }
        #expect(best.kind == .dropped)
        let alone = try #require(throws: JSONError.self) { try Single(json: #"{"single": {"id": 0}}"#) }
        #expect(alone.kind == .dropped)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Single.self, from: Data(#"{"single": {"id": 0}}"#.utf8))
        }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Track(title: "secret")) }
        let unsent = try #require(throws: JSONError.self) { try Track(title: "dropped").jsonData() }
        #expect(unsent.kind == .dropped)
    }

    @Test("M9: an error thrown by a hook has the place of its model")
    func thrown() throws {
        let text = #"{"album": {"id": 1, "tracks": {"all": [{"title": "a"}, {"title": "b", "seconds": -1}]}}}"#
        let error = try #require(throws: JSONError.self) { try Album(json: text) }
        #expect(error.path == "album.tracks.all[1]")
        #expect(error.reason == "a track does not last less than nothing")
    }

    @Test("M9: hooks change and drop encoded models, nested and in lists, with and without Codable")
    func encoding() throws {
        var sent = decoded
        sent.tracks += [Track(title: "secret"), Track(title: "dropped"), Track(title: "e")]
        sent.tracks[0].parts = []
        let expected: JSON = [
            "album": [
                "id": 1,
                "tracks": [
                    "first": ["title": "ONE", "seconds": 0, "parts": [], "checksum": 3],
                    "all": [
                        ["title": "A", "seconds": 0, "parts": [], "checksum": 1],
                        ["title": "D", "seconds": 0, "parts": [], "checksum": 1],
                        ["title": "E", "seconds": 0, "parts": [], "checksum": 1],
                    ],
                ],
                "byName": ["x": ["title": "Y", "seconds": 0, "parts": [], "checksum": 1]],
            ]
        ]
        #expect(try JSON(json: sent.jsonData()) == expected)
        #expect(try JSON(json: JSONEncoder().encode(sent)) == expected)
    }

    @Test("M8, M9: hooks take part in a stream, in a union, and in a column")
    func elsewhere() async throws {
        let lines = Array("{\"name\": \"a\"}\n{\"title\": \"\"}\n{\"title\": \"b\"}\n".utf8)
        var titles: [String] = []
        let stream = AsyncStream<UInt8> { continuation in
            for byte in lines { continuation.yield(byte) }
            continuation.finish()
        }
        for try await track in Track.stream(json: stream) { titles.append(track.title) }
        #expect(titles == ["a", "b"])

        let media = try [Medium](
            json: #"[{"kind": "track", "name": "t"}, {"kind": "track", "title": ""}, {"kind": "album", "id": 2}]"#)
        #expect(media == [.track(Track(title: "t")), .album(Album(id: 2))])
        #expect(try JSON(json: media[0].jsonData())["kind"] == "track")
        #expect(try JSON(json: media[0].jsonData())["checksum"] == 1)

        let database = try HooksDatabase.inMemory()
        try await database.write { [decoded] in try decoded.insert($0) }
        let stored = try await database.read { try Album.find(1, $0) }
        #expect(stored?.first.title == "ONE")
        #expect(stored?.tracks.map(\.title) == ["A", "D"])
    }
}
