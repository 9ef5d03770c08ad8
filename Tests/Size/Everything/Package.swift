// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Measured by `make size`: a program that uses everything.
let modelgen = ProcessInfo.processInfo.environment["MODELGEN_PACKAGE"] ?? "../../.."
let package = Package(
    name: "Everything",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "modelgen", path: modelgen)],
    targets: [
        .executableTarget(
            name: "Everything",
            dependencies: ["ModelRuntime", "ModelSQLite", "ModelREST"].map { .product(name: $0, package: "modelgen") })
    ],
    swiftLanguageModes: [.v6]
)
