// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "modelgen", path: "../..")],
    targets: [
        .executableTarget(
            name: "JSONBenchmarks",
            dependencies: [.product(name: "ModelRuntime", package: "modelgen")]
        )
    ],
    swiftLanguageModes: [.v6]
)
