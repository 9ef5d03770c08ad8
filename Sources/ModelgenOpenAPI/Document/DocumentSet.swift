import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// An OpenAPI document and the files that it refers to.
struct DocumentSet {
    /// The schemas that are being read.
    struct OpenSchemas {
        var schemas: Set<ObjectIdentifier> = []
        var kinds: Set<ObjectIdentifier> = []
        /// Whether something recursive was left out.
        var isCut = false
        /// How many schemas are read again because they were in a cycle.
        var again = 0
    }

    /// Returns the file at a path, or nil if there is none; throws the reason if it cannot be read.
    typealias Loader = (_ path: String) throws -> SourceFile?

    private(set) var root: Node
    /// The document as it is written, if that is Swagger 2.0.
    private let swagger: Node?
    private(set) var diagnostics: [Diagnostic] = []
    private let load: Loader
    private var files: [String: Node?] = [:]
    private var targets: [String: Node] = [:]
    /// The entries of large mappings by name: thousands of schemas are referenced thousands of times.
    private var members: [ObjectIdentifier: [String: Node]] = [:]
    /// The schemas of each document that have an `$anchor`, by its name.
    private var anchors: [ObjectIdentifier: [String: Node]] = [:]
    /// The final targets of nodes with a `$ref`.
    private var resolved: [ObjectIdentifier: Node?] = [:]
    private var reported: Set<ObjectIdentifier> = []
    /// The schemas composed of others.
    var composed: [Node] = []
    /// The composed schemas that refer to each schema in their `allOf`, and how many are known.
    var extending: (schemas: [ObjectIdentifier: [Node]], count: Int) = ([:], 0)
    /// The schemas that have been read, because each is needed many times.
    var known: [ObjectIdentifier: ReadSchema] = [:]
    var knownKinds: [ObjectIdentifier: ReadSchema.Kind?] = [:]
    /// The schemas being read, to stop recursion.
    var open = OpenSchemas()
    /// How many references and parts of parts lead from one schema to another.
    static let deepest = 200
    /// The schemas that add keywords to a reference, with the reference among their parts.
    var combinations: [ObjectIdentifier: Node] = [:]
    /// Whether keywords beside a reference add to what it refers to.
    let addsToReferences: Bool
    /// Schemas that are not in any file, which live as long as what is known about them.
    var made: [Node] = []

    /// Reads the document and follows every `$ref` in it once, so that all broken ones are reported together.
    ///
    /// - Returns: The documents, or nil with errors.
    static func read(_ file: SourceFile, load: @escaping Loader) -> (DocumentSet?, [Diagnostic]) {
        var diagnostics: [Diagnostic] = []
        if let diagnostic = OpenAPIVersion.diagnose(largeFile: file) { return (nil, [diagnostic]) }
        guard let root = tree(of: file, &diagnostics) else { return (nil, diagnostics) }
        if let diagnostic = OpenAPIVersion.diagnose(root) { return (nil, diagnostics + [diagnostic]) }
        var documents = DocumentSet(root: root, load: load)
        documents.files[file.path] = documents.root
        documents.follow(documents.root)
        documents.findCircles()
        diagnostics += documents.diagnostics
        return (diagnostics.containsErrors ? nil : documents, diagnostics)
    }

    /// A document made in memory, without references to other files.
    init(root: Node, load: @escaping Loader = { _ in nil }) {
        swagger = Swagger.isVersion(of: root) ? root : nil
        self.root = swagger.map { Swagger.converted($0, of: $0) } ?? root
        self.load = load
        addsToReferences = self.root["openapi"]?.text?.hasPrefix("3.0") == false
    }

    private static func tree(of file: SourceFile, _ diagnostics: inout [Diagnostic]) -> Node? {
        // YAML reads JSON except for some escapes, which occur in documents.
        if file.path.hasSuffix(".json") {
            // Third-party documents do have duplicate keys; the first one counts.
            let (document, problems) = readSample(file, repeated: .first)
            diagnostics += problems
            return document
        }
        var problems: [Diagnostic] = []
        let tree = compose(file, &problems)
        // Third-party documents also have invisible characters at the end of a description; few of them are unreadable.
        let harmless = ["duplicate-key"] + (tree.documents.isEmpty ? [] : ["unusual-space"])
        for index in problems.indices where harmless.contains(problems[index].rule) {
            problems[index].severity = .warning
        }
        diagnostics += problems
        guard !problems.containsErrors else { return nil }
        if tree.documents.isEmpty { diagnostics.append(OpenAPIVersion.diagnose(emptyFile: file)) }
        return tree.documents.first
    }

    // MARK: References

    /// What a node means: itself, or the target of its `$ref`. Nil if there is none, which was reported.
    mutating func resolve(_ node: Node) -> Node? {
        guard node["$ref"] != nil else { return node }
        if let known = resolved[ObjectIdentifier(node)] { return known }
        var seen: Set<ObjectIdentifier> = []
        let end = end(of: node, &seen)
        for each in seen { resolved[each] = .some(end) }
        return end
    }

    private mutating func end(of node: Node, _ seen: inout Set<ObjectIdentifier>) -> Node? {
        var node = node
        while let reference = node["$ref"], let text = reference.text {
            if let whole = combined(node) { return whole }
            if let known = resolved[ObjectIdentifier(node)] { return known }
            guard seen.insert(ObjectIdentifier(node)).inserted else {
                refuse("`\(text)` refers to itself", "define one of them", at: reference)
                return nil
            }
            guard let next = target(of: text, reference) else { return nil }
            node = next
        }
        return node
    }

    /// Where a reference leads, one step; it may be in a `$ref` or in the mapping of a discriminator.
    mutating func target(of text: String, _ place: Node) -> Node? {
        let key = place.file.path + "\u{0}" + text
        if let known = targets[key] { return known }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let document = document(parts[0], beside: place) else { return nil }
        var node = document
        let pointer = parts.count > 1 ? parts[1] : ""
        if let schema = anchored(pointer, in: document) {
            targets[key] = schema
            return schema
        }
        for step in pointer.split(separator: "/") {
            let name = String(step).decodedPointerStep
            let element = Int(name).flatMap { node.elements.indices.contains($0) ? node.elements[$0] : nil }
            let next = member(name, of: node) ?? element
            guard let next else {
                // With thousands of wrong references, a guess for each would take longer than everything else.
                let near = diagnostics.count < 100 ? nearestName(to: name, among: node.entries.map(\.name)) : nil
                refuse(
                    "`\(text)` cannot be resolved: `\(name)` does not exist",
                    near.map { "did you mean `\($0)`?" } ?? "add it, or correct the reference", at: place)
                return nil
            }
            node = next
        }
        targets[key] = node
        return node
    }

    /// The schema with this `$anchor` (JSON Schema, 2020-12, section 8.2.2).
    private mutating func anchored(_ name: String, in document: Node) -> Node? {
        guard !name.isEmpty, !name.hasPrefix("/") else { return nil }
        let key = ObjectIdentifier(document)
        if anchors[key] == nil {
            var found: [String: Node] = [:]
            var pending = [document]
            while let node = pending.popLast() {
                if let anchor = node["$anchor"]?.text { found[anchor] = node }
                pending += node.entries.map(\.value) + node.elements
            }
            anchors[key] = found
        }
        return anchors[key]?[name]
    }

    private mutating func member(_ name: String, of node: Node) -> Node? {
        guard node.entries.count > 32 else { return node[name] }
        let key = ObjectIdentifier(node)
        if members[key] == nil {
            members[key] = Dictionary(firstOf: node.entries.map { ($0.name, $0.value) })
        }
        return members[key]?[name]
    }

    private mutating func document(_ path: String, beside place: Node) -> Node? {
        if path.isEmpty { return files[place.file.path] ?? root }
        guard !path.contains("://") else {
            refuse(
                "`\(path)` is not on this machine, and imports do not use the network",
                "download it, and refer to the file", at: place)
            return nil
        }
        let full = path.removingPercentEscapes.relative(to: place.file.path)
        if let known = files[full] { return known }
        files[full] = .some(nil)
        let file: SourceFile?
        do {
            file = try load(full)
        } catch {
            refuse("\(error)", "correct the reference", at: place)
            return nil
        }
        guard let file else {
            refuse("the file `\(full)` does not exist", "put it there, or correct the reference", at: place)
            return nil
        }
        let tree = Self.tree(of: file, &diagnostics)
        let node = swagger.flatMap { root in tree.map { Swagger.converted($0, of: root) } } ?? tree
        files[full] = .some(node)
        if let node { follow(node) }
        return node
    }

    /// Reports a reference that leads nowhere, once.
    mutating func refuse(_ message: String, _ advice: String, at node: Node) {
        guard reported.insert(ObjectIdentifier(node)).inserted else { return }
        diagnostics.append(Diagnostic(rule: "openapi-reference", message, suggestion: advice, at: node.range))
    }

    /// The keywords whose values have keys that are names: in OpenAPI 3.1 and in JSON Schema 2020-12 and before.
    private static let mapsOfNames: Set<String> = [
        "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas", "parameters",
        "responses", "requestBodies", "headers", "callbacks", "links", "pathItems", "webhooks", "securitySchemes",
        "content", "encoding",
    ]

    /// Follows all references below a node. Examples are data.
    private mutating func follow(_ root: Node) {
        var pending: [(node: Node, keysAreNames: Bool)] = [(root, false)]
        while let (node, keysAreNames) = pending.popLast() {
            if !keysAreNames, node["$ref"]?.text != nil { _ = resolve(node) }
            if !keysAreNames, node["allOf"]?.elements.isEmpty == false { composed.append(node) }
            for entry in node.entries {
                let isData =
                    !keysAreNames
                    && (["example", "examples", "default", "enum", "const"].contains(entry.name)
                        || entry.name.hasPrefix("x-"))
                if isData { continue }
                pending.append((entry.value, !keysAreNames && Self.mapsOfNames.contains(entry.name)))
            }
            for element in node.elements { pending.append((element, false)) }
        }
    }
}

extension String {
    /// A step of a JSON pointer in a URI (RFC 6901, section 6): `~1` is a slash, `%7B` a brace.
    fileprivate var decodedPointerStep: String {
        removingPercentEscapes.replacing("~1", with: "/").replacing("~0", with: "~")
    }

    var removingPercentEscapes: String {
        guard contains("%") else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `../shared/a.yaml`, relative to `apis/main.yaml`, is `shared/a.yaml`.
    fileprivate func relative(to file: String) -> String {
        if hasPrefix("/") { return self }
        var folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        for step in split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
            if step == "." { continue }
            if step == "..", let last = folders.last, last != "..", !last.isEmpty {
                folders.removeLast()
            } else {
                folders.append(step)
            }
        }
        return folders.joined(separator: "/")
    }
}
