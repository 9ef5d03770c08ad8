// swift-tools-version: 6.1
import PackageDescription

// Ten models with all features, in ten files: what an added field in one of them recompiles.
let package = Package(
    name: "Incremental",
    platforms: [.macOS(.v13)],
    // All nested packages enable the trait, so that they share build products.
    dependencies: [
        .package(name: "modelgen", path: Context.environment["MODELGEN_PACKAGE"] ?? "../../..", traits: ["XML"])
    ],
    targets: [
        .target(
            name: "Shop",
            dependencies: ["ModelRuntime", "ModelSQLite", "ModelREST"].map { .product(name: $0, package: "modelgen") },
            plugins: [.plugin(name: "ModelgenBuild", package: "modelgen")])
    ],
    swiftLanguageModes: [.v6]
)
