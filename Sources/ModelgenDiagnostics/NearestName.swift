/// The candidate that was probably meant by `name`, or nil if none is similar.
///
/// Similar means equal except for case, or with at most a third of the letters changed, added, omitted or swapped; in a
/// name of two letters, one. The most similar candidate wins, and among several, the first one.
///
/// ```swift
/// nearestName(to: "Strng", among: ["Int", "String"])  // "String"
/// ```
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= 100 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
        let limit = min(best.map { $0.distance - 1 } ?? .max, wanted.count == 2 ? 1 : wanted.count / 3)
        guard limit >= 0 else { break }
        let scalars = Array(candidate.lowercased().unicodeScalars)
        guard abs(scalars.count - wanted.count) <= limit else { continue }
        let distance = editDistance(wanted, scalars, limit: limit)
        if distance <= limit { best = (candidate, distance) }
    }
    return best?.name
}

/// The number of letters that must be changed, added, removed or swapped with their neighbor to get from one string to
/// the other; if it is more than `limit`, some number above that (optimal string alignment distance).
func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int {
    if left == right { return 0 }
    var older: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
        var current = [row + 1]
        current.reserveCapacity(right.count + 1)
        for column in 0..<right.count {
            let cost = left[row] == right[column] ? 0 : 1
            var value = min(previous[column] + cost, previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                value = min(value, older[column - 1] + 1)
            }
            current.append(value)
        }
        if (current.min() ?? 0) > limit { return limit + 1 }
        older = previous
        previous = current
    }
    return previous[right.count]
}
