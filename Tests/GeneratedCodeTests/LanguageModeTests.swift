import Foundation
import Testing

/// Programs in Swift 5 mode can use generated code as well.
@Suite("Swift 5 mode")
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
}
