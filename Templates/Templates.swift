/// The templates in this folder, embedded in the binary of the tool, so that there is no bundle to look for.
package enum EmbeddedTemplates {
    /// The templates by name (`structure` for `structure.mustache`), in the order of their parts in a generated file.
    package static let all: [(name: String, text: String)] = [
        ("file", text(PackageResources.file_mustache)),
        ("enumeration", text(PackageResources.enumeration_mustache)),
        ("one-of", text(PackageResources.one_of_mustache)),
        ("structure", text(PackageResources.structure_mustache)),
        ("draft", text(PackageResources.draft_mustache)),
        ("patch", text(PackageResources.patch_mustache)),
        ("description", text(PackageResources.description_mustache)),
        ("json", text(PackageResources.json_mustache)),
        ("record", text(PackageResources.record_mustache)),
        ("conformance", text(PackageResources.conformance_mustache)),
        ("draft-record", text(PackageResources.draft_record_mustache)),
        ("queries", text(PackageResources.queries_mustache)),
        ("database", text(PackageResources.database_mustache)),
        ("client", text(PackageResources.client_mustache)),
        ("repository", text(PackageResources.repository_mustache)),
        ("nested-rows", text(PackageResources.nested_rows_mustache)),
        ("parameter", text(PackageResources.parameter_mustache)),
        ("pagination", text(PackageResources.pagination_mustache)),
        ("api", text(PackageResources.api_mustache)),
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
