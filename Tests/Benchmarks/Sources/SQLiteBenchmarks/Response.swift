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
            case 0: source.read(&id)
            case 1: source.read(&userId)
            case 2: source.read(&title)
            case 3: source.read(&body)
            case 4: source.read(&score)
            case 5: source.readIfPresent(&nickname)
            default: break
            }
        }
        guard let id, let userId, let title, let body, let score else { throw source.incomplete(0, 1, 2, 3, 4) }
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
        sink.write(id, 0)
        sink.write(userId, 1)
        sink.write(title, 2)
        sink.write(body, 3)
        sink.write(score, 4)
        sink.writeIfPresent(nickname, 5)
    }
}
