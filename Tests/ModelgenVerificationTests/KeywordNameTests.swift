import CModelSQLite
import ModelgenDatabase
import ModelgenSchema
import Testing

@testable import ModelgenVerification

/// Each keyword of SQLite as the name of a column, in each place of a SELECT, judged by SQLite itself.
@Suite("Keywords as names") struct KeywordNameTests {
    private static let keywords = (0..<sqlite3_keyword_count()).compactMap { index -> String? in
        var (name, count): (UnsafePointer<CChar>?, Int32) = (nil, 0)
        guard sqlite3_keyword_name(index, &name, &count) == SQLITE_OK, let name else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: name, count: Int(count)), as: UTF8.self).lowercased()
    }

    /// SQL with `@` in the place of the column.
    private static let places = [
        "SELECT @ FROM t", "SELECT a, @ FROM t", "SELECT t.@, (@), -@, @ / @ FROM t", "SELECT @ AS b FROM t",
        "SELECT DISTINCT @, a FROM t", "SELECT max(@), count(*) FROM t", "SELECT CAST(@ AS TEXT) FROM t",
        "SELECT a FROM t WHERE @ = 2 AND a < @ OR @ > 5", "SELECT a FROM t WHERE NOT @ LIKE 'x'",
        "SELECT a FROM t WHERE NOT (@) AND NOT @", "SELECT @ NOT LIKE 'x', @ NOT GLOB 'x', a NOT LIKE @ FROM t",
        "SELECT a NOT GLOB 'x', a NOT LIKE 'x' ESCAPE 'y', a GLOB @, a LIKE @, @ FROM t",
        "SELECT @ IS NULL, @ NOT NULL, @ ISNULL, @ NOTNULL, @ IS NOT NULL, a IS @ FROM t",
        "SELECT a IS NOT DISTINCT FROM @, a IS DISTINCT FROM @ FROM t",
        "SELECT a IN (@, 1), a NOT IN (@), @ IN (1, 2), @ NOT IN (2) FROM t",
        "SELECT a BETWEEN @ AND @, @ BETWEEN 1 AND 2, @ NOT BETWEEN 1 AND 2 FROM t",
        "SELECT CASE @ WHEN @ THEN @ ELSE @ END FROM t",
        "SELECT @ COLLATE NOCASE, @ || 'x', @ -> '$', @ & 1, @ <> 1 FROM t",
        "SELECT a FROM t GROUP BY @, a HAVING @ > 0 ORDER BY @ DESC, a ASC NULLS LAST, @ NULLS FIRST LIMIT 5 OFFSET 0",
        "SELECT a FROM t WHERE a IN (SELECT @ FROM t) OR EXISTS (SELECT 1 FROM t AS u WHERE u.@ = 2)",
        "WITH c AS (SELECT @ AS b FROM t) SELECT b FROM c UNION ALL SELECT @ FROM t EXCEPT SELECT 7",
        "SELECT u.a FROM t LEFT JOIN (SELECT a FROM t) AS u ON @ = 2 WHERE @ = 2",
        "SELECT sum(a) OVER (PARTITION BY @ ORDER BY @ ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t",
        "SELECT sum(a) OVER (ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE TIES), @ FROM t",
        "SELECT sum(@) FILTER (WHERE @ > 0) OVER (ORDER BY @ GROUPS 1 PRECEDING EXCLUDE CURRENT ROW) FROM t",
        "SELECT sum(a) OVER w, @ FROM t WINDOW w AS (RANGE UNBOUNDED PRECEDING)",
    ]

    /// Places in which a keyword that begins an operand cannot be told from a name once its quotes are lost.
    private static let otherPlaces = [
        "SELECT @ + @, @ * @, @ - 1 FROM t", "SELECT CASE WHEN @ THEN 1 ELSE @ END FROM t",
        "SELECT a IS NOT @ FROM t",
    ]

    /// Without quotes, these are operands, or what follows may belong to them: `CASE WHEN`, `NOT DESC`.
    private static let ambiguous = [
        "case", "current_date", "current_time", "current_timestamp", "distinct", "not", "null", "when",
    ]

    private func database(_ column: String) throws -> MemoryDatabase {
        let database = try MemoryDatabase()
        try database.run("CREATE TABLE t (a INTEGER, \(SQLName(column).inQuotes) INTEGER)")
        try database.run("INSERT INTO t VALUES (1, 2), (3, 4)")
        return database
    }

    private func rows(_ sql: String, _ database: MemoryDatabase) -> [[String]]? {
        (try? database.rows(sql))?.map { row in row.map(\.text) }
    }

    @Test("a view that SQLite accepts has the same rows after its column is renamed") func renamed() throws {
        let after = try database("sender")
        var accepted = 0
        var wrong: [String] = []
        for keyword in Self.keywords {
            let before = try database(keyword)
            for place in Self.places + Self.otherPlaces {
                for name in [keyword, SQLName(keyword).inQuotes] {
                    let sql = place.replacing("@", with: name)
                    guard let expected = rows(sql, before) else { continue }
                    accepted += 1
                    let new = renaming(
                        .column(table: "t", from: SQLName(keyword), to: "sender"), in: sql,
                        scope: .select(columns: ["t": ["a", FoldedName(keyword)]]))
                    if rows(new, after) != expected { wrong.append("\(sql) became \(new)") }
                }
            }
        }
        #expect(wrong == [])
        // All of the quoted names, and most of the others.
        #expect(accepted > Self.keywords.count * Self.places.count * 3 / 2)
    }

    @Test("names are found again in SQL whose quotes were lost, unless it is valid without them") func quotesLost()
        throws
    {
        var wrong: [String] = []
        for keyword in Self.keywords where !Self.ambiguous.contains(keyword) {
            let database = try database(keyword)
            for place in Self.places {
                let quoted = place.replacing("@", with: SQLName(keyword).inQuotes)
                let plain = normalizedSQL(quoted)
                let tokens = plain.map { sqlTokens($0)[0] }
                let names = namePositions(in: tokens, quotes: .lost)
                let again = tokens.indices.map {
                    names.contains($0) && plain[$0] == keyword ? SQLName(keyword).inQuotes : plain[$0]
                }
                .joined(separator: " ")
                let expected = try #require(rows(quoted, database))
                let isAmbiguous = rows(plain.joined(separator: " "), database) != nil
                if rows(again, database) != expected, !isAmbiguous { wrong.append("\(quoted) became \(again)") }
            }
        }
        #expect(wrong == [])
    }
}
