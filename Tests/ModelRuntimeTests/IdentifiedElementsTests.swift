import ModelEditing
import ModelRuntime
import Testing

@Suite("Lists in memory")
struct IdentifiedElementsTests {
    private struct Row: Hashable, Identifiable {
        var id: Int
        var title: String

        init(_ id: Int, _ title: String = "") {
            self.id = id
            self.title = title
        }
    }

    private let rows = [Row(1, "c"), Row(2, "a"), Row(3, "b"), Row(4, "a")]

    @Test("S4: elements are found, changed, replaced and removed by key")
    func byKey() {
        var rows = rows
        #expect(rows[id: 2] == Row(2, "a"))
        #expect(rows[id: 9] == nil)
        #expect(rows.index(id: 3) == 2)
        rows[id: 2]?.title = "x"
        rows[id: 9] = Row(9, "new")
        rows[id: 1] = nil
        rows[id: 8] = nil
        #expect(rows.map(\.title) == ["x", "b", "a", "new"])
        let removed = rows.remove(id: 9)
        let again = rows.remove(id: 9)
        #expect(removed == Row(9, "new"))
        #expect(again == nil)
        #expect(rows.elements(ids: [4, 7, 2]).map(\.id) == [4, 2])
    }

    @Test("no id is there twice after an element was set by another's id")
    func otherID() {
        var rows = rows
        rows[id: 2] = Row(4, "new")
        #expect(rows == [Row(1, "c"), Row(4, "new"), Row(3, "b")])
        rows[id: 9] = Row(3, "kept in its place")
        #expect(rows == [Row(1, "c"), Row(4, "new"), Row(3, "kept in its place")])
        rows[id: 4]?.id = 1
        #expect(rows == [Row(1, "new"), Row(3, "kept in its place")])
        rows[id: 3]?.id = 5
        #expect(rows.map(\.id) == [1, 5])
    }

    @Test("S4: elements are inserted before and after others; an existing one is moved")
    func insertion() {
        var rows = rows
        let done1 = rows.insert(Row(5), before: 1)
        #expect(done1)
        let done2 = rows.insert(Row(6), after: 4)
        #expect(done2)
        let done3 = rows.insert(Row(7), after: 2)
        #expect(done3)
        #expect(rows.map(\.id) == [5, 1, 2, 7, 3, 4, 6])
        let done4 = rows.insert(Row(8), before: 99)
        #expect(!done4)
        let done5 = rows.insert(Row(8), after: 99)
        #expect(!done5)
        #expect(rows.count == 7)
        let done6 = rows.insert(Row(1, "moved"), after: 6)
        #expect(done6)
        #expect(rows.map(\.id) == [5, 2, 7, 3, 4, 6, 1])
        #expect(rows.last?.title == "moved")
        let done7 = rows.insert(Row(2, "itself"), before: 2)
        #expect(done7)
        #expect(rows.map(\.id) == [5, 2, 7, 3, 4, 6, 1])
        #expect(rows[1].title == "itself")
    }

    @Test("S4: elements are moved before and after others, in both directions")
    func moving() {
        var rows = rows
        let done8 = rows.move(4, before: 1)
        #expect(done8)
        #expect(rows.map(\.id) == [4, 1, 2, 3])
        let done9 = rows.move(4, after: 3)
        #expect(done9)
        #expect(rows.map(\.id) == [1, 2, 3, 4])
        let done10 = rows.move(1, before: 3)
        #expect(done10)
        #expect(rows.map(\.id) == [2, 1, 3, 4])
        let done11 = rows.move(9, before: 1)
        #expect(!done11)
        let done12 = rows.move(1, after: 9)
        #expect(!done12)
        let done14 = rows.move(9, after: 1)
        #expect(!done14)
        let done13 = rows.move(1, before: 1)
        #expect(done13)
        #expect(rows.map(\.id) == [2, 1, 3, 4])
    }

    @Test("S4: elements by ranges of indices and of keys, as far as they exist")
    func ranges() {
        #expect(rows.elements(at: 1..<3).map(\.id) == [2, 3])
        #expect(rows.elements(at: 3..<10).map(\.id) == [4])
        #expect(rows.elements(at: 10..<20).isEmpty)
        #expect(rows.elements(at: -5..<1).map(\.id) == [1])
        #expect(rows.elements(from: 2, through: 4).map(\.id) == [2, 3, 4])
        #expect(rows.elements(from: 4, through: 2).map(\.id) == [2, 3, 4])
        #expect(rows.elements(from: 4, through: 9).isEmpty)
    }

    @Test("S4: sorting by a property, in both directions; equal elements keep their order")
    func sorting() {
        #expect(rows.sorted(by: \.title).map(\.id) == [2, 4, 3, 1])
        #expect(rows.sorted(by: \.title, .reverse).map(\.id) == [1, 3, 2, 4])
        var rows = rows
        rows.sort(by: \.title)
        #expect(rows.map(\.id) == [2, 4, 3, 1])
    }

    @Test("S4, R16: a page replaces existing elements and appends new ones")
    func merging() {
        var rows = rows
        rows.merge([Row(5, "new"), Row(2, "newer"), Row(5, "newest")])
        #expect(rows.map(\.id) == [1, 2, 3, 4, 5])
        #expect(rows[1].title == "newer")
        #expect(rows[4].title == "newest")
        rows.merge([])
        #expect(rows.count == 5)
    }
}
