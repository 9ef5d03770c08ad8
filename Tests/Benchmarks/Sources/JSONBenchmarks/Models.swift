import Foundation
import ModelRuntime

// The same models twice: with the mapping of generated code, and with synthesized Codable.

struct PlainPost: Codable, Equatable {
    var id: Int
    var userId: Int
    var title: String
    var body: String
    var isPublished: Bool
    var score: Double
}

struct Post: Equatable {
    var id: Int
    var userId: Int
    var title: String
    var body: String
    var isPublished: Bool
    var score: Double
}

extension Post: JSONModel {
    static let jsonFields = JSONFields(
        Post.self,
        [
            JSONField("id"), JSONField("userId"), JSONField("title"), JSONField("body"), JSONField("isPublished"),
            JSONField("score"),
        ]
    )

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int = try source.field()
        let userId: Int = try source.field()
        let title: String = try source.field()
        let body: String = try source.field()
        let isPublished: Bool = try source.field()
        let score: Double = try source.field()
        self.init(
            id: id,
            userId: userId,
            title: title,
            body: body,
            isPublished: isPublished,
            score: score
        )
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(userId)
        sink.field(title)
        sink.field(body)
        sink.field(isPublished)
        sink.field(score)
    }
}

struct PlainPoint: Codable, Equatable {
    var lon: Double
    var lat: Double
}

struct PlainTimeline: Codable, Equatable {
    var statuses: [PlainStatus]
}

struct PlainStatus: Codable, Equatable {
    var created_at: String
    var id: Int
    var text: String
    var source: String
    var truncated: Bool
    var in_reply_to_status_id: Int?
    var user: PlainUser
    var retweet_count: Int
    var favorited: Bool
    var lang: String
    var entities: PlainEntities
}

struct PlainUser: Codable, Equatable {
    var id: Int
    var name: String
    var screen_name: String
    var location: String
    var description: String
    var url: String?
    var followers_count: Int
    var verified: Bool
    var profile_image_url: String
}

struct PlainEntities: Codable, Equatable {
    var hashtags: [PlainHashtag]
    var urls: [PlainLink]
}

struct PlainHashtag: Codable, Equatable {
    var text: String
    var indices: [Int]
}

struct PlainLink: Codable, Equatable {
    var url: String
    var expanded_url: String
    var indices: [Int]
}

struct Timeline: Equatable {
    var statuses: [Status]
}

extension Timeline: JSONModel {
    static let jsonFields = JSONFields(Timeline.self, [JSONField("statuses")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let statuses: [Status] = try source.field()
        self.statuses = statuses
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(statuses)
    }
}

struct Status: Equatable {
    var createdAt: String
    var id: Int
    var text: String
    var source: String
    var isTruncated: Bool
    var inReplyTo: Int?
    var user: User
    var retweets: Int
    var isFavorite: Bool
    var language: String
    var entities: Entities
}

extension Status: JSONModel {
    static let jsonFields = JSONFields(
        Status.self,
        [
            JSONField("createdAt", "created_at"), JSONField("id"), JSONField("text"), JSONField("source"),
            JSONField("isTruncated", "truncated"), JSONField("inReplyTo", "in_reply_to_status_id"), JSONField("user"),
            JSONField("retweets", "retweet_count"), JSONField("isFavorite", "favorited"), JSONField("language", "lang"),
            JSONField("entities"),
        ]
    )

    init(fields json: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(
            createdAt: json.field(),
            id: json.field(),
            text: json.field(),
            source: json.field(),
            isTruncated: json.field(),
            inReplyTo: json.fieldIfPresent(),
            user: json.field(),
            retweets: json.field(),
            isFavorite: json.field(),
            language: json.field(),
            entities: json.field()
        )
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(createdAt)
        sink.field(id)
        sink.field(text)
        sink.field(source)
        sink.field(isTruncated)
        sink.fieldIfPresent(inReplyTo)
        sink.field(user)
        sink.field(retweets)
        sink.field(isFavorite)
        sink.field(language)
        sink.field(entities)
    }
}

struct User: Equatable {
    var id: Int
    var name: String
    var screenName: String
    var location: String
    var about: String
    var url: String?
    var followers: Int
    var isVerified: Bool
    var image: String
}

extension User: JSONModel {
    static let jsonFields = JSONFields(
        User.self,
        [
            JSONField("id"), JSONField("name"), JSONField("screenName", "screen_name"), JSONField("location"),
            JSONField("about", "description"), JSONField("url"), JSONField("followers", "followers_count"),
            JSONField("isVerified", "verified"), JSONField("image", "profile_image_url"),
        ]
    )

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int = try source.field()
        let name: String = try source.field()
        let screenName: String = try source.field()
        let location: String = try source.field()
        let about: String = try source.field()
        let url: String? = try source.fieldIfPresent()
        let followers: Int = try source.field()
        let isVerified: Bool = try source.field()
        let image: String = try source.field()
        self.init(
            id: id,
            name: name,
            screenName: screenName,
            location: location,
            about: about,
            url: url,
            followers: followers,
            isVerified: isVerified,
            image: image
        )
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(name)
        sink.field(screenName)
        sink.field(location)
        sink.field(about)
        sink.fieldIfPresent(url)
        sink.field(followers)
        sink.field(isVerified)
        sink.field(image)
    }
}

struct Entities: Equatable {
    var hashtags: [Hashtag]
    var urls: [Link]
}

extension Entities: JSONModel {
    static let jsonFields = JSONFields(Entities.self, [JSONField("hashtags"), JSONField("urls")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let hashtags: [Hashtag] = try source.field()
        let urls: [Link] = try source.field()
        self.init(
            hashtags: hashtags,
            urls: urls
        )
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(hashtags)
        sink.field(urls)
    }
}

struct Hashtag: Equatable {
    var text: String
    var indices: [Int]
}

extension Hashtag: JSONModel {
    static let jsonFields = JSONFields(Hashtag.self, [JSONField("text"), JSONField("indices")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let text: String = try source.field()
        let indices: [Int] = try source.field()
        self.init(
            text: text,
            indices: indices
        )
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(text)
        sink.field(indices)
    }
}

struct Link: Equatable {
    var url: String
    var expanded: String
    var indices: [Int]
}

extension Link: JSONModel {
    static let jsonFields = JSONFields(
        Link.self,
        [JSONField("url"), JSONField("expanded", "expanded_url"), JSONField("indices")]
    )

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let url: String = try source.field()
        let expanded: String = try source.field()
        let indices: [Int] = try source.field()
        self.init(
            url: url,
            expanded: expanded,
            indices: indices
        )
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(url)
        sink.field(expanded)
        sink.field(indices)
    }
}

struct PlainSnowflake: Codable {
    var id: Int64
    var parent: Int64
    var at: Int64
    var name: String
}

struct Snowflake {
    var id: Int64
    var parent: Int64
    var at: Int64
    var name: String
}

extension Snowflake: JSONModel {
    static let jsonFields = JSONFields(
        Snowflake.self, [JSONField("id"), JSONField("parent"), JSONField("at"), JSONField("name")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(id: source.field(), parent: source.field(), at: source.field(), name: source.field())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(parent)
        sink.field(at)
        sink.field(name)
    }
}

extension Timeline {
    /// The timeline with the members of each object in reverse order.
    func reversedJSON() throws -> Data {
        func reversed(_ json: JSON) -> JSON {
            switch json {
            case .array(let elements): return .array(elements.map(reversed))
            case .object(let object):
                var result = JSONObject()
                for (key, value) in object.reversed() { result[key] = reversed(value) }
                return .object(result)
            default: return json
            }
        }
        return try reversed(JSON(encoding: self)).jsonData()
    }
}
