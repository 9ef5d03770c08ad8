import ModelgenSchema

/// The keys of `modelgen.yaml`.
package enum ConfigurationKey: String, SchemaKey {
    case inputs, output, access, emit, naming, templates, header, lock, waivers

    package static let title = "a configuration"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .inputs: ("Files `NAME.model.yaml`, or folders that contain them.", .list(.text("a file or folder")))
        case .output: ("The folder for the generated files.", .text("a file or folder"))
        case .access:
            ("The access level of the generated declarations.", .choice(AccessLevel.allCases.map(\.rawValue)))
        case .emit:
            (
                "What is generated besides the structs; all by default.",
                .set(.choice(Emission.allCases.map(\.rawValue)))
            )
        case .naming: ("How names are derived from the names of fields and models.", .object(NamingKey.keyTable))
        case .templates:
            ("A folder of templates that replace the built-in ones of the same names.", .text("a file or folder"))
        case .header:
            ("Lines at the top of each generated file, as comments, such as a license.", .list(.text("a line")))
        case .lock:
            (
                "The lock of released versions, which must exist. `modelgen release` adds this key.",
                .text("a file or folder")
            )
        case .waivers: ("Differences that `modelgen diff` accepts.", .list(.object(WaiverKey.keyTable)))
        }
    }
}

/// The keys of `naming` in `modelgen.yaml`.
package enum NamingKey: String, SchemaKey {
    case json, columns, tables

    package static let title = "naming strategies"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        let strategies = ValueKind.choice(NamingStrategy.allCases.map(\.rawValue))
        return switch self {
        case .json: ("JSON keys; `identity` by default.", strategies)
        case .columns: ("Columns; `snake_case` by default.", strategies)
        case .tables: ("Tables; `snake_case` by default.", strategies)
        }
    }
}
