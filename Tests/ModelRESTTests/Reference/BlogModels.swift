// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import ModelPatches
import ModelRuntime

public struct Post: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var userId: Int64
    public var title: String
    public var body = ""

    public struct Draft: Hashable, Sendable {
        public var userId: Int64
        public var title: String
        public var body = ""
    }
}

extension Post: JSONModel {
    public static let jsonFields = JSONFields(Post.self, fieldList)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        [
            "id": nil,
            "userId": nil,
            "title": \.title,
            "body": \.body,
        ]
    }

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        id = try source.field()
        userId = try source.field()
        title = try source.field()
        body = try source.field(or: "")
    }

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(userId)
        sink.field(title)
        sink.field(body)
    }
}

extension Post.Draft: JSONModel {
    public static let jsonFields = JSONFields(
        Post.Draft.self,
        [JSONField("userId"), JSONField("title"), JSONField("body")]
    )

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        userId = try source.field()
        title = try source.field()
        body = try source.field(or: "")
    }

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(userId)
        sink.field(title)
        sink.field(body)
    }
}

extension Post: JSONPatchable {
    public struct PatchFields: Sendable {
        public var title: PatchField<Post, String> { PatchField(\.title) }
        public var body: PatchField<Post, String> { PatchField(\.body) }
    }

    public static let patchFields = PatchFieldList<Post>(PatchFields(), fieldList)
}

public struct Comment: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var postId: Int64
    public var text: String
}

extension Comment: JSONModel {
    public static let jsonFields = JSONFields(
        Comment.self,
        [JSONField("id"), JSONField("postId"), JSONField("text")]
    )

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        id = try source.field()
        postId = try source.field()
        text = try source.field()
    }

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(postId)
        sink.field(text)
    }
}

public enum Visibility: String, Hashable, Sendable, CaseIterable, JSONValue {
    case open
    case hidden
}
