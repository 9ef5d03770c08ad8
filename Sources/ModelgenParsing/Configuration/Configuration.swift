import ModelgenDiagnostics
import ModelgenSchema

/// The contents of `modelgen.yaml`; nil or empty for what it does not set.
package struct Configuration: Sendable {
    package var inputs: [String] = []
    package var output: String?
    package var access: String?
    package var emits: [String]?
    package var naming = ParsingOptions()
    package var templates: String?
    package var header: [String] = []
    package var waivers: [Waiver] = []
    package var lock: DeclaredLock?

    /// A lock that must exist.
    package struct DeclaredLock: Sendable {
        package var path: String
        /// Where it is declared.
        package var place: SourceRange

        package init(path: String, place: SourceRange) {
            self.path = path
            self.place = place
        }
    }

    package init() {}
}

/// Reads a configuration. It is only complete if no diagnostic is an error.
package func parseConfiguration(_ file: SourceFile) -> (Configuration, [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let tree = compose(file, &diagnostics)
    var configuration = Configuration()
    var reading = Reading()
    func checkedPath(_ node: Node) -> String? {
        if node.text == "" { diagnostics.append(WrongKind.diagnose(emptyPath: node)) }
        return node.text
    }
    for document in tree.documents {
        reading.read(document, as: .object(ConfigurationKey.keyTable), label: "configuration")
        guard case .mapping = document.content else { continue }
        let entries = Entries<ConfigurationKey>(document, reading)
        configuration.inputs += entries[.inputs]?.elements.compactMap(checkedPath) ?? []
        configuration.output = entries[.output].flatMap(checkedPath) ?? configuration.output
        configuration.access = entries.text(.access) ?? configuration.access
        configuration.emits = entries[.emit]?.elements.compactMap(\.text) ?? configuration.emits
        configuration.templates = entries[.templates].flatMap(checkedPath) ?? configuration.templates
        configuration.header += entries[.header]?.elements.compactMap(\.text) ?? []
        if let node = entries[.lock], let path = checkedPath(node) {
            configuration.lock = Configuration.DeclaredLock(path: path, place: node.range)
        }
        for node in entries[.waivers]?.elements ?? [] {
            if let waiver = Waiver(node, reading, &diagnostics) { configuration.waivers.append(waiver) }
        }
        if let node = entries[.naming] {
            let naming = Entries<NamingKey>(node, reading)
            configuration.naming.jsonKeys = naming.word(.json) ?? configuration.naming.jsonKeys
            configuration.naming.columns = naming.word(.columns) ?? configuration.naming.columns
            configuration.naming.tables = naming.word(.tables) ?? configuration.naming.tables
        }
    }
    return (configuration, (diagnostics + reading.diagnostics).sorted())
}
