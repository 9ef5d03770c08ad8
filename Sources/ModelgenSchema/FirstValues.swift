extension Dictionary {
    /// Creates a dictionary from the first value for each key.
    package init(firstOf pairs: some Sequence<(Key, Value)>) { self.init(pairs) { first, _ in first } }
}
