import ModelgenDiagnostics
import ModelgenSchema

/// The encoding of a parameter matches its type.
enum ParameterForm: Rule {
    static let entry = RuleEntry(
        id: "parameter-form",
        summary: "A parameter has a `type` or a `const`, and its `style` matches its type.",
        explanation: """
            `style` and `explode` specify how a list is written: `form` as `a=1&a=2`, or with `explode: false` as
            `a=1,2`; `spaceDelimited` and `pipeDelimited` as `a=1%202` and `a=1|2`. `deepObject` writes structured
            values, as `a[k]=1&a[l][0]=2`, and `json` writes them as JSON, as `a={"k":1,"l":[2]}`. A part of an upload
            can only be `json`, which sends a list as one part. A `const` is sent with every request, so callers do not
            pass it and it has no `type`. A number among the `parameters` of an API is sent as one; `v: 1.10` would be
            sent as `1.1`, so a number like this is written as `1.1`, or as a string: `v: "1.10"`.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [{ list: { query: { size: { type: Int?, style: pipeDelimited } } } }] }
            +    rest: { operations: [{ list: { query: { sizes: { type: "[Int]?", style: pipeDelimited } } } }] }
            """
    )

    /// A number that JSON would not contain as it is written.
    static func diagnose(number node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        let sent = Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
        if text == sent { return nil }
        let same = sent.flatMap { LiteralReader.digits(of: $0) == LiteralReader.digits(of: text) ? $0 : nil }
        return report(
            "the number `\(text)` would be sent in another form",
            do: (same.map { "write `\($0)`, or " } ?? "") + "put it in quotes to send it as a string", at: node.range)
    }

    /// A transformer for the values of a dictionary that is not sent value by value.
    static func diagnose(
        _ node: Node, _ use: TransformerUse, _ type: FieldType, in place: ParameterType.Place, _ run: Resolver
    ) -> Diagnostic? {
        guard place != .path, case .dictionary = type.unwrapped, use.isForElements(of: type, run.transformer) else {
            return nil
        }
        return report(
            "`\(node.text ?? "")` converts the values of the dictionary, which are not sent one by one",
            do: place == .part ? "remove it" : "add `style: deepObject`", at: node.range)
    }

    static func diagnose(
        _ node: Node,
        _ name: String,
        _ keys: Entries<ParameterKey>,
        in place: ParameterType.Place
    ) -> Diagnostic? {
        if place == .path, let key = [.key, .style, .explode].lazy.compactMap(keys.key).first {
            return report("a parameter in a path cannot have `\(key.text ?? "")`", do: "remove it", at: key.range)
        }
        if place != .part, let key = keys.key(.headers) {
            return report(
                "`\(name)` cannot have headers, which only a part of an `upload` can have", do: "remove `headers`",
                at: key.range)
        }
        if place == .part, !keys.isBroken(.style), keys.text(.style) != "json",
            let key = keys.key(.style) ?? keys.key(.explode)
        {
            return report(
                "a part of an upload cannot have `\(key.text ?? "")`",
                do: key.text == "style" ? "remove it, or use `style: json` for a list in one part" : "remove it",
                at: key.range)
        }
        if keys.has(.const) {
            let others: [ParameterKey] = [.type, .style, .explode, .transformer, .default]
            if let node = keys[.const], node.isNull {
                return report(
                    "`\(name)` would never be sent", do: "remove it, or write the string \"null\" in quotes",
                    at: node.range)
            }
            guard let other = others.first(where: keys.has), let key = keys.key(other) else { return nil }
            return report(
                "`\(name)` is constant, so it cannot have `\(other.rawValue)`",
                do: "remove it, or `const`",
                at: key.range
            )
        }
        return keys.has(.type) || keys.isIncomplete
            ? nil : report("the parameter `\(name)` has no type", do: "add `type: …`, or `const: …`", at: node.range)
    }

    static func diagnose(
        _ keys: Entries<ParameterKey>,
        _ name: String,
        _ type: FieldType,
        in place: ParameterType.Place
    ) -> Diagnostic? {
        if place == .part, let key = keys.key(.default),
            [.scalar(.data), .list(.scalar(.data))].contains(type.unwrapped)
        {
            return report("`\(name)` is a file, which cannot have a default", do: "remove `default`", at: key.range)
        }
        guard !keys.isBroken(.style), let key = keys.key(.style) ?? keys.key(.explode) else { return nil }
        switch (type.unwrapped, keys.text(.style)) {
        case (.dictionary, "json"), (.model, "json"), (.external, "json"), (.list, "json"), (.scalar(.json), "json"):
            guard let other = keys.key(.explode) ?? keys.key(.transformer) else { return nil }
            return report(
                "`json` writes the whole value", do: "remove `\(other.text ?? "")`", at: other.range)
        case (.dictionary, "deepObject"), (.model, "deepObject"), (.external, "deepObject"), (.list, "deepObject"),
            (.scalar(.json), "deepObject"):
            guard let explode = keys.key(.explode), keys.flag(.explode) == false else { return nil }
            return report(
                "`deepObject` always writes values separately", do: "remove `explode`", at: explode.range)
        case (.list, nil), (.list, "form"), (.list, "spaceDelimited"), (.list, "pipeDelimited"): return nil
        case (_, "deepObject"), (_, "json"):
            return report(
                "`\(name)` is `\(type.text)`, but `\(keys.text(.style) ?? "")` requires a structured value",
                do: "remove it, or use a dictionary (`[String: String]`) or a model",
                at: key.range
            )
        default:
            return report(
                "`\(name)` is `\(type.text)`, but a style requires a list",
                do: "remove it, or make it a list",
                at: key.range
            )
        }
    }
}
