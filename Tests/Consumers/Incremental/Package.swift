// swift-tools-version: 6.1
import PackageDescription

// Ten models with everything, in ten files: what a field that is added to one of them compiles anew.
let package = Package(
    name: "Incremental",
    platforms: [.macOS(.v13)],
    // The trait is on in all nested packages, so that they share what is built.
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
