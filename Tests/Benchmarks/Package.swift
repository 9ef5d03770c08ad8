// swift-tools-version: 6.1
import PackageDescription

// The benchmarks of `make bench`. GRDB is only used here, for comparison.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "modelgen", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    ],
    targets: [
        .target(name: "BenchmarkReport"),
        .executableTarget(
            name: "JSONBenchmarks",
            dependencies: ["BenchmarkReport", .product(name: "ModelRuntime", package: "modelgen")]
        ),
        .executableTarget(
            name: "SQLiteBenchmarks",
            dependencies: [
                "BenchmarkReport", .product(name: "ModelRuntime", package: "modelgen"),
                .product(name: "ModelRelations", package: "modelgen"),
                .product(name: "ModelSQLite", package: "modelgen"), .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "RESTBenchmarks",
            dependencies: ["BenchmarkReport", .product(name: "HTTPTypes", package: "swift-http-types")]
                + [
                    "ModelPagination", "ModelRelations", "ModelTransfers", "ModelRuntime", "ModelSQLite", "ModelREST",
                    "ModelRepository",
                    "ModelRepositorySQLite",
                ].map {
                    .product(name: $0, package: "modelgen")
                }
        ),
        // Generated code is built against these runtimes.
        .executableTarget(
            name: "GenerationBenchmarks",
            dependencies: ["BenchmarkReport"]
                + [
                    "ModelPagination", "ModelRelations", "ModelRuntime", "ModelSQLite", "ModelREST", "ModelRepository",
                    "ModelRepositorySQLite",
                ].map {
                    .product(name: $0, package: "modelgen")
                }
        ),
    ],
    swiftLanguageModes: [.v6]
)
