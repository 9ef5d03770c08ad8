import ModelgenSchema

extension NamingStrategy {
    /// The strategy with the fewest keys to write for a model's fields: this one, unless another is better.
    package func orBetter(for fields: [(name: SwiftName, key: String)]) -> NamingStrategy {
        func exceptions(_ strategy: NamingStrategy) -> Int {
            fields.count { strategy.name(for: $0.name) != $0.key }
        }
        var best = self
        for strategy in [NamingStrategy.identity, .snakeCase] where exceptions(strategy) < exceptions(best) {
            best = strategy
        }
        return best
    }
}
