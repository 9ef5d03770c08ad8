import Foundation
import ModelgenDiagnostics
import ModelgenExporting
import ModelgenImporting
import ModelgenOpenAPI
import ModelgenParsing
import ModelgenSchema
import Testing

/// A round trip from models to a document and back.
struct RoundTrip {
    static let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")

    /// The documents of all services of models.
    static func exported(_ sources: [SourceFile]) -> [(service: String, document: String)] {
        guard let schema = parse(sources, imports: []).0?.schema else { return [] }
        return schema.apis.compactMap { api in
            schema.openAPI(api.name, version: "1").map { (api.name.text, $0.value.jsonText) }
        }
    }

    static func exported(_ imported: ImportedDocument) throws -> String {
        let sources = imported.texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
        return try #require(exported(sources).first).document
    }

    /// The declarations of imported files by file and name, without comments, which report what the first document has
    /// beyond the models.
    static func declarations(_ imported: ImportedDocument) throws -> [String: String] {
        var all: [String: String] = [:]
        for text in imported.texts {
            var diagnostics: [Diagnostic] = []
            let file = SourceFile(path: text.name, text: text.text)
            let cut = try #require(DeclaredText(file, &diagnostics))
            for (name, text) in cut.declarations { all["\(file.path) \(name)"] = text.withoutComments }
        }
        return all
    }
}

extension String {
    fileprivate var withoutComments: String {
        split(separator: "\n").compactMap { line in
            if line.first(where: { $0 != " " }) == "#" { return nil }
            return line.range(of: "  # ").map { String(line[..<$0.lowerBound]) } ?? String(line)
        }.joined(separator: "\n")
    }
}

@Suite("From documents to models and back")
struct RoundTripTests {
    /// Where two imports differ, for a test that fails.
    private func expectEqual(
        _ first: ImportedDocument, _ second: ImportedDocument, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let (left, right) = (try RoundTrip.declarations(first), try RoundTrip.declarations(second))
        for name in Set(left.keys).union(right.keys).sorted() where left[name] != right[name] {
            Issue.record(
                "\(name)\n\(left[name] ?? "is not there")\nbecomes\n\(right[name] ?? "nothing")",
                sourceLocation: location)
        }
    }

    @Test("a document with every construct: its models survive an export and another import")
    func everyConstruct() throws {
        let folder = RoundTrip.golden.appending(path: "Import_OpenAPI/document")
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
        }
        let first = ImportedDocument(
            try text("library.yaml"), beside: ["shared/errors.yaml": try text("shared/errors.yaml")],
            path: "library.yaml")
        #expect(first.texts.count > 3)
        let second = ImportedDocument(try RoundTrip.exported(first), path: "api.json")
        #expect(second.proof?.operations.different.map(\.name) == [])
        #expect(second.proof?.schemas.different.map(\.name) == [])
        try expectEqual(first, second)
    }

    @Test(
        "documents of handwritten models mean the same after import and export, and their models survive",
        arguments: [
            "REST_Client", "REST_Credentials", "REST_Document", "REST_Paths", "REST_Repository", "REST_Responses",
            "REST_Servers",
        ])
    func golden(_ name: String) throws {
        let folder = RoundTrip.golden.appending(path: name)
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".model.yaml") }
            .map { SourceFile(path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0)))) }
        let documents = RoundTrip.exported(sources)
        #expect(!documents.isEmpty)
        for (service, document) in documents {
            let first = ImportedDocument(document, path: "api.json")
            #expect(first.problems.map(\.message) == [], "\(service)")
            for different in [first.proof?.operations, first.proof?.schemas].compactMap({ $0?.different }).joined() {
                // PATCH sends no defaults: they would change fields unintentionally.
                if different.reason == .defaultValue, first.yaml.contains("The service's default") { continue }
                // A number or a text of a date is imported as either.
                if different.name == "Day" { continue }
                // Nothing says that these are the total number of objects.
                if different.reason == .missing, ["2XX.count", "2XX.meta"].contains(different.place) { continue }
                Issue.record("\(service): \(different.name) \(different.place): \(different.reason.rawValue)")
            }
            let second = ImportedDocument(try RoundTrip.exported(first), path: "api.json")
            try expectEqual(first, second)
        }
    }
    @Test("calls next to an object before its list, and acronyms in names, are unchanged")
    func orderAndAcronyms() throws {
        let first = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Cloud API, version: "1" }
            paths:
              /vpcs:
                get: { tags: [VPCs], operationId: listVPCs, responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/ListVPCs' } } } } } }
                post: { tags: [VPCs], responses: { "201": { content: { application/json: { schema: { $ref: '#/components/schemas/VPC' } } } } }, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/VPC' } } } } }
              /vpcs/{id}:
                parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                get: { tags: [VPCs], responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/VPC' } } } } } }
                post: { tags: [VPCs], operationId: modify, responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/VPC' } } } } }, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/PresignedURLsInput' } } } } }
              /ips: { get: { tags: [Reserved IPv6], responses: { "200": { content: { application/json: { schema: { type: array, items: { type: string } } } } } } } }
            components:
              schemas:
                VPC: { type: object, required: [id], properties: { id: { type: string }, picURLs: { type: object, properties: { publicIPs: { type: string } } } } }
                ListVPCs: { type: object, properties: { VPCs: { type: array, items: { $ref: '#/components/schemas/VPC' } } } }
                PresignedURLsInput: { type: object, properties: { x: { type: string } } }

            """)
        #expect(first.texts.map(\.name) == ["cloud-api", "vpcs", "reserved-ipv6"])
        for name in ["VpcPicURLs:", "PresignedURLsInput:", "ListVPCs:", "publicIPs:", " vpcs:"] {
            #expect(first.yaml.contains(name), "\(name)")
        }
        let second = ImportedDocument(try RoundTrip.exported(first), path: "api.json")
        #expect(second.texts.map(\.name) == first.texts.map(\.name))
        try expectEqual(first, second)
    }

    @Test(
        "two calls of a path are one operation with both bodies, unless something else distinguishes them",
        arguments: [
            ("", "", false), ("auth: none", "", true), ("auth: none", "auth: none", false),
            ("deprecated: Old.", "", true), ("bodyRoot: city", "", true),
        ])
    func severalBodies(_ create: String, _ upload: String, collide: Bool) throws {
        let text = """
            api: { name: MapAPI, auth: [{ name: user, bearer: true }] }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  path: cities
                  operations: [create]
                  create: { \(create) }
                  actions: { send: { path: cities, upload: { file: Data }, returns: City\(upload.isEmpty ? "" : ", " + upload) } }

            """
        let schema = try #require(parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).0).schema
        let document = try #require(schema.openAPI("MapAPI", version: "1"))
        #expect(document.collisions == (collide ? ["POST /cities"] : []))
    }
}
