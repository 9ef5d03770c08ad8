import ModelgenSchema

/// Sorts renames so that each new name is free when it is given: `a` to `b` waits until `b` has been renamed. Names
/// that are swapped go through a free one. If nothing gives up a name, SQLite reports the mistake.
func orderedRenames(_ renames: [ColumnRename], present: [SQLName]) -> [ColumnRename] {
    var waiting = renames.filter { $0.from != $0.to }
    var taken = Set(present.map(\.folded))
    var ordered: [ColumnRename] = []
    while !waiting.isEmpty {
        let next =
            waiting.firstIndex { !taken.contains($0.to.folded) }
            ?? waiting.firstIndex { rename in !waiting.contains { $0.from.folded == rename.to.folded } }
        if let index = next {
            let rename = waiting.remove(at: index)
            taken.remove(rename.from.folded)
            taken.insert(rename.to.folded)
            ordered.append(rename)
        } else {
            let first = waiting.removeFirst()
            let between = freeName(first.to, taken: taken)
            taken.remove(first.from.folded)
            taken.insert(between.folded)
            ordered.append(ColumnRename(from: first.from, to: between))
            waiting.append(ColumnRename(from: between, to: first.to))
        }
    }
    return ordered
}

/// `new_posts`, or `new_2_posts` and so on if that is taken.
func freeName(_ name: SQLName, taken: Set<FoldedName>) -> SQLName {
    var candidate = SQLName("new_\(name.text)")
    var number = 2
    while taken.contains(candidate.folded) {
        candidate = SQLName("new_\(number)_\(name.text)")
        number += 1
    }
    return candidate
}
