// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Shelf",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../modelgen")],
    targets: [
        .executableTarget(
            name: "Shelf",
            dependencies: [
                .product(name: "ModelRuntime", package: "modelgen"),
                .product(name: "ModelSQLite", package: "modelgen"),
                .product(name: "ModelREST", package: "modelgen"),
                .product(name: "ModelTesting", package: "modelgen"),  // for a service made of closures
            ],
            plugins: [.plugin(name: "ModelgenBuild", package: "modelgen")])
    ],
    swiftLanguageModes: [.v6]
)
