// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "modelgen",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    targets: [
        .target(name: "ModelgenSchema"),
        .target(name: "ModelgenPlanning", dependencies: ["ModelgenSchema"]),
        .target(name: "ModelgenRendering", dependencies: ["ModelgenPlanning", "Templates"]),
        .target(
            name: "Templates", path: "Templates",
            resources: [
                "api", "client", "database", "description", "draft", "draft-record", "enumeration", "file", "json",
                "one-of", "patch", "patch-record", "record", "structure",
            ].map { .embedInCode("\($0).mustache") }),
        .testTarget(name: "ModelgenRenderingTests", dependencies: ["ModelgenRendering"]),
    ],
    swiftLanguageModes: [.v6]
)
