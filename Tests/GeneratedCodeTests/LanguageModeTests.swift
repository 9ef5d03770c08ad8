import Foundation
import Testing

/// Programs in Swift 5 mode, and frameworks, can use generated code and the runtimes as well.
@Suite("Modes of the compiler")
struct LanguageModeTests {
    @Test(
        "generated code compiles without a warning with complete concurrency checking",
        arguments: ["Sources/BlogExample/Generated", "Tests/Golden/REST_Paths/expected"])
    func swiftFive(folder: String) throws {
        let compiler = try Compiler()
        defer { compiler.remove() }
        let folder = Compiler.package.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        try #require(!names.isEmpty)
        let files = try names.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
        let outcome = try compiler.check(
            Dictionary(uniqueKeysWithValues: files), ["-swift-version", "5", "-strict-concurrency=complete"])
        #expect(outcome.succeeded, "\(outcome.messages)")
    }

    /// A framework with a stable binary interface can contain them.
    @Test("the runtimes compile for library evolution", arguments: ["ModelRuntime", "ModelSQLite"])
    func libraryEvolution(module: String) throws {
        let compiler = try Compiler()
        defer { compiler.remove() }
        let folder = Compiler.package.appending(path: "Sources/\(module)")
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let sources = files.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
        try #require(!sources.isEmpty)
        let outcome = try compiler.run(
            ["-typecheck", "-wmo", "-module-name", module, "-enable-library-evolution"] + Compiler.options
                // SwiftPM names a package after its folder.
                + ["-package-name", Compiler.package.lastPathComponent.lowercased()]
                // It warns about each module that is not compiled for it, such as Foundation on Linux.
                + ["-no-warnings-as-errors"] + sources,
            in: compiler.folder)
        #expect(outcome.succeeded, "\(outcome.messages)")
    }
}
