import Testing

/// A platform, described by the `#if` conditions that are true on it.
struct Platform: Sendable, CustomTestStringConvertible {
    var name: String
    var facts: Set<String>
    /// The modules that replace those of the platform.
    var stubs: [String] = []
    /// What `import Foundation` has in addition on it.
    var foundation: String?

    var testDescription: String { name }

    /// What the compiler that runs the tests supports. A branch for a newer one is compiled if there is one.
    static let compiler: Set<String> = {
        #if compiler(>=6.2)
            ["compiler(>=6.2)"]
        #else
            []
        #endif
    }()

    /// As this machine compiles it for tests, without what `XML` requires.
    static let linux = Platform(
        name: "Linux",
        facts: compiler.union([
            "os(Linux)", "canImport(Glibc)", "canImport(FoundationNetworking)", "canImport(FoundationXML)", "DEBUG",
        ]))

    static let musl = Platform(
        name: "Linux with Musl",
        facts: compiler.union([
            "os(Linux)", "canImport(Musl)", "canImport(FoundationNetworking)", "canImport(FoundationXML)", "XML",
        ]),
        stubs: ["Musl"])

    /// A Mac, a phone and Xcode at once, for a release: none of our conditions distinguishes them.
    static let apple = Platform(
        name: "Apple",
        facts: compiler.union([
            "os(macOS)", "os(iOS)", "canImport(Darwin)", "canImport(Combine)", "canImport(CoreGraphics)",
            "canImport(UIKit)", "canImport(XcodeProjectPlugin)", "XML",
        ]),
        stubs: ["Darwin", "FoundationOfApple", "Combine", "CoreGraphics", "UIKit", "XcodeProjectPlugin"],
        foundation: "FoundationOfApple")

    static let all = [linux, musl, apple]

    /// Every fact that is defined for each platform.
    static let known = all.reduce(into: Set<String>()) { $0.formUnion($1.facts) }.union([
        "AsyncHTTPClient", "compiler(>=6.2)",
    ])

    static var isBuiltOnLinux: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }
}
