import Foundation
import ModelLeniency
import ModelRuntime
import ModelStreams
import ModelTransformers
import Testing

/// Random lists of objects in random orders: each object is read like one alone at the same place, and like one whose
/// members have the declared order.
@Suite("Objects in lists and alone agree, in any order of their members")
struct MemberOrderDifferenceTests {
    @Test("values, errors and problems, with at most one invalid member in an object", arguments: 0..<8)
    func objects(seed: Int) throws {
        var random = RandomObjects(seed: 1000 + seed)
        for _ in 0..<15 {
            let objects = random.objects(invalid: [0, 0, 10, 50][seed % 4], of: 1)
            try compare(objects)
            for object in objects { compareWithDeclared(object) }
        }
    }

    @Test("the same with several invalid members: the error is that of one of them", arguments: 0..<4)
    func severalErrors(seed: Int) throws {
        var random = RandomObjects(seed: 2000 + seed)
        for _ in 0..<30 {
            let objects = random.objects(invalid: 60, of: 3)
            for object in objects {
                var report = JSONReport()
                guard let error = error({ try Varied(json: object.text, reporting: report) }) else { continue }
                let single = object.withSingleErrors.compactMap { alone in
                    self.error { try Varied(json: alone.inDeclaredOrder) }.map(Fact.init)
                }
                #expect(single.contains(Fact(error)), "\(object.text)")
                report = JSONReport()
                let text = "{\"items\":[\(Array(repeating: object.text, count: 5).joined(separator: ","))]}"
                #expect(try Items(json: text, reporting: report).items.isEmpty)
                let places = report.problems.map { "\($0.offset ?? -1) \($0.path)" }
                #expect(Set(places).count == places.count, "twice: \(places)")
                for index in 0..<5 {
                    let problems = report.problems.filter { $0.path.hasPrefix("items[\(index)]") }
                    let known = problems.filter { problem in
                        single.contains { $0.isSame(as: problem, below: "items[\(index)]") }
                    }
                    #expect(known.count == 1, "\(problems) \(object.text)")
                }
            }
        }
    }

    @Test("models of a stream, and an error at one of them")
    func streams() async throws {
        var random = RandomObjects(seed: 3000)
        for _ in 0..<40 {
            let objects = random.objects(invalid: 5, of: 1)
            let expected = objects.map { object in Result { try Varied(json: object.text) } }
            let text = "[" + objects.map(\.text).joined(separator: ",") + "]"
            let parts = AsyncStream { continuation in
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    continuation.yield(Array(rest.prefix(97)))
                    rest = rest.dropFirst(97)
                }
                continuation.finish()
            }
            var index = 0
            do {
                for try await model in Varied.stream(json: parts) {
                    while (try? expected[index].get()) == nil, isDropped(expected[index]) { index += 1 }
                    #expect(try model == expected[index].get())
                    index += 1
                }
                #expect(expected[index...].allSatisfy(isDropped))
            } catch let error as JSONError {
                while isDropped(expected[index]) { index += 1 }
                let alone = try #require(throws: JSONError.self) { try expected[index].get() }
                #expect(Fact(alone).isSame(as: error, below: "[\(index)]"), "\(error) instead of \(alone)")
            }
        }
    }

    @Test("many threads read the same documents")
    func threads() async throws {
        var random = RandomObjects(seed: 4000)
        let texts = (0..<10).map { _ in
            "{\"items\":[\(random.objects(invalid: 20, of: 1).map(\.text).joined(separator: ","))]}"
        }
        @Sendable func outcomes() throws -> [Outcome] {
            try texts.map {
                let report = JSONReport()
                return Outcome(items: try Items(json: $0, reporting: report).items, problems: report.problems)
            }
        }
        let expected = try outcomes()
        try await withThrowingTaskGroup(of: [Outcome].self) { group in
            for _ in 0..<8 { group.addTask { try outcomes() } }
            for try await found in group { #expect(found == expected) }
        }
    }

    @Test("a list that was read as other models, up to an error, is read again as the right ones")
    func again() throws {
        var random = RandomObjects(seed: 5000)
        for _ in 0..<30 {
            let objects = random.objects(invalid: 0, of: 1)
            let text = "[" + objects.map(\.text).joined(separator: ",") + ",{\"id\":\"last\"}]"
            let report = JSONReport()
            guard case .items(let items) = try Retried(json: text, reporting: report) else {
                Issue.record("read as something else")
                continue
            }
            let direct = JSONReport()
            let expected = try Items(json: "{\"items\":\(text)}", reporting: direct).items
            #expect(items == expected)
            let problems = report.problems.map { "items\($0.path) \($0.message)" }
            #expect(difference(problems, direct.problems.map { "\($0.path) \($0.message)" }) == [], "\(text)")
        }
    }

    private struct Outcome: Equatable {
        var items: [Varied]
        var problems: [JSONError]
    }

    // MARK: Comparing

    /// Reads the objects in a list, and each of them alone at the same place.
    private func compare(_ objects: [RandomObject]) throws {
        let open = "{\"items\":["
        let text = open + objects.map(\.text).joined(separator: ",") + "]}"
        let report = JSONReport()
        let items = Result { try Items(json: text, reporting: report).items }
        var expected: [Varied] = []
        var problems: [JSONError] = []
        var strict: JSONError?
        var before = 0
        for (index, object) in objects.enumerated() {
            let padding = text.dropFirst(open.count).utf8.prefix(before).map { $0 == 0x0a ? "\n" : " " }.joined()
            let alone = open + padding + object.text + "]}"
            let aloneReport = JSONReport()
            expected += try Items(json: alone, reporting: aloneReport).items
            problems += aloneReport.problems.map { $0.moved(to: index) }
            if strict == nil { strict = error { try Strict(json: alone) }?.moved(to: index) }
            before += object.text.utf8.count + 1
        }
        #expect(try items.get() == expected, "\(text)")
        #expect(difference(report.problems.map(\.description), problems.map(\.description)) == [], "\(text)")
        let offsets = report.problems.compactMap(\.offset)
        #expect(offsets.count == problems.count && offsets == offsets.sorted(), "\(text)")
        let found = error { try Strict(json: text) }
        #expect(found?.description == strict?.description, "\(text)")
        if strict == nil { #expect(try Strict(json: text).items == expected) }
    }

    /// What is more often in one list than in the other.
    private func difference(_ found: [String], _ expected: [String]) -> [String] {
        found.sorted().difference(from: expected.sorted()).map { change in
            switch change {
            case .insert(_, let text, _): "found \(text)"
            case .remove(_, let text, _): "missing \(text)"
            }
        }
    }

    /// Reads the object, and the same members in the order of the list.
    private func compareWithDeclared(_ object: RandomObject) {
        let (report, declared) = (JSONReport(), JSONReport())
        let found = Result { try Varied(json: object.text, reporting: report) }
        let expected = Result { try Varied(json: object.inDeclaredOrder, reporting: declared) }
        switch (found, expected) {
        case (.success(let found), .success(let expected)): #expect(found == expected, "\(object.text)")
        case (.failure(let found as JSONError), .failure(let expected as JSONError)):
            #expect(Fact(found) == Fact(expected), "\(object.text)")
        default: Issue.record("\(found) instead of \(expected) for \(object.text)")
        }
        if case .success = found {
            #expect(Set(report.problems.map(Fact.init)) == Set(declared.problems.map(Fact.init)), "\(object.text)")
        }
        #expect(Set(report.problems.map(Fact.init)).count == report.problems.count)
    }

    private func error<Value>(_ body: () throws -> Value) -> JSONError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? JSONError
        }
    }

    private func isDropped(_ result: Result<Varied, any Error>) -> Bool {
        guard case .failure(let error as JSONError) = result else { return false }
        return error.kind == .dropped && error.path.isEmpty
    }

    /// What an error says, except for its position in the bytes.
    private struct Fact: Hashable {
        var kind: JSONError.Kind
        var path: String
        var model: String?
        var field: String?
        var message: String

        init(_ error: JSONError) {
            (kind, path, model, field) = (error.kind, error.path, error.model, error.field)
            message = error.message
        }

        func isSame(as error: JSONError, below prefix: String) -> Bool {
            var moved = self
            moved.path = prefix + (path.isEmpty || path.hasPrefix("[") ? path : ".\(path)")
            return Fact(error) == moved
        }
    }
}

extension JSONError {
    /// The error in a list's first element, as it is at another one.
    fileprivate func moved(to index: Int) -> JSONError {
        var error = self
        if error.path.hasPrefix("items[0]") { error.path = "items[\(index)]" + error.path.dropFirst(8) }
        return error
    }
}

private struct Items: ItemList {
    var items: [Varied]

    static let jsonFields = JSONFields(Items.self, ["items"])
}

/// A list in which no item may be invalid.
private struct Strict: JSONModel {
    var items: [Varied]

    static let jsonFields = JSONFields(Strict.self, ["items"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        items = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// A list of models, which is first read as other ones.
private enum Retried: JSONValue {
    case strict([Varied]), inners([Varied.Inner]), items([Varied])

    init(reading source: inout JSONSource) throws {
        self = try source.readFirst(
            { .strict(try $0.read()) }, { .inners(try $0.read()) }, { .items(try Array(readingValid: &$0)) })
    }

    func write(to sink: inout JSONSink) throws {}
}
