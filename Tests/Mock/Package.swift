// swift-tools-version: 6.1
import PackageDescription

// Copied beside the generated client by `run`.
let package = Package(
    name: "Mock",
    platforms: [.macOS(.v13)],
    // The trait is on in all nested packages, so that they share what is built.
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
