import Testing

/// A platform, by what the conditions of `#if` are on it.
struct Platform: Sendable, CustomTestStringConvertible {
    var name: String
    var facts: Set<String>
    /// The modules that stand in for those of the platform.
    var stubs: [String] = []
    /// What `import Foundation` has besides on it.
    var foundation: String?

    var testDescription: String { name }

    /// As this machine compiles it, and without what `XML` asks for.
    static let linux = Platform(
        name: "Linux",
        facts: ["os(Linux)", "canImport(Glibc)", "canImport(FoundationNetworking)", "canImport(FoundationXML)"])

    static let musl = Platform(
        name: "Linux with Musl",
        facts: ["os(Linux)", "canImport(Musl)", "canImport(FoundationNetworking)", "canImport(FoundationXML)", "XML"],
        stubs: ["Musl"])

    /// A Mac, a phone and Xcode at once: no condition of ours tells them apart.
    static let apple = Platform(
        name: "Apple",
        facts: [
            "os(macOS)", "os(iOS)", "canImport(Darwin)", "canImport(Combine)", "canImport(CoreGraphics)",
            "canImport(UIKit)", "canImport(XcodeProjectPlugin)", "XML",
        ],
        stubs: ["Darwin", "FoundationOfApple", "Combine", "CoreGraphics", "UIKit", "XcodeProjectPlugin"],
        foundation: "FoundationOfApple")

    static let all = [linux, musl, apple]

    /// Every fact that is decided for each platform.
    static let known = all.reduce(into: Set<String>()) { $0.formUnion($1.facts) }.union(["AsyncHTTPClient"])

    static var isBuiltOnLinux: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }
}
