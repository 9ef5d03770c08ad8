/// The number of fields in values, including the values inside them.
package enum ValueSize {
    /// The maximum number of fields in a value. To copy a value, the compiler visits all of them: for the 200,000 of a
    /// Kubernetes schema, it needs more than 20 GB; for 2,000 in each of a hundred models, 5 GB.
    package static let mostFields = 600

    /// What a value stores inline.
    package struct Parts<Key, Value> {
        /// The number of its own fields.
        var own: Int
        var held: [(key: Key, value: Value)]

        package init(own: Int, held: [(key: Key, value: Value)]) {
            self.own = own
            self.held = held
        }
    }

    /// The fields to move out of values so that no value has more fields than ``mostFields``: the largest parts first,
    /// and parts before their containers.
    package static func excess<Value: Hashable, Key>(
        of values: [Value], parts: (Value) -> Parts<Key, Value>
    ) -> [(holder: Value, key: Key, fields: Int)] {
        var counts: [Value: Int] = [:]
        var excess: [(holder: Value, key: Key, fields: Int)] = []
        for value in values where counts[value] == nil {
            // An explicit stack, because chains may be long.
            var stack = [(value: value, parts: parts(value), next: 0)]
            counts[value] = 0
            while let top = stack.last {
                if top.next < top.parts.held.count {
                    stack[stack.count - 1].next += 1
                    let part = top.parts.held[top.next].value
                    guard counts[part] == nil else { continue }
                    counts[part] = 0
                    stack.append((part, parts(part), 0))
                    continue
                }
                let held = top.parts.held.map { (key: $0.key, count: counts[$0.value] ?? 0) }
                var total = held.reduce(top.parts.own) { $0 + $1.count }
                for part in held.sorted(by: { $0.count > $1.count }) where total > mostFields && part.count > 0 {
                    excess.append((top.value, part.key, total))
                    total -= part.count
                }
                counts[top.value] = total
                stack.removeLast()
            }
        }
        return excess
    }
}
