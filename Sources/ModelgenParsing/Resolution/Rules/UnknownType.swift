import ModelgenDiagnostics

/// A type is built in or declared.
enum UnknownType: Rule {
    static let entry = RuleEntry(
        id: "unknown-type",
        summary: "A type is built in, or declared in one of the files.",
        explanation: """
            A type is one of the built-in ones (`Int64`, `String`, `Date`, …), an enum, a model, or an external type
            declared under `types:` in any file of the run or in an imported module.
            """,
        bad: "models:\n  City:\n    fields: { name: Strng }\n",
        good: "models:\n  City:\n    fields: { name: String }\n"
    )

    /// The names of the built-in types in other languages.
    private static let foreign: [String: String] = [
        "integer": "Int", "long": "Int64", "bigint": "Int64", "short": "Int16", "byte": "UInt8", "boolean": "Bool",
        "text": "String", "varchar": "String", "char": "String", "number": "Double", "real": "Double",
        "float64": "Double",
        "float32": "Float", "datetime": "Date", "timestamp": "Date", "nsdate": "Date", "blob": "Data", "bytes": "Data",
        "nsdata": "Data", "guid": "UUID", "uri": "URL", "nsurl": "URL", "object": "JSON", "any": "JSON",
        "nsstring": "String",
        "nsinteger": "Int", "nsuinteger": "UInt", "cgfloat": "Double", "character": "String", "nsnumber": "Double",
    ]

    static func diagnose(_ name: String, at range: SourceRange, known: [String]) -> Diagnostic {
        let advice =
            foreign[name.lowercased()].map { "did you mean `\($0)`?" }
            ?? suggestion(for: name, among: known, else: "declare it under `models`, `enums` or `types`")
        return report("unknown type `\(name)`", do: advice, at: range)
    }

    /// An unknown type in an earlier definition of a field: it may no longer exist.
    static func diagnose(earlier name: String, at range: SourceRange, known: [String]) -> Diagnostic {
        let near = nearestName(to: name, among: known)
        let advice =
            near.map { "did you mean `\($0)`? If that is its name now, write `formerly: { \(name): \($0) }`" }
            ?? "if it no longer exists, specify what its values were: `formerly: { \(name): String }`, or `JSON` for a model"
        return report("unknown type `\(name)`", do: advice, at: range)
    }

    static func diagnose(transformer: Declaration, at range: SourceRange) -> Diagnostic {
        report(
            "`\(transformer.name)` is a transformer, not a type",
            do: "use it with `transformer: \(transformer.name)`",
            at: range,
            notes: [.init("it is declared here", at: transformer.key.range)]
        )
    }
}
