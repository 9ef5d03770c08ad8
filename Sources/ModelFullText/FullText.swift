import ModelSQLite

/// A full-text query. One that is created from user input is always valid.
///
/// ```swift
/// try Book.matching(.allWords("won't c++")).limit(20).all(db)      // the best first
/// try Book.matching(.allPrefixes("riv nor")).all(db)               // while somebody types
/// try Book.matching("title : norway NOT lakes").all(db)            // the language of FTS5
/// ```
/// Whitespace separates words. Characters that the index ignores are also ignored in the query: `c++` finds the word C.
/// If no words remain, no rows are found. Only the words in the first 1,000 characters are used, so that pasting a long
/// text does not make a query extremely slow.
public struct FullTextQuery: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The query in FTS5 syntax.
    public let text: String

    /// Creates a query in FTS5 syntax. If it is invalid, SQLite reports an error when the query runs.
    ///
    /// Source: <https://www.sqlite.org/fts5.html>, section 3.
    public init(fts5 text: String) { self.text = text }

    /// Creates a query in FTS5 syntax.
    public init(stringLiteral text: String) { self.init(fts5: text) }

    /// Finds rows that contain every word.
    public static func allWords(_ typed: String) -> FullTextQuery { FullTextQuery(words(of: typed), " ") }

    /// Finds rows that contain at least one of the words.
    public static func anyWord(_ typed: String) -> FullTextQuery { FullTextQuery(words(of: typed), " OR ") }

    /// Finds rows that contain a word with each of these prefixes.
    public static func allPrefixes(_ typed: String) -> FullTextQuery {
        FullTextQuery(words(of: typed).map { $0 + "*" }, " ")
    }

    /// Finds rows that contain the words next to each other, in this order.
    public static func phrase(_ typed: String) -> FullTextQuery { FullTextQuery(words(of: typed), " + ") }

    /// Creates a query from terms. Without any, it is a phrase without words, which no row contains.
    private init(_ terms: [String], _ separator: String) {
        text = terms.isEmpty ? "\"\"" : terms.joined(separator: separator)
    }

    /// The words in double quotes, in which only a quote has a special meaning (section 3.1). SQLite ends a query at a
    /// NUL.
    private static func words(of typed: String) -> [String] {
        let isSeparator = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar == "\0" }
        let scalars = typed.unicodeScalars
        var start = scalars.prefix(1000)
        // A truncated word would be a different word.
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
    /// A query for the rows that match a full-text query, the best matches first; see ``Select/matching(_:)``.
    public static func matching(_ query: FullTextQuery) -> Query<Self> { all.matching(query) }
}

extension Select where Root: FullTextRecord {
    /// Restricts the results to those that match a full-text query, in addition to earlier conditions.
    ///
    /// ```swift
    /// try Post.matching(.allWords(typed)).all(db)                                // the best first
    /// try Post.matching(.allWords(typed)).order { [$0.createdAt.desc] }.all(db)
    /// ```
    /// They are ordered by FTS5's `rank`, unless the query has an order.
    public func matching(_ query: FullTextQuery) -> Select { matching(query, in: Root.fullTextTable) }
}

extension Select where Root: TableRecord {
    /// Restricts the results to those that match a full-text query in your own FTS5 table, whose rowids are those of
    /// this table.
    ///
    /// ```swift
    /// try Post.all.matching(.allWords(typed), in: "posts_words").all(db)
    /// ```
    /// They are ordered by FTS5's `rank`, unless the query has an order.
    public func matching(_ query: FullTextQuery, in index: String) -> Select {
        let found = "modelsqlite_found".different(from: aliases)
        let search: SQL = """
             JOIN (SELECT rowid AS found_row, rank AS found_rank FROM \(name: index) \
            WHERE \(name: index) MATCH \(query.text)) AS \(name: found) ON
            """
        let match = SQL(parts: [
            .text(" "), .column("found_row", table: found), .text(" = "), .column("rowid", table: Root.table.name),
        ])
        var query = self
        query.source = "\(source)\(search)\(match)"
        query.aliases.append(found)
        if clauses.order.isEmpty { query.clauses.order = [SQL(parts: [.column("found_rank", table: found)])] }
        return query
    }
}
