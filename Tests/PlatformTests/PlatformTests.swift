import Foundation
import Testing

/// Compiles the `#if` branches that this machine does not compile against stubs, so that no branch breaks unnoticed.
///
/// It shows that a branch is valid Swift and matches the rest of its module and the stubs' declarations. It cannot show
/// that Apple's modules declare the same, that this is available on the platforms' oldest versions, or that it works.
@Suite("Branches for other platforms", .enabled(if: Platform.isBuiltOnLinux))
struct PlatformTests {
    @Test("every branch compiles on some platform, and every condition is known")
    func covered() throws {
        var active: Set<BranchedFile.Branch> = []
        var all: Set<BranchedFile.Branch> = []
        for file in try Sources.all() {
            #expect(
                try file.facts().subtracting(Platform.known) == [], "\(file.path) asks for what Platform.swift lacks")
            all.formUnion(file.branches)
            for platform in Platform.all {
                let facts = platform.facts.union(["compiler(>=6.2)"])
                active.formUnion(try file.decided(facts, importing: nil).active)
            }
        }
        #expect(all.count > 40)
        // A transport that needs SwiftNIO; `make transports` builds it.
        let elsewhere = all.filter { $0.file.hasPrefix("Sources/ModelAsyncHTTPClient/") }
        #expect(all.subtracting(active).subtracting(elsewhere).sorted() == [])
    }

    @Test(
        "files with branches, and files that import them, compile on every platform",
        arguments: Platform.all.filter { !$0.stubs.isEmpty })
    func compiles(_ platform: Platform) throws {
        let compiler = try StubCompiler(platform)
        defer { compiler.remove() }
        for stub in platform.stubs { try compiler.compile(stub: stub) }
        for target in try Sources.targets(changedOn: platform) { try compiler.compile(target) }
    }

    @Test("a branch that does not compile fails this test")
    func catches() throws {
        let compiler = try StubCompiler(.apple)
        defer { compiler.remove() }
        try compiler.compile(stub: "Darwin")
        let text = "#if canImport(Darwin)\nimport Darwin\nlet queue: String = kqueue()\n#endif\n"
        let file = try compiler.file(text)
        #expect(throws: StubCompiler.Failure.self) {
            try compiler.compile(Sources.Target(name: "Broken", files: [file]))
        }
    }
}
