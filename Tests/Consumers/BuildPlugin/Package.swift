// swift-tools-version: 6.1
import PackageDescription

// A package as its user has it: YAML, a main.swift, and the plugin.
let package = Package(
    name: "BuildPlugin",
    platforms: [.macOS(.v13)],
    // The trait is on in all nested packages, so that they share what is built.
    dependencies: [
        .package(name: "modelgen", path: Context.environment["MODELGEN_PACKAGE"] ?? "../../..", traits: ["XML"])
    ],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "ModelRuntime", package: "modelgen"), .product(name: "ModelSQLite", package: "modelgen"),
            ],
            plugins: [.plugin(name: "ModelgenBuild", package: "modelgen")])
    ],
    swiftLanguageModes: [.v6]
)
