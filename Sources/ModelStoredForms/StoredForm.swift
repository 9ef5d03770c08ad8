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
        let moved = movedPlaces
        var found: [ExactText: Part] = [:]
        for (place, part) in earlier.parts.sorted(by: { $0.key < $1.key }) {
            guard let home = home(of: place, moved), let now = parts[home] else {
                return "no longer has `\(place.text)`"
            }
            guard Self.reads(now.type, part.type, in: place.isEmpty ? .column : .document) else {
                return Self.difference(at: place.text, part.type, now.type)
            }
            found[home] = part
        }
        for (place, part) in parts.sorted(by: { $0.key < $1.key }) where found[place] == nil {
            // Another part may be at one of its other places.
            if let old = part.otherPlaces.lazy.compactMap({ found[ExactText($0)] }).first {
                guard Self.reads(part.type, old.type, in: .document) else {
                    return Self.difference(at: place.text, old.type, part.type)
                }
            } else if part.isRequired {
                return place.isEmpty ? "holds other values" : "requires `\(place.text)`, which older documents lack"
            }
        }
        return nil
    }

    /// The parts that are looked up at a place where no part is, by that place. If there are several, it is the first one.
    private var movedPlaces: [ExactText: ExactText] {
        var moved: [ExactText: ExactText] = [:]
        for (place, part) in parts.sorted(by: { $0.key < $1.key }) {
            for other in part.otherPlaces.map({ ExactText($0) }) where parts[other] == nil && moved[other] == nil {
                moved[other] = place
            }
        }
        return moved
    }

    /// The part that reads what an older document has at a place: `address.city` for `addr.city` if `address` is also
    /// looked up at `addr`.
    ///
    /// - Parameter resolved: How many bytes at the beginning of the place are known to be current.
    private func home(of place: ExactText, _ moved: [ExactText: ExactText], after resolved: Int = 0) -> ExactText? {
        if parts[place] != nil { return place }
        let bytes = place.text.utf8
        for end in bytes.indices.reversed().map(bytes.index(after:)) where bytes[..<end].count > resolved {
            guard end == bytes.endIndex || ".[{(".utf8.contains(bytes[end]),
                let target = moved[ExactText(String(place.text[..<end]))]
            else { continue }
            let now = ExactText(target.text + place.text[end...])
            if let home = home(of: now, moved, after: target.text.utf8.count) { return home }
        }
        return nil
    }

    private static func difference(at place: String, _ old: String, _ new: String) -> String {
        (place.isEmpty ? "" : "`\(place)` ") + "was \(old) and is \(new)"
    }

    /// Where a value is: SQLite converts one to the column's type, and JSON does not.
    private enum Place { case column, document }

    private static func reads(_ new: String, _ old: String, in place: Place = .column) -> Bool {
        if new.utf8.elementsEqual(old.utf8) { return true }
        // Of the elements of a list.
        if new.hasSuffix("?") {
            return reads(String(new.dropLast()), old.hasSuffix("?") ? String(old.dropLast()) : old, in: place)
        }
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
