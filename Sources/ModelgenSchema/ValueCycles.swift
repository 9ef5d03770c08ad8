/// Finds values that contain others of their own type.
package enum ValueCycles {
    /// Finds parts that can be moved out, so that no value contains itself.
    /// - Parameters:
    ///   - values: Where to start; the walk is depth first, and enters each value once.
    ///   - parts: What a value stores inline.
    ///   - found: Called with the values from the one that contains itself to the one that holds the part, and the part.
    package static func find<Value: Hashable, Key>(
        in values: some Sequence<Value>, parts: (Value) -> [(key: Key, value: Value)],
        found: (_ path: ArraySlice<Value>, _ key: Key) -> Void
    ) {
        var entered: Set<Value> = []
        for start in values where entered.insert(start).inserted {
            // An explicit stack: a chain of ten thousand models must not overflow the call stack.
            var path = [start]
            var rest = [parts(start)[...]]
            var places = [start: 0]
            while let holder = path.last {
                guard let part = rest[path.count - 1].popFirst() else {
                    places[holder] = nil
                    path.removeLast()
                    rest.removeLast()
                    continue
                }
                if let place = places[part.value] {
                    found(path[place...], part.key)
                } else if entered.insert(part.value).inserted {
                    places[part.value] = path.count
                    path.append(part.value)
                    rest.append(parts(part.value)[...])
                }
            }
        }
    }

    /// Numbers values so that two have the same number if each contains the other, directly or through its parts.
    ///
    /// This is Gabow's algorithm for strongly connected components, with an explicit stack.
    package static func groups<Value: Hashable>(
        of values: some Sequence<Value>, parts: (Value) -> [Value]
    ) -> [Value: Int] {
        var groups: [Value: Int] = [:]
        var numbers: [Value: Int] = [:]
        // Values that have no group yet, and the number of the first one of each possible group.
        var open: [Value] = []
        var firsts: [Int] = []
        for start in values where numbers[start] == nil {
            var stack = [(value: start, number: numbers.count, rest: parts(start)[...])]
            var isNew = true
            while let (value, number, _) = stack.last {
                if isNew {
                    numbers[value] = number
                    open.append(value)
                    firsts.append(number)
                }
                isNew = false
                if let part = stack[stack.count - 1].rest.popFirst() {
                    if let known = numbers[part] {
                        if groups[part] == nil { while let last = firsts.last, last > known { firsts.removeLast() } }
                    } else {
                        stack.append((part, numbers.count, parts(part)[...]))
                        isNew = true
                    }
                    continue
                }
                stack.removeLast()
                guard firsts.last == number else { continue }
                firsts.removeLast()
                while let member = open.popLast() {
                    groups[member] = number
                    if member == value { break }
                }
            }
        }
        return groups
    }
}
