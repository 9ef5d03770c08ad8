import Foundation
import ModelChanges
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Keywords")
struct KeywordTests {
    @Test("fields that are keywords are read, written and stored under their names")
    func roundTrip() throws {
        let words = try WordsDatabase.inMemory()
        var word = try words.write { try Word.Draft(class: 1, func: 2, `inout`: 3).insert($0) }
        #expect(try JSON(json: word.jsonData())["inout"] == 3)
        #expect(try Word(json: word.jsonData()) == word)
        #expect(try words.read { try Word.find(class: 1, func: 2, $0) } == word)
        var patch = Word.Patch()
        patch.set = .value(7)
        patch.kept = .null
        word.apply(patch)
        try words.write { [patch, word] in try Word.update(word.default, $0, applying: patch) }
        #expect(try words.read { try Word.find(word.default, $0) } == word)
        #expect(try words.read { try Word.where { $0.in == 0 && $0.set == 7 }.count($0) } == 1)
    }

    @Test("cases that are keywords have their names as raw values")
    func cases() throws {
        #expect(Keyword.allCases.map(\.rawValue).contains("associatedtype"))
        #expect(Keyword(rawValue: "nil") == .nil)
        #expect(Mode(rawValue: 9) == .default)
        #expect(Kept(rawValue: 9) == .unknown(9))
        #expect(Word(default: 1).kept == Kept.none)
    }
}
