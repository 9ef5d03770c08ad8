import ModelgenDiagnostics
import ModelgenSchema

/// The result of parsing: the schema, and the positions of its elements.
package struct ParsedSchema: Sendable {
    /// The schema, complete and valid.
    package var schema: Schema
    /// The positions of its elements.
    package var positions: Positions
}

/// The positions of a schema's elements and their keys.
///
/// ```swift
/// positions[.field(model: "Post", "title")]                                   // the name `title`
/// positions[ElementID(.field(model: "Post", "title"), key: "json")]           // the key `json` in it
/// positions[ElementID(.model("Post"), key: "rest.actions.publish.upload")]    // keys in keys
/// ```
package struct Positions: Sendable {
    /// The positions of an element: of its name, and of its definition.
    struct Place: Sendable {
        var name: SourceRange
        var node: Node?
    }

    var places: [ElementID.Element: Place] = [:]

    /// The position of an element's name; nil if it is not written anywhere.
    package subscript(element: ElementID.Element) -> SourceRange? { places[element]?.name }

    /// The position of an element's key, or of its name if it has no such key. Nested keys are separated by dots.
    package subscript(id: ElementID) -> SourceRange? {
        guard let place = places[id.element] else { return nil }
        return id.key.flatMap { entry($0, in: place)?.key.range } ?? place.name
    }

    /// The position of the value of an element's key; nil if it has no such key.
    package func value(of id: ElementID) -> SourceRange? {
        guard let place = places[id.element] else { return nil }
        guard let key = id.key else { return place.node?.range }
        return entry(key, in: place)?.value.range
    }

    private func entry(_ path: String, in place: Place) -> Node.Entry? {
        var node = place.node
        var entry: Node.Entry?
        for key in path.split(separator: ".") {
            entry = node?.entry(String(key))
            if entry == nil { return nil }
            node = entry?.value
        }
        return entry
    }
}
