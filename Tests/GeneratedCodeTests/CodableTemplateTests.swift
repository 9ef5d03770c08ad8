import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

/// Templates that generate plain Codable structs and import no runtime, to show that plans only provide facts.
@Suite("Templates of plain Codable structs")
struct CodableTemplateTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CodableTemplates")

    /// - Parameter own: templates that replace those of the folder.
    private static func library(_ own: [String: String] = [:]) throws -> TemplateLibrary {
        var overrides: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".mustache") {
            overrides[String(name.dropLast(".mustache".count))] = try text(folder.appending(path: name))
        }
        return try TemplateLibrary(overrides: overrides.merging(own) { $1 })
    }

    private static func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

    /// The structs of a golden case, in an enum with its name: several cases have models with the same name.
    private static func structs(_ name: String, _ library: TemplateLibrary) throws -> String {
        let golden = Compiler.package.appending(path: "Tests/Golden/\(name)")
        let inputs = try FileManager.default.contentsOfDirectory(atPath: golden.path).sorted()
            .filter { $0.hasSuffix(".model.yaml") }
            .map { SourceFile(path: $0, bytes: Array(try Data(contentsOf: golden.appending(path: $0)))) }
        let pipeline = Pipeline(options: GenerationOptions(emits: [.json]), templates: library)
        let files = pipeline.generate(inputs).files.map(\.text)
        #expect(!files.isEmpty)
        return "import Foundation\n\nenum \(name) {\n" + files.joined(separator: "\n") + "}\n"
    }

    /// A document of a type, and the expected result if it differs.
    private static let documents: [(type: String, json: String, written: String?)] = [
        (
            "JSON_Places.Place",
            #"{"url_string":"u","user":{"avatar_image":{"url":"https:\/\/a.example"},"nick":"n"}}"#,
            #"{"nick_name":"n","url_string":"u","user":{"avatar_image":{"url":"https:\/\/a.example"}}}"#
        ),
        ("JSON_Places.Camel", #"{"status":404,"userName":"u"}"#, nil),
        ("JSON_Values.Inner", "{}", #"{"text":"t"}"#),
        (
            "JSON_Values.Strict", #"{"color":"red","gender":1,"at":1.5}"#,
            #"{"ages":[],"at":1.5,"ats":[],"color":"red","free":null,"gender":1,"named":{},"other":null}"#
        ),
        ("JSON_Values.Receipt", #"{"auth":{"note":"n"},"serial_number":3}"#, #"{"auth":{"note":"n"}}"#),
        (
            "JSON_OneOf.Drawing",
            #"{"figure":{"inner":{"kind":"circle","radius":1},"kind":"frame"},"id":1,"others":[]}"#, nil
        ),
        (
            "JSON_Alternatives.Payment",
            #"{"contents":[true,2,[5],[[true]]],"customer":"c","due":"now","id":1}"#, ""
        ),
        (
            "JSON_Transformers.Form",
            #"{"amount":"9.9","base64":"AQI=","blobs":["0aff"],"codes":{"7":"0aff"},"dates":[1000],"flag":1,"#
                + #""hex":"0aff","id":1,"iso":"2011-01-21T09:35:06Z","kinds":5,"number":"12","pair":"1\/2","#
                + #""places":7,"price":"1.5","rfc":"2011-01-21T09:35:06Z","seconds":5,"shouted":"A","shouts":["B"],"#
                + #""shoutsOf":{"t":"A"},"tags":"a,b","times":{"a":5},"trimmed":"t"}"#,
            nil
        ),
        ("JSON_Copying.Address", #"{"street":"s","town":"t"}"#, nil),
        (
            "JSON_Drafts.Node", #"{"children":[{"id":2,"name":"b"}],"id":1,"name":"a"}"#,
            #"{"children":[{"children":[],"id":2,"name":"b"}],"id":1,"name":"a"}"#
        ),
        ("JSON_Empty.Ping", #"{"id":1,"nothing":{},"several":[{}]}"#, nil),
        (
            "JSON_Hooks.Album", #"{"id":1,"tracks":{"all":[],"first":{"title":"a"}}}"#,
            #"{"byName":{},"id":1,"tracks":{"all":[],"first":{"parts":[],"seconds":0,"title":"a"}}}"#
        ),
        (
            "JSON_Combinations.Reading",
            #"{"counts":{"calm":1},"good":true,"maps":{"by_level":{"1":["wild"]}},"meta":{"ids":[0,7]},"tags":[["x"]]}"#,
            ""
        ),
        (
            "JSON_Recursive.Knot",
            #"{"_next":1,"default":{"_next":3,"next":{"_next":2}},"next":{"_default":1,"_next":4}}"#, nil
        ),
        ("JSON_Combinations.Item", #"{"of":[{"text":"t","type":"text"}],"type":"7"}"#, nil),
    ]

    @Test("all JSON cases compile without a runtime, and their documents survive a round trip")
    func roundTrips() throws {
        let library = try Self.library()
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Compiler.package.appending(path: "Tests/Golden").path
        ).filter { $0.hasPrefix("JSON_") }.sorted()
        var files: [String: String] = [:]
        for name in ["Plain.swift", "Types.swift", "RoundTrip.swift"] {
            files[name] = try Self.text(Self.folder.appending(path: name))
        }
        for name in names { files["\(name).swift"] = try Self.structs(name, library) }
        let checks = Self.documents.map { document in
            let written = document.written.map { $0.isEmpty ? "nil" : "##\"\($0)\"##" } ?? "##\"\(document.json)\"##"
            return "        roundTrip(\(document.type).self, ##\"\(document.json)\"##, \(written))"
        }
        files["Program.swift"] = """
            @main
            struct Program {
                static func main() {
            \(checks.joined(separator: "\n"))
                }
            }

            """
        let compiler = try Compiler()
        defer { compiler.remove() }
        try compiler.withFiles(files) { place, names in
            let built = try compiler.run(
                ["-swift-version", "6", "-parse-as-library", "-module-name", "App", "-o", "app"] + names, in: place)
            #expect(built.succeeded, "\(built.messages)")
            guard built.succeeded else { return }
            let outcome = try compiler.run(place.appending(path: "app").path, [], in: place)
            #expect(outcome.succeeded && outcome.messages.isEmpty, "\(outcome.messages)")
        }
    }

    @Test("the guide's template generates what the guide shows")
    func guide() throws {
        let folder = Self.folder.appending(path: "Guide")
        let guide = try Self.text(
            Compiler.package.appending(path: "Sources/ModelRuntime/ModelRuntime.docc/Templates.md"))
        let template = try Self.text(folder.appending(path: "structure.mustache"))
        #expect(guide.contains("```mustache\n\(template)```"))
        let yaml = try Self.text(folder.appending(path: "note.model.yaml"))
        let pipeline = Pipeline(
            options: GenerationOptions(emits: [.json]), templates: try Self.library(["structure": template]))
        let file = try #require(pipeline.generate([SourceFile(path: "note.model.yaml", text: yaml)]).files.first)
        let code = file.text.trimmingCharacters(in: .newlines) + "\n"
        #expect(code == (try Self.text(folder.appending(path: "note.swift"))))
        let compiler = try Compiler()
        defer { compiler.remove() }
        let outcome = try compiler.check(["note.swift": code])
        #expect(outcome.succeeded, "\(outcome.messages)")
    }
}
