/// How the values of a column are written, as far as a program must know it to read them back.
///
/// SQLite's storage class is not enough: a date as `iso8601` and one as `rfc3339` are both TEXT, but each reads the
/// other's wrongly or not at all.
package struct StoredForm: Hashable, Sendable {
    /// `Int64`, `Date by iso8601`, `enum String`, `[object]`.
    package var type: String
    /// What the values contain, by path: the values of an enum, the parts of a JSON document.
    ///
    ///     "city": "String", "items[].price": "Double", "": "enum String (\"a\", \"b\")"
    package var parts: [ExactText: Part]

    package struct Part: Hashable, Sendable {
        package var type: String
        /// Whether a document without it is invalid.
        package var isRequired: Bool
        /// The other keys under which it is looked up.
        package var otherPlaces: [String] = []

        package init(type: String, isRequired: Bool, otherPlaces: [String] = []) {
            (self.type, self.isRequired, self.otherPlaces) = (type, isRequired, otherPlaces)
        }

        /// Reads ``text``.
        package init(_ text: String) {
            let pieces = FactParts(text)
            self.init(
                type: pieces.first, isRequired: pieces.contains("required"),
                otherPlaces: pieces.parts.filter { $0.hasPrefix("or ") }.map {
                    FactParts.plain(String($0.dropFirst(3)))
                })
        }

        /// `String, required, or city`
        package var text: String {
            type + (isRequired ? ", required" : "") + otherPlaces.map { ", or " + FactParts.whole($0) }.joined()
        }
    }

    package init(type: String, parts: [ExactText: Part] = [:]) {
        self.type = type
        self.parts = parts
    }
}

extension StoredForm {
    /// Whether a program with this form reads every value written in an earlier one, as the same value.
    package func reads(_ earlier: StoredForm) -> Bool { problem(reading: earlier) == nil }

    /// What prevents a program with this form from reading values of an earlier one; nil if nothing does.
    package func problem(reading earlier: StoredForm) -> String? {
        guard Self.reads(type, earlier.type) else { return "was \(earlier.type) and is \(type)" }
        // A string that accepts any value accepts all of an enum or a document.
        if ["String", "JSON"].contains(type), type != earlier.type { return nil }
        var places: [ExactText: ExactText] = [:]
        for (place, part) in parts {
            let others = part.otherPlaces.map { ExactText($0) }
            for other in [place] + others { places[other] = place }
        }
        for (place, part) in earlier.parts.sorted(by: { $0.key < $1.key }) {
            guard let now = places[place].flatMap({ parts[$0] }) else { return "no longer has `\(place.text)`" }
            guard Self.reads(now.type, part.type, in: place.isEmpty ? .column : .document) else {
                return Self.difference(at: place.text, part.type, now.type)
            }
        }
        let found = Set(earlier.parts.keys.compactMap { places[$0] })
        return parts.filter { $0.value.isRequired && !found.contains($0.key) }.keys.min().map {
            $0.isEmpty ? "holds other values" : "requires `\($0.text)`, which older documents lack"
        }
    }

    private static func difference(at place: String, _ old: String, _ new: String) -> String {
        (place.isEmpty ? "" : "`\(place)` ") + "was \(old) and is \(new)"
    }

    /// Where a value is: SQLite converts one to the column's type, and JSON does not.
    private enum Place { case column, document }

    private static func reads(_ new: String, _ old: String, in place: Place = .column) -> Bool {
        if new.utf8.elementsEqual(old.utf8) { return true }
        if old.hasPrefix("enum "), let values = values(of: old) {
            if new.hasPrefix("enum "), let others = self.values(of: new) {
                // By bytes, as SQLite compares: a text in another normal form is another value.
                let known = Set(others.all.map { Array($0.utf8) })
                return others.raw == values.raw
                    && (others.takesAll || values.all.allSatisfy { known.contains(Array($0.utf8)) })
            }
            return reads(new, values.raw, in: place)
        }
        if let inner = list(new), let other = list(old) { return reads(inner, other, in: .document) }
        switch place {
        case .column:
            // Every JSON document is a `JSON` value, but what a transformer writes may be anything.
            let isDocument = old == "object" || (old.hasPrefix("[") && old.hasSuffix("]"))
            return widened[old]?.contains(new) == true || (new == "JSON" && isDocument) || new == "DatabaseValue"
        case .document:
            let isText = ["UUID", "URL"].contains(old)
            return new == "JSON"
                || (widened[old]?.contains(new) == true && old != "Bool" && (new != "String" || isText))
        }
    }

    private static func list(_ type: String) -> String? {
        guard type.hasPrefix("["), type.hasSuffix("]"), !type.contains(": ") else { return nil }
        return String(type.dropFirst().dropLast())
    }

    /// The raw type of an enum and its values; none if only its raw type is given.
    static func values(of type: String) -> (raw: String, all: [String], takesAll: Bool)? {
        let text = type.dropFirst("enum ".count)
        guard let space = text.firstIndex(of: " ") else { return (String(text), [], false) }
        let values = FactParts(String(text[space...].dropFirst(2).dropLast())).parts
        return (String(text[..<space]), values, values.contains("*"))
    }

    /// The types that contain every value of another one, in the same SQLite representation or in one to which SQLite
    /// converts them without loss: a 64-bit integer has more digits than a Double, and a Double more than its text.
    private static let widened: [String: Set<String>] = {
        let signed = ["Int8", "Int16", "Int32", "Int64"]
        let unsigned = ["UInt8", "UInt16", "UInt32", "UInt64"]
        var wider: [String: Set<String>] = [:]
        for (place, type) in signed.enumerated() {
            wider[type, default: []].formUnion(signed[(place + 1)...] + ["Int", "String", "Decimal"])
        }
        for (place, type) in unsigned.enumerated() {
            wider[type, default: []].formUnion(unsigned[(place + 1)...] + ["UInt", "String", "Decimal"])
            wider[type, default: []].formUnion(signed.dropFirst(place + 1))
            if place < 3 { wider[type, default: []].insert("Int") }
        }
        for type in ["Int8", "Int16", "UInt8", "UInt16"] { wider[type, default: []].formUnion(["Float", "Double"]) }
        for type in ["Int32", "UInt32"] { wider[type, default: []].insert("Double") }
        wider["Int"] = ["Int64", "String", "Decimal"]
        wider["Int64"]?.insert("Int")
        wider["UInt"] = ["UInt64", "String", "Decimal"]
        wider["UInt64"]?.insert("UInt")
        wider["Bool"] = Set(signed + unsigned + ["Int", "UInt"])
        wider["Float"] = ["Double"]
        for type in ["UUID", "URL", "Decimal", "JSON"] { wider[type] = ["String"] }
        return wider
    }()
}
