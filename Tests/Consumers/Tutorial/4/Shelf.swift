import Foundation
import ModelREST
import ModelRuntime
import ModelSQLite
import ModelTesting

@main
struct Shelf {
    static func main() async throws {
        let shelf = try await ShelfDatabase.open(at: URL(filePath: "shelf.sqlite"))
        let isOnline = CommandLine.arguments.contains("--online")
        let books = isOnline ? ShelfAPI().books : shop
        let news = try await books.list()
        try await shelf.write { db in
            for book in news { try book.save(db) }
        }
        print(try await shelf.read { db in try Book.count(db) }, "books")
        await shelf.close()
    }
}

/// A service for readers who have none.
let shop = Operations<Book>(list: { _ in [Book(id: 10, title: "Victoria", pageCount: 96)] })
