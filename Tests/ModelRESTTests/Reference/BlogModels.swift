import Foundation
import ModelRuntime

public struct Post: Hashable, Sendable, Identifiable, JSONModel {
    public var id: Int64
    var userId: Int64
    var title: String
    var body = ""

    public struct Draft: Hashable, Sendable, JSONModel {
        var userId: Int64
        var title: String
        var body = ""
    }
}

public struct Comment: Hashable, Sendable, Identifiable, JSONModel {
    public var id: Int64
    var postId: Int64
    var text: String
}

public enum Visibility: String, Hashable, Sendable, CaseIterable, JSONValue {
    case open
    case hidden
}
