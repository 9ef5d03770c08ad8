// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Every golden case with expected code is a test target: the checked-in expected files, and next to them the code that
// uses them. A case is added by adding its folder. Its folder `modules/NAME` is a module of the user.
let root = URL(filePath: Context.packageDirectory)

func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
}

let cases = names(in: "").filter { !names(in: "\($0)/expected").isEmpty }

func targets(of name: String) -> [Target] {
    let modules = names(in: "\(name)/modules")
    var dependencies: [Target.Dependency] = modules.map { .byName(name: $0) }
    for runtime in [
        "ModelRuntime", "ModelSQLite", "ModelREST", "ModelRepository", "ModelRepositorySQLite", "ModelTesting",
        "ModelAdoption", "ModelAutoMigration", "ModelBackup", "ModelEditing", "ModelFiles", "ModelFullText",
        "ModelMiddleware", "ModelMigrationRows", "ModelObservation", "ModelPagination", "ModelRelations",
        "ModelStreams", "ModelTransfers", "ModelXML",
    ] {
        dependencies.append(.product(name: runtime, package: "modelgen"))
    }
    dependencies.append(.product(name: "HTTPTypes", package: "swift-http-types"))
    let unused = [".yaml", ".txt", ".json"]
    let others = names(in: name).filter { name in
        unused.contains { name.hasSuffix($0) } || ["modules", "openapi", "document"].contains(name)
    }
    let test = Target.testTarget(name: name, dependencies: dependencies, path: name, exclude: others)
    return modules.map { .target(name: $0, path: "\(name)/modules/\($0)") } + [test]
}

let package = Package(
    name: "Golden",
    platforms: [.macOS(.v13)],
    dependencies: [
        // With the trait, which the package's own tests do not use.
        .package(
            name: "modelgen", path: Context.environment["MODELGEN_PACKAGE"] ?? "../..", traits: ["XML"]),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    ],
    targets: cases.flatMap(targets),
    swiftLanguageModes: [.v6]
)
