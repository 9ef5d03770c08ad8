// Written by `make protocols`, from the sources of the runtimes and the interface of Swift's own library.

/// The protocols that generated code conforms to, and the types that each gives whoever conforms to it.
enum RuntimeProtocol {
    private static let all: [String: Set<String>] = [
        "AuthenticatedAPI": ["Credential"],
        "CaseIterable": ["AllCases"],
        "Creatable": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "Deletable": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "FullTextRecord": ["Columns", "RelatedRecord", "Relations"],
        "Gettable": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "Identifiable": ["ID"],
        "JSONPatchable": ["PatchFields"],
        "Keyed": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "KeyedRecord": ["Columns", "Key", "RelatedRecord", "Relations"],
        "Listed": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "Located": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "MigrationRow": ["Columns", "RelatedRecord", "Relations"],
        "ModelDraft": ["DraftedModel"],
        "Paged": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "Patchable": ["Draft", "ListQuery", "Patch", "PatchFields", "PathKey", "PathKeyKind"],
        "RESTModel": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "RawRepresentable": ["RawValue"],
        "RelatedRows": ["RelatedRecord"],
        "RowIDRecord": ["Columns", "RelatedRecord", "Relations"],
        "Savable": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
        "TableDraft": ["Record"],
        "TableRecord": ["Columns", "RelatedRecord", "Relations"],
        "Updatable": ["Draft", "ListQuery", "Patch", "PathKey", "PathKeyKind"],
    ]

    /// Its associated types, and those of the protocols that it inherits from.
    static func types(in name: String) -> Set<String> { all[name] ?? [] }
}
