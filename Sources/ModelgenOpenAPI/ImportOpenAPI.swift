import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// What is imported from a document, and under which names.
package struct OpenAPISelection: Equatable, Sendable {
    /// Operations by `operationId`, by tag, or by path (`/pets`, which includes everything below it). Empty for all.
    package var only: [String] = []
    /// The names of models by the names of their schemas.
    package var renames: [String: String] = [:]
    /// The schemas whose names come from an earlier import. The document may have lost them.
    private(set) var inherited: Set<String> = []

    package init(only: [String] = [], renames: [String: String] = [:]) {
        self.only = only
        self.renames = renames
    }

    /// This selection, completed by that of an earlier import of the service.
    package func filled(from earlier: OpenAPISelection?) -> OpenAPISelection {
        guard let earlier else { return self }
        var filled = OpenAPISelection(
            only: only.isEmpty ? earlier.only : only, renames: earlier.renames.merging(renames) { $1 })
        filled.inherited = Set(earlier.renames.keys).subtracting(renames.keys)
        return filled
    }

    /// Leaves out the names of schemas that the document has lost, and checks the others.
    fileprivate mutating func settleRenames(
        _ subjects: [String: ObjectIdentifier], besides service: SwiftName, at range: SourceRange
    ) -> [Diagnostic] {
        let schemas = subjects.keys.sorted()
        renames = renames.filter { subjects[$0.key] != nil || !inherited.contains($0.key) }
        inherited = []
        var problems: [Diagnostic] = []
        func report(_ message: String, _ advice: String?) {
            problems.append(Diagnostic(rule: "openapi-selection", message, suggestion: advice, at: range))
        }
        for (schema, name) in renames.sorted(by: { $0.key < $1.key }) {
            guard let subject = subjects[schema] else {
                let nearest = nearestName(to: schema, among: schemas).map { "did you mean `\($0)`?" }
                report("there is no schema `\(schema)` to rename", nearest)
                continue
            }
            guard NameCheck.isIdentifier(name), SwiftNaming.isFree(type: SwiftName(name), [service.text]) else {
                report("`\(name)`, the name for `\(schema)`, cannot be the name of a model", "choose another name")
                continue
            }
            let alias = schemas.first { $0 != schema && renames[$0] != nil && subjects[$0] == subject }
            if let alias, renames[alias] != name {
                if alias > schema {
                    report(
                        "`\(schema)` and `\(alias)` are one schema, which cannot have two names", "rename one of them")
                }
                continue
            }
            let namesake = schemas.first { other in
                subjects[other] != subject && (renames[other] ?? SwiftNaming.type(other).text) == name
            }
            if let namesake {
                report("`\(schema)` and `\(namesake)` would both be called `\(name)`", "choose another name")
            }
        }
        return problems
    }
}

/// The models for an OpenAPI document, and the proof that they mean the same.
package struct OpenAPIImport: Sendable {
    /// `PetstoreAPI`
    package var service: String
    package var selection: OpenAPISelection
    package var files: [ImportedText]
    package var proof: Proof
}

/// Writes models for an OpenAPI 3 or Swagger 2.0 document, in YAML or JSON.
///
/// - Parameters:
///   - file: The document.
///   - load: Returns the files that it refers to, by their paths; nil for a missing one.
///   - selection: Which operations, under what names, for which service.
///   - options: The naming strategies of the run that will read the result.
/// - Returns: Nil with errors if the document cannot be read.
package func importOpenAPI(
    _ file: SourceFile, load: @escaping (String) throws -> SourceFile?,
    selection: (_ service: String) -> OpenAPISelection = { _ in OpenAPISelection() }, options: ParsingOptions
) -> (OpenAPIImport?, [Diagnostic]) {
    let (documents, unresolved) = DocumentSet.read(file, load: load)
    var problems = unresolved
    guard var documents else { return (nil, problems.sorted()) }
    var unsaid: [(String, Node)] = []
    let all = documents.operations { unsaid.append(($0, $1)) }
    let service = ServiceTranslation(&documents)
    var selection = selection(service.name.text)
    let schemas = (documents.root["components"]?["schemas"]?.entries ?? []).map { entry in
        (entry.name, ObjectIdentifier(documents.subject(of: entry.value).node))
    }
    let misnamed = selection.settleRenames(Dictionary(firstOf: schemas), besides: service.name, at: file.beginning)
    guard misnamed.isEmpty else { return (nil, problems + misnamed) }
    var translation = OperationTranslation(
        schemas: SchemaTranslation(documents, reserving: [service.name], renames: selection.renames), service: service)
    for (message, place) in unsaid + service.warnings.map({ ($0.message, $0.place) }) {
        translation.schemas.warn(message, at: place)
    }
    // Everything is named before anything is selected, so that a name does not depend on the selection.
    let translated = all.flatMap { translation.translations(of: $0) }
    if all.isEmpty {
        for entry in documents.root["components"]?["schemas"]?.entries ?? [] {
            _ = translation.schemas.type(of: entry.value, [entry.name])
        }
    }
    translation.schemas.fill()
    translation.schemas.settleUnions(translated.flatMap(\.references))
    let received = Set(translated.flatMap(\.responses).compactMap(\.use?.declaration))
    // What a patch does not touch is not sent, but the objects in it are sent as a whole.
    let within = { (patch: TypeUse) in patch.declaration.map { translation.schemas.declarations[$0].references } ?? [] }
    let patched = translated.filter { $0.source.method == "PATCH" }.flatMap { operation -> [Int] in
        switch operation.body {
        case .patch(let use) where use.declaration.map(received.contains) == true: within(use)
        case .value(let use), .patch(let use): [use.declaration].compactMap(\.self)
        case .none, .draft, .form, .upload, .raw: []
        }
    }
    let sent = translated.flatMap { operation -> [Int] in
        if case .patch(let use) = operation.body { within(use) } else { operation.sent }
    }
    // Problems behind references that only discriminators contain.
    problems += translation.schemas.documents.diagnostics.dropFirst(documents.diagnostics.count).map { problem in
        var problem = problem
        problem.severity = .warning
        return problem
    }
    translation.schemas.markPatched(patched)
    translation.schemas.markSent(sent)
    translation.schemas.cutCycles()
    translation.schemas.cutGiants()

    let selected = translated.filter { selection.selects($0.source) }
    if selected.isEmpty, !selection.only.isEmpty {
        let diagnostic = Diagnostic(
            rule: "openapi-selection",
            "no operation matches `\(selection.only.joined(separator: "`, `"))`",
            suggestion: "use an operationId, a tag, or a path such as `\(all.first?.writtenPath ?? "/pets")`",
            at: file.beginning)
        return (nil, problems + [diagnostic])
    }
    var draft = ImportDraft(
        operations: selected, translation: translation,
        title: documents.root["info"]?["title"]?.text ?? "an OpenAPI document", options: options)
    guard let files = draft.settled() else { return (nil, (problems + draft.warnings).sorted()) }
    let proof = draft.proof(files, of: documents)
    return (
        OpenAPIImport(service: service.name.text, selection: selection, files: files, proof: proof),
        (problems + draft.warnings(about: selection.only.isEmpty ? nil : translated) + draft.warnings).sorted()
    )
}

extension OpenAPISelection {
    fileprivate func selects(_ operation: DocumentedOperation) -> Bool {
        // What follows `#` only makes the key unique among the operations of the path.
        let path = String(operation.writtenPath.prefix { $0 != "#" })
        return only.isEmpty
            || only.contains { word in
                word == operation.id || word == operation.tag || word == operation.writtenPath || word == path
                    || word.hasPrefix("/") && operation.writtenPath.hasPrefix(word.hasSuffix("/") ? word : word + "/")
            }
    }
}
