import CModelSQLite
import Foundation
import ModelRuntime
import ModelSQLite

extension Post: JSONModel {
    static let jsonFields = JSONFields(
        Post.self,
        [
            JSONField("id"),
            JSONField("userId", "user_id"),
            JSONField("title"),
            JSONField("body"),
            JSONField("score"),
            JSONField("nickname"),
        ]
    )

    init(fields source: inout JSONSource) throws {
        var id: Int64?
        var userId: Int64?
        var title: String?
        var body: String?
        var score: Double?
        var nickname: String?
        while let field = try source.next() {
            switch field {
            case 0: id = try source.read(Int64.self)
            case 1: userId = try source.read(Int64.self)
            case 2: title = try source.read(String.self)
            case 3: body = try source.read(String.self)
            case 4: score = try source.read(Double.self)
            case 5: nickname = try source.readIfPresent(String.self)
            default: break
            }
        }
        try self.init(
            id: source.require(id, 0),
            userId: source.require(userId, 1),
            title: source.require(title, 2),
            body: source.require(body, 3),
            score: source.require(score, 4),
            nickname: nickname
        )
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(id, 0)
        try sink.write(userId, 1)
        try sink.write(title, 2)
        try sink.write(body, 3)
        try sink.write(score, 4)
        try sink.writeIfPresent(nickname, 5)
    }
}
