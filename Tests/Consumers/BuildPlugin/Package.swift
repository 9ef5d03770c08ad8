// swift-tools-version: 6.1
import PackageDescription

// A user's package: YAML, a main.swift, and the plugin.
let package = Package(
    name: "BuildPlugin",
    platforms: [.macOS(.v13)],
    // All nested packages enable the trait, so that they share build products.
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
