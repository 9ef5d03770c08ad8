// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Generated code under the strictest settings that a user may have, with warnings as errors. `Tests/Consumers/strict`
// generates it, with each access level; the golden cases' expected code is in Sources/Cases.
let upcoming: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
let mainActor = upcoming + [.defaultIsolation(MainActor.self)]
// Approachable concurrency, in Xcode's terms.
let approachable =
    mainActor + [
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
    ]
let runtimes: [Target.Dependency] = [
    "ModelRuntime", "ModelSQLite", "ModelREST", "ModelRepository", "ModelRepositorySQLite", "ModelTransfers",
    "ModelAdoption", "ModelAutoMigration", "ModelFullText", "ModelMigrationRows", "ModelPagination", "ModelRelations",
    "ModelTesting",
].map {
    .product(name: $0, package: "modelgen")
}
let cases = (try? FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory + "/Sources/Cases")) ?? []

let package = Package(
    name: "Strict",
    platforms: [.macOS(.v13)],
    // All nested packages enable the trait, so that they share build products.
    dependencies: [
        .package(name: "modelgen", path: Context.environment["MODELGEN_PACKAGE"] ?? "../../..", traits: ["XML"])
    ],
    targets: [
        .target(name: "BlogPublic", dependencies: runtimes, swiftSettings: mainActor),
        .target(name: "BlogPackage", dependencies: runtimes, swiftSettings: upcoming),
        .executableTarget(
            name: "Strict",
            dependencies: ["BlogPublic", "BlogPackage"] + runtimes + cases.sorted().map { .target(name: $0) },
            path: "Sources/App", swiftSettings: approachable),
    ]
        + cases.sorted().map {
            .target(name: $0, dependencies: runtimes, path: "Sources/Cases/\($0)", swiftSettings: approachable)
        },
    swiftLanguageModes: [.v6]
)
