// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import ModelREST
import ModelRuntime

private typealias RESTContract = ModelRESTContract1

// MARK: - BlogAPI

/// The API `BlogAPI`.
public struct BlogAPI: RESTAPI {
    /// What all its operations share.
    public static let defaults = APIDefaults(
        baseURL: "https://jsonplaceholder.typicode.com",
        basePath: "api/v1",
        headers: ["Accept-Language": "en", "X-Client": "blog"],
        envelope: Envelope(object: "data", list: "objects", meta: "meta"),
        failure: FailureRule(code: "returnCode", success: "0000", message: "returnMessage"),
        pagination: .offset(start: "_start", limit: "_limit"),
        auth: .bearer
    )

    /// What sends its operations.
    public let client: APIClient

    /// The API over a client.
    public init(client: APIClient) {
        self.client = client
    }

    /// The operations of `Post`.
    public var posts: PostsAPI { PostsAPI(client: client) }

    /// The operations of `Comment`.
    public var comments: CommentsAPI { CommentsAPI(client: client) }

    /// The same operations, each with its whole response.
    public var withResponse: Responses { Responses(client: client) }

    /// The operations, each with its whole response: status, headers, metadata, raw body and value.
    public struct Responses: Sendable {
        let client: APIClient

        /// The operations of `Post`.
        public var posts: PostsAPI.Responses { PostsAPI.Responses(client: client) }

        /// The operations of `Comment`.
        public var comments: CommentsAPI.Responses { CommentsAPI.Responses(client: client) }
    }
}

// MARK: - Post

/// What `list` of `Post` can be asked for.
public struct PostsQuery: ListParameters {
    public var userId: Int64?
    public var tags: [String]?
    public var visibility: Visibility?
    public var since: Date?
    public var start: Int?
    public var limit: Int?

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

    /// The parameters of the query; what is nil is left out.
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

extension Visibility: ParameterValue {}

/// The operations of `Post`; conform to it to fake them.
///
/// - `list`: GET `posts`
/// - `get`: GET `posts/{id}`
/// - `create`: POST `posts`
/// - `patch`: PATCH `posts/{id}`
/// - `delete`: DELETE `posts/{id}`
public protocol PostsClient: PagingClient<Post, PostsQuery>, GettingClient<Post>, CreatingClient<Post, Post.Draft>,
    PatchingClient<Post>, DeletingClient<Post>
{
    /// PUT `posts/{id}`
    func update(_ post: Post, userId: Int64?) async throws -> Post
    /// GET `posts/{id}/comments`
    func comments(of id: Post.ID) async throws -> [Comment]
    /// POST `posts/{id}/publish`
    func publish(_ id: Post.ID) async throws -> Post
    /// POST `posts/{id}/files`
    func attach(_ id: Post.ID, file: UploadSource, caption: String?) -> Transfer<Post>
    /// GET `posts/{id}.pdf`
    func export(_ id: Post.ID, to file: URL) -> Transfer<URL>
}

extension PostsClient {
    /// GET `posts`
    public func list(
        userId: Int64? = nil,
        tags: [String]? = nil,
        visibility: Visibility? = nil,
        since: Date? = nil,
        start: Int? = nil,
        limit: Int? = nil
    ) async throws -> [Post] {
        try await list(
            PostsQuery(
                userId: userId,
                tags: tags,
                visibility: visibility,
                since: since,
                start: start,
                limit: limit
            )
        )
    }

    /// GET `posts`, page after page: a page is asked for only when its first item is.
    public func all(
        userId: Int64? = nil,
        tags: [String]? = nil,
        visibility: Visibility? = nil,
        since: Date? = nil,
        start: Int? = nil,
        limit: Int? = nil
    ) -> PagedItems<Post> {
        all(
            PostsQuery(
                userId: userId,
                tags: tags,
                visibility: visibility,
                since: since,
                start: start,
                limit: limit
            )
        )
    }

    /// PUT `posts/{id}`
    public func update(_ post: Post) async throws -> Post {
        try await update(post, userId: nil)
    }

    /// POST `posts`: a draft is new.
    public func save(_ draft: Post.Draft) async throws -> Post {
        try await create(draft)
    }

    /// PUT `posts/{id}`: a post is not.
    public func save(_ post: Post) async throws -> Post {
        try await update(post)
    }

    /// POST `posts/{id}/files`
    public func attach(_ id: Post.ID, file: UploadSource) -> Transfer<Post> {
        attach(id, file: file, caption: nil)
    }
}

/// The operations of `Post` on the server.
public typealias PostsAPI = ResourceClient<PostsEndpoints>

extension PostsAPI: PostsClient {
    public func update(_ post: Post, userId: Int64?) async throws -> Post {
        try await client.send(Endpoints.update(post, userId: userId))
    }

    public func comments(of id: Post.ID) async throws -> [Comment] {
        try await client.send(Endpoints.comments(of: id))
    }

    public func publish(_ id: Post.ID) async throws -> Post {
        try await client.send(Endpoints.publish(id))
    }

    public func attach(_ id: Post.ID, file: UploadSource, caption: String?) -> Transfer<Post> {
        client.upload(Endpoints.attach(id, file: file, caption: caption))
    }

    public func export(_ id: Post.ID, to file: URL) -> Transfer<URL> {
        client.download(Endpoints.export(id), to: file)
    }
}

extension PostsAPI.Responses {
    public func update(_ post: Post, userId: Int64? = nil) async throws -> APIResponse<Post> {
        try await client.response(for: Endpoints.update(post, userId: userId))
    }

    public func comments(of id: Post.ID) async throws -> APIResponse<[Comment]> {
        try await client.response(for: Endpoints.comments(of: id))
    }

    public func publish(_ id: Post.ID) async throws -> APIResponse<Post> {
        try await client.response(for: Endpoints.publish(id))
    }
}

/// The operations of `Post` as values: what is sent, and what comes back.
public enum PostsEndpoints: PagedListEndpoint, GetEndpoint, CreateEndpoint, PatchEndpoint, DeleteEndpoint {
    public typealias ResourceModel = Post
    public typealias ResourceSource = any PostsClient
    public typealias Draft = Post.Draft
    public typealias ResourceQuery = PostsQuery
    public static let resource = Resource("posts", at: "posts")

    // An explicit parameter goes before the property of its name.
    public static func update(_ post: Post, userId: Int64?) -> Endpoint<Post> {
        var parameters = Parameters()
        parameters.set("userId", userId ?? post.userId)
        return Endpoint(
            "posts.update",
            .put,
            "posts/\(post.id)",
            query: parameters,
            body: .json(post),
            returns: .object
        )
    }
    public static func comments(of id: Post.ID) -> Endpoint<[Comment]> {
        Endpoint("posts.comments", .get, "posts/\(id)/comments", returns: .list(at: []))
    }
    public static func publish(_ id: Post.ID) -> Endpoint<Post> {
        Endpoint(
            "posts.publish",
            .post,
            "posts/\(id)/publish",
            headers: ["X-Reason": "reviewed"],
            timeout: .seconds(5),
            returns: .object(at: ["data", "post"])
        )
    }
    public static func attach(_ id: Post.ID, file: UploadSource, caption: String?) -> Endpoint<Post> {
        var form = MultipartForm()
        form.add("file", file)
        form.add("caption", caption)
        return Endpoint("posts.attach", .post, "posts/\(id)/files", body: .multipart(form), returns: .object)
    }
    public static func export(_ id: Post.ID) -> Endpoint<Void> {
        Endpoint("posts.export", .get, "posts/\(id).pdf", returns: .nothing)
    }
}

// MARK: - Comment

/// The operations of `Comment`; conform to it to fake them.
///
/// - `get`: GET `comments/{id}`
public protocol CommentsClient: GettingClient<Comment> {
    /// POST `comments/search`
    func search(text: String, limit: Int?) async throws -> [Comment]
}

extension CommentsClient {
    /// POST `comments/search`
    public func search(text: String) async throws -> [Comment] {
        try await search(text: text, limit: nil)
    }
}

/// The operations of `Comment` on the server.
public typealias CommentsAPI = ResourceClient<CommentsEndpoints>

extension CommentsAPI: CommentsClient {
    public func search(text: String, limit: Int?) async throws -> [Comment] {
        try await client.send(Endpoints.search(text: text, limit: limit))
    }
}

extension CommentsAPI.Responses {
    public func search(text: String, limit: Int? = nil) async throws -> APIResponse<[Comment]> {
        try await client.response(for: Endpoints.search(text: text, limit: limit))
    }
}

/// The operations of `Comment` as values: what is sent, and what comes back.
public enum CommentsEndpoints: GetEndpoint {
    public typealias ResourceModel = Comment
    public typealias ResourceSource = any CommentsClient
    public static let resource = Resource("comments", at: "comments")

    public static func search(text: String, limit: Int?) -> Endpoint<[Comment]> {
        var form = Parameters()
        form.set("text", text)
        form.set("limit", limit)
        return Endpoint("comments.search", .post, "comments/search", body: .form(form), returns: .list)
    }
}
