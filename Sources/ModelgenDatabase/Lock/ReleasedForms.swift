import ModelgenSchema

/// Compares the stored forms of a released version with what the present schema would read.
struct ReleasedForms {
    let released: [Fact]
    let planned: PlannedDatabase
    let version: PlannedVersion
    /// The version for a step that is written now.
    let nextVersion: Int

    func findings() -> [Finding] {
        version.state.tables.flatMap { table in
            table.fields.compactMap { field in finding(of: field, in: table) }
        }
    }

    private func finding(of field: Field, in table: TableState) -> Finding? {
        guard let column = field.column?.name, field.column?.generated == nil,
            let earlier = StoredForm(released, of: "\(table.name.quoted).\(column.quoted)")
        else { return nil }
        let readers = readers(of: field, in: table.origin)
        let forms = readers.map { planned.forms.form(of: $0) }
        // What one later form of the column can read, the forms after it can read too, since their steps were checked.
        guard let reader = readers.last, !forms.contains(where: { $0.reads(earlier) }),
            let problem = forms.last?.problem(reading: earlier)
        else { return nil }
        let isOptional = reader.type.isOptional && !table.primaryKey.contains(field.name)
        let isSame = forms.allSatisfy { $0 == forms.first }
        let type =
            (isSame ? earlier.definition(isOptional: isOptional) : nil) ?? planned.forms.definition(of: reader)
        return Finding(
            rule: "stored-form-changed",
            message: "`\(table.origin.model).\(reader.name)` \(problem), but files of version \(version.number) of "
                + "`\(planned.name)` contain the former; if old values are read the same way, write under `migrations: \(nextVersion):` "
                + "`- change: { \(reader.name): { from: \(type), restored: same } }`, and if not, `using:` instead of "
                + "`restored`, or a step in Swift",
            element: ElementID(.field(model: table.origin.model, reader.name)))
    }

    /// The field in this version and the later ones. Empty if a later version drops it, or says what happens to the old
    /// values: by a `change`, by SQL that names the column, or by a Swift step.
    private func readers(of field: Field, in origin: TableOrigin) -> [Field] {
        var readers = [field]
        for way in planned.versions.compactMap(\.way) where way.transition.version > version.number {
            let transition = way.transition
            guard var name = readers.last?.name, let before = transition.before.table(origin),
                let renamed = transition.renamed.table(origin)
            else { return readers }
            if let place = before.fields.firstIndex(where: { $0.name == name }) { name = renamed.fields[place].name }
            let isTold = transition.conversions.contains {
                $0.table == origin && $0.field == name && $0.conversion != .automatic
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
            return names.contains(table.name.folded) && table.column(field).map { names.contains($0.folded) } == true
        }
    }
}

extension StoredForm {
    /// The field as it is written in a step: `Date?`, `{ type: Date, transformer: iso8601 }`. Nil if the form does not
    /// show it.
    func definition(isOptional: Bool) -> String? {
        let mark = isOptional ? "?" : ""
        let pieces = type.components(by: " by ")
        guard let first = pieces.first, Scalar(rawValue: first) != nil else { return nil }
        guard pieces.count == 2 else { return first + mark }
        return transformerText.map { "{ type: \(first)\(mark), transformer: \($0) }" }
    }

    /// The transformer as it is written in YAML; nil if there is none, or if it is the user's.
    var transformerText: String? {
        let pieces = type.components(by: " by ")
        guard pieces.count == 2 else { return nil }
        if pieces[1].hasPrefix("dateFormat(") {
            return "'dateFormat(\"\(pieces[1].dropFirst("dateFormat(".count).dropLast())\")'"
        }
        return pieces[1].contains("(") ? nil : pieces[1]
    }
}

extension StoredForms {
    /// The field in the present schema.
    func definition(of field: Field) -> String {
        let type = field.type.spelling
        guard let use = field.transformer?.sqlite else { return type.contains("[") ? "\"\(type)\"" : type }
        guard case .builtIn(.dateFormat(let format)) = use else {
            return "{ type: \(type), transformer: \(use.text) }"
        }
        return "{ type: \(type), transformer: 'dateFormat(\"\(format)\")' }"
    }
}
