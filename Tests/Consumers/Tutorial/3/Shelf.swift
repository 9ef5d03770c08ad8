import Foundation
import ModelSQLite

@main
struct Shelf {
    static func main() async throws {
        let shelf = try await ShelfDatabase.open(at: URL(filePath: "shelf.sqlite")) { progress in
            print("step \(progress.done) of \(progress.total)")
        }
        let books = try await shelf.read { db in try Book.all.order { [$0.id] }.all(db) }
        for book in books { print(book.title, book.pageCount ?? 0, book.rating) }
        await shelf.close()
    }
}
