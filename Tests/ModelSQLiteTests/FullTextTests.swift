import Foundation
import ModelExpressions
import ModelFullText
import ModelObservation
import ModelRelations
import ModelSQLite
import SeededNumbers
import Testing

@Suite("Full-text search with what people type")
struct FullTextTests {
    let blog: BlogDatabase

    init() throws {
        blog = try BlogDatabase.inMemory()
        try blog.write { (db: Database) throws in
            try db.run("CREATE VIRTUAL TABLE words USING fts5 (title, nickname, content=posts, content_rowid=id)")
            try User.insert([User(id: 1, name: "Ann", email: "a@x.org", age: 30, gender: .female)], db)
        }
    }

    /// Stores titles; their keys are their positions.
    private func store(_ titles: [String]) throws {
        try blog.write { db in
            for (id, title) in titles.enumerated() {
                let date = Date(timeIntervalSince1970: 0)
                try Post(id: Int64(id), userId: 1, title: title, nickname: nil, createdAt: date).insert(db)
            }
            try db.run("INSERT INTO words (words) VALUES ('rebuild')")
        }
    }

    private func found(_ query: FullTextQuery) throws -> Set<Int64> {
        Set(try blog.read { db in try Post.all.matching(query, in: "words").all(db) }.map(\.id))
    }

    @Test("rows that triggers change are not among those that a statement says it changed")
    func changes() throws {
        try store(["a", "b", "c"])
        try blog.write { (db: Database) throws in
            try db.run(
                """
                CREATE TRIGGER posts_words AFTER UPDATE ON posts BEGIN
                    INSERT INTO words (words, rowid, title) VALUES ('delete', old.id, old.title);
                    INSERT INTO words (rowid, title) VALUES (new.id, new.title);
                END
                """)
            #expect(try db.run("UPDATE posts SET title = 'x' WHERE id = 1") == 1)
            #expect(try db.run("UPDATE posts SET title = 'x' WHERE id < 2") == 2)
            #expect(try db.run("UPDATE posts SET title = 'x' WHERE id = 99") == 0)
            #expect(try db.run("CREATE TABLE other (id INTEGER)") == 0)
        }
    }

    @Test("words with quotes and punctuation, and nothing at all")
    func typed() throws {
        try store(["I won't go", "The C++ book", "C without classes", "I want to go", "NOT NEAR \"AND\" OR"])
        #expect(try found(.allWords("won't")) == [0])
        #expect(try found(.allWords("c++")) == [1, 2])
        #expect(try found(.allWords("go won't")) == [0])
        #expect(try found(.anyWord("won't c++")) == [0, 1, 2])
        #expect(try found(.phrase("to go")) == [3])
        #expect(try found(.phrase("go to")) == [])
        #expect(try found(.allPrefixes("w g")) == [0, 3])
        #expect(try found(.allPrefixes("wi cla")) == [2])
        #expect(try found(.allWords("near not")) == [4])
        #expect(try found(.allWords("go +++")) == [0, 3])
        for nothing in ["", " ", "\n\t", "\0", "+++", "\"", "*", "' \" -"] {
            for query in queries(nothing) { #expect(try found(query) == [], "\(query.text)") }
        }
        #expect(throws: SQLiteError.self) { try found(FullTextQuery(fts5: "won't")) }
        #expect(try found("go NOT want") == [0])
    }

    @Test("the best matches come first, unless there is an order; limits, counts, joins and groups work as always")
    func rank() throws {
        try store(["lake and hill and river and sea", "lake lake", "hill", "a lake of hills"])
        func check(_ db: Database) throws {
            let lakes = Post.all.matching(.allWords("lake"), in: "words")
            #expect(try lakes.all(db).map(\.id) == [1, 3, 0])
            #expect(try lakes.first(db)?.id == 1)
            #expect(try lakes.limit(1, offset: 1).all(db).map(\.id) == [3])
            #expect(try lakes.order { [$0.id] }.all(db).map(\.id) == [0, 1, 3])
            #expect(try Post.order { [$0.id.desc] }.matching("lake", in: "words").all(db).map(\.id) == [3, 1, 0])
            #expect(try lakes.count(db) == 3)
            #expect(try lakes.exists(db))
            #expect(try lakes.where { $0.id > 0 }.all(db).map(\.id) == [1, 3])
            #expect(try lakes.where(SQL("length(title) > 10")).all(db).map(\.id) == [3, 0])
            #expect(try lakes.select { $0.title }.limit(1).all(db) == ["lake lake"])
            #expect(try lakes.select { $0.id.count }.all(db) == [3])
            let newest = try lakes.select { ($0.userId, $0.id.max) }.group { $0.userId }.all(db)
            #expect(newest.map(\.1) == [3])
            #expect(try lakes.distinct().count(db) == 3)
            let pairs = try lakes.joining(\.author).where { post, author in author.name == "Ann" && post.id < 3 }.all(
                db)
            #expect(pairs.map(\.0.id) == [1, 0])
            let both = lakes.matching(.allWords("hill"), in: "words")
            #expect(try both.all(db).map(\.id) == [0])
            #expect(
                try Post.where { $0.id.in(lakes.select { $0.id }) }.order { [$0.id] }.all(db).map(\.id) == [0, 1, 3])
            let later = Post.all.matching("lake", in: "words").where { post in
                Post.all.matching("lake", in: "words").where { $0.id < post.id.outer() }.exists()
            }
            #expect(try later.order { [$0.id] }.all(db).map(\.id) == [1, 3])
        }
        try blog.read(check)
    }

    @Test("an observed search sees what is stored later", .timeLimit(.minutes(20)))
    func observed() async throws {
        try store(["lake"])
        var seen: [Int] = []
        for try await posts in blog.observe(Post.all.matching(.allWords("lake"), in: "words")) {
            seen.append(posts.count)
            if seen.count == 2 { break }
            try await blog.write { db in
                try db.run("INSERT INTO posts (id, user_id, title, created_at) VALUES (9, 1, 'a lake', 0)")
                try db.run("INSERT INTO words (rowid, title) VALUES (9, 'a lake')")
            }
        }
        #expect(seen == [1, 2])
    }

    // MARK: - Anything that can be typed

    @Test("no string is an error, and each finds what an index of ASCII words contains")
    func anything() throws {
        var random = SeededNumbers(seed: 18)
        let titles = (0..<60).map { _ in random.text() }
        try store(titles)
        let words = titles.map { Self.words(of: $0) }
        for turn in 0..<600 {
            let typed = turn < titles.count ? titles[turn] : random.text()
            let wanted = typed.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }).map {
                Self.words(of: String($0))
            }
            .filter { !$0.isEmpty }
            func rows(_ holds: ([String]) -> Bool) -> Set<Int64> {
                guard !wanted.isEmpty else { return [] }
                return Set(words.indices.filter { holds(words[$0]) }.map(Int64.init))
            }
            #expect(
                try found(.allWords(typed)) == rows { row in wanted.allSatisfy { Self.holds(row, $0) } }, "\(typed)")
            #expect(try found(.anyWord(typed)) == rows { row in wanted.contains { Self.holds(row, $0) } }, "\(typed)")
            #expect(try found(.phrase(typed)) == rows { Self.holds($0, wanted.flatMap(\.self)) }, "\(typed)")
            let beginnings = rows { row in wanted.allSatisfy { Self.holds(row, $0, ending: .prefix) } }
            #expect(try found(.allPrefixes(typed)) == beginnings, "\(typed)")
        }
    }

    @Test("no Unicode string is an error, and a title finds itself")
    func unicode() throws {
        var random = SeededNumbers(seed: 81)
        let titles = (0..<200).map { _ in random.unicode() }
        try store(titles)
        for (id, title) in titles.enumerated() {
            for query in queries(title) { _ = try found(query) }
            let isEmpty = try found(.anyWord(title)).isEmpty
            #expect(try isEmpty || found(.allWords(title)).contains(Int64(id)), "\(title)")
            #expect(try isEmpty || found(.allPrefixes(title)).contains(Int64(id)), "\(title)")
        }
    }

    @Test("a pasted page is a query for its first words", .timeLimit(.minutes(20)))
    func long() throws {
        let page = (0..<300_000).map { "w\($0)" }.joined(separator: " ")
        try store([page, String(page.prefix(2000)), "w0 w1"])
        #expect(try found(.allWords(page)) == [0, 1])
        #expect(try found(.phrase(page)) == [0, 1])
        for query in queries(page) { #expect(query.text.utf8.count < 3000) }
        #expect(try found(.anyWord(String(repeating: "a", count: 5000))) == [])
        #expect(FullTextQuery.allWords(String(repeating: "a", count: 999) + " bc").text.hasSuffix("a\""))
        #expect(FullTextQuery.allWords(String(repeating: "a", count: 998) + " b c").text.hasSuffix(" \"b\""))
    }

    private func queries(_ typed: String) -> [FullTextQuery] {
        [.allWords(typed), .anyWord(typed), .allPrefixes(typed), .phrase(typed)]
    }

    /// How FTS5's tokenizer handles ASCII (<https://www.sqlite.org/fts5.html>, section 4.3.1).
    private static func words(of text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    private enum Ending { case whole, prefix }

    /// Whether the words are consecutive.
    private static func holds(_ row: [String], _ words: [String], ending: Ending = .whole) -> Bool {
        guard words.count <= row.count, let last = words.last else { return false }
        return (0...(row.count - words.count)).contains { start in
            let here = row[start..<(start + words.count)]
            let isEnd = ending == .whole ? here.last == last : here.last?.hasPrefix(last) == true
            return isEnd && here.dropLast().elementsEqual(words.dropLast())
        }
    }
}

/// Strings of characters with a meaning in FTS5.
extension SeededNumbers {
    fileprivate mutating func text() -> String {
        let pieces = [
            "a", "b", "ab", "aba", "won't", "c++", "C", "AND", "OR", "NOT", "NEAR", "NEAR(a b, 2)", "title:", "{title}",
            "-", "+", "*", "^", "\"", "\"\"", "'", "(", ")", ":", ",", ".", ";", "\\", "%", "?1", "$a", "\0", "--",
            "/*",
            "a.b", "1", "2.5", "e-mail", "rank", "words", " ", " ", " ", " ", "\n", "\t",
        ]
        return (0..<Int.random(in: 0...7, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }

    fileprivate mutating func unicode() -> String {
        String(
            String.UnicodeScalarView(
                (0..<Int.random(in: 0...12, using: &self)).map { _ in
                    let range: ClosedRange<UInt32> = Bool.random(using: &self) ? 0x1...0x2FF : 0x1...0x10FFFF
                    return Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? " "
                }))
    }
}
