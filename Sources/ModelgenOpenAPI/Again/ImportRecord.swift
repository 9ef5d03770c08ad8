import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// What was imported into a folder, by service: the source, the selection, and a hash of each declaration as it was
/// written. It is next to the models, so that another import can tell what has been changed by hand since.
package struct ImportRecord: Equatable, Sendable {
    /// The name of its file.
    package static let fileName = "openapi.import.yaml"

    package struct Service: Equatable, Sendable {
        package var document: String
        package var selection: OpenAPISelection
        /// By file and declaration: `books.model.yaml`, `models.Book`.
        var hashes: [String: [String: DeclarationHash]]

        package init(document: String, selection: OpenAPISelection, hashes: [String: [String: DeclarationHash]]) {
            (self.document, self.selection, self.hashes) = (document, selection, hashes)
        }
    }

    package var services: [String: Service] = [:]

    package init() {}

    /// - Returns: Nil with errors if it cannot be read.
    package init?(_ file: SourceFile, _ diagnostics: inout [Diagnostic]) {
        let tree = compose(file, &diagnostics)
        guard tree.isComplete, !diagnostics.containsErrors else { return nil }
        for service in tree.documents.first?.entries ?? [] {
            let selection = OpenAPISelection(
                only: (service.value["only"]?.elements ?? []).compactMap(\.text),
                renames: service.value["rename"]?.texts ?? [:])
            services[service.name] = Service(
                document: service.value["document"]?.text ?? "", selection: selection,
                hashes: Dictionary(
                    firstOf: (service.value["files"]?.entries ?? []).map { file in
                        (file.name, file.value.texts.mapValues { DeclarationHash(recorded: $0) })
                    }))
        }
    }

    package var text: String {
        let comments = [
            "Written by `modelgen import openapi`, with a hash of each declaration: another import replaces those that",
            "have not changed since. Keep it next to the models, under version control.",
        ]
        return printedYAML(
            services.sorted { $0.key < $1.key }.map { name, service in
                var entries = [YAMLEntry("document", .text(service.document))]
                if !service.selection.only.isEmpty {
                    entries.append(YAMLEntry("only", .list(service.selection.only.map { .text($0) })))
                }
                if !service.selection.renames.isEmpty {
                    entries.append(YAMLEntry("rename", .block(Self.entries(service.selection.renames))))
                }
                let files = service.hashes.sorted { $0.key < $1.key }
                entries.append(
                    YAMLEntry(
                        "files",
                        .block(files.map { YAMLEntry($0.key, .block(Self.entries($0.value.mapValues(\.text)))) })))
                return YAMLEntry(name, .block(entries))
            }, above: comments)
    }

    private static func entries(_ texts: [String: String]) -> [YAMLEntry] {
        texts.sorted { $0.key < $1.key }.map { YAMLEntry($0.key, .text($0.value)) }
    }
}

extension Node {
    /// The texts of a mapping.
    fileprivate var texts: [String: String] {
        Dictionary(firstOf: entries.compactMap { entry in entry.value.text.map { (entry.name, $0) } })
    }
}
