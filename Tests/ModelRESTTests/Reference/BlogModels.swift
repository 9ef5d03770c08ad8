// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
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
    public static let jsonFields = JSONFields(
        Post.self,
        [JSONField("id"), JSONField("userId"), JSONField("title"), JSONField("body")]
    )

    public init(fields source: inout JSONSource) throws {
        var id: Int64?
        var userId: Int64?
        var title: String?
        var body = ""
        while let field = try source.next() {
            switch field {
            case 0: id = try source.read(Int64.self)
            case 1: userId = try source.read(Int64.self)
            case 2: title = try source.read(String.self)
            case 3: body = try source.readIfPresent(String.self) ?? body
            default: break
            }
        }
        self.id = try source.require(id, 0)
        self.userId = try source.require(userId, 1)
        self.title = try source.require(title, 2)
        self.body = body
    }

    public func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
        sink.write(userId, 1)
        sink.write(title, 2)
        sink.write(body, 3)
    }
}

extension Post.Draft: JSONModel {
    public static let jsonFields = JSONFields(
        Post.Draft.self,
        [JSONField("userId"), JSONField("title"), JSONField("body")]
    )

    public init(fields source: inout JSONSource) throws {
        var userId: Int64?
        var title: String?
        var body = ""
        while let field = try source.next() {
            switch field {
            case 0: userId = try source.read(Int64.self)
            case 1: title = try source.read(String.self)
            case 2: body = try source.readIfPresent(String.self) ?? body
            default: break
            }
        }
        self.userId = try source.require(userId, 0)
        self.title = try source.require(title, 1)
        self.body = body
    }

    public func write(fields sink: inout JSONSink) throws {
        sink.write(userId, 0)
        sink.write(title, 1)
        sink.write(body, 2)
    }
}

extension Post: JSONPatchable {
    public typealias Patch = ModelPatch<Post>

    public struct PatchFields: Sendable {
        public var title: PatchField<Post, String> { PatchField(2, \.title) }
        public var body: PatchField<Post, String> { PatchField(3, \.body) }
    }

    public static var patchFields: PatchFields { PatchFields() }

    public static var allPatchFields: [AnyPatchField<Post>] { [patchFields.title, patchFields.body] }
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

    public init(fields source: inout JSONSource) throws {
        var id: Int64?
        var postId: Int64?
        var text: String?
        while let field = try source.next() {
            switch field {
            case 0: id = try source.read(Int64.self)
            case 1: postId = try source.read(Int64.self)
            case 2: text = try source.read(String.self)
            default: break
            }
        }
        self.id = try source.require(id, 0)
        self.postId = try source.require(postId, 1)
        self.text = try source.require(text, 2)
    }

    public func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
        sink.write(postId, 1)
        sink.write(text, 2)
    }
}

public enum Visibility: String, Hashable, Sendable, CaseIterable, JSONValue {
    case open
    case hidden
}
