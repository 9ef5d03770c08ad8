import ModelgenDiagnostics
import ModelgenSchema

/// Names in braces in a path are known.
enum PathParameter: Rule {
    static let entry = RuleEntry(
        id: "path-parameter",
        summary:
            "Each `{name}` in a path is `{id}` or a declared parameter, and each of `params` occurs in the path.",
        explanation: """
            `{id}` is the key of the model. Any other name in braces is declared with its type under `params` (or
            `query`), so that the function has an argument for it: a single value that is always present. The path of
            a whole client has its parameters next to it: `rest: { path: "repos/{repo}/issues", params: { repo: String
            } }`. `create` has no key yet, and the path of `list` contains only parameters of the client's path.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list], actions: { near: { path: "cities/near/{place}" } } }
            +    rest: { operations: [list], actions: { near: { path: "cities/near/{place}", params: { place: String } } } }
            """
    )

    private static let withoutParameters = "remove it, or make the call one of the `actions`"

    /// What a path belongs to, which decides what it may contain.
    enum Owner {
        case api, client, action, list
        /// Another operation, or a nested resource.
        case operation

        /// What to do about an unknown parameter.
        fileprivate func remedy(for name: String) -> String {
            switch self {
            case .api: "remove it"
            case .client, .action: "add `params: { \(name): String }`"
            case .list: withoutParameters
            case .operation: "add `query: { \(name): String }`"
            }
        }

        fileprivate var hasKey: Bool {
            switch self {
            case .api, .client: false
            case .action, .list, .operation: true
            }
        }
    }

    /// - Parameter allowed: The declared parameters; nil if they are unknown because of mistakes that were reported.
    static func diagnose(_ node: Node, allowed: [String]?, of owner: Owner) -> Diagnostic? {
        let text = node.text ?? ""
        guard let names = names(text) else {
            return report("unmatched brace in `\(text)`", do: "write parameters as `{name}`", at: node.range)
        }
        guard let allowed else { return nil }
        for (name, offset) in names where !(allowed.contains(name) || owner.hasKey && name == "id") {
            return report(
                "undeclared path parameter `{\(name)}`",
                do: nearestName(to: name, among: allowed + (owner.hasKey ? ["id"] : []))
                    .map { "did you mean `{\($0)}`?" } ?? owner.remedy(for: name),
                at: node.range(ofText: offset, name.utf8.count + 2)
            )
        }
        return nil
    }

    /// A declared parameter that can be absent or is more than one value.
    static func diagnose(_ node: Node, values: [RequestParameter], _ run: Resolver) -> Diagnostic? {
        for (name, offset) in names(node.text ?? "") ?? [] {
            guard let parameter = values.first(where: { $0.name.text == name }) else { continue }
            if parameter.constant != nil {
                return report(
                    "`{\(name)}` is constant", do: "write its value in the path instead",
                    at: node.range(ofText: offset, name.utf8.count + 2))
            }
            // The compiler checks the result of a transformer.
            let isTransformed = parameter.transformer != nil && parameter.style != .deepObject
            let isSingle: Bool =
                switch parameter.type {
                case .list:
                    parameter.transformer.map { !$0.isForElements(of: parameter.type, run.transformer) } ?? false
                case .optional, .set, .dictionary: false
                case .scalar, .geometry, .enumeration, .model, .external: parameter.type.isText(run) || isTransformed
                }
            if !isSingle {
                return report(
                    "`{\(name)}` must be a single value, but the parameter is `\(parameter.type.text)`",
                    do: "use a type such as `String` or `Int`, which is neither optional nor a list",
                    at: node.range(ofText: offset, name.utf8.count + 2)
                )
            }
        }
        return nil
    }

    /// A parameter that the operation has no argument for.
    static func diagnose(
        _ node: Node,
        of kind: OperationKind,
        _ model: Model,
        declared: [RequestParameter],
        _ field: SwiftName?
    ) -> Diagnostic? {
        for (name, offset) in names(node.text ?? "") ?? [] {
            let isDeclared = declared.contains { $0.name.text == name }
            let name = name == field?.text ? "id" : name
            let place = node.range(ofText: offset, name.utf8.count + 2)
            switch kind {
            case .list where name == "id" || isDeclared:
                return report(
                    "the path of `list` cannot contain `{\(name)}`",
                    do: withoutParameters,
                    at: place
                )
            case .create where name == "id" && !isDeclared:
                return report(
                    "the path of `create` cannot contain `{id}`, because the object has no key yet",
                    do: "remove it",
                    at: place
                )
            case .save where name == "id" && !isDeclared && model.hasDraft:
                return report(
                    "the path of `save` cannot contain `{id}`, because a new object has no key yet",
                    do: "remove it, or list `create` and `update`, each with its path",
                    at: place
                )
            case .list, .get, .create, .update, .patch, .delete, .save: continue
            }
        }
        return nil
    }

    /// - Parameter others: The names that a path may contain besides these parameters.
    static func diagnose(unused node: Node, path: String, others: [String]) -> [Diagnostic] {
        let used = Set((names(path) ?? []).map(\.name))
        // An unknown name in the path was reported, and may be one of these.
        guard used.subtracting(node.entries.map(\.name)).subtracting(others).isEmpty else { return [] }
        return node.entries.filter { !used.contains($0.name) && InvalidIdentifier.isIdentifier($0.name) }.map {
            report(
                "the parameter `\($0.name)` does not occur in the path",
                do: "add `{\($0.name)}` to the path, or declare it under `query`",
                at: $0.key.range
            )
        }
    }

    /// The names in braces and the offsets of their braces; nil if the braces are unbalanced.
    private static func names(_ text: String) -> [(name: String, offset: Int)]? {
        var names: [(String, Int)] = []
        var start: Int?
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "{") {
                guard start == nil else { return nil }
                start = index
            } else if byte == UInt8(ascii: "}") {
                guard let open = start, index > open + 1 else { return nil }
                names.append((String(decoding: bytes[(open + 1)..<index], as: UTF8.self), open))
                start = nil
            }
        }
        return start == nil ? names : nil
    }
}
