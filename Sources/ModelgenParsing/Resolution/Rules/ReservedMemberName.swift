import ModelgenDiagnostics
import ModelgenSchema

/// A field or a case does not have the name of a generated member.
enum ReservedMemberName: Rule {
    static let entry = RuleEntry(
        id: "reserved-member-name",
        summary: "A field or a case does not have the name of a member that generated code adds.",
        explanation: """
            Every Swift value has a `self`, and protocols require properties: `Hashable` requires `hashValue`. Rename
            the field, and keep its key and column with `json` and `column`.
            """,
        example: """
             models:
               City:
            -    fields: { id: Int64, hashValue: Int }
            +    fields:
            +      id: Int64
            +      hash: { type: Int, json: hashValue }
            """
    )

    /// The properties that protocols require of every model, and of the row of a table.
    private static let fields = SwiftName.ofLanguage.union(
        TypeScope(of: ["Hashable", "CustomReflectable", "JSONModel", "Keyed"]).properties)
    /// The key may be a field called `id`.
    private static let fieldsOfTables = TypeScope(of: ["KeyedRecord", "RowIDRecord"]).properties.subtracting(["id"])
    /// A case is a static member of its enum.
    private static let cases: Set<String> = {
        let scope = TypeScope(of: ["Hashable", "RawRepresentable", "CaseIterable"])
        return SwiftName.ofLanguage.union(scope.properties).union(scope.statics).union(scope.types)
    }()

    /// The same for the enum of a union.
    private static let alternatives: Set<String> = {
        let scope = TypeScope(of: ["Hashable", "JSONCodable"])
        return SwiftName.ofLanguage.union(scope.properties).union(scope.statics).union(scope.types)
    }()

    static func isReserved(_ name: String) -> Bool {
        fields.contains(name) || cases.contains(name) || fieldsOfTables.contains(name)
    }

    static func isReserved(alternative name: String) -> Bool { alternatives.contains(name) }

    static func diagnose(field key: Node, _ context: ModelContext) -> Diagnostic? {
        let name = key.text ?? ""
        guard fields.contains(name) || (context.storage == .table && fieldsOfTables.contains(name)) else { return nil }
        return report(
            "a field cannot be named `\(name)`",
            do: "rename it, and keep its key with `json: \(name)`",
            at: key.range
        )
    }

    /// A parameter of a list becomes a property of its query, and one of a path a parameter of the model's functions.
    ///
    /// - Parameter hidden: The names used there, which the parameter would hide.
    static func diagnose(parameter key: Node, hiding hidden: Set<String>) -> Diagnostic? {
        let name = key.text ?? ""
        guard name == "self" || hidden.contains(name) else { return nil }
        return report("this parameter cannot be named `\(name)`", do: "rename it", at: key.range)
    }

    /// A column of a query's result becomes a property of its rows, whose initializer has a parameter of that name.
    static func diagnose(column key: Node) -> Diagnostic? {
        guard key.text == "self" else { return nil }
        return report("a column cannot be named `self`", do: "choose another name, with AS in the SQL", at: key.range)
    }

    /// The same for a parameter of a list that is named after its key on the wire.
    ///
    /// - Parameter other: The other parameter of the pagination.
    static func diagnose(page node: Node?, besides other: Node? = nil) -> Diagnostic? {
        guard let node, let name = node.text?.camelCasedIdentifier else { return nil }
        if other?.text?.camelCasedIdentifier == name {
            return report(
                "both parameters of the pagination would be named `\(name)`",
                do: node.text == other?.text ? "correct one of them" : withoutPagination, at: node.range)
        }
        guard name == "self" || listQuery.contains(name) else {
            return InvalidIdentifier.diagnose(name, ofPage: node, do: withoutPagination)
        }
        return report("a pagination parameter cannot be named `\(name)`", do: withoutPagination, at: node.range)
    }

    /// The key is the server's, and has no name of its own.
    private static let withoutPagination =
        "leave out `pagination`, and declare the parameters in the `query` of `list`, with `key`"

    /// The other properties of a list's query.
    static let listQuery = TypeScope(of: ["ListParameters"]).properties

    static func diagnose(alternative key: Node) -> Diagnostic? {
        let name = key.text ?? ""
        guard alternatives.contains(name) else { return nil }
        return report("a case cannot be named `\(name)`", do: "rename it", at: key.range)
    }

    /// A case with the name of its model.
    static func diagnose(alternative name: SwiftName, of model: String, at place: SourceRange) -> Diagnostic? {
        guard alternatives.contains(name.text) else { return nil }
        return report("a case cannot be named `\(name)`", do: "rename the model `\(model)`", at: place)
    }

    static func diagnose(case key: Node) -> Diagnostic? {
        let name = key.text ?? ""
        guard cases.contains(name) else { return nil }
        return report("a case cannot be named `\(name)`", do: "rename it, and keep its raw value", at: key.range)
    }
}
