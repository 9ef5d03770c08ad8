import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// Reads the files as YAML, checks their shape, and collects the names they declare.
    func load(_ sources: [SourceFile], imports: [SourceFile]) {
        open(sources) { _ in nil }
        diagnostics += DuplicateFileName.diagnose(files)
        let modules = Set(files.flatMap(\.imports))
        open(imports) { source in source.module ?? Self.module(of: source.path, among: modules) }
        checkImports(modules)
        diagnostics += reading.diagnostics
        for index in files.indices { collect(index) }
        for (name, declaration) in scope.types { know(name, declaration) }
    }

    /// The paths of the files whose modules nothing imports, neither this module nor one that it imports.
    var unimportedFiles: Set<String> {
        var used: Set<String?> = [nil]
        var count = 0
        while count < used.count {
            count = used.count
            for file in files where used.contains(file.module) { used.formUnion(file.imports.map(Optional.some)) }
        }
        return Set(files.filter { !used.contains($0.module) }.map(\.source.path))
    }

    private func know(_ name: String, _ declaration: Declaration) {
        let type: FieldType? =
            switch declaration.kind {
            case .enumeration: .enumeration(declaration.name)
            case .externalType: .external(declaration.name)
            case .model: .model(declaration.name)
            case .transformer, .database, .api: nil
            }
        guard let type else { return }
        // Which module a name comes from depends on the file, so only the names of this module are known everywhere.
        knownTypes[name] = declaration.module == nil ? type : nil
        knownTypes[name + "?"] = declaration.module == nil ? .optional(type) : nil
    }

    private func open(_ sources: [SourceFile], module: (SourceFile) -> String?) {
        let trees = sources.concurrentMap { source in
            var diagnostics: [Diagnostic] = []
            return (tree: compose(source, &diagnostics), diagnostics: diagnostics)
        }
        for (source, read) in zip(sources, trees) {
            diagnostics += read.diagnostics
            open(source, read.tree, module: module(source))
        }
    }

    private func open(_ source: SourceFile, _ tree: SyntaxTree, module: String?) {
        var file = InputFile(source: source, name: Self.stem(of: source.path), module: module)
        if !tree.isComplete { isComplete = false }
        for document in tree.documents {
            guard case .mapping = document.content else {
                report(WrongKind.diagnose(file: document))
                continue
            }
            reading.read(document, as: FileKey.keyTable, label: "file")
            // What it declares may be missing, then.
            if FileKey.allCases.contains(where: Entries<FileKey>(document, reading).isBroken) { isComplete = false }
            file.documents.append(document)
        }
        for document in file.documents {
            for node in Entries<FileKey>(document, reading)[.imports]?.elements ?? [] {
                if let name = node.text, !file.imports.contains(name) { file.imports.append(name) }
            }
        }
        if tree.documents.isEmpty, tree.isComplete { report(EmptyFile.diagnose(source)) }
        // Files of other modules may have the same names.
        if module == nil {
            positions.places[.file(file.name)] = Positions.Place(name: source.beginning, node: file.documents.first)
        }
        files.append(file)
    }

    private func checkImports(_ modules: Set<String>) {
        let given = Set(files.compactMap(\.module))
        for file in files where file.module == nil {
            for document in file.documents {
                for node in Entries<FileKey>(document, reading)[.imports]?.elements ?? [] {
                    guard let name = node.text else { continue }
                    if let diagnostic = InvalidIdentifier.diagnose(module: node) {
                        report(diagnostic)
                    } else if !given.contains(name) {
                        report(UnknownImport.diagnose(node, given: given.sorted()))
                    }
                }
            }
        }
    }

    private func collect(_ index: Int) {
        for document in files[index].documents {
            let entries = Entries<FileKey>(document, reading)
            for node in objects(entries[.database]) {
                add(.database, Entries<DatabaseKey>(node, reading)[.name], node, file: index)
            }
            for node in objects(entries[.api]) {
                add(.api, Entries<APIKey>(node, reading)[.name], node, file: index)
            }
            for entry in entries[.enums]?.entries ?? [] { add(.enumeration, entry.key, entry.value, file: index) }
            for entry in entries[.transformers]?.entries ?? [] {
                add(.transformer, entry.key, entry.value, file: index)
            }
            for entry in entries[.types]?.entries ?? [] { add(.externalType, entry.key, entry.value, file: index) }
            for entry in entries[.formerly]?.entries ?? [] {
                former[entry.name, default: []].append(FormerName(file: index, key: entry.key, node: entry.value))
            }
            for entry in entries[.models]?.entries ?? [] { add(.model, entry.key, entry.value, file: index) }
        }
    }

    private func objects(_ node: Node?) -> [Node] {
        guard let node else { return [] }
        if case .sequence(let nodes) = node.content { return nodes }
        return [node]
    }

    private func add(_ kind: Declaration.Kind, _ key: Node?, _ node: Node, file: Int) {
        guard let key, let name = key.text else {
            isComplete = false
            return
        }
        if let diagnostic = InvalidIdentifier.diagnose(key, what: kind.title) {
            report(diagnostic)
            // Others may refer to it by the name that was meant.
            isComplete = false
        } else {
            report(ReservedTypeName.diagnose(key, kind: kind))
        }
        let declaration = Declaration(
            kind: kind, name: SwiftName(name), key: key, node: node, file: file, module: files[file].module)
        if let first = scope.add(declaration) {
            report(DuplicateName.diagnose(declaration, first: first))
        } else if let added = scope.declarations.last {
            place(added.element, key, node)
        }
    }

    /// `post` for `Schemas/post.model.yaml`.
    static func stem(of path: String) -> String {
        let name = path.lastStep
        for suffix in [".model.yaml", ".yaml"] where name.hasSuffix(suffix) {
            return String(name.dropLast(suffix.count))
        }
        return name
    }

    private static func module(of path: String, among modules: Set<String>) -> String {
        let folders = path.split(separator: "/").dropLast().map(String.init)
        return folders.last { modules.contains($0) } ?? folders.last ?? ""
    }
}

extension Declaration {
    /// Its name for positions and findings.
    var element: ElementID.Element {
        switch kind {
        case .enumeration: .enumeration(name)
        case .externalType: .externalType(name)
        case .transformer: .transformer(name)
        case .model: .model(name)
        case .database: .database(name)
        case .api: .api(name)
        }
    }
}
