/// How the values of a column are written, as far as a program must know to read them back.
///
/// SQLite's storage class is not enough: a date as `iso8601` and one as `rfc3339` are both TEXT, but each misreads or
/// rejects the other's values.
package struct StoredForm: Hashable, Sendable {
    /// `Int64`, `Date by iso8601`, `enum String`, `[object]`.
    package var type: String
    /// What the values contain, by path: the values of an enum, the parts of a JSON document.
    ///
    ///     "city": "String", "items[].price": "Double", "": "enum String (\"a\", \"b\")"
    package var parts: [ExactText: Part]

    package struct Part: Hashable, Sendable {
        /// With a `?` if it may be missing, as in `Int?`.
        package var type: String
        /// Whether the object that contains this part is invalid without it.
        package var isRequired: Bool
        /// The other keys under which it is looked up.
        package var otherPlaces: [String] = []

        package init(type: String, isRequired: Bool, otherPlaces: [String] = []) {
            (self.type, self.isRequired, self.otherPlaces) = (type, isRequired, otherPlaces)
        }

        /// Parses ``text``.
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
    /// Whether a program with this form reads every value that was written in an earlier form, as the same value.
    package func reads(_ earlier: StoredForm) -> Bool { problem(reading: earlier) == nil }

    /// Why a program with this form cannot read values of an earlier one; nil if it can.
    package func problem(reading earlier: StoredForm) -> String? {
        guard Self.reads(type, earlier.type) else {
            return "was \(earlier.described(earlier.type)) and is \(described(type))"
        }
        let moved = movedPlaces
        let earlier = earlier.renamingCases(as: self)
        if let misread = misreadCase(of: earlier) ?? misreadPlace(of: earlier) { return misread }
        var found: [ExactText: Part] = [:]
        for (place, part) in earlier.parts.sorted(by: { $0.key < $1.key }) {
            if Self.isUnion(place), home(of: place, moved) != nil { continue }
            guard let home = home(of: place, moved), let now = self.type(at: home) else {
                return "no longer has `\(place.text)`"
            }
            guard
                Self.reads(
                    now, part, in: place.isEmpty ? .column : .document, isRequired: parts[home]?.isRequired == true)
            else { return difference(at: place.text, earlier.described(part.type, at: place.text), now) }
            if home == place, parts[home]?.isRequired == true, !part.isRequired,
                earlier.parts.values.contains(where: { $0.otherPlaces.contains { $0.isExactly(place.text) } })
            {
                return "requires `\(place.text)`, which older documents lack"
            }
            found[home] = part
        }
        for (place, part) in parts.sorted(by: { $0.key < $1.key }) where found[place] == nil {
            // Another part may be found at one of its other places.
            if let old = part.otherPlaces.lazy.compactMap({ found[ExactText($0)] }).first {
                guard Self.reads(part.type, old, in: .document, isRequired: part.isRequired) else {
                    return difference(at: place.text, old.type, part.type)
                }
            } else if part.isRequired, container(of: place).map({ found[$0] != nil }) ?? true {
                return place.isEmpty ? "holds other values" : "requires `\(place.text)`, which older documents lack"
            }
        }
        return nil
    }

    /// The form, with the parts of an earlier one that a form in between did not have.
    package func with(_ earlier: StoredForm, without between: StoredForm) -> StoredForm {
        let (moved, movedBetween) = (movedPlaces, between.movedPlaces)
        var form = self
        for (place, part) in earlier.parts where between.home(of: place, movedBetween) == nil {
            guard let home = home(of: place, moved) else { continue }
            form.parts[home] = Part(
                type: part.type, isRequired: part.isRequired, otherPlaces: parts[home]?.otherPlaces ?? [])
        }
        return form
    }

    /// The parts that are looked up at places where there is no part, by those places. If there are several, the first
    /// one.
    var movedPlaces: [ExactText: ExactText] {
        var moved: [ExactText: ExactText] = [:]
        for (place, part) in parts.sorted(by: { $0.key < $1.key }) {
            for other in part.otherPlaces.map({ ExactText($0) }) where parts[other] == nil && moved[other] == nil {
                moved[other] = place
            }
        }
        return moved
    }

    /// How a part reads the value of another one, because it is also looked up there now; nil if none does. What it
    /// reads in older documents may be missing there, or the other one may be gone.
    private func misreadPlace(of earlier: StoredForm) -> String? {
        for (place, part) in parts.sorted(by: { $0.key < $1.key }) where !part.otherPlaces.isEmpty {
            let written = ([place] + part.otherPlaces.map { ExactText($0) }).filter { earlier.parts[$0] != nil }
            // A new part may read what others contain.
            guard let first = written.first, first == place || parts[first] == nil, let own = earlier.parts[first]
            else {
                continue
            }
            let isAlwaysThere = own.isRequired && !own.type.hasSuffix("?")
            let other = written.dropFirst().first { other in
                // It was there before.
                let isKnown = written.contains {
                    earlier.parts[$0]?.otherPlaces.contains { $0.isExactly(other.text) } ?? false
                }
                return !isKnown && !(isAlwaysThere && parts[other] != nil)
            }
            if let other { return "can read `\(other.text)` as `\(place.text)`" }
        }
        return nil
    }

    /// The part that reads what an older document contains at a place: `address.city` for `addr.city`, if `address` is
    /// also looked up at `addr`.
    ///
    /// - Parameter resolved: The number of bytes at the beginning of the place that are known to be current.
    func home(of place: ExactText, _ moved: [ExactText: ExactText], after resolved: Int = 0) -> ExactText? {
        if type(at: place) != nil { return place }
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

    /// The part that contains a place; nil for the whole document. If older documents lack that part, they cannot lack
    /// what it requires.
    func container(of place: ExactText) -> ExactText? {
        let bytes = place.text.utf8
        let ends = bytes.indices.dropFirst().filter {
            ".[{(".utf8.contains(bytes[$0]) || bytes[bytes.index(before: $0)] == UInt8(ascii: ")")
        }
        return ends.reversed().lazy.map { ExactText(String(place.text[..<$0])) }.first { parts[$0] != nil }
    }

    /// The type of the value at a place. Inside a list, a dictionary or a `JSON`, no separate part is needed.
    func type(at place: ExactText) -> String? {
        if let part = parts[place] { return part.type }
        if place.isEmpty { return type }
        let bytes = place.text.utf8
        let end = bytes.lastIndex { ".[{(".utf8.contains($0) } ?? bytes.startIndex
        guard let container = type(at: ExactText(String(place.text[..<end]))) else { return nil }
        if Self.unwrapped(container) == "JSON" { return "JSON" }
        let elements = Elements(of: Self.unwrapped(container))
        switch place.text[end...] {
        case "[]": return elements?.key == nil ? elements?.value : nil
        case "{}": return elements?.key == nil ? nil : elements?.value
        case "{key}": return elements?.key
        default: return nil
        }
    }

    private func difference(at place: String, _ old: String, _ new: String) -> String {
        (place.isEmpty ? "" : "`\(place)` ") + "was \(old) and is \(described(new, at: place))"
    }

    /// The type of a place, with another word for an object that is a value of a union.
    private func described(_ type: String, at place: String = "") -> String {
        let isUnion = parts.keys.contains { part in
            part.text.rest(after: place).map { $0.drop { "[]{}".contains($0) }.hasPrefix("(") } ?? false
        }
        return isUnion ? type.replacing("object", with: "union") : type
    }

    /// Where a value is. SQLite converts a value to the type of its column, whereas JSON does not.
    enum Place { case column, document }

    static func reads(_ new: String, _ old: Part, in place: Place, isRequired: Bool) -> Bool {
        // An optional value may be missing, or be replaced by a default, but not be required.
        reads(new, unwrapped(old.type), in: place) && !(isRequired && old.type.hasSuffix("?"))
    }

    private static func reads(_ new: String, _ old: String, in place: Place = .column) -> Bool {
        if new.utf8.elementsEqual(old.utf8) { return true }
        if new.hasSuffix("?") { return reads(unwrapped(new), unwrapped(old), in: place) }
        if old.hasPrefix("enum "), let values = values(of: old) {
            if new.hasPrefix("enum "), let others = self.values(of: new) {
                // By bytes, as SQLite compares: text in another normalization is another value. Unknown values (`*`)
                // are read if they are kept, or replaced by the same value as before (`*"draft"`).
                let known = Set(others.all.map { Array($0.utf8) })
                return others.raw == values.raw
                    && (others.takesAll || values.all.allSatisfy { known.contains(Array($0.utf8)) })
            }
            return reads(new, values.raw, in: place)
        }
        if let elements = Elements(of: new), let others = Elements(of: old) {
            return (elements.kind, elements.key) == (others.kind, others.key)
                && reads(elements.value, others.value, in: .document)
        }
        switch place {
        case .column:
            // Every JSON document is a `JSON` value, but a transformer may write anything.
            let isDocument = old == "object" || Elements(of: old) != nil
            return isWider(new, old) || (new == "JSON" && isDocument) || new == "DatabaseValue"
        case .document:
            let isText = ["UUID", "URL"].contains(old)
            return new == "JSON" || (isWider(new, old) && old != "Bool" && (new != "String" || isText))
        }
    }

    static func unwrapped(_ type: String) -> String { type.hasSuffix("?") ? String(type.dropLast()) : type }

    /// What a list, a set or a dictionary contains.
    private struct Elements {
        enum Kind { case list, set, dictionary }

        let kind: Kind
        /// The type of a dictionary's keys.
        var key: String?
        let value: String

        /// Returns nil for other types, including a list that a transformer writes: `[Date] by unixSeconds`.
        init?(of type: String) {
            if type.hasPrefix("Set<"), type.hasSuffix(">") {
                (kind, value) = (.set, String(type.dropFirst(4).dropLast()))
                return
            }
            guard type.hasPrefix("["), type.hasSuffix("]") else { return nil }
            let inner = type.dropFirst().dropLast()
            key = ["String", "Int"].first { inner.hasPrefix("\($0): ") }
            (kind, value) = (key == nil ? .list : .dictionary, String(inner.dropFirst(key.map { $0.count + 2 } ?? 0)))
        }
    }

    /// The raw type of an enum and its values; empty if only the raw type is given.
    static func values(of type: String) -> (raw: String, all: [String], takesAll: Bool)? {
        let text = type.dropFirst("enum ".count)
        guard let space = text.firstIndex(of: " ") else { return (String(text), [], false) }
        let values = FactParts(String(text[space...].dropFirst(2).dropLast())).parts
        return (String(text[..<space]), values, values.contains("*"))
    }

    /// Whether a type contains every value of another one, in the same SQLite representation or in one to which SQLite
    /// converts it without loss. A 64-bit integer has more digits than a Double, and a Double more than its text.
    private static func isWider(_ new: String, _ old: String) -> Bool {
        if let bits = bits(of: old) {
            if let others = self.bits(of: new) {
                return bits.count <= others.count && (others.isSigned || !bits.isSigned)
            }
            switch new {
            case "Float": return bits.count <= 24 && old != "Bool"
            case "Double": return bits.count <= 53 && old != "Bool"
            case "String", "Decimal": return old != "Bool"
            default: return false
            }
        }
        return new == "Double" ? old == "Float" : new == "String" && ["UUID", "URL", "Decimal", "JSON"].contains(old)
    }

    /// The number of bits of an integer type, without its sign, and whether it has one. A `Bool` is stored as an
    /// integer.
    static func bits(of type: String) -> (count: Int, isSigned: Bool)? {
        switch type {
        case "Bool": (1, false)
        case "Int8": (7, true)
        case "UInt8": (8, false)
        case "Int16": (15, true)
        case "UInt16": (16, false)
        case "Int32": (31, true)
        case "UInt32": (32, false)
        case "Int", "Int64": (63, true)
        case "UInt", "UInt64": (64, false)
        default: nil
        }
    }
}
