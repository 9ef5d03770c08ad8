// swift-tools-version: 6.1
import PackageDescription

// The transports behind package traits, for a package that enables them. Separate, because building SwiftNIO takes
// minutes: `make transports`.
let package = Package(
    name: "Transports",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "modelgen", path: "../..", traits: ["AsyncHTTPClient"]),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
    ],
    targets: [
        .testTarget(
            name: "TransportTests",
            dependencies: [
                .product(name: "ModelAsyncHTTPClient", package: "modelgen"),
                .product(name: "ModelMiddleware", package: "modelgen"),
                .product(name: "ModelPagination", package: "modelgen"),
                .product(name: "ModelREST", package: "modelgen"),
                .product(name: "ModelRuntime", package: "modelgen"),
                .product(name: "ModelTransfers", package: "modelgen"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        // With third-party servers, which `make servers` starts.
        .testTarget(
            name: "ServerTests",
            dependencies: [
                .product(name: "ModelAsyncHTTPClient", package: "modelgen"),
                .product(name: "ModelMiddleware", package: "modelgen"),
                .product(name: "ModelPagination", package: "modelgen"),
                .product(name: "ModelREST", package: "modelgen"),
                .product(name: "ModelRuntime", package: "modelgen"),
                .product(name: "ModelTransfers", package: "modelgen"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
