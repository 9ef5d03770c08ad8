// swift-tools-version: 6.1
import PackageDescription

// Schemas in two targets. The module Geography is in a folder with another name.
let package = Package(
    name: "Modules",
    platforms: [.macOS(.v13)],
    // All nested packages enable the trait, so that they share build products.
    dependencies: [
        .package(name: "modelgen", path: Context.environment["MODELGEN_PACKAGE"] ?? "../../..", traits: ["XML"])
    ],
    targets: [
        .target(
            name: "Geography",
            dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
            path: "Sources/Shared",
            plugins: [.plugin(name: "ModelgenBuild", package: "modelgen")]),
        .executableTarget(
            name: "Travel",
            dependencies: [
                "Geography",
                .product(name: "ModelRuntime", package: "modelgen"), .product(name: "ModelSQLite", package: "modelgen"),
            ],
            plugins: [.plugin(name: "ModelgenBuild", package: "modelgen")]),
    ],
    swiftLanguageModes: [.v6]
)
