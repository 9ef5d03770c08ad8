import ModelgenSchema

extension Fact {
    /// The fact with its names quoted as this modelgen does. The one that wrote the lock may have known other keywords,
    /// and a name with other quotes would be a different one.
    var requoted: Fact {
        switch kind {
        case .table: Fact(kind, subject.requoted(), value.requotedInLists)
        case .reference: Fact(kind, subject.requoted(), value.requotedInLists).withSortedColumns
        case .fullText: Fact(kind, subject.requoted(), value.requoted())
        case .index, .view: Fact(kind, subject.requoted(), value)
        case .column: Fact(kind, subject.requoted(first: 2), value.withCanonicalType)
        // These are followed by places in a document, or by SQL without quotes.
        case .stored, .holds, .fill, .using: Fact(kind, subject.requoted(first: 2), value)
        // A check without a name is identified by its SQL.
        case .check: Fact(kind, subject.hasSuffix(" \(value)") ? subject.requoted(first: 1) : subject.requoted(), value)
        case .sql, .swift, .wireEnum, .value, .object, .read, .write, .conversion, .api, .endpoint, .parameter, .access,
            .type, .conformance, .initializer, .property, .enumCase, .function, .requirement:
            self
        }
    }
}

extension Fact {
    /// A foreign key with its columns sorted, because their order means nothing. It may be that of the fields, or of
    /// the steps that dropped them.
    var withSortedColumns: Fact {
        func divided(_ sql: String) -> (start: String, list: [String], end: String)? {
            let tokens = sqlTokens(sql)
            guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
                let close = tokens[open...].firstIndex(where: { $0.isSymbol(")") })
            else { return nil }
            let list = tokens[open..<close].filter { $0.name != nil }.map(\.text)
            return (tokens[...open].map(\.text).joined(), list, tokens[close...].map(\.text).joined())
        }
        guard subject.contains(","), let own = divided(subject), let parent = divided(value) else { return self }
        let pairs = zip(own.list, parent.list).sorted { $0 < $1 }
        return Fact(
            kind, own.start + pairs.map(\.0).joined(separator: ", ") + own.end,
            parent.start + pairs.map(\.1).joined(separator: ", ") + parent.end)
    }
}

extension String {
    /// The declaration of a column, with its type in the form that this modelgen writes.
    fileprivate var withCanonicalType: String {
        let first = prefix { $0 != " " }
        if StorageClass(rawValue: String(first)) != nil, ["", " NOT"].contains(dropFirst(first.count).prefix(4)) {
            return self
        }
        let tokens = sqlTokens(self)
        let end = tokens.firstIndex(where: ColumnFact.startsClause) ?? tokens.endIndex
        let type = canonicalType(tokens[..<end].filter { $0.kind != .space }[...])
        return type + (type.isEmpty || end == tokens.endIndex ? "" : " ") + tokens[end...].map(\.text).joined()
    }

    /// The text with all of its names, or the first ones, as in ``SQLName/quoted``.
    fileprivate func requoted(first count: Int = .max) -> String {
        var remaining = count
        return sqlTokens(self).map { token in
            guard remaining > 0, let name = token.name else { return token.text }
            remaining -= 1
            return SQLName(name).quoted
        }
        .joined()
    }

    /// `PRIMARY KEY (a, b) STRICT` or `REFERENCES c (d) ON DELETE CASCADE`, whose other words are keywords.
    fileprivate var requotedInLists: String {
        var depth = 0
        var followsReferences = false
        return sqlTokens(self).map { token in
            depth += token.nesting
            let isName = depth > 0 || followsReferences
            if token.kind != .space { followsReferences = token.isWord("REFERENCES") }
            return isName ? token.name.map { SQLName($0).quoted } ?? token.text : token.text
        }
        .joined()
    }
}
