import Foundation
import ModelRuntime

// The same models twice: as generated code maps them, and with synthesized Codable.

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

    init(fields source: inout JSONSource) throws {
        var id: Int?
        var userId: Int?
        var title: String?
        var body: String?
        var isPublished: Bool?
        var score: Double?
        while let field = try source.next() {
            switch field {
            case 0: id = try source.read(Int.self)
            case 1: userId = try source.read(Int.self)
            case 2: title = try source.read(String.self)
            case 3: body = try source.read(String.self)
            case 4: isPublished = try source.read(Bool.self)
            case 5: score = try source.read(Double.self)
            default: break
            }
        }
        try self.init(
            id: source.require(id, 0),
            userId: source.require(userId, 1),
            title: source.require(title, 2),
            body: source.require(body, 3),
            isPublished: source.require(isPublished, 4),
            score: source.require(score, 5)
        )
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(id, 0)
        try sink.write(userId, 1)
        try sink.write(title, 2)
        try sink.write(body, 3)
        try sink.write(isPublished, 4)
        try sink.write(score, 5)
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

    init(fields source: inout JSONSource) throws {
        var statuses: [Status]?
        while let field = try source.next() {
            switch field {
            case 0: statuses = try source.read([Status].self)
            default: break
            }
        }
        self.statuses = try source.require(statuses, 0)
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(statuses, 0)
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

    init(fields json: inout JSONSource) throws {
        var createdAt: String?
        var id: Int?
        var text: String?
        var source: String?
        var isTruncated: Bool?
        var inReplyTo: Int?
        var user: User?
        var retweets: Int?
        var isFavorite: Bool?
        var language: String?
        var entities: Entities?
        while let field = try json.next() {
            switch field {
            case 0: createdAt = try json.read(String.self)
            case 1: id = try json.read(Int.self)
            case 2: text = try json.read(String.self)
            case 3: source = try json.read(String.self)
            case 4: isTruncated = try json.read(Bool.self)
            case 5: inReplyTo = try json.readIfPresent(Int.self)
            case 6: user = try json.read(User.self)
            case 7: retweets = try json.read(Int.self)
            case 8: isFavorite = try json.read(Bool.self)
            case 9: language = try json.read(String.self)
            case 10: entities = try json.read(Entities.self)
            default: break
            }
        }
        try self.init(
            createdAt: json.require(createdAt, 0),
            id: json.require(id, 1),
            text: json.require(text, 2),
            source: json.require(source, 3),
            isTruncated: json.require(isTruncated, 4),
            inReplyTo: inReplyTo,
            user: json.require(user, 6),
            retweets: json.require(retweets, 7),
            isFavorite: json.require(isFavorite, 8),
            language: json.require(language, 9),
            entities: json.require(entities, 10)
        )
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(createdAt, 0)
        try sink.write(id, 1)
        try sink.write(text, 2)
        try sink.write(source, 3)
        try sink.write(isTruncated, 4)
        try sink.writeIfPresent(inReplyTo, 5)
        try sink.write(user, 6)
        try sink.write(retweets, 7)
        try sink.write(isFavorite, 8)
        try sink.write(language, 9)
        try sink.write(entities, 10)
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

    init(fields source: inout JSONSource) throws {
        var id: Int?
        var name: String?
        var screenName: String?
        var location: String?
        var about: String?
        var url: String?
        var followers: Int?
        var isVerified: Bool?
        var image: String?
        while let field = try source.next() {
            switch field {
            case 0: id = try source.read(Int.self)
            case 1: name = try source.read(String.self)
            case 2: screenName = try source.read(String.self)
            case 3: location = try source.read(String.self)
            case 4: about = try source.read(String.self)
            case 5: url = try source.readIfPresent(String.self)
            case 6: followers = try source.read(Int.self)
            case 7: isVerified = try source.read(Bool.self)
            case 8: image = try source.read(String.self)
            default: break
            }
        }
        try self.init(
            id: source.require(id, 0),
            name: source.require(name, 1),
            screenName: source.require(screenName, 2),
            location: source.require(location, 3),
            about: source.require(about, 4),
            url: url,
            followers: source.require(followers, 6),
            isVerified: source.require(isVerified, 7),
            image: source.require(image, 8)
        )
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(id, 0)
        try sink.write(name, 1)
        try sink.write(screenName, 2)
        try sink.write(location, 3)
        try sink.write(about, 4)
        try sink.writeIfPresent(url, 5)
        try sink.write(followers, 6)
        try sink.write(isVerified, 7)
        try sink.write(image, 8)
    }
}

struct Entities: Equatable {
    var hashtags: [Hashtag]
    var urls: [Link]
}

extension Entities: JSONModel {
    static let jsonFields = JSONFields(Entities.self, [JSONField("hashtags"), JSONField("urls")])

    init(fields source: inout JSONSource) throws {
        var hashtags: [Hashtag]?
        var urls: [Link]?
        while let field = try source.next() {
            switch field {
            case 0: hashtags = try source.read([Hashtag].self)
            case 1: urls = try source.read([Link].self)
            default: break
            }
        }
        try self.init(
            hashtags: source.require(hashtags, 0),
            urls: source.require(urls, 1)
        )
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(hashtags, 0)
        try sink.write(urls, 1)
    }
}

struct Hashtag: Equatable {
    var text: String
    var indices: [Int]
}

extension Hashtag: JSONModel {
    static let jsonFields = JSONFields(Hashtag.self, [JSONField("text"), JSONField("indices")])

    init(fields source: inout JSONSource) throws {
        var text: String?
        var indices: [Int]?
        while let field = try source.next() {
            switch field {
            case 0: text = try source.read(String.self)
            case 1: indices = try source.read([Int].self)
            default: break
            }
        }
        try self.init(
            text: source.require(text, 0),
            indices: source.require(indices, 1)
        )
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(text, 0)
        try sink.write(indices, 1)
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

    init(fields source: inout JSONSource) throws {
        var url: String?
        var expanded: String?
        var indices: [Int]?
        while let field = try source.next() {
            switch field {
            case 0: url = try source.read(String.self)
            case 1: expanded = try source.read(String.self)
            case 2: indices = try source.read([Int].self)
            default: break
            }
        }
        try self.init(
            url: source.require(url, 0),
            expanded: source.require(expanded, 1),
            indices: source.require(indices, 2)
        )
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(url, 0)
        try sink.write(expanded, 1)
        try sink.write(indices, 2)
    }
}
