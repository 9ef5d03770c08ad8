// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import ModelRuntime

// The exact shape of generated code. The templates are written against this file; it is compiled and run by the tests.

/// This file was generated for contract 1 of ModelRuntime.
private typealias RuntimeContract = ModelRuntimeContract1

/// An article, as the service returns it.
public struct Post: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var userId: Int64
    public var title: String
    public var body: String
    public var avatarURL: URL?
    public var firstTag: String?
    public var nickname: String?
    public var createdAt: Date
    public var password: String?
    public var author: Author?
    public var tags: [String]
    public var scores: [Gender: Int]
    public var meta: [String: JSON]

    public init(
        id: Int64,
        userId: Int64,
        title: String,
        body: String = "",
        avatarURL: URL? = nil,
        firstTag: String? = nil,
        nickname: String? = nil,
        createdAt: Date,
        password: String? = nil,
        author: Author? = nil,
        tags: [String] = [],
        scores: [Gender: Int] = [:],
        meta: [String: JSON] = [:]
    ) {
        self.id = id
        self.userId = userId
        self.title = title
        self.body = body
        self.avatarURL = avatarURL
        self.firstTag = firstTag
        self.nickname = nickname
        self.createdAt = createdAt
        self.password = password
        self.author = author
        self.tags = tags
        self.scores = scores
        self.meta = meta
    }
}

// MARK: - JSON

extension Post: JSONModel {
    public static let jsonFields = JSONFields(
        Post.self,
        [
            JSONField("id"),
            JSONField("userId", "user_id"),
            JSONField("title"),
            JSONField("body"),
            JSONField("avatarURL", ["user", "avatar_image", "url"]),
            JSONField("firstTag", ["related", "tags", 0]),
            JSONField("nickname", "nick_name", or: "nickname"),
            JSONField("createdAt", "created_at"),
            JSONField("password", traits: .sensitive),
            JSONField("author"),
            JSONField("tags"),
            JSONField("scores"),
            JSONField("meta"),
        ]
    )

    public init(fields source: inout JSONSource) throws {
        var id: Int64?
        var userId: Int64?
        var title: String?
        var body = ""
        var avatarURL: URL?
        var firstTag: String?
        var nickname: String?
        var createdAt: Date?
        var password: String?
        var author: Author?
        var tags: [String] = []
        var scores: [Gender: Int] = [:]
        var meta: [String: JSON] = [:]
        while let field = try source.next() {
            switch field {
            case 0: source.read(&id)
            case 1: source.read(&userId)
            case 2: source.read(&title)
            case 3: source.readIfPresent(&body)
            case 4: source.readIfPresent(&avatarURL)
            case 5: source.readIfPresent(&firstTag)
            case 6: source.readIfPresent(&nickname)
            case 7: source.read(&createdAt, using: UnixMilliseconds())
            case 8: source.readIfPresent(&password)
            case 9: source.readIfValid(&author)
            case 10: source.readValidElements(&tags)
            case 11: source.readIfPresent(&scores)
            case 12: source.readIfPresent(&meta)
            default: break
            }
        }
        guard let id, let userId, let title, let createdAt else { throw source.incomplete(0, 1, 2, 7) }
        self.init(
            id: id,
            userId: userId,
            title: title,
            body: body,
            avatarURL: avatarURL,
            firstTag: firstTag,
            nickname: nickname,
            createdAt: createdAt,
            password: password,
            author: author,
            tags: tags,
            scores: scores,
            meta: meta
        )
    }

    public func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
        sink.write(userId, 1)
        sink.write(title, 2)
        sink.write(body, 3)
        sink.writeIfPresent(avatarURL, 4)
        sink.writeIfPresent(firstTag, 5)
        sink.writeIfPresent(nickname, 6)
        sink.write(createdAt, 7, using: UnixMilliseconds())
        sink.writeIfPresent(password, 8)
        sink.write(author, 9)  // omitNil: false writes null
        sink.write(tags, 10)
        sink.write(scores, 11)
        sink.write(meta, 12)
    }
}

extension Post: JSONPatchable {
    /// Changes to a post: each field is untouched, null or a value.
    public typealias Patch = ModelPatch<Post>

    /// The fields that a patch can change.
    public struct PatchFields: Sendable {
        public var title: PatchField<Post, String> { PatchField(2, \.title) }
        public var avatarURL: PatchField<Post, URL> { PatchField(4, \.avatarURL) }
        public var createdAt: PatchField<Post, Date> { PatchField(7, \.createdAt, using: UnixMilliseconds()) }
        public var password: PatchField<Post, String> { PatchField(8, \.password) }
    }

    public static var patchFields: PatchFields { PatchFields() }

    public static var allPatchFields: [AnyPatchField<Post>] {
        let fields = patchFields
        return [fields.title, fields.avatarURL, fields.createdAt, fields.password]
    }
}
