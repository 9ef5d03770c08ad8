import Foundation
import HTTPTypes
import ModelHooks
import ModelMigrationRows
import ModelREST
import ModelRuntime
import ModelSQLite

// The code that the examples of the reference require: the types that their models name, the hooks and the steps.

struct Reversed: Transformer {
    func decode(_ source: String) throws -> String { String(source.reversed()) }
    func encode(_ value: String) throws -> String { String(value.reversed()) }
}

struct Money: Hashable, JSONRepresentable, SQLiteRepresentable {
    var cents: Int64

    init(cents: Int64) { self.cents = cents }
    init(jsonForm text: String) throws {
        guard let cents = Int64(text) else { throw JSONError(.invalidValue, expected: "an amount in cents") }
        self.cents = cents
    }
    var jsonForm: String { String(cents) }
    init(stored cents: Int64) { self.cents = cents }
    var stored: Int64 { cents }
}

nonisolated extension Message {
    static func willDecode(_ json: JSON) throws -> JSON? {
        if json["deleted"] == true { return nil }
        return json
    }
    mutating func didDecode() throws -> JSONVerdict { title.isEmpty ? .drop : .keep }
}

struct Steps: MapMigrations {
    func fillPopulations(_ db: Database) throws {
        try Version5.CitiesRow.updateEach(db) { city in
            if city.population == 0 { city.population = estimate(city.country) }
        }
    }
}

func estimate(_ country: String) -> Int64 { country == "unknown" ? 1 : 2 }

/// A server with a few responses, within the program.
struct Answers: Transport {
    var texts: [String: String]

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        guard let text = texts["\(request.method.rawValue) \(request.path ?? "")"] else {
            return TransportResponse(HTTPResponse(status: .notFound), body: .data(Data()))
        }
        return TransportResponse(HTTPResponse(status: .ok), body: .data(Data(text.utf8)))
    }
}

/// A separate folder for each test.
func withFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
}
