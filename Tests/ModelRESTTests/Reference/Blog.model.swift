// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import ModelCredentials
import ModelOutcomes
import ModelPagination
import ModelPatches
import ModelREST
import ModelRuntime
import ModelTransfers
import ModelTransformers

private typealias RuntimeContract = ModelRuntimeContract17

// MARK: - BlogAPI

/// The API `BlogAPI`.
public struct BlogAPI: AuthenticatedAPI {
    /// The settings that all its operations share.
    public static let defaults = APIDefaults(
        baseURL: "https://jsonplaceholder.typicode.com",
        basePath: "api/v1",
        headers: ["Accept-Language": "en", "X-Client": "blog"],
        envelope: Envelope(object: "data", list: "objects", meta: "meta")
    )
    .paginating(.offset(start: "_start", limit: "_limit"))
    .reporting(FailureRule(code: "returnCode", success: "0000", message: "returnMessage"))

    /// How its requests are authenticated.
    public static let auth: [AuthenticationScheme] = [.bearer]

    public let client: APIClient

    /// Creates the API on top of a client.
    public init(client: APIClient) {
        self.client = client
    }

    public var posts: Operations<Post> { Operations(client: client) }

    public var comments: Operations<Comment> { Operations(client: client) }
}

extension Visibility: ParameterValue {}

// MARK: - Post

extension Post: Located, Paged, Gettable, Creatable, Updatable, Patchable, Deletable, Savable {
    /// The parameters of a list of `Post`.
    public struct ListQuery: OptionalListParameters {
        public var userId: Int64?
        public var tags: [String]?
        public var visibility: Visibility?
        public var since: Date?
        public var start: Int?
        public var limit: Int?

        public init() {}

        public init(
            userId: Int64? = nil,
            tags: [String]? = nil,
            visibility: Visibility? = nil,
            since: Date? = nil,
            start: Int? = nil,
            limit: Int? = nil
        ) {
            self.userId = userId
            self.tags = tags
            self.visibility = visibility
            self.since = since
            self.start = start
            self.limit = limit
        }

        /// The parameters of the query; those that are nil are left out.
        public var parameters: Parameters {
            var parameters = Parameters()
            parameters.set("userId", userId)
            parameters.set("tag", tags)
            parameters.set("visibility", visibility)
            parameters.set("since", since, using: UnixMilliseconds())
            parameters.set("_start", start)
            parameters.set("_limit", limit)
            return parameters
        }
    }

    public static let resource = Resource<Post>("posts", at: "posts")
    public typealias PathKey = Int64

    // An explicit parameter goes before the property of its name.
    /// PUT `posts/{id}`
    public static func update(_ post: Post, userId: Int64? = nil) -> Endpoint<Post> {
        Endpoint("posts.update", .put, "posts/\(post.id)", body: .json(post), returns: .object)
            .query {
                $0.set("userId", userId ?? post.userId)
            }
    }

    /// PUT `posts/{id}`
    public static func update(_ post: Post, in resource: Resource<Post>) -> Endpoint<Post> {
        update(post, userId: nil)
    }

    /// GET `posts/{id}/comments`
    public static func comments(of id: Int64) -> Endpoint<[Comment]> {
        Endpoint("posts.comments", .get, "posts/\(id)/comments", returns: .list(at: []))
    }

    /// POST `posts/{id}/publish`
    public static func publish(_ id: Int64) -> Endpoint<Post> {
        Endpoint("posts.publish", .post, "posts/\(id)/publish", returns: .object(at: ["data", "post"]))
            .headers {
                $0.set("X-Reason", "reviewed")
            }
            .timeout(.seconds(5))
    }

    /// POST `posts/{id}/files`
    public static func attach(_ id: Int64, file: UploadSource, caption: String? = nil) -> Endpoint<Post> {
        Endpoint("posts.attach", .post, "posts/\(id)/files", returns: .object)
            .multipart {
                $0.add("file", file)
                $0.add("caption", caption)
            }
    }

    /// GET `posts/{id}.pdf`
    public static func export(_ id: Int64) -> Endpoint<Void> {
        Endpoint("posts.export", .get, "posts/\(id).pdf", returns: .nothing)
    }
}

// MARK: - Comment

extension Comment: Located, Gettable {
    public static let resource = Resource<Comment>("comments", at: "comments")
    public typealias PathKey = Int64

    /// POST `comments/search`
    public static func search(text: String, limit: Int? = nil) -> Endpoint<[Comment]> {
        Endpoint("comments.search", .post, "comments/search", returns: .list)
            .form {
                $0.set("text", text)
                $0.set("limit", limit)
            }
    }
}
