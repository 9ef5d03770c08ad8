import ModelgenDiagnostics
import ModelgenSchema

/// The contents of `modelgen.yaml`; nil or empty for what it does not set.
package struct Configuration: Sendable {
    package var inputs: [Path] = []
    package var output: Path?
    package var access: AccessLevel?
    package var emits: Set<Emission>?
    package var naming = ParsingOptions()
    package var templates: Path?
    package var header: [String] = []
    package var waivers: [Waiver] = []
    /// The path of the lock, which must exist.
    package var lock: Path?

    /// A file or a folder.
    package struct Path: Sendable {
        package var text: String
        /// The position of the path in the file; nil for an argument of the command.
        package var place: SourceRange?

        package init(_ text: String, at place: SourceRange? = nil) {
            self.text = text
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
    func path(_ node: Node) -> Configuration.Path? {
        guard let text = node.text else { return nil }
        if text == "~" || text.hasPrefix("~/") {
            diagnostics.append(
                Diagnostic(
                    rule: "unusable-path", "`~` is not replaced by the home folder here",
                    suggestion: "write a path from the folder of this file, or `./~` for a folder of that name",
                    at: node.range))
        }
        return Configuration.Path(text, at: node.range)
    }
    for document in tree.documents {
        reading.read(document, as: .object(ConfigurationKey.keyTable), label: "configuration")
        guard case .mapping = document.content else { continue }
        let entries = Entries<ConfigurationKey>(document, reading)
        configuration.inputs += entries[.inputs]?.elements.compactMap(path) ?? []
        configuration.output = entries[.output].flatMap(path) ?? configuration.output
        configuration.access = entries.word(.access) ?? configuration.access
        if let node = entries[.emit] {
            configuration.emits = Set(node.elements.compactMap { $0.text.flatMap(Emission.init) })
        }
        configuration.templates = entries[.templates].flatMap(path) ?? configuration.templates
        configuration.header += entries[.header]?.elements.compactMap(\.text) ?? []
        configuration.lock = entries[.lock].flatMap(path) ?? configuration.lock
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
