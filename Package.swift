// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "modelgen",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    targets: [
        .target(name: "ModelgenSchema")
    ],
    swiftLanguageModes: [.v6]
)
