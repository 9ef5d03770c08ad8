import ModelRelations
import ModelSQLite
import Testing

@Suite("Relations between columns of different collations")
struct CollationTests {
    let words: WordsDatabase

    init() throws {
        words = try WordsDatabase.inMemory()
        try words.write { db in
            try Language.insert([Language(code: "de"), Language(code: "en")], db)
            try Word.insert(
                [
                    Word(text: "Weg", language: "DE"), Word(text: "weg", language: "de"),
                    Word(text: "way", language: "En"),
                ],
                db)
            try Flag(id: 1, language: "EN").insert(db)
            try Topic.insert([Topic(name: "travel"), Topic(name: "music")], db)
            try WordTopic.insert(
                [WordTopic(word: "Weg", topic: "TRAVEL"), WordTopic(word: "way", topic: "travel")], db)
        }
    }

    @Test("rows that refer to a row are found, as the foreign key finds them")
    func referring() throws {
        try words.read { db in
            let rows = try Language.order { [$0.code] }.including(\.words, \.flag).all(db)
            #expect(rows.map { $0.1.map(\.text).sorted() } == [["Weg", "weg"], ["way"]])
            #expect(rows.map { $0.2?.id } == [nil, 1])
            let joined = try Language.all.joining(\.words).order { [$0.code, $1.text] }.all(db)
            #expect(joined.map { "\($0.code) \($1.text)" } == ["de Weg", "de weg", "en way"])
            #expect(try Language.all.joining(\.flag).all(db).map(\.0.code) == ["en"])
        }
    }

    @Test("so is the row that is referred to")
    func referred() throws {
        try words.read { db in
            let rows = try Word.order { [$0.text] }.including(\.spoken).all(db)
            #expect(rows.map { $0.1?.code } == ["de", "en", "de"])
            let joined = try Word.all.joining(\.spoken).order { word, _ in [word.text] }.all(db)
            #expect(joined.map(\.1.code) == ["de", "en", "de"])
            #expect(try Flag.all.joining(\.owner).all(db).map(\.1.code) == ["en"])
        }
    }

    @Test("so are the rows that others link to, and those alone")
    func linked() throws {
        try words.read { db in
            // The column of the link ignores case, but the one that it refers to does not.
            let rows = try Word.order { [$0.text] }.including(\.topics).all(db)
            #expect(rows.map { $0.1.map(\.name) } == [["travel"], ["travel"], []])
            let joined = try Word.all.joining(\.topics).order { word, _ in [word.text] }.all(db)
            #expect(joined.map { "\($0.text) \($1.name)" } == ["Weg travel", "way travel"])
            let topics = try Topic.order { [$0.name] }.including(\.words).all(db)
            #expect(topics.map { $0.1.map(\.text).sorted() } == [[], ["Weg", "way"]])
            let linked = try Topic.all.joining(\.words).order { _, word in [word.text] }.all(db)
            #expect(linked.map(\.1.text) == ["Weg", "way"])
        }
    }

    @Test("a link without one of its references links nothing")
    func halfLinked() throws {
        try words.write { db in
            try Sentence.insert(
                [
                    Sentence(id: 1, word: "Weg", topic: "Travel"), Sentence(id: 2, word: "Weg", topic: nil),
                    Sentence(id: 3, word: nil, topic: "travel"), Sentence(id: 4, word: "way", topic: "MUSIC"),
                ],
                db)
            let rows = try Word.order { [$0.text] }.including(\.heard).all(db)
            #expect(rows.map { $0.1.map(\.name) } == [["travel"], ["music"], []])
            let topics = try Topic.order { [$0.name] }.including(\.heard).all(db)
            #expect(topics.map { $0.1.map(\.text) } == [["way"], ["Weg"]])
            let joined = try Topic.all.joining(\.heard).order { topic, _ in [topic.name] }.all(db)
            #expect(joined.map { "\($0.name) \($1.text)" } == ["music way", "travel Weg"])
        }
    }
}
