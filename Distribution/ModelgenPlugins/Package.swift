// swift-tools-version: 6.1
import PackageDescription

// The plugins of modelgen with prebuilt tools: their users neither compile the generator nor need libyaml. Made by
// `make bundle`; generated code links against the libraries of modelgen's own package, of the same version.
//
// Targets and verbs have different names than modelgen's: the names of all packages in a build must differ, and users
// have modelgen, too.
let package = Package(
    name: "ModelgenPlugins",
    products: [
        .plugin(name: "ModelgenBuild", targets: ["PrebuiltModelgenBuild"]),
        .plugin(name: "ModelgenCommand", targets: ["PrebuiltModelgenCommand", "PrebuiltModelgenCheck"]),
    ],
    targets: [
        .binaryTarget(name: "PrebuiltModelgen", path: "modelgen.artifactbundle"),
        .plugin(
            name: "PrebuiltModelgenBuild", capability: .buildTool(), dependencies: ["PrebuiltModelgen"],
            path: "Plugins/ModelgenBuild"),
        .plugin(
            name: "PrebuiltModelgenCommand",
            capability: .command(
                intent: .custom(verb: "prebuilt-modelgen", description: "Generates the checked-in code of models."),
                permissions: [.writeToPackageDirectory(reason: "Writes the Swift code of models, and modelgen.lock.")]),
            dependencies: ["PrebuiltModelgen"], path: "Plugins/ModelgenCommand"),
        .plugin(
            name: "PrebuiltModelgenCheck",
            capability: .command(
                intent: .custom(
                    verb: "prebuilt-modelgen-check",
                    description: "Checks whether the checked-in code of models is up to date.")),
            dependencies: ["PrebuiltModelgen"], path: "Plugins/ModelgenCheck"),
    ]
)
