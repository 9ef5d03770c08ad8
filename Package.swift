// swift-tools-version: 6.1
import PackageDescription

// A separate constant, since otherwise the compiler would infer the type of this list together with everything below.
let templates: [String] = [
    "api", "client", "conformance", "database", "description", "draft", "draft-record", "enumeration", "file", "json",
    "nested-rows", "one-of", "pagination", "parameter", "patch", "queries", "record", "repository", "structure",
]

// Apple's SDKs have SQLite. pkg-config would find Homebrew's, and put its folders into builds for iOS as well
// (https://github.com/vapor/sqlite-nio/issues/5).
#if canImport(Darwin)
    let sqlite: String? = nil
#else
    let sqlite: String? = "sqlite3"
#endif

// What generated code only imports if a field requires it. A target that uses one of the runtimes has it, too.
let ofFields = [
    "ModelTransformers", "ModelDateFormats", "ModelGeometry", "ModelLeniency", "ModelHooks", "ModelPatches",
]
// The same for an API or an operation.
let ofRequests = [
    "ModelCredentials", "ModelRetries", "ModelOutcomes", "ModelDeepParameters", "ModelDefaultParameters",
    "ModelXMLBodies",
]

// Products of one target each, which has the same name.
let ofOneTarget =
    ofFields + ofRequests + [
        "ModelAdoption", "ModelAsyncHTTPClient", "ModelAutoMigration", "ModelBackup", "ModelChanges", "ModelEditing",
        "ModelExpressions", "ModelFiles", "ModelFullText", "ModelGeometrySQLite", "ModelMiddleware",
        "ModelMigrationRows", "ModelMigrations", "ModelObservation", "ModelPagination", "ModelQueries",
        "ModelRelations", "ModelRepository", "ModelRepositorySQLite", "ModelStoredValues", "ModelStreams",
        "ModelTesting", "ModelTransfers", "ModelXML",
    ]

let package = Package(
    name: "modelgen",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .executable(name: "modelgen", targets: ["modelgen"]),
        // The tool of the build-tool plugin.
        .executable(name: "modelgen-generate", targets: ["modelgen-generate"]),
        .library(name: "ModelRuntime", targets: ["ModelRuntime"] + ofFields),
        .library(
            name: "ModelSQLite",
            targets: [
                "ModelSQLite", "ModelChanges", "ModelExpressions", "ModelGeometrySQLite", "ModelMigrations",
                "ModelQueries", "ModelStoredValues",
            ] + ofFields),
        .library(name: "ModelREST", targets: ["ModelREST"] + ofRequests + ofFields),
        .plugin(name: "ModelgenBuild", targets: ["ModelgenBuild"]),
        .plugin(name: "ModelgenCommand", targets: ["ModelgenCommand", "ModelgenCheck"]),
    ] + ofOneTarget.map { .library(name: $0, targets: [$0]) },
    traits: [
        // Off by default: without the trait, its dependencies are neither resolved nor built.
        .trait(name: "AsyncHTTPClient", description: "A transport of ModelREST over AsyncHTTPClient."),
        .trait(name: "XML", description: "The mapping of models over XML, and clients of APIs that speak it."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.20.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
    ],
    targets: [
        // The generator, in the order of its pipeline. Each stage only imports those below it.
        .executableTarget(
            name: "modelgen",
            dependencies: [
                "ModelgenFiles", "ModelgenCore", "ModelgenImporting", "ModelgenExporting", "ModelgenOpenAPI",
                "ModelgenParsing", "ModelgenDatabase", "ModelgenPlanning", "ModelgenVerification", "ModelgenRendering",
                "ModelgenSchema", "ModelgenDiagnostics", "ModelSchemas", "CModelSQLite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The tool of the build-tool plugin, which every user of the plugin compiles: it has what `generate` needs and
        // nothing else. Target, product and folder have the same name
        // (https://github.com/swiftlang/swift-package-manager/issues/6524).
        .executableTarget(name: "modelgen-generate", dependencies: ["ModelgenFiles"]),
        // What both tools share: files, folders and the terminal.
        .target(
            name: "ModelgenFiles",
            dependencies: [
                "ModelgenCore", "ModelgenParsing", "ModelgenPlanning", "ModelgenRendering", "ModelgenSchema",
                "ModelgenDiagnostics",
            ]),
        .target(
            name: "ModelgenCore",
            dependencies: [
                "ModelgenParsing", "ModelgenDatabase", "ModelgenPlanning", "ModelgenVerification", "ModelgenRendering",
                "ModelgenSchema", "ModelgenDiagnostics",
            ]),
        // The importers: from samples and databases to the text of models.
        .target(
            name: "ModelgenImporting",
            dependencies: [
                "ModelgenParsing", "ModelgenDatabase", "ModelgenPlanning", "ModelgenVerification", "ModelgenSchema",
                "ModelgenDiagnostics", "ModelSchemas",
            ]),
        // The exporters: OpenAPI documents, diagrams, schemas for editors.
        .target(
            name: "ModelgenExporting",
            dependencies: ["ModelgenImporting", "ModelgenParsing", "ModelgenPlanning", "ModelgenSchema"]),
        // From OpenAPI documents to the text of models, and the proof that they mean the same.
        .target(
            name: "ModelgenOpenAPI",
            dependencies: [
                "ModelgenCore", "ModelgenExporting", "ModelgenImporting", "ModelgenParsing", "ModelgenPlanning",
                "ModelgenSchema", "ModelgenDiagnostics",
            ]),
        .target(
            name: "ModelgenParsing",
            dependencies: ["CModelgenYAML", "ModelDatePatterns", "ModelgenSchema", "ModelgenDiagnostics"]),
        .target(
            name: "ModelgenDatabase", dependencies: ["ModelgenSchema", "ModelgenDiagnostics", "ModelStoredForms"]),
        .target(name: "ModelgenPlanning", dependencies: ["ModelgenDatabase", "ModelgenSchema", "ModelgenDiagnostics"]),
        .target(
            name: "ModelgenVerification",
            dependencies: [
                "CModelSQLite", "ModelDatePatterns", "ModelSchemas", "ModelStoredForms", "ModelgenSchema",
                "ModelgenDatabase", "ModelgenPlanning", "ModelgenDiagnostics",
            ]),
        .target(name: "ModelgenRendering", dependencies: ["ModelgenPlanning", "Templates"]),
        .target(
            name: "Templates", path: "Templates", resources: templates.map { .embedInCode("\($0).mustache") }),
        .target(name: "ModelgenSchema", dependencies: ["ModelSchemas", "ModelStoredForms"]),
        .target(name: "ModelgenDiagnostics"),
        .systemLibrary(
            name: "CModelgenYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .plugin(name: "ModelgenBuild", capability: .buildTool(), dependencies: ["modelgen-generate"]),
        .plugin(
            name: "ModelgenCommand",
            capability: .command(
                intent: .custom(verb: "modelgen", description: "Generates the checked-in code of models."),
                permissions: [.writeToPackageDirectory(reason: "Writes the Swift code of models, and modelgen.lock.")]),
            dependencies: ["modelgen"]),
        .plugin(
            name: "ModelgenCheck",
            capability: .command(
                intent: .custom(
                    verb: "modelgen-check", description: "Checks whether the checked-in code of models is up to date.")
            ),
            dependencies: ["modelgen"]),

        // What generated code links against.
        .target(name: "ModelRuntime", dependencies: ["ModelStoredForms"]),
        .target(
            name: "ModelSQLite", dependencies: ["CModelSQLite", "ModelSchemas", "ModelRuntime", "ModelStoredForms"]),
        // The steps from earlier versions, if the YAML has more than one.
        .target(
            name: "ModelMigrations",
            dependencies: ["CModelSQLite", "ModelSQLite", "ModelSchemas", "ModelStoredForms"]),
        // Files of other programs, and schemas without versions: if the YAML says `adopt:`, `migration: auto` or
        // `recreate`.
        .target(
            name: "ModelAdoption",
            dependencies: ["ModelMigrations", "ModelSQLite", "ModelSchemas", "ModelStoredForms"]),
        .target(
            name: "ModelAutoMigration",
            dependencies: ["ModelMigrations", "ModelSQLite", "ModelSchemas", "ModelStoredForms"]),
        // Reads and compares schemas, for programs that adopt files, and for the generator.
        .target(name: "ModelSchemas", dependencies: ["CModelSQLite", "ModelStoredForms"]),
        // How columns hold values, for the generator and the runtime: whether they can be read after a change of a type,
        // and where objects have their fields. Below most others, so it also has what they share: texts, a hash, a lock, and
        // the wait for a task.
        .target(name: "ModelStoredForms"),
        // The patterns of dates, for ModelDateFormats, and for the generator, which checks them.
        .target(name: "ModelDatePatterns"),
        .target(
            name: "ModelREST",
            dependencies: [
                "ModelRuntime", "ModelStoredForms", .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        // Used by some programs and not by most: each is a separate product.
        .target(name: "ModelLeniency", dependencies: ["ModelRuntime"]),
        .target(name: "ModelTransformers", dependencies: ["ModelLeniency", "ModelRuntime"]),
        .target(name: "ModelDateFormats", dependencies: ["ModelDatePatterns", "ModelRuntime"]),
        .target(name: "ModelGeometry", dependencies: ["ModelRuntime"]),
        .target(name: "ModelHooks", dependencies: ["ModelRuntime"]),
        .target(name: "ModelGeometrySQLite", dependencies: ["ModelGeometry", "ModelSQLite"]),
        .target(name: "ModelPatches", dependencies: ["ModelLeniency", "ModelRuntime"]),
        .target(name: "ModelFiles", dependencies: ["ModelRuntime"]),
        .target(name: "ModelEditing", dependencies: ["ModelLeniency", "ModelRuntime"]),
        .target(name: "ModelStreams", dependencies: ["ModelRuntime"]),
        .target(name: "ModelRelations", dependencies: ["ModelSQLite"]),
        .target(name: "ModelFullText", dependencies: ["ModelSQLite"]),
        .target(name: "ModelExpressions", dependencies: ["ModelSQLite"]),
        .target(name: "ModelChanges", dependencies: ["ModelRuntime", "ModelSQLite"]),
        // The functions of `queries`.
        .target(name: "ModelQueries", dependencies: ["ModelRuntime", "ModelSQLite"]),
        // `DatabaseValue` as the type of a field.
        .target(name: "ModelStoredValues", dependencies: ["ModelLeniency", "ModelRuntime", "ModelSQLite"]),
        .target(name: "ModelMigrationRows", dependencies: ["ModelSQLite"]),
        .target(name: "ModelBackup", dependencies: ["CModelSQLite", "ModelSQLite"]),
        .target(
            name: "ModelPagination",
            dependencies: [
                "ModelREST", "ModelRuntime", "ModelStoredForms",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .target(
            name: "ModelCredentials",
            dependencies: ["ModelREST", .product(name: "HTTPTypes", package: "swift-http-types")]),
        .target(
            name: "ModelRetries",
            dependencies: ["ModelREST", "ModelRuntime", .product(name: "HTTPTypes", package: "swift-http-types")]),
        .target(name: "ModelOutcomes", dependencies: ["ModelREST", "ModelRuntime"]),
        .target(name: "ModelDeepParameters", dependencies: ["ModelREST", "ModelRuntime"]),
        .target(name: "ModelDefaultParameters", dependencies: ["ModelREST", "ModelRuntime"]),
        .target(name: "ModelObservation", dependencies: ["ModelSQLite"]),
        .target(name: "ModelXML", dependencies: ["ModelLeniency", "ModelRuntime"]),
        // The bodies of APIs with `format: xml`.
        .target(
            name: "ModelXMLBodies",
            dependencies: [
                "ModelREST", "ModelRuntime", .target(name: "ModelXML", condition: .when(traits: ["XML"])),
            ]),
        .target(
            name: "ModelMiddleware",
            dependencies: [
                "ModelCredentials", "ModelDefaultParameters", "ModelREST", "ModelStoredForms",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "ModelTransfers",
            dependencies: [
                "ModelREST", "ModelRetries", "ModelRuntime", "ModelStoredForms",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .target(
            name: "ModelAsyncHTTPClient",
            dependencies: ["ModelREST", .product(name: "HTTPTypes", package: "swift-http-types")]
                + [
                    ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
                    ("NIOPosix", "swift-nio"), ("NIOSSL", "swift-nio-ssl"),
                ].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["AsyncHTTPClient"])) }),
        // For users' tests, not for programs.
        .target(
            name: "ModelTesting",
            dependencies: [
                "CModelSQLite", "ModelAdoption", "ModelDateFormats", "ModelMigrations", "ModelPagination", "ModelREST",
                "ModelRuntime", "ModelSQLite", "ModelSchemas", "ModelStoredForms",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        // Server and cache together. Programs that store responses in files do not link SQLite.
        .target(
            name: "ModelRepository",
            dependencies: [
                "ModelFiles", "ModelPagination", "ModelREST", "ModelRuntime", "ModelStoredForms",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .target(
            name: "ModelRepositorySQLite",
            dependencies: ["CModelSQLite", "ModelREST", "ModelRepository", "ModelRuntime", "ModelSQLite"]),
        .systemLibrary(name: "CModelSQLite", pkgConfig: sqlite, providers: [.apt(["libsqlite3-dev"])]),

        // The example that `make demo` runs.
        .executableTarget(
            name: "BlogExample",
            dependencies: [
                "ModelExpressions", "ModelMigrations", "ModelPagination", "ModelPatches", "ModelQueries",
                "ModelRuntime", "ModelSQLite", "ModelREST", "ModelRepository", "ModelRepositorySQLite",
                "ModelTransformers", .product(name: "FlyingFox", package: "FlyingFox"),
            ]),

        .testTarget(
            name: "BlogExampleTests",
            dependencies: [
                "BlogExample", "ModelChanges", "ModelExpressions", "ModelFiles", "ModelRetries", "ModelMiddleware",
                "ModelObservation", "ModelTesting", .product(name: "Logging", package: "swift-log"),
            ]),
        // Random numbers for the tests of several targets.
        .target(name: "SeededNumbers", path: "Tests/SeededNumbers"),
        .testTarget(name: "ModelgenDiagnosticsTests", dependencies: ["ModelgenDiagnostics"]),
        .testTarget(
            name: "ModelgenParsingTests",
            dependencies: [
                "ModelgenParsing", "ModelgenDatabase", "ModelgenSchema", "ModelgenDiagnostics", "SeededNumbers",
            ]),
        .testTarget(
            name: "ModelgenDatabaseTests", dependencies: ["ModelgenDatabase", "ModelgenSchema", "ModelStoredForms"]),
        .testTarget(name: "ModelgenPlanningTests", dependencies: ["ModelgenPlanning", "ModelgenSchema"]),
        .testTarget(
            name: "ModelgenVerificationTests",
            dependencies: [
                "ModelgenVerification", "ModelgenDatabase", "ModelgenPlanning", "ModelgenSchema", "CModelSQLite",
                "SeededNumbers",
            ]),
        .testTarget(
            name: "ModelgenImportingTests",
            dependencies: [
                "ModelgenImporting", "ModelgenParsing", "ModelgenDatabase", "ModelgenPlanning", "ModelgenVerification",
                "ModelgenSchema", "ModelgenDiagnostics", "ModelRuntime", "ModelTransformers", "ModelDateFormats",
                "SeededNumbers",
            ]),
        .testTarget(
            name: "ModelgenExportingTests",
            dependencies: [
                "ModelgenExporting", "ModelgenParsing", "ModelgenSchema", "SeededNumbers",
            ]),
        .testTarget(
            name: "ModelgenOpenAPITests",
            dependencies: [
                "ModelgenOpenAPI", "ModelgenExporting", "ModelgenImporting", "ModelgenParsing", "ModelgenSchema",
                "ModelgenDiagnostics", "SeededNumbers",
            ]),
        .testTarget(name: "ModelgenRenderingTests", dependencies: ["ModelgenRendering"]),
        .testTarget(
            name: "GoldenTests",
            dependencies: [
                "modelgen", "ModelgenCore", "ModelgenParsing", "ModelgenDiagnostics", "ModelgenExporting",
                "ModelgenDatabase", "ModelgenPlanning", "ModelgenRendering", "ModelgenSchema", "ModelgenVerification",
                "ModelAdoption", "ModelAutoMigration", "ModelMigrations", "ModelRuntime", "ModelSQLite",
                "ModelStoredForms", "ModelTesting", "CModelSQLite", "SeededNumbers",
            ],
            exclude: ["FollowedAdvice.txt"]),
        // What the compiler says about generated code.
        .testTarget(
            name: "GeneratedCodeTests",
            dependencies: [
                "ModelgenCore", "ModelgenParsing", "ModelgenDiagnostics", "ModelgenPlanning", "ModelgenRendering",
                "ModelgenSchema", "ModelAdoption", "ModelAutoMigration", "ModelDateFormats", "ModelFullText",
                "ModelChanges", "ModelGeometrySQLite", "ModelHooks", "ModelLeniency", "ModelMigrationRows",
                "ModelMigrations", "ModelQueries", "ModelStoredValues", "ModelPagination", "ModelPatches",
                "ModelCredentials", "ModelRetries", "ModelOutcomes", "ModelDeepParameters", "ModelDefaultParameters",
                "ModelExpressions", "ModelRelations", "ModelRuntime", "ModelSQLite", "ModelREST", "ModelRepository",
                "ModelRepositorySQLite", "ModelTesting", "ModelTransfers", "ModelTransformers", "SeededNumbers",
            ], exclude: ["CodableTemplates", "Databases"]),
        .testTarget(
            name: "modelgenTests",
            dependencies: ["modelgen", "modelgen-generate", "ModelgenFiles", "ModelRuntime", "SeededNumbers"]),
        // The branches of `#if` that are compiled on other platforms. Depends on what no other test uses, so that it is
        // compiled at all.
        .testTarget(
            name: "PlatformTests", dependencies: ["ModelAsyncHTTPClient", "ModelXML", "ModelXMLBodies"],
            exclude: ["Stubs"]),
        .testTarget(
            name: "ModelRuntimeTests",
            dependencies: [
                "ModelDateFormats", "ModelEditing", "ModelFiles", "ModelGeometry", "ModelHooks", "ModelLeniency",
                "ModelPatches", "ModelRuntime", "ModelStreams", "ModelTransformers", "SeededNumbers",
            ]),
        .testTarget(
            name: "ModelSQLiteTests",
            dependencies: [
                "ModelRelations", "ModelAdoption", "ModelAutoMigration", "ModelBackup", "ModelChanges",
                "ModelExpressions", "ModelQueries", "ModelStoredValues", "ModelFullText", "ModelGeometrySQLite",
                "ModelMigrationRows", "ModelMigrations", "ModelObservation", "ModelPatches", "ModelSQLite",
                "ModelRuntime", "ModelTesting", "ModelTransformers", "CModelSQLite", "FaultsChild", "SeededNumbers",
            ]),
        // The process that is killed by the fault tests.
        .executableTarget(
            name: "FaultsChild",
            dependencies: ["ModelAdoption", "ModelMigrationRows", "ModelMigrations", "ModelSQLite", "ModelTesting"],
            path: "Tests/Faults"),
        .testTarget(
            name: "ModelRepositoryTests",
            dependencies: [
                "ModelAutoMigration", "ModelFiles", "ModelMigrations", "ModelOutcomes", "ModelPagination",
                "ModelRepository", "ModelRepositorySQLite", "ModelREST", "ModelRuntime", "ModelSQLite",
                "ModelTransformers", "SeededNumbers", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        .testTarget(
            name: "ModelRESTTests",
            dependencies: [
                "ModelCredentials", "ModelDefaultParameters", "ModelOutcomes", "ModelRetries", "ModelMiddleware",
                "ModelPagination", "ModelPatches", "ModelREST", "ModelRuntime", "ModelStreams", "ModelTesting",
                "ModelTransfers", "ModelTransformers", "SeededNumbers",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"), .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
