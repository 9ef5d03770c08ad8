import ModelgenDiagnostics
import ModelgenSchema

/// Keys, unique constraints, references and relations use fields that store equal values the same way.
enum UnstableKey: ModelRule {
    static let entry = RuleEntry(
        id: "unstable-key",
        summary:
            "Keys, unique constraints, references and relations use fields that store equal values the same way.",
        explanation: """
            A transformer that is not deterministic, such as one that encrypts with a random component, stores the
            same value differently each time. SQLite could then neither find a row by it nor detect duplicates. Two
            fields that refer to each other must be stored through the same transformer.
            """,
        example: """
             database: { name: Safe }
             transformers:
               Encrypted: { from: String, to: String, deterministic: false }
             models:
               Secret:
                 primaryKey: id
            -    fields: { id: Int64, name: { type: String, transformer: Encrypted, unique: true } }
            +    fields: { id: Int64, name: { type: String, unique: true }, text: { type: String, transformer: Encrypted } }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken, let table = subject.model.table else { return [] }
        var diagnostics: [Diagnostic] = []
        var told: Set<SwiftName> = []
        func demand(_ name: SwiftName, _ what: String, of owner: ModelSubject) {
            guard let item = owner.field(name.text), run.isUnstable(item.field), told.insert(name).inserted else {
                return
            }
            diagnostics.append(
                report(
                    "\(what) uses `\(name)`, whose transformer stores equal values differently",
                    do: "use another field, or a transformer that is `deterministic`", at: item.key.range))
        }
        for name in table.primaryKey { demand(name, "the key", of: subject) }
        for index in table.indexes where index.uniqueness == .unique {
            for name in index.terms.compactMap(\.name) { demand(name, "a unique constraint", of: subject) }
        }
        for item in subject.fields {
            guard let reference = item.field.reference, let node = item.entries?[.references],
                let target = run.subject(reference.model)?.field(reference.field.text)?.field
            else { continue }
            demand(item.field.name, "a reference", of: subject)
            guard item.field.transformer?.sqlite != target.transformer?.sqlite else { continue }
            diagnostics.append(
                report(
                    "`\(item.field.name)` and `\(reference.model).\(reference.field)` are stored in different forms",
                    do: "use the same SQLite transformer for both", at: node.range))
        }
        for relation in subject.model.relations {
            guard let node = subject.entries[.relations]?.entry(relation.name.text)?.key,
                let problem = run.difference(relation, of: subject)
            else { continue }
            diagnostics.append(report(problem, do: "use the same SQLite transformer for both", at: node.range))
        }
        return diagnostics
    }
}

extension Resolver {
    fileprivate func isUnstable(_ field: Field) -> Bool {
        guard case .declared(let name)? = field.transformer?.sqlite else { return false }
        return transformers[name.text]?.isDeterministic == false
    }

    /// Why the two fields that a relation compares are never equal in SQL; nil if they are stored the same way.
    fileprivate func difference(_ relation: Relation, of subject: ModelSubject) -> String? {
        guard let other = self.subject(relation.model), !other.isBroken else { return nil }
        if case .manyToMany(let through, _, _) = relation.kind, self.subject(through)?.isBroken != false { return nil }
        let ends = ends(of: relation, from: subject.model)
        for pair in stride(from: 0, to: ends.count, by: 2) {
            let (one, two) = (ends[pair], ends[pair + 1])
            let names = "`\(one.model.name).\(one.field.name)` and `\(two.model.name).\(two.field.name)`"
            if isUnstable(one.field) || isUnstable(two.field) { return "\(names) are stored differently each time" }
            if one.field.transformer?.sqlite != two.field.transformer?.sqlite {
                return "\(names) are stored in different forms"
            }
        }
        return nil
    }
}
