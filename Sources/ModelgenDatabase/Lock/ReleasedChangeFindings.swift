import ModelgenSchema

/// What to do instead of changing a released version.
enum Remedy {
    case restore
    /// Write a step. `note` says more about it.
    case step(String, note: String = "")
    /// Write `since` on what is new in that version.
    case since(Int)
}

extension ReleasedChange {
    var earlier: EarlierDefinition {
        EarlierDefinition(released: released, planned: planned, history: history)
    }

    /// - Parameter candidates: What the fact may be under another name.
    func removal(of fact: Fact, orRenameTo candidates: [Fact]) -> Finding {
        let remedy: Remedy =
            switch fact.kind {
            case .table: .step(earlier.dropped(fact.subject), note: earlierSteps(of: fact))
            case .column: .step(drop(of: fact))
            case .index: .step(earlier.indexes([fact], of: fact.table))
            case .check: .step(earlier.checks(of: fact.table))
            case .fullText: .step(earlier.fullText(of: fact.table))
            case .view: .step(earlier.droppedView(fact), note: earlier.aliases(of: fact) + earlierSteps(of: fact))
            case .reference: change(ofReference: fact)
            default: .restore
            }
        if let since = laterSince(of: fact) {
            let way =
                version == 1 ? "remove `since: \(since)`" : "write `since: \(version)` instead of `since: \(since)`"
            return finding("\(fact.text) was removed", advice: "it already existed, so \(way)", at: element(of: fact))
        }
        switch fact.kind {
        case .table, .column:
            let names = candidates.map { "`\($0.subject)`" }.joined(separator: " or ")
            let steps = candidates.map { "`\(renameStep(fact, $0))`" }.joined(separator: " or ")
            let rename =
                (candidates.isEmpty
                    ? "if it was renamed, use `\(fact.kind == .table ? "was" : "rename")`"
                    : "if it is \(names) now, use \(steps)")
                + "; otherwise this step deletes its \(fact.kind == .table ? "rows" : "values"): "
            return finding(
                "\(fact.text) was removed", advice: rename + advice(remedy, from: fact, to: nil), at: element(of: fact))
        default:
            return finding(
                "\(fact.text) was removed", advice: advice(remedy, from: fact, to: nil), at: element(of: fact))
        }
    }

    /// What the definition of a removed table or view lacks if it was different in earlier versions.
    private func earlierSteps(of removed: Fact) -> String {
        func parts(_ facts: [Fact]) -> Set<Fact> {
            Set(facts.filter { !$0.kind.isStep && ($0.subject == removed.subject || $0.table == removed.subject) })
        }
        let versions = history.map { parts($0.facts.withDeclaredNames) }
        // What was only added has `since`.
        let isOnlyAdded = zip(versions, versions.dropFirst()).allSatisfy { $0.isSubset(of: $1) }
        return isOnlyAdded && earlier.firstVersion(of: removed) != nil
            ? "" : "; add the `migrations` that the model had, for the versions before"
    }

    private func drop(of fact: Fact) -> String {
        let field = fieldName(of: fact)
        let key = earlier.columnKey(earlier.columnName(of: fact), of: field)
        return
            "- drop: { \(field): \(earlier.field(of: fact, in: fact.table, with: key + earlier.addition(of: fact))) }"
    }

    /// The later version that is now the `since` of a part that already existed in this version.
    private func laterSince(of fact: Fact) -> Int? {
        guard let state = planned.versions.last?.state else { return nil }
        let since: Int?
        if fact.kind == .view {
            since = state.views.first { $0.name.quoted == fact.subject }?.since
        } else {
            let table = state.tables.first { $0.name.quoted == fact.table }
            switch fact.kind {
            case .table: since = table?.since
            case .column:
                since =
                    table?.fields.first { field in
                        field.column.map { "\(fact.table).\($0.name.quoted)" } == fact.subject
                    }?.since
            case .index:
                let index = table?.indexes.first { $0.name.quoted == fact.subject }
                // An index over a new field is new together with it, and needs no `since`.
                let isOfNewField = table?.fields.contains { field in
                    field.since == index?.since
                        && index?.terms.contains {
                            $0 == .field(field.name, .ascending) || $0 == .field(field.name, .descending)
                        } == true
                }
                since = isOfNewField == true ? nil : index?.since
            case .check: since = table?.checks.first { canonicalSQL($0.expression) == fact.value }?.since
            default: since = nil
            }
        }
        return since.flatMap { $0 > version ? $0 : nil }
    }

    func addition(of fact: Fact) -> Finding {
        let remedy: Remedy =
            switch fact.kind {
            case .table, .column, .index, .check, .view:
                .since(later.first { $0.facts.contains { Key($0) == Key(fact) } }?.version ?? nextVersion)
            case .fullText: .step(earlier.fullText(of: fact.table))
            case .reference: change(ofReference: fact)
            default: .restore
            }
        return finding("\(fact.text) is new in it", advice: advice(remedy, from: nil, to: fact), at: element(of: fact))
    }

    func change(from old: Fact, to new: Fact) -> Finding {
        let remedy: Remedy =
            switch old.kind {
            case .column: columnChange(from: old, to: new)
            case .table: .step(earlier.options(of: old, unlike: new))
            case .index: .step(earlier.indexes([old, new], of: old.table))
            case .check: .step(earlier.checks(of: old.table))
            case .fullText: .step(earlier.fullText(of: old.table))
            case .view: .step(earlier.view(old), note: earlier.aliases(of: old))
            case .reference: change(ofReference: old)
            default: .restore
            }
        // Of a table, the key and the options.
        let before = old.value.isEmpty ? "had no key and no options" : "was `\(old.value)`"
        let now = new.value.isEmpty ? "has no key and no options now" : "is `\(new.value)` now"
        return finding(
            "\(old.text) \(before) and \(now)", advice: advice(remedy, from: old, to: new), at: element(of: new))
    }

    /// The earlier column; and the conversion to its new values, if the model does not read the old ones and SQLite can
    /// convert them.
    private func columnChange(from old: Fact, to new: Fact) -> Remedy {
        let (before, after) = (ColumnFact(old.value), ColumnFact(new.value))
        let column = String(new.subject.dropFirst(new.table.count + 1))
        let present = presentField(of: new)
        let form = present.map { planned.forms.form(of: $0) }
        let earlierForm = StoredForm(released, of: old.subject) ?? StoredForm(type: before.swiftType)
        var (value, note) = (column, "")
        var isConvertible = true
        switch form?.unreadable(earlierForm, column: column) {
        case nil: break
        case .those(let condition):
            let isSameClass = before.swiftType == after.swiftType
            let kept = isSameClass ? column : "CAST(\(column) AS \(after.type))"
            let converted = isSameClass ? earlierForm : StoredForm(type: after.swiftType)
            if case .those = form?.unreadable(converted, column: kept) {
                // Values are out of range or not among the cases of an enum. Only the user knows what to do with them.
                isConvertible = false
                note = ", with `using:` and SQL; `\(kept)` is right for all values but those for which `\(condition)`"
            } else {
                value = kept
                note = "; it changes the values for which `\(condition)`"
            }
        case .all:
            isConvertible = false
            note = ", with `using:` and SQL that computes the new values, or with a step in Swift"
        }
        if filled.contains(old.subject) { note += "; move its `fill` into `from`" }
        if after.isRequired, !before.isRequired, after.standard == nil, present?.fill == nil, isConvertible {
            if let zero = present.flatMap(planned.zero) {
                value = "ifnull(\(value), \(zero.text))"
            } else {
                note += ", with `using:` and the value of rows that have NULL"
            }
        }
        // If a type stands in for another one, it cannot show that its values are readable.
        let isRead = form?.reads(earlierForm) != false && !earlier.hasName(for: old, in: old.table)
        let using = value != column ? ", using: \(value.quotedForJSON)" : isRead ? ", restored: same" : ""
        let definition = earlier.field(of: old, in: old.table)
        return .step("- change: { \(fieldName(of: new)): { from: \(definition)\(using) } }", note: note)
    }

    /// The earlier columns with their foreign key, except for those that changed themselves.
    private func change(ofReference fact: Fact) -> Remedy {
        let steps = fact.referringColumns.filter { !changedColumns.contains($0) }.compactMap { column in
            released.first { $0.kind == .column && $0.subject == column }
        }.map { "- change: { \(fieldName(of: $0)): { from: \(earlier.field(of: $0, in: fact.table)) } }" }
        return steps.isEmpty ? .restore : .step(steps.joined(separator: "` and `"))
    }

    func advice(_ remedy: Remedy, from old: Fact?, to new: Fact?) -> String {
        switch remedy {
        case .restore:
            return
                "files that have passed it cannot pass it again; restore it and write a step under version \(nextVersion)"
        case .step(let step, let note):
            let place = isOfDroppedModel(old ?? new) ? " of the model in its `dropModel`" : ""
            return "write under `migrations: \(stepVersion(from: old, to: new)):`\(place) `\(step)`\(note)"
        case .since(let version): return "write `since: \(version)` on it"
        }
    }

    /// The version of a step: of the first later release that has what is described now, or the next version.
    private func stepVersion(from old: Fact?, to new: Fact?) -> Int {
        let release = later.first { release in
            if let new { return release.facts.contains { Key($0) == Key(new) && $0.$value == new.$value } }
            return old.map { old in !release.facts.contains { Key($0) == Key(old) } } ?? false
        }
        return release?.version ?? nextVersion
    }

    /// Whether a later version drops the table.
    private func isOfDroppedModel(_ fact: Fact?) -> Bool {
        let table = planned.version(at: version)?.state.tables.first { $0.name.quoted == fact?.table }
        return table.map { planned.versions.last?.state.table($0.origin) == nil } ?? false
    }

    func finding(_ message: String, advice: String, at element: ElementID) -> Finding {
        Finding(
            rule: "released-version-changed",
            message: "version \(version) of `\(planned.name)` was released and cannot change: \(message); \(advice)",
            element: element
        )
    }

    func element(of fact: Fact) -> ElementID {
        var owner: SwiftName?
        // Something that is declared as new may only exist in a later version.
        for shape in [planned.version(at: version)?.shape ?? planned.newest, planned.newest] {
            if let table = shape.tables.first(where: { $0.name.quoted == fact.table || fact.belongs(to: $0) }) {
                let column = table.columns.first { "\(fact.table).\($0.name.quoted)" == fact.subject }
                let model = table.origin.model
                owner = model
                if column == nil, fact.kind == .column, shape.version != planned.newest.version { continue }
                return column.map { ElementID(.field(model: model, $0.field)) } ?? ElementID(.model(model))
            }
            if let view = shape.views.first(where: { $0.name.quoted == fact.subject }) {
                return ElementID(.model(view.origin.model), key: "view")
            }
        }
        return ElementID(owner.map { .model($0) } ?? .database(planned.name))
    }

    func fieldName(of fact: Fact) -> String {
        earlier.field(String(fact.subject.dropFirst(fact.table.count + 1)), of: fact.table)
    }
}

extension Fact {
    /// `the column posts.title`
    var text: String {
        switch kind {
        case .table: "the table `\(subject)`"
        case .column: "the column `\(subject)`"
        case .reference: "the foreign key of `\(subject)`"
        case .check: "the check of `\(subject)`"
        case .index: "the index `\(subject)`"
        case .fullText: "the full-text index of `\(subject)`"
        case .view: "the view `\(subject)`"
        case .sql, .swift: "step \(subject)"
        case .fill: "the fill of `\(subject)`"
        case .using: "the conversion of `\(subject)`"
        case .stored, .holds, .wireEnum, .value, .object, .read, .write, .conversion, .api, .endpoint, .parameter,
            .access, .type,
            .conformance, .initializer, .property, .enumCase, .function, .requirement:
            subject
        }
    }

    fileprivate func belongs(to table: TableShape) -> Bool {
        kind == .index && table.indexes.contains { $0.name.quoted == subject }
    }
}
