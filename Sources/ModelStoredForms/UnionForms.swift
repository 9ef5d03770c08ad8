/// Unions without a discriminator. The part `place()` has their cases by the kind of JSON value, in the order in which
/// they are tried: `cases (string (when, text), object (card, account))`.
extension StoredForm {
    /// The type of that part.
    package static func cases(_ order: [(kind: String, names: [String])]) -> String {
        "cases (\(order.map { "\($0.kind) (\($0.names.joined(separator: ", ")))" }.joined(separator: ", ")))"
    }

    static func isUnion(_ place: ExactText) -> Bool { place.text.utf8.suffix(2).elementsEqual("()".utf8) }

    /// The places of its unions; outer ones come before those inside them.
    private var unions: [ExactText] {
        parts.keys.filter(Self.isUnion).sorted {
            ($0.text.utf8.count, $0) < ($1.text.utf8.count, $1)
        }
    }

    /// The cases of a union, by the kind of JSON value.
    private func order(_ union: ExactText) -> [(kind: String, names: [ExactText])] {
        Self.order(parts[union]?.type ?? "")
    }

    /// The cases in the type of that part.
    package static func order(_ type: String) -> [(kind: String, names: [ExactText])] {
        list(type).map { kind in (String(kind.prefix { $0 != " " }), list(kind).map { ExactText($0) }) }
    }

    /// What is between the outer parentheses.
    private static func list(_ text: String) -> [String] {
        FactParts(String(text.drop { $0 != "(" }.dropFirst().dropLast())).parts
    }

    /// This form of older values, with the names that cases have in a later one. Documents do not contain these names: a
    /// case that is gone is a new one that reads its values.
    func renamingCases(as later: StoredForm) -> StoredForm {
        let unions = unions
        guard !unions.isEmpty, self != later else { return self }
        let moved = later.movedPlaces
        var renames: [(from: String, to: String)] = []
        func renamed(_ place: String) -> String {
            renames.reduce(place) { place, rename in
                place.rest(after: rename.from).map { rename.to + $0 } ?? place
            }
        }
        for union in unions {
            let place = ExactText(renamed(union.text))
            guard let home = later.home(of: place, moved) else { continue }
            let (old, new) = (order(union).flatMap(\.names), later.order(home).flatMap(\.names))
            var added = new.filter { !old.contains($0) }
            for name in old where !new.contains(name) {
                let former = document(at: union, name)
                guard let index = added.firstIndex(where: { later.document(at: home, $0).reads(former) }) else {
                    continue
                }
                renames.append((Self.place(place, name).text, Self.place(place, added[index]).text))
                let target = added[index]
                added.removeAll { $0 == target }
            }
        }
        var form = StoredForm(type: type)
        for (place, part) in parts {
            var part = part
            part.otherPlaces = part.otherPlaces.map(renamed)
            form.parts[ExactText(renamed(place.text))] = part
        }
        for union in form.unions {
            let from = unions.first { renamed($0.text).isExactly(union.text) } ?? union
            let names = order(from).map { list in
                let all = list.names.map { name in
                    let place = renamed(Self.place(union, name).text)
                    return String(place.rest(after: String(union.text.dropLast())).map { $0.dropLast() } ?? "")
                }
                return (list.kind, all)
            }
            form.parts[union]?.type = Self.cases(names)
        }
        return form
    }

    /// How this form reads values of an earlier one as another case; nil if it does not.
    ///
    /// - Parameter earlier: With the present names of cases.
    func misreadCase(of earlier: StoredForm) -> String? {
        guard self != earlier else { return nil }
        let moved = movedPlaces
        for union in earlier.unions {
            guard let home = home(of: union, moved) else { continue }
            let present = order(home)
            for (kind, names) in earlier.order(union) {
                let tried = present.first { $0.kind == kind }?.names ?? []
                for name in names {
                    guard let last = tried.lastIndex(of: name), let before = names.lastIndex(of: name) else { continue }
                    let other = tried[..<last].first { other in
                        guard other != name, mayRead(home, other, of: earlier, union, name, kind) else { return false }
                        // What it accepts now, it has always read that way.
                        return !names[..<before].contains(other)
                            || !earlier.mayRead(union, other, of: earlier, union, name, kind)
                            || acceptsMore(than: earlier, at: Self.place(union, other), moved)
                    }
                    if let other { return "can read the case `\(name.text)` as `\(other.text)`" }
                }
            }
        }
        return nil
    }

    /// Whether a value that an earlier form did not accept at a place may be one now. New parts only exclude values.
    private func acceptsMore(than earlier: StoredForm, at place: ExactText, _ moved: [ExactText: ExactText]) -> Bool {
        earlier.parts.contains { key, part in
            guard key.text.rest(after: place.text) != nil else { return false }
            guard let now = home(of: key, moved).flatMap({ parts[$0] }) else { return true }
            return !Self.unwrapped(now.type).isExactly(Self.unwrapped(part.type))
                || (part.isRequired && !now.isRequired)
        }
    }

    /// Whether a case may accept a value of another case, as far as the form shows.
    private func mayRead(
        _ union: ExactText, _ name: ExactText, of earlier: StoredForm, _ earlierUnion: ExactText,
        _ earlierName: ExactText, _ kind: String
    ) -> Bool {
        let (place, former) = (Self.place(union, name), Self.place(earlierUnion, earlierName))
        guard let new = parts[place].map({ Self.unwrapped($0.type) }),
            let old = earlier.parts[former].map({ Self.unwrapped($0.type) })
        else { return true }
        guard Self.mayOverlap(new, old) else { return false }
        let isUnion = [(self, place), (earlier, former)].contains { form, place in
            form.parts.keys.contains { $0.text.rest(after: place.text)?.first == "(" }
        }
        guard kind == "object", new == "object", old == "object", !isUnion else { return true }
        return parts.allSatisfy { key, part in
            guard part.isRequired, let rest = key.text.rest(after: place.text), container(of: key) == place else {
                return true
            }
            let keys = [rest] + part.otherPlaces.compactMap { $0.rest(after: place.text) }
            return keys.contains { key in
                let home = former.text + key
                if let type = earlier.type(at: ExactText(home)) {
                    return Self.mayOverlap(Self.unwrapped(part.type), Self.unwrapped(type))
                }
                return earlier.parts.keys.contains { inner in
                    inner.text.rest(after: home)?.utf8.first.map { ".[{(".utf8.contains($0) } ?? false
                }
            }
        }
    }

    /// Whether two types have values in common; true if that is unknown.
    ///
    /// - Parameter old: The type of values that were written.
    private static func mayOverlap(_ new: String, _ old: String) -> Bool {
        let first = (isEnum(new) ? values(of: new) : nil).map(\.all).flatMap { all in
            all.contains { $0.hasPrefix("*") } ? nil : all
        }
        let second = (isEnum(old) ? values(of: old) : nil).flatMap { $0.takesAll ? nil : $0.all }
        switch (isEnum(new), isEnum(old)) {
        case (true, true):
            guard let first, let second, !first.isEmpty, !second.isEmpty else { return true }
            return !Set(first.map { ExactText($0) }).isDisjoint(with: second.map { ExactText($0) })
        case (true, false): return first?.contains { mayBe($0, old) } ?? true
        case (false, true): return second?.contains { mayBe($0, new) } ?? true
        case (false, false): return !(new == "UUID" && isISODate(old) || isISODate(new) && old == "UUID")
        }
    }

    /// Whether a value of an enum may be one of another type.
    private static func mayBe(_ value: String, _ type: String) -> Bool {
        let text = FactParts.plain(value)
        if type == "UUID" { return text.utf8.count == 36 }
        return !isISODate(type) || text.utf8.first.map { 0x30...0x39 ~= $0 } ?? false
    }

    private static func isISODate(_ type: String) -> Bool {
        ["Date", "Date by iso8601", "Date by rfc3339"].contains(type)
    }

    private static func isEnum(_ type: String) -> Bool { type.hasPrefix("enum ") }

    private static func place(_ union: ExactText, _ name: ExactText) -> ExactText {
        ExactText("\(union.text.dropLast())\(name.text))")
    }

    /// A document that contains only a value of a case.
    private func document(at union: ExactText, _ name: ExactText) -> StoredForm {
        let start = Self.place(union, name).text
        func inner(_ place: String) -> String? {
            place.rest(after: start).map { rest in
                "value" + (rest.utf8.first.map { ".[{(".utf8.contains($0) } ?? true ? "" : ".") + rest
            }
        }
        var form = StoredForm(type: "object")
        for (place, part) in parts {
            guard let place = inner(place.text) else { continue }
            var part = part
            part.otherPlaces = part.otherPlaces.compactMap(inner)
            form.parts[ExactText(place)] = part
        }
        return form
    }
}

extension String {
    /// What follows these bytes at the beginning of the string; nil if it does not begin with them.
    func rest(after start: String) -> String? {
        utf8.starts(with: start.utf8) ? String(Substring(utf8.dropFirst(start.utf8.count))) : nil
    }
}
