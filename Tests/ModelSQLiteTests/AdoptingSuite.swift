import Foundation
import ModelAdoption
import ModelSQLite
import Testing

/// The bytes of a file and of its companion files.
struct Bytes: Equatable {
    var files: [String: Data] = [:]

    init(_ url: URL) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let path = url.path + suffix
            if FileManager.default.fileExists(atPath: path) {
                files[suffix] = try Data(contentsOf: URL(fileURLWithPath: path))
            }
        }
    }
}

/// Tests with a file that another program created.
protocol AdoptingSuite {
    var folder: TemporaryFolder { get }
}

extension AdoptingSuite {
    var file: URL { folder.file("store.sqlite") }

    func make(_ script: String) throws { try run(script + "\n" + StoreDatabase.rows, in: file) }

    /// Expects a refusal that leaves the file unchanged, and returns the reason.
    func refusal(_ adoption: Adoption?, at url: URL? = nil) throws -> MigrationFailure? {
        let url = url ?? file
        let before = try Bytes(url)
        let error = #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: url, adopting: adoption) }
        #expect(try Bytes(url) == before)
        guard case .migration(let failure)? = error?.kind else { return nil }
        return failure
    }
}
