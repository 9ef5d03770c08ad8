import ModelgenDiagnostics
import ModelgenSchema

/// What the rules say about names, for code that invents names.
package enum NameCheck {
    /// Whether Swift's grammar allows it as the name of a type, a field or a case.
    package static func isIdentifier(_ text: String) -> Bool { InvalidIdentifier.isIdentifier(text) }

    /// Whether it is reserved as the name of models and enums, or allowed only sometimes: if no model that contains a
    /// type with this name refers to it, or if no type has to be qualified by the module with this name.
    package static func isReservedType(_ text: String) -> Bool {
        ReservedTypeName.isReserved(text) || withinModels.contains(text) || Library(rawValue: text) != nil
    }

    private static let withinModels = TypeScope(
        of: ["Identifiable", "KeyedRecord", "RowIDRecord", "JSONPatchable", "RESTModel"]).types

    /// Whether it is reserved as the name of some fields or cases.
    package static func isReservedMember(_ text: String) -> Bool { ReservedMemberName.isReserved(text) }

    /// Whether a union could not have a case for a model with this name, after which it is named.
    package static func isReservedCase(ofModel text: String) -> Bool {
        ReservedMemberName.isReserved(alternative: text.lowerCamelCased)
    }

    /// Whether it can be the base URL of an API.
    package static func isBaseURL(_ text: String) -> Bool { InvalidURL.diagnose(node(text)) == nil }

    /// Whether it can be the base path of an API.
    package static func isBasePath(_ text: String) -> Bool {
        UnsafePath.diagnose(node(text)) == nil && PathParameter.diagnose(node(text), allowed: [], of: .api) == nil
    }

    private static func node(_ text: String) -> Node {
        Node(
            .scalar(Node.Scalar(text: text, style: .plain)), file: SourceFile(path: "", text: text), start: 0,
            end: text.utf8.count)
    }

    /// Whether a client can send a header of this name.
    package static func isHeader(_ text: String) -> Bool {
        InvalidHeader.isName(text) && !InvalidHeader.isOfTransport(text)
    }
}
