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
            case 0: source.read(&id)
            case 1: source.read(&userId)
            case 2: source.read(&title)
            case 3: source.read(&body)
            case 4: source.read(&isPublished)
            case 5: source.read(&score)
            default: break
            }
        }
        guard let id, let userId, let title, let body, let isPublished, let score else {
            throw source.incomplete(0, 1, 2, 3, 4, 5)
        }
        self.init(
            id: id,
            userId: userId,
            title: title,
            body: body,
            isPublished: isPublished,
            score: score
        )
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
        sink.write(userId, 1)
        sink.write(title, 2)
        sink.write(body, 3)
        sink.write(isPublished, 4)
        sink.write(score, 5)
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
            case 0: source.read(&statuses)
            default: break
            }
        }
        guard let statuses else { throw source.incomplete(0) }
        self.statuses = statuses
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(statuses, 0)
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
            case 0: json.read(&createdAt)
            case 1: json.read(&id)
            case 2: json.read(&text)
            case 3: json.read(&source)
            case 4: json.read(&isTruncated)
            case 5: json.readIfPresent(&inReplyTo)
            case 6: json.read(&user)
            case 7: json.read(&retweets)
            case 8: json.read(&isFavorite)
            case 9: json.read(&language)
            case 10: json.read(&entities)
            default: break
            }
        }
        guard let createdAt, let id, let text, let source, let isTruncated,
            let user, let retweets, let isFavorite, let language, let entities
        else { throw json.incomplete(0, 1, 2, 3, 4, 6, 7, 8, 9, 10) }
        self.init(
            createdAt: createdAt,
            id: id,
            text: text,
            source: source,
            isTruncated: isTruncated,
            inReplyTo: inReplyTo,
            user: user,
            retweets: retweets,
            isFavorite: isFavorite,
            language: language,
            entities: entities
        )
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(createdAt, 0)
        sink.write(id, 1)
        sink.write(text, 2)
        sink.write(source, 3)
        sink.write(isTruncated, 4)
        sink.writeIfPresent(inReplyTo, 5)
        sink.write(user, 6)
        sink.write(retweets, 7)
        sink.write(isFavorite, 8)
        sink.write(language, 9)
        sink.write(entities, 10)
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
            case 0: source.read(&id)
            case 1: source.read(&name)
            case 2: source.read(&screenName)
            case 3: source.read(&location)
            case 4: source.read(&about)
            case 5: source.readIfPresent(&url)
            case 6: source.read(&followers)
            case 7: source.read(&isVerified)
            case 8: source.read(&image)
            default: break
            }
        }
        guard let id, let name, let screenName, let location, let about, let followers, let isVerified, let image else {
            throw source.incomplete(0, 1, 2, 3, 4, 6, 7, 8)
        }
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

    func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
        sink.write(name, 1)
        sink.write(screenName, 2)
        sink.write(location, 3)
        sink.write(about, 4)
        sink.writeIfPresent(url, 5)
        sink.write(followers, 6)
        sink.write(isVerified, 7)
        sink.write(image, 8)
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
            case 0: source.read(&hashtags)
            case 1: source.read(&urls)
            default: break
            }
        }
        guard let hashtags, let urls else { throw source.incomplete(0, 1) }
        self.init(
            hashtags: hashtags,
            urls: urls
        )
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(hashtags, 0)
        sink.write(urls, 1)
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
            case 0: source.read(&text)
            case 1: source.read(&indices)
            default: break
            }
        }
        guard let text, let indices else { throw source.incomplete(0, 1) }
        self.init(
            text: text,
            indices: indices
        )
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(text, 0)
        sink.write(indices, 1)
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
            case 0: source.read(&url)
            case 1: source.read(&expanded)
            case 2: source.read(&indices)
            default: break
            }
        }
        guard let url, let expanded, let indices else { throw source.incomplete(0, 1, 2) }
        self.init(
            url: url,
            expanded: expanded,
            indices: indices
        )
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(url, 0)
        sink.write(expanded, 1)
        sink.write(indices, 2)
    }
}
