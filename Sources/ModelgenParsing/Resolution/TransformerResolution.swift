import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The transformers of a field; nil if there are none, or if one is invalid, which is reported.
    func transformer(_ node: Node?, _ type: FieldType, _ context: ModelContext) -> FieldTransformer? {
        guard let node else { return nil }
        guard case .mapping(let choices) = node.content else {
            guard let use = use(node, type, file: context.file) else { return nil }
            return FieldTransformer(json: .always(use), sqlite: use)
        }
        if choices.isEmpty, !node.isBroken { report(EmptyList.diagnose(node, what: "a choice of transformers")) }
        let entries = Entries<FieldTransformerKey>(node, reading)
        var transformer = FieldTransformer()
        if let json = entries[.json] {
            if case .mapping(let kinds) = json.content {
                let uses = kinds.compactMap { entry -> KindTransformer? in
                    guard let kind = Choice.Kind(rawValue: entry.name),
                        let use = use(entry.value, type, file: context.file)
                    else { return nil }
                    return KindTransformer(kind: kind, transformer: use)
                }
                if kinds.isEmpty {
                    report(EmptyList.diagnose(json, what: "a choice of transformers"))
                } else if uses.count == kinds.count {
                    report(KindTransformers.diagnose(json, uses, type, self))
                }
                transformer.json = .byKind(uses)
            } else {
                transformer.json = use(json, type, file: context.file).map { .always($0) }
            }
        }
        transformer.sqlite = entries[.sqlite].flatMap { use($0, type, file: context.file) }
        return transformer.json == nil && transformer.sqlite == nil ? nil : transformer
    }

    /// A transformer for values of that type; nil if it is invalid, which is reported.
    func use(_ node: Node, _ type: FieldType, file: Int) -> TransformerUse? {
        guard let written = node.text, !reading.isInvalid(node) else { return nil }
        let text = isReadingEarlier ? former(written, file: file)?.node.text ?? written : written
        let use: TransformerUse
        if let builtIn = UnknownTransformer.builtIn(text) {
            // The rows of an earlier version were written with its pattern, whatever it is.
            if case .dateFormat(let pattern) = builtIn, !isReadingEarlier,
                let diagnostic = InvalidDateFormat.diagnose(node, pattern)
            {
                report(diagnostic)
                return nil
            }
            use = .builtIn(builtIn)
        } else if let declaration = declaration(text, at: node.range, file: file), declaration.kind == .transformer {
            use = .declared(declaration.name)
        } else {
            if isComplete || UnknownTransformer.isDateFormat(text) {
                report(
                    UnknownTransformer.diagnose(
                        node, declared: scope.names(.transformer), isEarlier: isReadingEarlier))
            }
            return nil
        }
        if let diagnostic = TransformerMismatch.diagnose(node, use, type, transformers) {
            report(diagnostic)
            return nil
        }
        return use
    }
}
