// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Every golden case that has expected code is a test target: the expected files as they are checked in, and beside them
// what uses them. A case is added by adding its folder.
let root = URL(filePath: Context.packageDirectory)
let cases = try FileManager.default.contentsOfDirectory(atPath: root.path)
    .filter { FileManager.default.fileExists(atPath: root.appending(path: "\($0)/expected").path) }
    .sorted()

let package = Package(
    name: "Golden",
    platforms: [.macOS(.v13)],
    dependencies: [
        // With the trait, which the tests of the package itself do without.
        .package(name: "modelgen", path: "../..", traits: ["XML"]),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    ],
    targets: cases.map { name in
        .testTarget(
            name: name,
            dependencies: ["ModelRuntime", "ModelSQLite", "ModelREST"].map { .product(name: $0, package: "modelgen") }
                + [.product(name: "HTTPTypes", package: "swift-http-types")],
            path: name,
            exclude: (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: name).path))?
                .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".txt") } ?? [])
    },
    swiftLanguageModes: [.v6]
)
