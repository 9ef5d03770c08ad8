extension String {
    /// This name, with a number if it is taken: `posts_2`.
    package func different(from taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { $0.lowercased() })
        var name = self
        var number = 2
        while taken.contains(name.lowercased()) {
            name = "\(self)_\(number)"
            number += 1
        }
        return name
    }
}
