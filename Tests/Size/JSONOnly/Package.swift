// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Measured by `make size`: a program that maps JSON.
let modelgen = ProcessInfo.processInfo.environment["MODELGEN_PACKAGE"] ?? "../../.."
let package = Package(
    name: "JSONOnly",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "modelgen", path: modelgen)],
    targets: [.executableTarget(name: "JSONOnly", dependencies: [.product(name: "ModelRuntime", package: "modelgen")])],
    swiftLanguageModes: [.v6]
)
