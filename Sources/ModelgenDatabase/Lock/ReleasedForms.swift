import ModelgenSchema

/// Compares the stored forms of a released version with what the present schema would read.
struct ReleasedForms {
    private let released: [ExactText: StoredForm]
    /// The last released version, with which a step that is written now begins.
    private let last: Lock.Version
    let planned: PlannedDatabase
    let version: PlannedVersion

    init(released: [Fact], last: Lock.Version, planned: PlannedDatabase, version: PlannedVersion) {
        self.released = StoredForm.all(released)
        (self.last, self.planned, self.version) = (last, planned, version)
    }

    /// - Parameter nextVersion: The version for a step that is written now.
    func findings(_ nextVersion: Int) -> [Finding] {
        version.state.tables.flatMap { table in
            table.fields.compactMap { field in finding(of: field, in: table, nextVersion) }
        }
    }

    /// The released forms by the columns of a later version, unless a step before it says what happens to the values.
    func remaining(in later: PlannedVersion) -> [ExactText: StoredForm] {
        var remaining: [ExactText: StoredForm] = [:]
        for table in version.state.tables {
            guard let home = later.state.table(table.origin) else { continue }
            for field in table.fields {
                guard let form = form(of: field, in: table),
                    let column = readers(of: field, in: table.origin, through: later.number).last?.column?.name
                else { continue }
                remaining[Self.column(column, in: home)] = form
            }
        }
        return remaining
    }

    private func form(of field: Field, in table: TableState) -> StoredForm? {
        guard let column = field.column, column.generated == nil else { return nil }
        return released[Self.column(column.name, in: table)]
    }

    private static func column(_ name: SQLName, in table: TableState) -> ExactText {
        ExactText("\(table.name.quoted).\(name.quoted)")
    }

    private func finding(of field: Field, in table: TableState, _ nextVersion: Int) -> Finding? {
        guard let earlier = form(of: field, in: table) else { return nil }
        let readers = readers(of: field, in: table.origin)
        let forms = readers.map { planned.forms.form(of: $0) }
        guard let reader = readers.last else { return revival(of: field, in: table.origin, earlier, nextVersion) }
        // If a later form of the column can read a value, so can the forms after it, because their steps have been
        // checked.
        guard !forms.contains(where: { $0.reads(earlier) }), let problem = forms.last?.problem(reading: earlier) else {
            return nil
        }
        let isOptional = reader.type.isOptional && !table.primaryKey.contains(field.name)
        let isSame = forms.allSatisfy { $0 == forms.first }
        let keys = keys(of: readers, in: table.origin)
        let type =
            (isSame ? planned.forms.definition(of: earlier, isOptional: isOptional, keys: keys) : nil)
            ?? planned.forms.definition(of: reader, isOptional: isOptional, keys: keys)
        return finding(of: reader, in: table.origin, problem, from: type, nextVersion)
    }

    /// A part of the documents of this version that the last release no longer had, and that the field has again in
    /// another form. A `change` with `restored: same` said that the release reads the rest, and left the part in them.
    private func revival(
        of field: Field, in origin: TableOrigin, _ earlier: StoredForm, _ nextVersion: Int
    ) -> Finding? {
        let readers = readers(of: field, in: origin, pastReleasedSame: true)
        guard let reader = readers.last, let column = columnOfLastRelease(readers, in: origin),
            let release = StoredForm.all(last.facts)[column.subject]
        else { return nil }
        let form = planned.forms.form(of: reader)
        guard let problem = form.problem(reading: form.with(earlier, without: release)) else { return nil }
        let type = planned.forms.definition(
            of: reader, isOptional: reader.type.isOptional, keys: keys(of: readers, in: origin))
        return finding(of: reader, in: origin, problem, from: type, nextVersion)
    }

    private func finding(
        of reader: Field, in origin: TableOrigin, _ problem: String, from type: String, _ nextVersion: Int
    ) -> Finding {
        let present = present(of: reader, in: origin)
        let advice =
            present == nil
            ? "write under `migrations: \(nextVersion):` `- change: { \(reader.name): { from: \(type), restored: same } }`, "
                + "and if not, `using:` instead of `restored`, or a step in Swift"
            : "add `restored: same` to this `change`, and if not, `using:`, or a step in Swift"
        return Finding(
            rule: "stored-form-changed",
            message: "`\(origin.model).\(reader.name)` \(problem), but files of version \(version.number) of "
                + "`\(planned.name)` contain the former; if old values are read the same way, \(advice)",
            element: present?.element ?? ElementID(.field(model: origin.model, reader.name)))
    }

    /// The `change` of the field after the last release, which must say more.
    private func present(of field: Field, in origin: TableOrigin) -> ColumnConversion? {
        planned.versions.compactMap(\.way?.transition).filter { $0.version > last.version }.flatMap(\.conversions)
            .first { $0.table == origin && $0.field == field.name }
    }

    /// What else the column had in the last released version: its declared type, its default, its checks. Without
    /// these, the step would change that version.
    private func keys(of readers: [Field], in origin: TableOrigin) -> [String] {
        guard let column = columnOfLastRelease(readers, in: origin),
            let fact = last.facts.first(where: { $0.kind == .column && $0.subject == column.subject.text })
        else { return [] }
        return EarlierDefinition(released: last.facts, planned: planned).keys(of: fact, in: column.table)
    }

    /// The column in the last released version, and its table.
    private func columnOfLastRelease(
        _ readers: [Field], in origin: TableOrigin
    ) -> (subject: ExactText, table: String)? {
        let steps = planned.versions.compactMap(\.way).count {
            $0.transition.version > version.number && $0.transition.version <= last.version
        }
        guard let table = planned.version(at: last.version)?.state.table(origin),
            let column = readers[min(steps, readers.count - 1)].column
        else { return nil }
        return (Self.column(column.name, in: table), table.name.quoted)
    }

    /// The field in this version and in later ones. Empty if a later version drops it, or says what happens to the old
    /// values: by a `change`, by SQL that names the column, or by a Swift step.
    ///
    /// - Parameter pastReleasedSame: Whether a released `change` with `restored: same`, which leaves the values as they
    ///   are, says nothing.
    private func readers(
        of field: Field, in origin: TableOrigin, through last: Int = .max, pastReleasedSame: Bool = false
    ) -> [Field] {
        var readers = [field]
        for transition in planned.versions.compactMap(\.way?.transition)
        where transition.version > version.number && transition.version <= last {
            guard var name = readers.last?.name, let before = transition.before.table(origin),
                let renamed = transition.renamed.table(origin)
            else { return readers }
            if let place = before.fields.firstIndex(where: { $0.name == name }) { name = renamed.fields[place].name }
            let isTold = transition.conversions.contains {
                $0.table == origin && $0.field == name && $0.conversion != .automatic
                    && !(pastReleasedSame && $0.conversion == .same && transition.version <= self.last.version)
            }
            if isTold || transition.dataSteps.contains(where: { $0.works(on: renamed, name) }) { return [] }
            guard let reader = transition.after.table(origin)?.field(name) else { return [] }
            readers.append(reader)
        }
        return readers
    }
}

extension DataStep {
    fileprivate func works(on table: TableState, _ field: SwiftName) -> Bool {
        switch kind {
        case .swift(let swift): return self.table == table.origin || swift.models.contains(table.origin.model)
        case .sql(let sql):
            let names = namesMentioned(in: sql)
            return namesOrStrings(in: sql).contains(table.name.folded)
                && table.column(field).map { names.contains($0.folded) } == true
        }
    }
}

extension StoredForms {
    /// A field with this form, as written in a step: `Date?`, `{ type: Date, transformer: iso8601 }`. Nil if the
    /// present schema has no name for the form.
    func definition(of form: StoredForm, isOptional: Bool, keys: [String] = []) -> String? {
        let pieces = form.type.components(by: " by ")
        guard let type = pieces.first, form.parts.isEmpty, Self.isOfScalars(type) else { return nil }
        guard pieces.count == 2 else { return Self.definition(type, nil, isOptional, keys) }
        let own = pieces[1].components(by: "(")
        guard own.count == 2, own[0] != "dateFormat" else {
            return Self.definition(type, Self.quoted(pieces[1]), isOptional, keys)
        }
        // If a custom transformer no longer exists or now stores something else, only its earlier type is known.
        return transformers.keys.contains { text(of: .declared($0)) == pieces[1] }
            ? Self.definition(type, own[0], isOptional, keys)
            : Self.definition(String(own[1].dropLast()), nil, isOptional, keys)
    }

    /// The type of a column with this form, if none is declared. Nil if only the present schema would know.
    static func usualType(of form: StoredForm) -> StorageClass? {
        let pieces = form.type.components(by: " by ")
        // A collection is a document, whatever its elements are.
        switch pieces.count == 2 && !form.type.hasPrefix("[") ? pieces[1] : nil {
        case "unixSeconds": return .real
        case "unixMilliseconds", "intBool": return .integer
        case .some: return nil
        case nil where form.type == ExternalType.databaseValue.name.text: return ExternalType.databaseValue.storage
        case nil:
            let storage = ColumnStorage(enumerations: [], transformers: [], externalTypes: [])
            return Scalar(rawValue: form.type).map { storage.storageClass(of: .scalar($0)) }
        }
    }

    /// A field of the present schema, as written in a step.
    package func definition(of field: Field, isOptional: Bool, keys: [String] = []) -> String {
        let transformer = field.transformer?.sqlite.map { use in
            if case .declared(let name) = use { name.unqualified } else { Self.quoted(use.text) }
        }
        return Self.definition(field.type.unwrapped.yaml, transformer, isOptional, keys)
    }

    private static func definition(
        _ type: String, _ transformer: String?, _ isOptional: Bool, _ keys: [String]
    ) -> String {
        let plain = type + (isOptional ? "?" : "")
        // In YAML, the bracket would end a list.
        let type = plain.contains("[") ? "\"\(plain)\"" : plain
        let all = (transformer.map { ["transformer: \($0)"] } ?? []) + keys
        return all.isEmpty ? type : "{ type: \(type), \(all.joined(separator: ", ")) }"
    }

    /// Whether a form shows how the type is written. It does not contain the Swift names of models and enums.
    private static func isOfScalars(_ type: String) -> Bool {
        let words = type.unicodeScalars.split { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
        let names = ["Set", ExternalType.databaseValue.name.text]
        return words.map(String.init).allSatisfy {
            names.contains($0) || Scalar(rawValue: $0) != nil || Geometry(rawValue: $0) != nil
        }
    }

    /// `iso8601`, or `'dateFormat("yyyy")'`
    private static func quoted(_ transformer: String) -> String {
        guard transformer.hasPrefix("dateFormat(") else { return transformer }
        let pattern = transformer.dropFirst("dateFormat(".count).dropLast()
        return "'dateFormat(\"\(String(pattern).components(by: "'").joined(separator: "''"))\")'"
    }
}
