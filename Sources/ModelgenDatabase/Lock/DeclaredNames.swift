import ModelgenSchema

extension [Fact] {
    /// The same facts, with the names of indexed tables and columns as they are declared. The SQL in a lock is in
    /// lowercase and without quotes.
    var withDeclaredNames: [Fact] {
        let tables = filter { $0.kind == .table }.map { DeclaredName($0.subject) }
        return map { fact in
            let head = fact.value.hasPrefix("UNIQUE") ? "UNIQUE INDEX ON " : "INDEX ON "
            guard fact.kind == .index, fact.value.hasPrefix(head), let open = fact.value.firstRange(of: " ( ") else {
                return fact
            }
            let plain = fact.value[..<open.lowerBound].dropFirst(head.count)
            guard let table = tables.first(where: { $0.plain == plain }) else { return fact }
            var fact = fact
            let terms = String(fact.value[open.lowerBound...])
            fact.value = head + table.quoted + terms.declaring(columns(of: table.quoted))
            return fact
        }
    }

    /// The value of a check, a column or a view, with names as they are declared.
    func declaredValue(of fact: Fact) -> String {
        guard fact.kind == .view else { return fact.value.declaring(columns(of: fact.table)) }
        let tables = filter { $0.kind == .table || $0.kind == .view }
        let names = tables.map { DeclaredName($0.subject) } + tables.flatMap { columns(of: $0.subject) }
        return fact.value.declaring(names)
    }

    private func columns(of table: String) -> [DeclaredName] {
        filter { $0.kind == .column && $0.table == table }.map {
            DeclaredName(String($0.subject.dropFirst(table.count + 1)))
        }
    }
}

/// A name as it is declared and as it appears in canonical SQL.
private struct DeclaredName {
    var quoted: String
    var plain: String

    init(_ quoted: String) {
        self.quoted = quoted
        plain = canonicalSQL(quoted)
    }

    /// Whether it is a keyword for SQLite unless it is quoted.
    var isKeyword: Bool {
        canonicalSQL(String(quoted.dropFirst().dropLast())) == plain && sqlTokens(plain).map(\.kind) == [.word]
    }
}

extension String {
    /// The positions of the names in canonical SQL.
    private var placesOfNames: Set<Index> {
        let tokens = sqlTokens(self)
        let names = namePositions(in: tokens, quotes: .lost)
        var place = startIndex
        var places: Set<Index> = []
        for (position, token) in tokens.enumerated() {
            if names.contains(position) { places.insert(place) }
            place = utf8.index(place, offsetBy: token.text.utf8.count)
        }
        return places
    }

    /// Canonical SQL, in which a space separates tokens, with these names as they are declared.
    fileprivate func declaring(_ names: [DeclaredName]) -> String {
        let places = placesOfNames
        let names = names.filter { $0.quoted != $0.plain }.sorted { $0.plain.count > $1.plain.count }
        var rest = self[...]
        var result = ""
        while let next = rest.first {
            let isStart = result.last.map { " (".contains($0) } ?? true
            let name = names.first { name in
                guard isStart, rest.hasPrefix(name.plain) else { return false }
                let after = rest.dropFirst(name.plain.count)
                return after.first.map { " )".contains($0) } ?? true && !after.hasPrefix(" ( ")
                    && (!name.isKeyword || places.contains(rest.startIndex))
            }
            if let name {
                result += name.quoted
                rest = rest.dropFirst(name.plain.count)
            } else if next == "'" {
                let end = rest.dropFirst().firstIndex(of: "'").map(rest.index(after:)) ?? rest.endIndex
                result += rest[..<end]
                rest = rest[end...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
