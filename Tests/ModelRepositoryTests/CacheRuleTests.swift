import Foundation
import ModelRepository
import Testing

/// The same in every place where answers are stored.
@Suite("Rules of caches")
struct CacheRuleTests {
    private let item = Item(id: 1, kind: 0, version: 5)
    private let changed = Item(id: 1, kind: 0, version: 6)
    private let list = ItemQuestion.list(ItemsQuery())
    private let single = ItemQuestion.model(1)

    @Test(
        "a list that was requested before a model was created is not fresh, even if it arrives later",
        arguments: Keeping.allCases)
    func created(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let (early, write) = (try await cache.ask(list), try await cache.ask(nil))
        _ = try await cache.keep(.created(Item(id: 2, kind: 0, version: 1), AnswerFacts()), write)
        _ = try await cache.keep(.list([item], .page, AnswerFacts()), to: list, early)
        let answer = try #require(await cache.answer(to: list))
        #expect(answer.models == [item])
        #expect(answer.date == nil)
        let later = try await cache.ask(list)
        let fresh = try await cache.keep(.list([item], .page, AnswerFacts()), to: list, later)
        #expect(fresh?.date != nil)
        #expect(try await cache.answer(to: list)?.date != nil)
    }

    @Test(
        "what was requested before it became unknown whether a write took effect is not fresh",
        arguments: Keeping.allCases)
    func unknown(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let (early, write) = (try await cache.ask(single), try await cache.ask(nil))
        try await cache.close(write, .outcomeUnknown)
        _ = try await cache.keep(.model(item, AnswerFacts()), to: single, early)
        #expect(try #require(await cache.answer(to: single)).date == nil)
        _ = try await cache.keep(.model(item, AnswerFacts()), to: single, cache.ask(single))
        #expect(try #require(await cache.answer(to: single)).date != nil)
    }

    @Test("the answer to a write has validators, but does not say how long it is fresh", arguments: Keeping.allCases)
    func lifetime(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let facts = AnswerFacts(
            validators: Validators(eTag: "\"5\"", lastModified: nil), lifetime: Lifetime(fresh: 60), variant: "accept:")
        _ = try await cache.keep(.changed(item, facts), cache.ask(nil))
        let answer = try #require(await cache.answer(to: single))
        #expect(answer.facts == AnswerFacts(validators: facts.validators, variant: facts.variant))
    }

    @Test("the oldest answers in files are forgotten, with their models")
    func oldest() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Keeping.files.cache(in: folder.url)
        func question(_ number: Int) -> ItemQuestion { .list(ItemsQuery(start: number)) }
        let open = try await cache.ask(nil)
        _ = try await cache.keep(.list([item], .page, AnswerFacts()), to: question(0), open)
        // Earlier answers to other questions, with the same models.
        func name(_ number: Int) -> String { (question(number).text ?? "").replacingOccurrences(of: " ", with: "%20") }
        for file in folder.files where file.lastPathComponent.contains(name(0)) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for number in 1...answerLimit.upperBound {
                let copy = URL(fileURLWithPath: file.path.replacingOccurrences(of: name(0), with: name(number)))
                let earlier = text.replacingOccurrences(
                    of: "[\(open.number)", with: "[\(open.number - Int64(number))")
                if earlier == text {
                    try FileManager.default.linkItem(at: file, to: copy)
                } else {
                    try Data(earlier.utf8).write(to: copy)
                }
            }
        }
        #expect(try await cache.answer(to: question(answerLimit.upperBound))?.models == [item])
        _ = try await cache.keep(.list([item], .page, AnswerFacts()), to: list, cache.ask(list))
        #expect(try await cache.answer(to: list)?.models == [item])
        #expect(try await cache.answer(to: question(answerLimit.lowerBound - 1))?.models == [item])
        #expect(try await cache.answer(to: question(answerLimit.lowerBound)) == nil)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        #expect(files.filter { $0.contains("list") && $0.hasSuffix(".json") }.count == 2 * (answerLimit.lowerBound + 1))
    }

    @Test("an answer is returned even if a later one to the same question is stored and cannot be read")
    func overtaken() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Keeping.files.cache(in: folder.url)
        let early = try await cache.ask(list)
        _ = try await cache.keep(.list([item], .page, AnswerFacts()), to: list, cache.ask(list))
        for file in folder.files where try String(contentsOf: file, encoding: .utf8).hasPrefix("[{") {
            try FileManager.default.removeItem(at: file)
        }
        #expect(try await cache.keep(.list([item], .page, AnswerFacts()), to: list, early)?.models == [item])
    }

    @Test(
        "304 does not bring back what a write has changed or deleted in a list; it is requested again",
        arguments: Keeping.allCases)
    func confirmed(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let facts = AnswerFacts(validators: Validators(eTag: nil, lastModified: "10:00:07"))
        let page = ItemQuestion.list(ItemsQuery(start: 0))
        let (deleted, changed, untouched) = (
            Item(id: 5, kind: 0, version: 1), Item(id: 6, kind: 0, version: 1), Item(id: 7, kind: 0, version: 1)
        )
        _ = try await cache.keep(.list([deleted, changed, untouched], .page, facts), to: page, cache.ask(page))
        #expect(try await cache.keep(.unchanged(AnswerFacts()), to: page, cache.ask(page))?.models.count == 3)
        _ = try await cache.keep(.gone(5), cache.ask(nil))
        let written = Item(id: 6, kind: 0, version: 2)
        _ = try await cache.keep(.changed(written, AnswerFacts()), cache.ask(nil))
        #expect(try await cache.answer(to: page)?.models == [written, untouched])
        let again = try await cache.ask(page)
        #expect(try await cache.keep(.unchanged(AnswerFacts()), to: page, again) == nil)
        #expect(try await cache.answer(to: page)?.models == [written, untouched])
        _ = try await cache.keep(.list([written, untouched], .page, facts), to: page, again)
        #expect(try await cache.keep(.unchanged(AnswerFacts()), to: page, cache.ask(page))?.models.count == 2)
    }

    @Test(
        "a model that the server answers under another id than the requested one is returned",
        arguments: Keeping.allCases)
    func otherID(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let requested = ItemQuestion.model(7)
        for _ in 0..<2 {
            let answer = try await cache.keep(.model(item, AnswerFacts()), to: requested, cache.ask(requested))
            #expect(answer?.models == [item])
            #expect(answer?.date != nil)
        }
        #expect(try await cache.answer(to: single)?.models == [item])
        guard keeping == .files else { return }
        #expect(try await cache.answer(to: requested)?.models == [item])
        // A write is shown under both.
        let written = Item(id: 1, kind: 0, version: 6)
        _ = try await cache.keep(.changed(written, AnswerFacts()), cache.ask(nil))
        for question in [requested, single] { #expect(try await cache.answer(to: question)?.models == [written]) }
        // An answer that was requested before the requested id was deleted does not bring it back.
        let open = try await cache.ask(requested)
        _ = try await cache.keep(.gone(7), cache.ask(nil))
        #expect(try await cache.keep(.model(item, AnswerFacts()), to: requested, open) == nil)
        #expect(try await cache.answer(to: requested) == nil)
    }

    @Test("304 does not confirm a complete list if there are rows that it lacks: it is requested again")
    func confirmedWithout() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Keeping.database.cache(in: folder.url)
        let all = ItemQuestion.list(ItemsQuery())
        _ = try await cache.keep(.list([item], .whole, Self.compared), to: all, cache.ask(all))
        _ = try await cache.keep(.created(Item(id: 3, kind: 0, version: 1), AnswerFacts()), cache.ask(nil))
        let open = try await cache.ask(all)
        #expect(try await cache.keep(.unchanged(AnswerFacts()), to: all, open) == nil)
        _ = try await cache.keep(.list([item], .whole, Self.compared), to: all, open)
        #expect(try await cache.answer(to: .model(3)) == nil)

        let early = try await cache.ask(.model(3))
        #expect(try await cache.keep(.unchanged(AnswerFacts()), to: all, cache.ask(all))?.models == [item])
        _ = try await cache.keep(.model(Item(id: 3, kind: 0, version: 1), AnswerFacts()), to: .model(3), early)
        #expect(try await cache.answer(to: .model(3)) == nil)
    }

    private static let compared = AnswerFacts(validators: Validators(eTag: "\"5\"", lastModified: nil))

    @Test(
        "in a database, a row that changes takes the validators from the lists that contain it: 304 would be about another row"
    )
    func changedRow() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Keeping.database.cache(in: folder.url)
        _ = try await cache.keep(.list([item], .page, Self.compared), to: list, cache.ask(list))
        _ = try await cache.keep(.model(item, AnswerFacts()), to: single, cache.ask(single))
        #expect(try await cache.answer(to: list)?.facts == Self.compared)
        _ = try await cache.keep(.model(changed, AnswerFacts()), to: single, cache.ask(single))
        let answer = try #require(await cache.answer(to: list))
        #expect(answer.models == [changed] && answer.facts == AnswerFacts())
    }

    @Test("in a database, a list that arrives after a newer state of its row shows that row, and has no validators")
    func newerRow() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Keeping.database.cache(in: folder.url)
        let early = try await cache.ask(list)
        _ = try await cache.keep(.model(changed, AnswerFacts()), to: single, cache.ask(single))
        _ = try await cache.keep(.list([item], .page, Self.compared), to: list, early)
        let answer = try #require(await cache.answer(to: list))
        #expect(answer.models == [changed] && answer.facts == AnswerFacts())
    }

    @Test("in a database, what was said about a row no longer counts when a list has brought it again")
    func rowInList() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Keeping.database.cache(in: folder.url)
        let facts = AnswerFacts(lifetime: Lifetime(fresh: 60))
        _ = try await cache.keep(.model(item, facts), to: single, cache.ask(single))
        #expect(try await cache.answer(to: single)?.facts == facts)
        _ = try await cache.keep(.list([item], .page, AnswerFacts()), to: list, cache.ask(list))
        #expect(try await cache.answer(to: single)?.facts == AnswerFacts())
    }
}
