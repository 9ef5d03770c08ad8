extension Sequence {
    /// The elements whose key an earlier one already has, each with the first that has it. Those without a key are left
    /// out.
    func repetitions<Key: Hashable>(of key: (Element) -> Key?) -> [(again: Element, first: Element)] {
        var firsts: [Key: Element] = [:]
        return compactMap { element in
            guard let key = key(element) else { return nil }
            if let first = firsts[key] { return (element, first) }
            firsts[key] = element
            return nil
        }
    }
}
