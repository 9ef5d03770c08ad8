import ModelStoredForms
import Testing

@Suite("What a stored form reads of an earlier one")
struct StoredFormReadingTests {
    private typealias Part = StoredForm.Part

    private func document(_ parts: [ExactText: StoredForm.Part]) -> StoredForm {
        StoredForm(type: "object", parts: parts)
    }

    @Test(
        "a field may also look where another one is, whatever the order of the fields is",
        arguments: ["String", "Int", "enum String (\"a\")"])
    func sharedPlaces(_ type: String) {
        // A dictionary's order depends on its keys and on the process, so with many names each order occurs.
        for number in 0..<100 {
            let (own, other) = ("title\(number)", "name\(number)")
            let form = document([
                ExactText(own): Part(type: type, isRequired: true, otherPlaces: [other]),
                ExactText(other): Part(type: "String", isRequired: true),
            ])
            #expect(form.problem(reading: form) == nil)
            var more = form
            more.parts["more"] = Part(type: "Int", isRequired: false)
            #expect(more.problem(reading: form) == nil)
        }
    }

    @Test("a field that is only at the place of another one is read from there, if its type allows it")
    func readFromOther() {
        let old = document(["name": Part(type: "Int32", isRequired: true)])
        func new(_ type: String) -> StoredForm {
            document([
                "title": Part(type: type, isRequired: true, otherPlaces: ["name"]),
                "name": Part(type: "Int32", isRequired: true),
            ])
        }
        #expect(new("Int64").problem(reading: old) == nil)
        #expect(new("Date").problem(reading: old) == "`title` was Int32 and is Date")
    }

    @Test("a value of a union is called that, also inside lists and documents")
    func unions() {
        func union(at place: String, _ type: String) -> [ExactText: Part] {
            [
                ExactText(place): Part(type: type, isRequired: true),
                ExactText(place + "(dot)"): Part(type: "object", isRequired: false),
            ]
        }
        let number = StoredForm(type: "Int64")
        let list = StoredForm(type: "[object]", parts: union(at: "[]", "object"))
        #expect(number.problem(reading: list) == "was [union] and is Int64")
        #expect(list.problem(reading: number) == "was Int64 and is [union]")
        #expect(
            number.problem(reading: document(["a": Part(type: "Int", isRequired: true)])) == "was object and is Int64")
        let nested = document(union(at: "pin", "object"))
        let other = document(["pin": Part(type: "Date", isRequired: true)])
        #expect(other.problem(reading: nested) == "`pin` was union and is Date")
        #expect(nested.problem(reading: other) == "`pin` was Date and is union")
    }

    @Test(
        "a list whose elements may be null reads one whose elements may not, but not the other way around",
        arguments: [
            ("[String?]", "[String]", true), ("[String]", "[String?]", false), ("[Int64?]", "[Int32?]", true),
            ("[Int64?]", "[Int32]", true), ("[[Int?]]", "[[Int]]", true), ("[[Int]?]", "[[Int]]", true),
            ("[Int32?]", "[Int64]", false), ("[enum String?]", "[enum String]", true), ("[JSON?]", "[Int]", true),
        ])
    func optionalElements(_ new: String, _ old: String, isRead: Bool) {
        #expect(StoredForm(type: new).reads(StoredForm(type: old)) == isRead)
    }

    @Test("a field that older documents have does not take the value of another one")
    func takenFromOther() {
        func form(_ own: Part?, _ other: Part?) -> StoredForm {
            var form = document([:])
            form.parts["title"] = own
            form.parts["name"] = other
            return form
        }
        let (required, optional) = (Part(type: "String", isRequired: true), Part(type: "String?", isRequired: false))
        let reader = Part(type: "String?", isRequired: false, otherPlaces: ["name"])
        let problem = "can read `name` as `title`"
        #expect(form(reader, required).problem(reading: form(optional, required)) == problem)
        #expect(form(reader, nil).problem(reading: form(optional, optional)) == problem)
        #expect(form(reader, nil).problem(reading: form(required, optional)) == problem)
        #expect(form(reader, optional).problem(reading: form(required, optional)) == nil)
        #expect(form(reader, optional).problem(reading: form(nil, optional)) == nil)
        // A release that was followed by one with the new name.
        let widened = form(nil, required).widened(to: form(reader, nil))
        #expect(form(reader, nil).problem(reading: widened) == nil)
        #expect(
            form(reader, required).problem(reading: widened) == "requires `name`, which older documents lack")
    }

    private static let kinds: [(String, [(String, String)])] = [
        ("String", []), ("object", [(".city", "String")]), ("[object]", [("[].city", "String")]),
        ("[String: object]", [("{}.city", "String"), ("{key}", "enum String (\"a\")")]),
        ("enum String", [("", "enum String (\"a\", \"b\")")]), ("object", [(".a.b", "object"), (".a.b.c", "Int")]),
        ("object", [("(x)city", "String"), (".kind", "String")]), ("[[object]]", [("[][].city", "String")]),
    ]

    @Test("a part of each kind may move if it is still looked up at its old place", arguments: kinds.indices)
    func moved(_ index: Int) {
        let (type, inner) = Self.kinds[index]
        func form(_ place: String, or others: [String] = [], in parent: String = "") -> StoredForm {
            var form = document([ExactText(parent + place): Part(type: type, isRequired: true, otherPlaces: others)])
            for (rest, type) in inner where !rest.isEmpty {
                form.parts[ExactText(parent + place + rest)] = Part(type: type, isRequired: true)
            }
            return form
        }
        for place in ["address", "a.address", "addr.more"] {
            #expect(form(place, or: ["addr"]).problem(reading: form("addr")) == nil)
            #expect(form(place, or: ["x", "old.addr"]).problem(reading: form("old.addr")) == nil)
            #expect(form(place, or: ["addr"]).problem(reading: form(place, or: ["addr"])) == nil)
            #expect(form(place).problem(reading: form("addr")) != nil)
        }
    }

    private static let colors = "enum String (\"a\", \"b\")"

    @Test(
        "elements, keys and values are compared wherever they are",
        arguments: [
            ("[enum String]", ["[]": colors], "[String]", [:]), ("enum Int", ["": "enum Int (1, 2)"], "Int", [:]),
            ("enum Int", ["": "enum Int (1, 2)"], "Int64", [:]), ("enum Int", ["": "enum Int (1, 2)"], "String", [:]),
            ("enum String", ["": colors], "String", [:]),
            ("[String: Int]", ["{key}": colors], "[String: Int]", [:]), ("Set<Int8>", [:], "Set<Int16>", [:]),
            ("[String: Int8]", [:], "[String: Int]", [:]), ("[Int]", [:], "[Int?]", [:]),
            ("[Int8?]", [:], "[Int?]", [:]), ("[[Int: [Int8]]]", [:], "[[Int: [Int]]]", [:]),
            ("[object]", ["[].city": "String", "[].kind": colors], "[JSON]", [:]),
            ("[object]", ["[].tags": "[enum String]", "[].tags[]": colors], "[object]", ["[].tags": "[String?]"]),
            ("[object]", ["[].city": "String"], "JSON", [:]),
            ("object", ["city": "object", "city.name": "String"], "object", ["city": "JSON"]),
            ("[String: enum String]", ["{}": colors], "[String: String]", [:]),
            ("[enum String]", ["[]": colors], "[enum String?]", ["[]": colors]),
            ("[[enum String]?]", ["[][]": colors], "[[String?]?]", [:]),
            ("[object]", ["[].city": "String"], "[JSON?]", [:]),
        ] as [(String, [String: String], String, [String: String])])
    func elements(_ old: String, _ oldParts: [String: String], _ new: String, _ newParts: [String: String]) {
        func form(_ type: String, _ parts: [String: String]) -> StoredForm {
            StoredForm(
                type: type,
                parts: Dictionary(
                    uniqueKeysWithValues: parts.map { (ExactText($0), Part(type: $1, isRequired: true)) }))
        }
        let (earlier, later) = (form(old, oldParts), form(new, newParts))
        #expect(later.problem(reading: earlier) == nil)
        #expect(earlier.problem(reading: later) != nil)
    }

    @Test(
        "a list that becomes another kind of container, or holds other values, is noticed by its types",
        arguments: [
            ("[Int]", "Set<Int>"), ("Set<Int>", "[Int]"), ("[Int: Int]", "[String: Int]"), ("[Int?]", "[Int]"),
            ("[Int]", "[String]"), ("[Int16]", "[Int8]"), ("Set<String>", "Set<Date>"), ("[Date]", "[Date] by iso8601"),
            ("Int64", "Double"), ("UInt64", "Int64"), ("Bool", "Double"), ("Bool", "String"), ("Int32", "Float"),
        ])
    func others(_ old: String, _ new: String) {
        #expect(StoredForm(type: new).problem(reading: StoredForm(type: old)) == "was \(old) and is \(new)")
    }

    @Test("integers are read by types that contain them, and by numbers with as many digits")
    func integers() {
        let types = ["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Bool", "Int", "UInt"]
        func readers(_ old: String) -> [String] {
            (types + ["Float", "Double", "Decimal", "String"]).filter {
                $0 != old && StoredForm(type: $0).reads(StoredForm(type: old))
            }
        }
        #expect(readers("Int16") == ["Int32", "Int64", "Int", "Float", "Double", "Decimal", "String"])
        #expect(readers("UInt32") == ["Int64", "UInt64", "Int", "UInt", "Double", "Decimal", "String"])
        #expect(readers("UInt64") == ["UInt", "Decimal", "String"])
        #expect(readers("Int") == ["Int64", "Decimal", "String"])
        #expect(readers("Bool") == types.filter { $0 != "Bool" })
    }

    @Test("texts that String equates have different hashes, and are different keys")
    func hashes() {
        let forms = ["\u{e9}", "e\u{301}"]
        let keys = (0..<256).map { number in ExactText((0..<8).map { forms[number >> $0 & 1] }.joined()) }
        #expect(Set(keys).count == 256)
        #expect(Set(keys.map(\.hashValue)).count > 200)
    }

    @Test("parts that moved within one that moved are found, and others are not")
    func movedTwice() {
        let old = document([
            "addr": Part(type: "object", isRequired: true), "addr.town": Part(type: "String", isRequired: true),
        ])
        let new = document([
            "address": Part(type: "object", isRequired: true, otherPlaces: ["addr"]),
            "address.city": Part(type: "String", isRequired: true, otherPlaces: ["address.town"]),
        ])
        #expect(new.problem(reading: old) == nil)
        var without = new
        without.parts["address.city"] = nil
        #expect(without.problem(reading: old) == "no longer has `addr.town`")
        // The place begins with the same letters, and is another one.
        let similar = document(["addressee": Part(type: "String", isRequired: true)])
        #expect(new.problem(reading: similar) == "no longer has `addressee`")
    }
}
