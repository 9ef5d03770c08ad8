import ModelgenDiagnostics
import ModelgenSchema

/// An action sends one thing and returns one thing.
enum TransferConflict: Rule {
    static let entry = RuleEntry(
        id: "transfer-conflict",
        summary: "An action uploads or downloads, and specifies its body and result in one way.",
        explanation: """
            `download: true` returns a file, so the action cannot have `returns` or `upload`, and its `responses` list
            failures only. An action sends one of `body`, `form` and `upload`, and GET and HEAD send none of them.
            The response to a HEAD has no body, so it has no result, either.
            `upload` lists the parts of a multipart body, or is `Data`, for raw bytes.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list], actions: { map: { path: "cities/{id}.png", download: true, returns: City } } }
            +    rest: { operations: [list], actions: { map: { path: "cities/{id}.png", download: true } } }
            """
    )

    static func diagnose(_ keys: Entries<ActionKey>, _ action: Action) -> [Diagnostic] {
        func conflict(_ first: ActionKey, _ second: ActionKey) -> Diagnostic? {
            guard keys.has(first), let key = keys.key(second) else { return nil }
            return report(
                "`\(second.rawValue)` cannot be combined with `\(first.rawValue)`",
                do: "remove one of them",
                at: key.range
            )
        }
        var diagnostics: [Diagnostic?] = [
            conflict(.upload, .body), conflict(.upload, .form), conflict(.body, .form), conflict(.download, .form),
        ]
        if keys.flag(.download) == true {
            diagnostics += [conflict(.download, .returns), conflict(.download, .upload), conflict(.download, .root)]
            diagnostics += (keys[.responses]?.entries ?? []).map(diagnose(download:))
        }
        if let key = keys.key(.upload) ?? keys.key(.body) ?? keys.key(.form) {
            diagnostics.append(diagnose(body: key.range, action.method))
        }
        return diagnostics.compactMap(\.self)
    }

    /// A download succeeds with its file, whatever the status.
    private static func diagnose(download response: Node.Entry) -> Diagnostic? {
        guard let status = ResponseStatus.status(response.name), response.value.text != "none",
            StatusResponse(status: status, type: nil).isSuccess
        else { return nil }
        return report(
            "a download cannot have a type for `\(response.name)`",
            do: "remove it, and keep only failures in `responses`",
            at: response.key.range
        )
    }

    /// A body for a method that sends none.
    static func diagnose(body place: SourceRange, _ method: HTTPMethod) -> Diagnostic? {
        switch method {
        case .get, .head: report("\(method.rawValue) cannot send a body", do: "use POST or PUT", at: place)
        case .post, .put, .patch, .delete, .options: nil
        }
    }

    /// A result of a method that returns none.
    static func diagnose(result place: SourceRange, _ method: HTTPMethod) -> Diagnostic? {
        guard method == .head else { return nil }
        return report("HEAD returns no body", do: "use GET, or write `returns: none`", at: place)
    }

    /// An upload without parts is bytes.
    static func diagnose(raw node: Node, _ type: FieldType) -> Diagnostic? {
        if type == .scalar(.data) { return nil }
        return report(
            "a raw upload must have the type `Data`, not \(type.quoted)",
            do: "write `Data`, list parts (`{ file: Data }`), or use `body`",
            at: node.range
        )
    }
}
