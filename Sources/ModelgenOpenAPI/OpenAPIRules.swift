import ModelgenDiagnostics

/// The rules of what an import of OpenAPI reports.
package enum OpenAPIRules {
    package static let all: [RuleEntry] = [
        RuleEntry(
            id: "openapi-version", summary: "The imported document is OpenAPI 3 or Swagger 2.0.",
            explanation: """
                A document starts with its version: `openapi: 3.1.0` or `swagger: "2.0"`.
                """),
        RuleEntry(
            id: "openapi-selection", summary: "What an import selects and renames is in the document.",
            explanation: """
                `--only` names an operation by its `operationId`, operations by their tag, or a path as the document
                writes it, with all paths below it. `--rename SCHEMA=Model` names a schema of the document, and a name
                that no other model has.
                """),
        RuleEntry(
            id: "openapi-reference", summary: "Every `$ref` can be resolved.",
            explanation: """
                A reference points to a location in its own file (`#/components/schemas/Pet`) or in another local file
                (`pet.yaml`, `shared.yaml#/Pet`). Download remote files first. References that only lead to each other
                have no meaning.
                """),
        RuleEntry(
            id: "openapi-unsaid", summary: "Everything in a document can be expressed by models.",
            explanation: """
                If the language cannot express something, the import writes the closest equivalent, with a comment:
                `JSON` for a value of several types that no key distinguishes, a string for a structured parameter.
                Cookies, callbacks, webhooks, TRACE and QUERY are left out.
                """),
    ]
}
