import Foundation
import ModelExpressions
import ModelREST
import ModelRuntime
import ModelSQLite

// A row through JSON, and a request without a response.
let article = try Article(json: Data(#"{"id": 7, "title": "Large", "created_at": 1295602506000}"#.utf8))
let press = try PressDatabase.inMemory()
let count = try press.write { db in
    try article.save(db)
    return try Article.where { $0.title.hasPrefix("L") }.order { [$0.createdAt.desc] }.all(db).count
}
let answered = (try? await PressAPI().articles.get(7)) != nil
print("\(count) row, answered: \(answered)")
