extension String {
    /// This name, with a number if it is taken: `posts_2`.
    package func different(from taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { FoldedName($0) })
        var name = self
        var number = 2
        while taken.contains(FoldedName(name)) {
            name = "\(self)_\(number)"
            number += 1
        }
        return name
    }
}
