import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The relations of a model to others.
    func resolveRelations(_ index: Int) {
        let subject = subjects[index]
        // A union has no table, so nothing can refer to it.
        if subject.entries.has(.oneOf) { return }
        for entry in subject.entries[.relations]?.entries ?? [] {
            let name = SwiftName(entry.name)
            place(.relation(model: subject.model.name, name), entry.key, entry.value)
            report(InvalidIdentifier.diagnose(entry.key, what: "a relation"))
            guard !reading.isInvalid(entry.value), case .mapping = entry.value.content else {
                continue
            }
            let keys = Entries<RelationKey>(entry.value, reading)
            let kinds: [RelationKey] = [.hasMany, .hasOne, .belongsTo, .manyToMany]
            if let diagnostic = ExactlyOneKey.diagnose(entry.value, of: kinds, reading) {
                report(diagnostic)
                continue
            }
            guard let kind = kinds.first(where: { keys.has($0) }), let node = keys[kind],
                let other = stored(node, file: subject.file)
            else { continue }
            guard let resolved = relation(kind, keys, subject, other, entry) else { continue }
            subjects[index].model.relations.append(
                Relation(name: name, model: other.model.name, kind: resolved)
            )
        }
    }

    /// The named model, unless it is a union, which is never stored in rows.
    private func stored(_ node: Node, file: Int) -> ModelSubject? {
        guard let other = model(node, file: file) else { return nil }
        guard let diagnostic = RelationType.diagnose(node, union: other) else { return other }
        report(diagnostic)
        return nil
    }

    private func relation(
        _ kind: RelationKey,
        _ keys: Entries<RelationKey>,
        _ subject: ModelSubject,
        _ other: ModelSubject,
        _ entry: Node.Entry
    ) -> Relation.Kind? {
        let extra = kind == .manyToMany ? [] : [RelationKey.through, .other].filter { keys.has($0) }
        for key in extra {
            if let node = keys.key(key) { report(RelationKeys.diagnose(node, kind: kind.rawValue)) }
        }
        switch kind {
        case .hasMany, .hasOne:
            guard let by = foreignKey(.by, keys, in: other, to: subject, entry) else { return nil }
            return kind == .hasMany ? .hasMany(by: by) : .hasOne(by: by)
        case .belongsTo:
            guard let by = foreignKey(.by, keys, in: subject, to: other, entry) else { return nil }
            return .belongsTo(by: by)
        default:
            guard let node = keys[.through] else {
                if !keys.isBroken(.through) { report(RelationKeys.diagnose(missingThrough: entry.key)) }
                return nil
            }
            guard let through = stored(node, file: subject.file) else { return nil }
            guard let by = foreignKey(.by, keys, in: through, to: subject, entry),
                let far = foreignKey(.other, keys, in: through, to: other, entry)
            else { return nil }
            return .manyToMany(through: through.model.name, by: by, other: far)
        }
    }

    /// The field of `holder` that holds values of `target`: the named one, or the only one that refers to it.
    private func foreignKey(
        _ key: RelationKey,
        _ keys: Entries<RelationKey>,
        in holder: ModelSubject,
        to target: ModelSubject,
        _ entry: Node.Entry
    ) -> SwiftName? {
        if let node = keys[key], let name = node.text {
            guard holder.mentions(name) else {
                report(UnknownField.diagnose(node, name, in: holder, use: "a relation"))
                return nil
            }
            return holder.field(name).flatMap { holding($0.field, at: node, target, in: holder) }
        }
        if keys.isBroken(key) { return nil }
        let candidates = holder.fields.filter { $0.field.reference?.model == target.model.name }
        if let only = candidates.first, candidates.count == 1 {
            return holding(only.field, at: entry.key, target, in: holder)
        }
        let mayRefer = holder.fields.contains { field in
            field.entries?.isBroken(.references) == true
                || field.field.reference == nil && field.entries?.has(.references) == true
        }
        if !holder.isBroken, !mayRefer, holder.names.count == holder.fields.count {
            // Whichever part of a key of several fields is named, it finds no single row.
            let problem = candidates.first.flatMap {
                RelationType.diagnose(entry.key, $0.field, target, in: holder, origin: origin)
            }
            report(
                problem
                    ?? RelationKeys.diagnose(
                        missing: key.rawValue,
                        at: entry.key,
                        holder: holder.model.name,
                        target: target.model.name,
                        candidates: candidates.map(\.field.name.text)
                    )
            )
        }
        return nil
    }

    private func holding(
        _ field: Field, at node: Node, _ target: ModelSubject, in holder: ModelSubject
    ) -> SwiftName? {
        guard let diagnostic = RelationType.diagnose(node, field, target, in: holder, origin: origin) else {
            return field.name
        }
        report(diagnostic)
        return nil
    }

    /// The field to which a chain of references leads.
    private func origin(_ model: SwiftName, _ field: SwiftName) -> [SwiftName] {
        var chain = [[model, field]]
        while let next = subject(chain[0][0])?.field(chain[0][1].text)?.field.reference,
            !chain.contains([next.model, next.field])
        {
            chain.insert([next.model, next.field], at: 0)
        }
        return chain[0]
    }
}
