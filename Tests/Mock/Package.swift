// swift-tools-version: 6.1
import PackageDescription

// Copied next to the generated client by `run`.
let package = Package(
    name: "Mock",
    platforms: [.macOS(.v13)],
    // All nested packages enable the trait, so that they share build products.
    dependencies: [
        .package(name: "modelgen", path: Context.environment["MODELGEN_PACKAGE"] ?? "../../..", traits: ["XML"])
    ],
    targets: [
        .executableTarget(
            name: "Mock",
            dependencies: [
                .product(name: "ModelRuntime", package: "modelgen"), .product(name: "ModelREST", package: "modelgen"),
                .product(name: "ModelPagination", package: "modelgen"),
                .product(name: "ModelTransfers", package: "modelgen"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
