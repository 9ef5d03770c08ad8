import Foundation
import ModelRuntime
import ModelSQLite

@main
struct Shelf {
    static func main() async throws {
        let shelf = try await ShelfDatabase.open(at: URL(filePath: "shelf.sqlite"))
        let document = #"[{"id": 1, "title": "Pan", "pages": 134}, {"id": 2, "title": "Hunger"}]"#
        let books = try [Book](json: document)
        let mysteries = try await shelf.write { db in
            for book in books { try book.save(db) }  // inserts or updates a row
            return try Book.Draft(title: "Mysteries", pages: 282).insert(db)  // SQLite assigns the id
        }
        print(mysteries.id)
        let short = try await shelf.read { db in
            try Book.where { $0.pages < 200 }.order { [$0.title] }.all(db)
        }
        print(short.map(\.title))
        await shelf.close()
    }
}
