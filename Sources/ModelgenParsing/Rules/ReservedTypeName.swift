import ModelgenDiagnostics

/// A type is not named like what generated code is made of.
enum ReservedTypeName: Rule {
    static let entry = RuleEntry(
        id: "reserved-type-name",
        summary: "A type is not named like one that every model has, or that generated code cannot do without.",
        explanation: """
            A model may be called `Task` or `Data`: generated code says `Foundation.Data` where it must. But
            `String`, `Int` or `Optional` stand everywhere, and `Draft`, `Patch` or `Columns` are types inside
            of every model that would hide yours. Choose another name; the JSON and the table may keep theirs.
            """,
        bad: "models:\n  Draft:\n    fields: { id: Int64 }\n",
        good: "models:\n  PostDraft:\n    fields: { id: Int64 }\n"
    )

    private static let language: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
        "Bool",
        "String", "Optional", "Array", "Set", "Dictionary", "Self", "Any", "AnyObject", "Type", "Protocol", "Never",
        "Void",
        "Error", "Codable", "Encodable", "Decodable", "Hashable", "Equatable", "Sendable", "Identifiable", "Swift",
    ]
    private static let nested: Set<String> = [
        "Draft", "Patch", "PatchFields", "Key", "Columns", "Relations", "ListQuery", "PathKey", "PathKeyKind",
        "Repository",
        "CodingKeys", "ID",
        "RuntimeContract", "SQLiteContract", "RESTContract", "RepositoryContract",
    ]

    static func isReserved(_ name: String) -> Bool { language.contains(name) || nested.contains(name) }

    static func diagnose(_ key: Node, kind: Declaration.Kind) -> Diagnostic? {
        let name = key.text ?? ""
        switch kind {
        case .database, .api: return nil
        case .enumeration, .externalType, .transformer, .model: break
        }
        if language.contains(name) {
            return report("`\(name)` is a type of the Swift language", do: "choose another name", at: key.range)
        }
        if nested.contains(name) {
            return report(
                "`\(name)` is the name of a type inside of generated models",
                do: "choose another name",
                at: key.range
            )
        }
        return nil
    }
}
