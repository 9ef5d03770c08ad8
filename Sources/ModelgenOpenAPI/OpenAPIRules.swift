import ModelgenDiagnostics
import ModelgenParsing

/// The rules of what an import of OpenAPI has to say.
package enum OpenAPIRules {
    package static let all: [RuleEntry] = [
        RuleEntry(
            id: "openapi-version", summary: "What is imported is a document of OpenAPI 3.0 or 3.1.",
            explanation: """
                A document says its version at its top: `openapi: 3.1.0`. One of Swagger 2.0 (`swagger: "2.0"`) is converted \
                first: `npx swagger2openapi old.yaml -o new.yaml`, or "Convert to OpenAPI 3" at editor.swagger.io.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "openapi-reference", summary: "Every `$ref` leads somewhere.",
            explanation: """
                A reference leads to a place in its own file (`#/components/schemas/Pet`) or in a file beside it \
                (`pet.yaml`, `shared.yaml#/Pet`). What lies on a server is downloaded first. References that only lead to \
                each other say nothing.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "openapi-unsaid", summary: "What a document says can be said by models.",
            explanation: """
                Where the language has no word for what a document says, the import writes what comes closest, with a \
                comment: `JSON` for a value that is one of several kinds which no key tells apart, a text for a parameter \
                with a structure. Cookies, callbacks, webhooks and TRACE are left out.
                """,
            bad: "", good: ""),
    ]
}

/// What is read is a document of OpenAPI 3.
enum OpenAPIVersion {
    static func diagnose(_ root: Node) -> Diagnostic? {
        if let version = root["swagger"] {
            return error(
                "this is a document of Swagger \(version.text ?? "2.0")",
                "convert it to OpenAPI 3 first: npx swagger2openapi FILE -o openapi.yaml", at: version.range)
        }
        guard let version = root["openapi"] else {
            let place = root.entries.first?.key.range ?? root.range
            return error(
                "this is no document of OpenAPI: `openapi` does not say its version",
                "add `openapi: 3.1.0`; samples of JSON are imported by: modelgen import json", at: place)
        }
        let text = version.text ?? ""
        guard text.hasPrefix("3.0") || text.hasPrefix("3.1") else {
            return error(
                "OpenAPI \(text) is not known here", "give a document of OpenAPI 3.0 or 3.1", at: version.range)
        }
        return nil
    }

    static func diagnose(emptyFile file: SourceFile) -> Diagnostic {
        error("the file is empty", "give a document of OpenAPI 3.0 or 3.1", at: file.beginning)
    }

    private static func error(_ message: String, _ advice: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(rule: "openapi-version", message, suggestion: advice, at: range)
    }
}
