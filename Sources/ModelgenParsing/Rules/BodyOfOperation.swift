import ModelgenDiagnostics

/// The body of an operation is the model's.
enum BodyOfOperation: Rule {
    static let entry = RuleEntry(
        id: "body-of-operation",
        summary: "Only an action has a `body` of its own.",
        explanation: """
            `create` sends the draft, `update` the object and `patch` the changes; the other operations and
            nested resources send nothing. A call with another body is an action, which has a path, a method
            and a type of its own.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [{ create: { body: NewCity } }] }
              NewCity:
                fields: { name: String }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations: [get]
                  actions: { create: { method: POST, path: cities, body: NewCity, returns: City } }
              NewCity:
                fields: { name: String }

            """
    )

    static func diagnose(_ key: Node, of what: String) -> Diagnostic {
        report("\(what) has no body of its own", do: "make it one of the `actions`, or remove the body", at: key.range)
    }
}
