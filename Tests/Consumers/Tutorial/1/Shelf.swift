import Foundation
import ModelRuntime

@main
struct Shelf {
    static func main() async throws {
        let document = #"[{"id": 1, "title": "Pan", "pages": 134}, {"id": 2, "title": "Hunger"}]"#
        let books = try [Book](json: document)
        for book in books { print(book.id, book.title, book.pages ?? 0) }
        print(try books[1].jsonString())
    }
}
