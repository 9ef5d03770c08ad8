import ModelgenSchema

// What the rule `path-field` can only report when the paths are planned.

extension ClientPlanning {
    /// Reports keys that a path cannot contain, and updates whose path contains a value that may be missing.
    func pathFindings() -> [Finding] {
        if let key, let source = keySource, sendsKey {
            return [
                Finding(
                    rule: "path-field",
                    message:
                        "`\(key.name)` is `\(source.text)` in JSON, which cannot be written in a path; give it a transformer "
                        + "from a string or a number, or one for each kind of JSON",
                    element: ElementID(.field(model: model.name, key.name), key: "transformer"))
            ]
        }
        guard let key = client.by.flatMap(model.field), key.type.isOptional,
            client.operations.contains(where: { operation in
                operation.kind == .update && operation.request.body == nil && hasOwnPath(operation)
            })
        else { return [] }
        return [
            Finding(
                rule: "path-field",
                message:
                    "`\(key.name)` is `\(key.type.text)`, but the path of `update` needs a value; make it required",
                element: ElementID(.model(model.name), key: "rest.by"))
        ]
    }
}
