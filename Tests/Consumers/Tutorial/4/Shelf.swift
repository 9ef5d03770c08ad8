import Foundation
import ModelREST
import ModelRuntime
import ModelSQLite

@main
struct Shelf {
    static func main() async throws {
        let shelf = try await ShelfDatabase.open(at: URL(filePath: "shelf.sqlite"))
        let isOnline = CommandLine.arguments.contains("--online")
        let client: any BooksClient = isOnline ? ShelfAPI().books : Shop()
        let news = try await client.list()
        try await shelf.write { db in
            for book in news { try book.save(db) }
        }
        print(try await shelf.read { db in try Book.count(db) }, "books")
        await shelf.close()
    }
}

/// A service for those who have none.
struct Shop: BooksClient {
    func list(_ query: WholeList) async throws -> [Book] {
        [Book(id: 10, title: "Victoria", pageCount: 96)]
    }

    func get(_ id: Book.ID) async throws -> Book {
        Book(id: id, title: "Victoria", pageCount: 96)
    }
}
