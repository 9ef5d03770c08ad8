/// Finds values that would be infinite because they contain themselves.
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
}
