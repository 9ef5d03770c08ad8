import Foundation

// A list on screen: elements that are identified by their ids, in a given order. Each call takes time proportional to
// the number of elements, so use it for thousands of elements, not millions.

extension RangeReplaceableCollection where Self: MutableCollection, Element: Identifiable {
    /// The index of the element with an id, or nil.
    public func index(id: Element.ID) -> Index? { firstIndex { $0.id == id } }

    /// The element with an id. Setting a value replaces the element with that id, or appends the value; setting nil
    /// removes the element. A value with a different id also replaces the element with its own id, so that no id occurs
    /// twice.
    ///
    ///     posts[id: 12]?.title = "New"
    ///     posts[id: 13] = nil
    public subscript(id id: Element.ID) -> Element? {
        get { first { $0.id == id } }
        set {
            guard let newValue else {
                remove(id: id)
                return
            }
            if newValue.id != id, index(id: id) != nil { remove(id: newValue.id) }
            if let index = index(id: id) ?? index(id: newValue.id) { self[index] = newValue } else { append(newValue) }
        }
    }

    /// Inserts an element before the one with an id. Returns false without changing anything if there is none. An
    /// existing element with the inserted element's id is moved.
    @discardableResult
    public mutating func insert(_ element: Element, before id: Element.ID) -> Bool {
        insert(element, at: id) { _, index in index }
    }

    /// Inserts an element after the one with an id. Returns false without changing anything if there is none. An
    /// existing element with the inserted element's id is moved.
    @discardableResult
    public mutating func insert(_ element: Element, after id: Element.ID) -> Bool {
        insert(element, at: id) { elements, index in elements.index(after: index) }
    }

    /// Moves the element with an id before another one. Returns false without changing anything if either is missing.
    @discardableResult
    public mutating func move(_ id: Element.ID, before other: Element.ID) -> Bool {
        guard let element = self[id: id] else { return false }
        return insert(element, before: other)
    }

    /// Moves the element with an id after another one. Returns false without changing anything if either is missing.
    @discardableResult
    public mutating func move(_ id: Element.ID, after other: Element.ID) -> Bool {
        guard let element = self[id: id] else { return false }
        return insert(element, after: other)
    }

    /// Removes and returns the element with an id, or returns nil.
    @discardableResult
    public mutating func remove(id: Element.ID) -> Element? {
        index(id: id).map { remove(at: $0) }
    }

    /// Merges elements into the list: each one replaces the element with its id, or is appended.
    ///
    ///     shown.merge(nextPage)
    public mutating func merge<Elements: Sequence>(_ elements: Elements) where Elements.Element == Element {
        let places = Dictionary(zip(map(\.id), indices)) { first, _ in first }
        var added = Self()
        var addedPlaces: [Element.ID: Index] = [:]
        for element in elements {
            if let place = places[element.id] {
                self[place] = element
            } else if let place = addedPlaces[element.id] {
                added[place] = element
            } else {
                addedPlaces[element.id] = added.endIndex
                added.append(element)
            }
        }
        append(contentsOf: added)
    }

    /// Returns the elements with the given ids, in the order of the ids. Ids without an element are skipped.
    public func elements<IDs: Sequence>(ids: IDs) -> [Element] where IDs.Element == Element.ID {
        let known = Dictionary(map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { known[$0] }
    }

    /// Returns the elements from one id through another, in either order; empty if one is missing.
    public func elements(from first: Element.ID, through last: Element.ID) -> SubSequence {
        guard let one = index(id: first), let other = index(id: last) else { return self[startIndex..<startIndex] }
        return self[Swift.min(one, other)...Swift.max(one, other)]
    }

    private mutating func insert(_ element: Element, at id: Element.ID, _ place: (Self, Index) -> Index) -> Bool {
        guard index(id: id) != nil else { return false }
        if element.id == id {
            self[id: id] = element
            return true
        }
        removeAll { $0.id == element.id }
        guard let anchor = index(id: id) else { return false }
        insert(element, at: place(self, anchor))
        return true
    }
}

extension RandomAccessCollection {
    /// Returns the elements at the given offsets, such as a page of a list. Offsets that don't exist are skipped.
    ///
    ///     posts.elements(at: 40..<60)
    public func elements(at offsets: Range<Int>) -> SubSequence {
        let lower = Swift.min(Swift.max(0, offsets.lowerBound), count)
        let upper = Swift.min(Swift.max(lower, offsets.upperBound), count)
        return self[index(startIndex, offsetBy: lower)..<index(startIndex, offsetBy: upper)]
    }
}

extension Sequence {
    /// Returns the elements sorted by one of their values. The sort is stable.
    ///
    ///     posts.sorted(by: \.createdAt, .reverse)
    public func sorted<Value: Comparable>(by value: (Element) -> Value, _ order: SortOrder = .forward) -> [Element] {
        let keyed = enumerated().map { (key: value($0.element), offset: $0.offset, element: $0.element) }
        let sorted = keyed.sorted { first, second in
            if first.key == second.key { return first.offset < second.offset }
            return order == .forward ? first.key < second.key : second.key < first.key
        }
        return sorted.map(\.element)
    }
}

extension MutableCollection where Self: RandomAccessCollection {
    /// Sorts the elements by one of their values. The sort is stable.
    public mutating func sort<Value: Comparable>(by value: (Element) -> Value, _ order: SortOrder = .forward) {
        for (index, element) in zip(indices, sorted(by: value, order)) { self[index] = element }
    }
}
