// Written by `make protocols`, from the sources of the runtimes and the interface of Swift's own library.

/// The protocols that generated code conforms to, and the types that each gives whoever conforms to it.
enum RuntimeProtocol {
    private static let all: [String: Set<String>] = [
        "AuthenticatedAPI": ["Credential"],
        "CaseIterable": ["AllCases"],
        "Creatable": ["Draft", "ListQuery", "Patch", "PathKey"],
        "Deletable": ["Draft", "ListQuery", "Patch", "PathKey"],
        "FullTextRecord": ["Columns", "RelatedRecord", "Relations"],
        "Gettable": ["Draft", "ListQuery", "Patch", "PathKey"],
        "Identifiable": ["ID"],
        "JSONPatchable": ["PatchFields"],
        "Keyed": ["Draft", "ListQuery", "Patch", "PathKey"],
        "KeyedRecord": ["Columns", "Key", "RelatedRecord", "Relations"],
        "Listed": ["Draft", "ListQuery", "Patch", "PathKey"],
        "Located": ["Draft", "ListQuery", "Patch", "PathKey"],
        "MigrationRow": ["Columns", "RelatedRecord", "Relations"],
        "ModelDraft": ["DraftedModel"],
        "Paged": ["Draft", "ListQuery", "Patch", "PathKey"],
        "Patchable": ["Draft", "ListQuery", "Patch", "PatchFields", "PathKey"],
        "RESTModel": ["Draft", "ListQuery", "Patch", "PathKey"],
        "RawRepresentable": ["RawValue"],
        "RelatedRows": ["RelatedRecord"],
        "RowIDRecord": ["Columns", "RelatedRecord", "Relations"],
        "Savable": ["Draft", "ListQuery", "Patch", "PathKey"],
        "TableDraft": ["Record"],
        "TableRecord": ["Columns", "RelatedRecord", "Relations"],
        "Updatable": ["Draft", "ListQuery", "Patch", "PathKey"],
    ]

    /// Its associated types, and those of the protocols that it inherits from.
    static func types(in name: String) -> Set<String> { all[name] ?? [] }
}
