import ModelgenSchema

/// The settings that the meaning of a module's models depends on, from its configuration.
package struct ParsingOptions: Sendable {
    /// How JSON keys are derived from names, unless a model says otherwise.
    package var jsonKeys: NamingStrategy
    /// How columns are derived from names.
    package var columns: NamingStrategy
    /// How tables are derived from names.
    package var tables: NamingStrategy = .snakeCase
    /// Those of other modules, by the paths of their files: each is generated with its own configuration.
    package var ofImports: [String: ParsingOptions] = [:]
    /// Whether the generated code is internal, so that no other module can use it.
    package var isInternal = false
    /// By database, the version up to which neither steps nor `fill` are read, because what they refer to may no longer
    /// exist.
    package var settled: [SwiftName: Int] = [:]

    func isSettled(_ version: Int, of database: SwiftName) -> Bool { version <= settled[database] ?? 0 }

    package init(jsonKeys: NamingStrategy = .identity, columns: NamingStrategy = .snakeCase) {
        self.jsonKeys = jsonKeys
        self.columns = columns
    }
}
