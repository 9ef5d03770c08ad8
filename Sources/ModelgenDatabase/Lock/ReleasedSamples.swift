import ModelgenSchema

/// The values of a column at each version, for migration tests.
package struct ColumnSample: Hashable, Sendable {
    package var table: SQLName
    package var column: SQLName
    /// The version from which on it has these values; nil for the oldest.
    package var since: Int?
    package var samples: StoredSamples
    /// The column's default, in place of values that only the program can create.
    package var defaultSQL: SQLText?
}

extension PlannedDatabase {
    /// The columns of all versions whose SQLite type does not determine their values, in the order of the versions.
    ///
    /// The lock records how released versions were written, which may differ from the present schema: for example, a
    /// case may have been removed from an enum.
    package var samples: [ColumnSample] {
        var known: [[SQLName]: StoredSamples] = [:]
        var samples: [ColumnSample] = []
        for (index, version) in versions.enumerated() {
            let forms = released?.version(version.number).map { ReleasedColumns($0.facts) }
            let isAddition = version.way?.transition.reach == .additions
            for (table, shape) in zip(version.state.tables, version.shape.tables) {
                for (field, column) in zip(table.fields, shape.columns) where column.generated == nil {
                    // In a version that only adds, existing columns contain the same as before.
                    if isAddition, field.since < version.number, table.since < version.number { continue }
                    let form =
                        forms?.form(of: "\(table.name.quoted).\(column.name.quoted)") ?? self.forms.form(of: field)
                    let values = form.samples
                    // A column without a form may have had one with another type.
                    let earlier = known.updateValue(values, forKey: [table.name, column.name])
                    guard earlier ?? .plain != values else { continue }
                    samples.append(
                        ColumnSample(
                            table: table.name, column: column.name, since: index == 0 ? nil : version.number,
                            samples: values, defaultSQL: column.fillSQL ?? column.defaultSQL))
                }
            }
        }
        return samples
    }
}

/// The forms of the columns of a released version, by name.
private struct ReleasedColumns {
    private var facts: [Substring: [Fact]] = [:]

    init(_ facts: [Fact]) {
        for fact in facts where fact.kind.isForm { self.facts[Self.start(of: fact.subject), default: []].append(fact) }
    }

    func form(of column: String) -> StoredForm? { facts[Self.start(of: column)].flatMap { StoredForm($0, of: column) } }

    /// A path inside a column follows a space. Names may contain spaces, too.
    private static func start(of subject: String) -> Substring { subject.prefix { $0 != " " } }
}
