import ModelgenDiagnostics
import ModelgenSchema

/// A parameter is a string on the wire.
enum ParameterType: Rule {
    static let entry = RuleEntry(
        id: "parameter-type",
        summary: "A parameter of a request is a single value or a list of single values.",
        explanation: """
            Values in a path, a query, a header or a form are text: a number, a Bool, a String, a Date, Data, a UUID,
            a URL or an enum, and in a query or a form also a list of them. Models, dictionaries and sets cannot be
            written that way, unless a `style` in a query or a form writes each of their values separately
            (`deepObject`: `a[b][0]=1`) or the whole as JSON (`json`: `a={"b":[1]}`). Send them in a `body`, or as a part
            of an `upload`, which is then JSON.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [{ list: { query: { sizes: "[String: Int]" } } }] }
            +    rest: { operations: [{ list: { query: { sizes: "[Int]" } } }] }
            """
    )

    /// Where a parameter can be.
    enum Place {
        /// In a query or a form.
        case text
        /// In a path.
        case path
        /// In a part of an upload, which may hold files and JSON.
        case part
    }

    static func diagnose(
        header node: Node,
        _ name: String,
        _ type: FieldType,
        _ keys: Entries<HeaderKey>,
        _ transformer: TransformerUse?,
        _ run: Resolver
    ) -> Diagnostic? {
        if type.unwrapped.isText(run) { return nil }
        // The compiler checks what a transformer makes of it, but one for elements makes a list.
        let isList = transformer?.isForElements(of: type) { run.transformers[$0.text] } ?? false
        if keys.has(.transformer), !isList { return nil }
        return report(
            "the header `\(name)` is `\(type.text)`, which cannot be written in a header",
            do: "use a single value",
            at: node.range
        )
    }

    static func diagnose(
        _ node: Node,
        _ name: String,
        _ type: FieldType,
        _ keys: Entries<ParameterKey>? = nil,
        in place: Place,
        _ run: Resolver
    ) -> Diagnostic? {
        // `PathParameter` reports it at the path, which accepts fewer types.
        if place == .path || place == .part && type.unwrapped.isPart { return nil }
        // The compiler checks the result of a transformer.
        if type.unwrapped.isText(run) || keys?.has(.transformer) == true { return nil }
        if ["deepObject", "json"].contains(keys?.text(.style)) || keys?.isBroken(.style) == true { return nil }
        if case .list(let element) = type.unwrapped, element.isText(run) { return nil }
        return report(
            "the parameter `\(name)` is `\(type.text)`, which cannot be written in a query or a form",
            do: type.unwrapped.hasMembers
                ? "add `style: deepObject` or `style: json`" : "use a single value or a list of single values",
            at: node.range
        )
    }
}

extension FieldType {
    /// Whether it can be a part of an upload as JSON. There is no common form for sets and lists of lists.
    fileprivate var isPart: Bool {
        switch self {
        case .scalar(.json), .model, .external, .dictionary: true
        case .list(let element):
            switch element {
            case .scalar, .enumeration, .model: true
            case .geometry, .external, .optional, .list, .set, .dictionary: false
            }
        case .scalar, .enumeration, .geometry, .optional, .set: false
        }
    }

    /// Whether its values have named members, or are lists of such values.
    fileprivate var hasMembers: Bool {
        switch self {
        case .model, .dictionary: true
        case .list(let element): element.hasMembers
        case .scalar, .enumeration, .geometry, .external, .optional, .set: false
        }
    }
}
