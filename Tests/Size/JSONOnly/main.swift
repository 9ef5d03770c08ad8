import Foundation
import ModelRuntime

let article = try Article(json: Data(#"{"id": 7, "title": "Small", "created_at": 1295602506000}"#.utf8))
print(try article.jsonString())
