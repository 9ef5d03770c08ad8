import Foundation
import ModelMiddleware
import ModelREST
import ModelSQLite
import Testing

/// The text to show to the user; nil if there is nothing to show.
func message(for error: any Error) -> String? {
    switch error {
    case is CancellationError: nil
    case let error as APIError: message(for: error)
    case let error as SQLiteError: message(for: error)
    default: "Something went wrong."
    }
}

func message(for error: APIError) -> String? {
    switch error.reason {
    case .cancelled: nil
    case .transport, .timeout: "The service cannot be reached. Try again later."
    case .status(let failure) where failure.status == 401: "Please sign in again."
    case .status(let failure), .business(let failure): failure.message ?? "The service refused (\(failure.status))."
    case .local(is MissingToken): "Please sign in."
    case .local(let needed as APIError): message(for: needed)  // renewing a token, for example
    default: "The service answered something that this version cannot read."
    }
}

func message(for error: SQLiteError) -> String? {
    switch error.kind {
    case .interrupted: nil
    case .constraint(let violation) where error.isUniqueViolation:
        "There is one with this \(violation.fields.joined(separator: " and ")) already."
    case .busy: "Another program is using the file. Try again."
    case .full: "The disk is full."
    case .migration: "The file was written by another version of this program."
    default: "The file cannot be used: \(error.message)."
    }
}

@Suite("The guide to errors")
struct ErrorGuideTests {
    @Test("databases") func databases() throws {
        let db = try LibraryDatabase.inMemory()
        let twice = #expect(throws: SQLiteError.self) {
            try db.write { db in
                _ = try Author.Draft(name: "Ann").insert(db)
                _ = try Author.Draft(name: "Ann").insert(db)
            }
        }
        #expect(message(for: try #require(twice) as any Error) == "There is one with this name already.")
        #expect("\(try #require(twice))".contains("Author.name"))

        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("no database, but long enough to be taken for one".utf8).write(to: file)
        let other = #expect(throws: SQLiteError.self) { _ = try LibraryDatabase.openAndWait(at: file) }
        #expect(other?.kind == .notADatabase)
        #expect(message(for: try #require(other) as any Error)?.hasPrefix("The file cannot be used: ") == true)
        #expect(message(for: SQLiteError(.interrupted, message: "") as any Error) == nil)
    }

    @Test("services") func services() {
        func said(_ reason: APIError.Reason) -> String? {
            let request = RequestSummary(operation: "books.get", method: "GET", url: "https://example.com")
            return message(for: APIError(reason, request) as any Error)
        }
        #expect(said(.cancelled) == nil)
        #expect(said(.timeout(.seconds(5))) == "The service cannot be reached. Try again later.")
        #expect(said(.redirect("…")) == "The service answered something that this version cannot read.")
        let login = RequestSummary(operation: "login", method: "POST", url: "https://example.com")
        #expect(said(.local(APIError(.cancelled, login))) == nil)
        #expect(said(.local(MissingToken())) == "Please sign in.")
        #expect(message(for: CancellationError()) == nil)
        #expect(message(for: CocoaError(.fileNoSuchFile)) == "Something went wrong.")
    }
}
