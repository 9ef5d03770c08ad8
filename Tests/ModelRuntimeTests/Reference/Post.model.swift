// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import ModelLeniency
import ModelPatches
import ModelRuntime
import ModelTransformers

// The exact form of generated code. The templates follow this file; it is compiled and run by the tests.

/// This file was generated for contract 1 of ModelRuntime.
private typealias RuntimeContract = ModelRuntimeContract17

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
    public static let jsonFields = JSONFields(Post.self, fieldList)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        [
            "id": nil,
            JSONField("userId", "user_id"): nil,
            "title": \.title,
            "body": nil,
            JSONField("avatarURL", ["user", "avatar_image", "url"]): \.avatarURL,
            JSONField("firstTag", ["related", "tags", 0]): nil,
            JSONField("nickname", "nick_name", or: "nickname"): nil,
            JSONField("createdAt", "created_at"): \.createdAt,
            JSONField("password", traits: .sensitive): \.password,
            "author": nil,
            "tags": nil,
            "scores": nil,
            "meta": nil,
        ]
    }

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int64 = try source.field()
        let userId: Int64 = try source.field()
        let title: String = try source.field()
        let body: String = try source.field(or: "")
        let avatarURL: URL? = try source.fieldIfPresent()
        let firstTag: String? = try source.fieldIfPresent()
        let nickname: String? = try source.fieldIfPresent()
        let createdAt: Date = try source.field(using: UnixMilliseconds())
        let password: String? = try source.fieldIfPresent()
        let author: Author? = try source.validFieldIfPresent()
        let tags: [String] = try source.validElements(or: [])
        let scores: [Gender: Int] = try source.field(or: [:])
        let meta: [String: JSON] = try source.field(or: [:])
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

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(userId)
        sink.field(title)
        sink.field(body)
        sink.fieldIfPresent(avatarURL)
        sink.fieldIfPresent(firstTag)
        sink.fieldIfPresent(nickname)
        sink.field(createdAt, using: UnixMilliseconds())
        sink.fieldIfPresent(password)
        sink.field(author)  // omitNil: false writes null
        sink.field(tags)
        sink.field(scores)
        sink.field(meta)
    }
}

extension Post: JSONPatchable {
    /// The fields that a patch can change: each is untouched, null or a value.
    public struct PatchFields: Sendable {
        public var title: PatchField<Post, String> { PatchField(\.title) }
        public var avatarURL: PatchField<Post, URL> { PatchField(\.avatarURL) }
        public var createdAt: PatchField<Post, Date> { PatchField(\.createdAt, using: UnixMilliseconds()) }
        public var password: PatchField<Post, String> { PatchField(\.password) }
    }

    public static let patchFields = PatchFieldList<Post>(PatchFields(), fieldList)
}
