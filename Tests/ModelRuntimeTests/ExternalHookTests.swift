import Foundation
import ModelRuntime
import Testing

@Suite("External types whose JSON is a model with hooks")
struct ExternalHookTests {
    private struct Wrapped: JSONRepresentable, Hashable {
        var n: Int

        init(_ n: Int) { self.n = n }
        init(jsonForm: Hooked) { n = jsonForm.n }
        var jsonForm: Hooked { Hooked(n) }
    }

    private struct Wrapper: JSONModel {
        var list: [Wrapped]
        var set: Set<Wrapped>
        var named: [String: [Wrapped]]
        var pairs: [[Wrapped]]

        static let jsonFields = JSONFields(Wrapper.self, ["list", "set", "named", "pairs"])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            (list, set) = (try source.field(), try source.field())
            (named, pairs) = (try source.field(), try source.field())
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) {
            sink.field(list)
            sink.field(set)
            sink.field(named)
            sink.field(pairs)
        }
    }

    @Test("lists leave out an external type whose model a hook drops, with and without Codable")
    func external() throws {
        let list = #"[{"n":1},{"n":13},{"drop":true},{"n":2}]"#
        let text = #"{"list":\#(list),"set":\#(list),"named":{"a":\#(list)},"pairs":[\#(list)]}"#
        let expected = [Wrapped(101), Wrapped(102)]
        for value in [try Wrapper(json: text), try JSONDecoder().decode(Wrapper.self, from: Data(text.utf8))] {
            #expect(value.list == expected && value.named == ["a": expected] && value.pairs == [expected])
            #expect(value.set == Set(expected))
        }
        #expect(try [Wrapped(101), Wrapped(1013), Wrapped(1014)].jsonString() == #"[{"n":1,"seal":true}]"#)
        let error = #expect(throws: JSONError.self) { try [String: Wrapped](json: #"{"a":{"n":13}}"#) }
        #expect(error?.kind == .dropped && error?.path == "a")
    }
}
