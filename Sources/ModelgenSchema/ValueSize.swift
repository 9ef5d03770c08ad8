/// How many fields values have, those of the values in them included.
package enum ValueSize {
    /// How many fields a value may have. The compiler takes all of them apart to copy one: for the 200,000 of a schema of
    /// Kubernetes it asks for more than 20 GB, for 2,000 in each of a hundred models for 5.
    package static let mostFields = 600

    /// What a value holds in place.
    package struct Parts<Key, Value> {
        /// How many fields it has itself.
        var own: Int
        var held: [(key: Key, value: Value)]

        package init(own: Int, held: [(key: Key, value: Value)]) {
            self.own = own
            self.held = held
        }
    }

    /// What has to be taken out of values so that none of them has more fields than ``mostFields``: the largest parts
    /// first, and parts before what holds them.
    package static func excess<Value: Hashable, Key>(
        of values: [Value], parts: (Value) -> Parts<Key, Value>
    ) -> [(holder: Value, key: Key, fields: Int)] {
        var counts: [Value: Int] = [:]
        var excess: [(holder: Value, key: Key, fields: Int)] = []
        for value in values where counts[value] == nil {
            // A stack of its own, since chains may be long.
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
