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
        let id: Int64 = try source.field()
        let userId: Int64 = try source.field()
        let title: String = try source.field()
        let body: String = try source.field()
        let score: Double = try source.field()
        let nickname: String? = try source.fieldIfPresent()
        self.init(
            id: id,
            userId: userId,
            title: title,
            body: body,
            score: score,
            nickname: nickname
        )
    }

    func write(fields sink: inout JSONSink) throws {
        sink.field(id)
        sink.field(userId)
        sink.field(title)
        sink.field(body)
        sink.field(score)
        sink.fieldIfPresent(nickname)
    }
}
