import ModelSQLite

/// What to look for in a full-text index. Made of what people type, it is valid whatever they type.
///
/// ```swift
/// try Book.matching(.allWords("won't c++")).limit(20).all(db)      // the best first
/// try Book.matching(.allPrefixes("riv nor")).all(db)               // while somebody types
/// try Book.matching("title : norway NOT lakes").all(db)            // the language of FTS5
/// ```
/// White space separates words. What the index leaves out of a text is left out of a word as well: `c++` finds the word C. If
/// nothing of the words is left, no row is found. Only the words within the first 1,000 characters count, so that a text that
/// somebody pastes is not a query of a minute.
public struct FullTextQuery: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The query in the language of FTS5.
    public let text: String

    /// A query in the language of FTS5. SQLite throws an error when it runs if the text is not one.
    ///
    /// Source: <https://www.sqlite.org/fts5.html>, section 3.
    public init(fts5 text: String) { self.text = text }

    /// A query in the language of FTS5.
    public init(stringLiteral text: String) { self.init(fts5: text) }

    /// Rows that hold every word.
    public static func allWords(_ typed: String) -> FullTextQuery { FullTextQuery(words(of: typed), " ") }

    /// Rows that hold at least one of the words.
    public static func anyWord(_ typed: String) -> FullTextQuery { FullTextQuery(words(of: typed), " OR ") }

    /// Rows that hold a word with each of these beginnings.
    public static func allPrefixes(_ typed: String) -> FullTextQuery {
        FullTextQuery(words(of: typed).map { $0 + "*" }, " ")
    }

    /// Rows that hold the words side by side, in this order.
    public static func phrase(_ typed: String) -> FullTextQuery { FullTextQuery(words(of: typed), " + ") }

    /// Without a word, the phrase without a word, which no row holds.
    private init(_ terms: [String], _ separator: String) {
        text = terms.isEmpty ? "\"\"" : terms.joined(separator: separator)
    }

    /// The words in double quotes, where only the quote itself has a meaning (section 3.1). SQLite ends a query at a NUL.
    private static func words(of typed: String) -> [String] {
        let isSeparator = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar == "\0" }
        let scalars = typed.unicodeScalars
        var start = scalars.prefix(1000)
        // A word that is cut would be another word.
        if start.endIndex < scalars.endIndex, !isSeparator(scalars[start.endIndex]) {
            while let last = start.last, !isSeparator(last) { start.removeLast() }
        }
        return start.split(whereSeparator: isSeparator).map { String($0).quotedForSQL }
    }
}

/// A record whose table has a full-text index (`fullText` in YAML).
public protocol FullTextRecord: TableRecord {
    /// The FTS5 table, whose rowids are those of the record's table.
    static var fullTextTable: String { get }
}

extension FullTextRecord {
    /// The rows that a full-text search finds, the best first; see ``Select/matching(_:)``.
    public static func matching(_ query: FullTextQuery) -> Query<Self> { all.matching(query) }
}

extension Select where Root: FullTextRecord {
    /// The results that a full-text search finds, besides earlier conditions.
    ///
    /// ```swift
    /// try Post.matching(.allWords(typed)).all(db)                                // the best first
    /// try Post.matching(.allWords(typed)).order { [$0.createdAt.desc] }.all(db)
    /// ```
    /// They come in the order of FTS5's `rank`, unless the query has an order.
    public func matching(_ query: FullTextQuery) -> Select { matching(query, in: Root.fullTextTable) }
}

extension Select where Root: TableRecord {
    /// The results that a full-text search finds in an FTS5 table of your own, whose rowids are those of this table.
    ///
    /// ```swift
    /// try Post.all.matching(.allWords(typed), in: "posts_words").all(db)
    /// ```
    /// They come in the order of FTS5's `rank`, unless the query has an order.
    public func matching(_ query: FullTextQuery, in index: String) -> Select {
        let found = "modelsqlite_found".different(from: aliases)
        let search: SQL = """
             JOIN (SELECT rowid AS found_row, rank AS found_rank FROM \(name: index) \
            WHERE \(name: index) MATCH \(query.text)) AS \(name: found) ON
            """
        let match = SQL(parts: [
            .text(" "), .column("found_row", table: found), .text(" = "), .column("rowid", table: Root.table.name),
        ])
        var clauses = clauses
        if clauses.order.isEmpty { clauses.order = [SQL(parts: [.column("found_rank", table: found)])] }
        return Select(
            clauses: clauses, source: "\(source)\(search)\(match)", aliases: aliases + [found], selection: selection,
            columns: columns, width: width, conversion: conversion, decode: decode, fetch: fetch)
    }
}
