import ModelgenDiagnostics
import ModelgenSchema

/// The built-in types, plain and optional, by their spelling.
let builtInTypes: [String: FieldType] = {
    var types: [String: FieldType] = [:]
    for scalar in Scalar.allCases { types[scalar.rawValue] = .scalar(scalar) }
    for geometry in Geometry.allCases { types[geometry.rawValue] = .geometry(geometry) }
    for (name, type) in types { types[name + "?"] = .optional(type) }
    return types
}()

extension FieldType {
    /// The type in a message, which is clear even if the schema declares a type with the name of a built-in one.
    var quoted: String {
        guard case .model(let name) = innermost, builtInTypes[name.text] != nil else { return "`\(text)`" }
        return "`\(text)`, where `\(name)` is a model"
    }
}

extension Resolver {
    /// The type that a node names; nil if it is invalid, which is reported.
    func type(_ node: Node, file: Int) -> FieldType? {
        if reading.isInvalid(node) || node.isBroken { return nil }
        switch node.content {
        case .scalar(let scalar):
            if files[file].module == nil, !isReadingEarlier, let known = knownTypes[scalar.text] { return known }
            var parser = TypeParser(text: scalar.text)
            switch parser.parse() {
            case .success(let expression): return type(expression, in: node, file: file)
            case .failure(let problem):
                report(InvalidType.diagnose(problem.message, at: node.range(ofText: problem.offset, problem.length)))
                return nil
            }
        case .sequence(let nodes):
            guard let element = nodes.first, nodes.count == 1 else {
                report(InvalidType.diagnose(listOf: node))
                return nil
            }
            if case .mapping(let entries) = element.content {
                guard let entry = entries.first, entries.count == 1 else {
                    report(InvalidType.diagnose(listOf: node))
                    return nil
                }
                guard let value = type(entry.value, file: file) else { return nil }
                return dictionary(entry.name, value, at: entry.key.range, file: file)
            }
            return type(element, file: file).map { .list($0) }
        case .mapping:
            report(InvalidType.diagnose("a mapping is not a type", at: node.range))
            return nil
        }
    }

    private func type(_ expression: TypeExpression, in node: Node, file: Int) -> FieldType? {
        switch expression {
        case .name(let name, let offset):
            return named(name, at: node.range(ofText: offset, name.utf8.count), file: file)
        case .optional(let wrapped, let offset):
            guard let type = type(wrapped, in: node, file: file) else { return nil }
            if type.isOptional {
                report(
                    InvalidType.diagnose("an optional of an optional is not a type", at: node.range(ofText: offset, 1)))
                return nil
            }
            return .optional(type)
        case .list(let element): return type(element, in: node, file: file).map { .list($0) }
        case .set(let element): return type(element, in: node, file: file).map { .set($0) }
        case .dictionary(let key, let offset, let value):
            guard let value = type(value, in: node, file: file) else { return nil }
            return dictionary(key, value, at: node.range(ofText: offset, key.utf8.count), file: file)
        }
    }

    private func dictionary(_ key: String, _ value: FieldType, at range: SourceRange, file: Int) -> FieldType? {
        switch key {
        case "String": return .dictionary(key: .string, value: value)
        case "Int": return .dictionary(key: .int, value: value)
        default: break
        }
        guard let type = named(key, at: range, file: file) else { return nil }
        guard case .enumeration(let name) = type else {
            report(DictionaryKeyType.diagnose(key, at: range))
            return nil
        }
        return .dictionary(key: .enumeration(name), value: value)
    }

    /// The declaration of a type or a transformer that a name means in a file, which must import its module.
    func declaration(_ name: String, at range: SourceRange, file: Int) -> Declaration? {
        let meanings = scope.meanings(of: name, .model, in: files[file])
        guard let declaration = meanings.first else { return nil }
        let isOwn = declaration.module == files[file].module
        let isImported = declaration.module.map(files[file].imports.contains) ?? false
        // Another module, which the file may not know, does not change what a built-in name means.
        if !isOwn, !isImported, builtInTypes[name] != nil || name == ExternalType.databaseValue.name.text { return nil }
        if let module = declaration.module, !isOwn {
            if !isImported {
                report(MissingImport.diagnose(name, module: module, at: range))
            } else if meanings.count > 1 {
                report(DuplicateName.diagnose(name, modules: meanings.compactMap(\.module), at: range))
            } else if declaration.writtenName == nil, isType(module, in: file) {
                report(DuplicateName.diagnose(name, hiddenIn: module, at: range))
            } else {
                checkAccess(to: declaration, of: module, at: range, file: file)
            }
        }
        return declaration
    }

    /// Whether code of the file would take the name of a module for a type, which hides the module. Definitions of
    /// earlier versions, and the files of other modules, do not become code.
    private func isType(_ module: String, in file: Int) -> Bool {
        guard files[file].module == nil, !isReadingEarlier else { return false }
        return scope.meanings(of: module, .model, in: files[file]).contains { type in
            type.module.map(files[file].imports.contains) ?? true
        }
    }

    /// Warns where the first model or enum of a module is used, if they are internal. Swift code written by hand, like
    /// transformers, has an access level of its own, and the definitions of earlier versions are not Swift code.
    private func checkAccess(to declaration: Declaration, of module: String, at range: SourceRange, file: Int) {
        guard files[file].module == nil, !isReadingEarlier, [.model, .enumeration].contains(declaration.kind),
            naming(of: declaration.file).isInternal, internalModules.insert(module).inserted
        else { return }
        report(InternalImport.diagnose(module, at: range))
    }

    /// The type with that name; nil if there is none, which is reported.
    func named(_ name: String, at range: SourceRange, file: Int) -> FieldType? {
        // Whatever has the name by now: an earlier definition means what it meant then.
        if isReadingEarlier, let type = former(name, file: file)?.type { return type }
        if let declaration = declaration(name, at: range, file: file) {
            switch declaration.kind {
            case .enumeration: return .enumeration(declaration.name)
            case .externalType: return .external(declaration.name)
            case .model: return .model(declaration.name)
            case .transformer, .database, .api:
                report(UnknownType.diagnose(transformer: declaration, at: range))
                return nil
            }
        }
        if let type = builtInTypes[name] { return type }
        if name == ExternalType.databaseValue.name.text {
            externalTypes[name] = .databaseValue
            return .external(ExternalType.databaseValue.name)
        }
        if isComplete {
            let known = candidates(for: name, .type)
            report(
                isReadingEarlier
                    ? UnknownType.diagnose(earlier: name, at: range, known: known)
                    : UnknownType.diagnose(name, at: range, known: known))
        }
        return nil
    }
}
