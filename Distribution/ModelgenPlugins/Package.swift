// swift-tools-version: 6.1
import PackageDescription

// The plugins of modelgen with prebuilt tools: nobody who uses them compiles the generator or needs libyaml.
// Made by `make bundle`; what they generate links against the libraries of modelgen's own package, of the same version.
let package = Package(
    name: "ModelgenPlugins",
    products: [
        .plugin(name: "ModelgenBuild", targets: ["ModelgenBuild"]),
        .plugin(name: "ModelgenCommand", targets: ["ModelgenCommand", "ModelgenCheck"]),
    ],
    targets: [
        .binaryTarget(name: "modelgen", path: "modelgen.artifactbundle"),
        .plugin(name: "ModelgenBuild", capability: .buildTool(), dependencies: ["modelgen"]),
        .plugin(
            name: "ModelgenCommand",
            capability: .command(
                intent: .custom(verb: "modelgen", description: "Generates the models that are checked in."),
                permissions: [.writeToPackageDirectory(reason: "Writes the Swift code of models, and modelgen.lock.")]),
            dependencies: ["modelgen"]),
        .plugin(
            name: "ModelgenCheck",
            capability: .command(
                intent: .custom(
                    verb: "modelgen-check", description: "Tells whether the models that are checked in are up to date.")
            ),
            dependencies: ["modelgen"]),
    ]
)
