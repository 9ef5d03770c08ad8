import ModelgenSchema

/// Converts versions of databases to shapes, and collects what SQLite would reject.
package struct DatabaseShaping {
    package private(set) var findings: [Finding] = []
    private let storage: ColumnStorage
    private let defaults: DefaultSQL
    /// The forms to write into the file as comments; nil if the lock records those of earlier versions.
    private let notedForms: StoredForms?

    init(_ schema: Schema, noting forms: StoredForms?) {
        notedForms = forms
        storage = ColumnStorage(schema)
        defaults = DefaultSQL(schema)
    }

    /// Returns the shape of a version.
    ///
    /// - Parameter earlier: The shape of the previous version, if nothing existing has changed.
    package mutating func shape(of state: DatabaseState, keeping earlier: DatabaseShape? = nil) -> DatabaseShape {
        let parents = Dictionary(firstOf: state.tables.map { ($0.origin.model, $0) })
        let kept = Dictionary(firstOf: (earlier?.tables ?? []).map { ($0.origin, $0) })
        return DatabaseShape(
            version: state.version,
            tables: state.tables.map { shape(of: $0, parents: parents, keeping: kept[$0.origin]) },
            views: state.views.map { ViewShape(origin: $0.origin, name: $0.name, sql: state.select(of: $0)) }
        )
    }

    private mutating func shape(
        of table: TableState, parents: [SwiftName: TableState], keeping earlier: TableShape?
    ) -> TableShape {
        let columns = columns(of: table, keeping: earlier?.columns ?? [])
        var result = TableShape(
            origin: table.origin,
            name: table.name,
            columns: columns,
            primaryKey: table.primaryKey.compactMap { table.column($0) },
            autoincrement: .reusesKeys,
            foreignKeys: foreignKeys(of: table, parents: parents),
            checks: table.checks.map { CheckShape(name: $0.name, expression: SQLText($0.expression)) },
            isStrict: table.isStrict,
            isWithoutRowID: table.isWithoutRowID,
            indexes: table.indexes.map { index in
                IndexShape(
                    name: index.name,
                    terms: index.terms.compactMap { term in
                        switch term {
                        case .field(let name, let order): table.column(name).map { .column($0, order) }
                        case .expression(let sql): .expression(SQLText(sql))
                        }
                    },
                    uniqueness: index.uniqueness,
                    condition: index.condition.map { SQLText($0) }
                )
            }
        )
        if let key = table.primaryKey.first,
            case .database(autoincrement: .neverReusesKeys) = table.field(key)?.assigned
        {
            result.autoincrement = .neverReusesKeys
        }
        if !table.fullText.isEmpty {
            result.fullText = FullTextShape(
                name: table.name.fullTextTable,
                columns: table.fullText.compactMap { table.column($0) },
                rowID: result.rowIDName ?? "rowid"
            )
        }
        return result
    }

    /// Existing columns keep their order, possibly with others between them.
    private mutating func columns(of table: TableState, keeping earlier: [ColumnShape]) -> [ColumnShape] {
        var columns: [ColumnShape] = []
        columns.reserveCapacity(table.fields.count)
        var kept = 0
        for field in table.fields {
            if kept < earlier.count, earlier[kept].field == field.name {
                columns.append(earlier[kept])
                kept += 1
            } else if let column = shape(of: field, in: table) {
                columns.append(column)
            }
        }
        return columns
    }

    private mutating func shape(of field: Field, in table: TableState) -> ColumnShape? {
        guard let column = field.column else { return nil }
        let storageClass = storage.storageClass(of: field)
        let isKey = table.primaryKey.contains(field.name)
        return ColumnShape(
            name: column.name,
            field: field.name,
            type: column.declaredType ?? storageClass.rawValue,
            storage: storageClass,
            nullability: field.type.isOptional && !isKey ? .nullable : .required,
            defaultSQL: sql(of: field.defaultValue, field, in: table, key: "default"),
            fillSQL: sql(of: field.fill, field, in: table, key: "fill"),
            collation: column.collation,
            check: column.check.map { SQLText($0) },
            generated: column.generated,
            note: column.generated == nil ? notedForms?.form(of: field).text : nil
        )
    }

    private mutating func sql(of value: DefaultValue?, _ field: Field, in table: TableState, key: String) -> SQLText? {
        // A computed column has no default, even if the initializer does.
        guard let value, field.column?.generated == nil else { return nil }
        // A column without a default gets NULL. The null of JSON is a value.
        if value == .literal(.null), field.type.isOptional, key == "default" { return nil }
        do {
            return try defaults.sql(of: value, field: field)
        } catch {
            findings.append(
                Finding(
                    rule: "default-without-sql",
                    message: "the `\(key)` of `\(table.origin.model).\(field.name)` cannot be stored: \(error.reason)",
                    element: table.origin.element(of: field.name, key: key)
                )
            )
            return nil
        }
    }

    // MARK: Foreign keys

    /// A field that refers to a whole key is a foreign key on its own. Fields that refer to the parts of a composite
    /// key form one foreign key together.
    private mutating func foreignKeys(of table: TableState, parents: [SwiftName: TableState]) -> [ForeignKeyShape] {
        var keys: [ForeignKeyShape] = []
        var parts: [(parent: TableState, field: Field, reference: Reference)] = []
        for field in table.fields {
            guard let reference = field.reference, let column = field.column?.name else { continue }
            let element = table.origin.element(of: field.name, key: "references")
            guard let parent = parents[reference.model], let parentColumn = parent.column(reference.field) else {
                findings.append(
                    Finding(
                        rule: "reference-to-nothing",
                        message: "`\(field.name)` refers to `\(reference.model).\(reference.field)`, which the "
                            + "database does not store in every version that has `\(field.name)`; write the missing `since` or "
                            + "`change`",
                        element: element
                    )
                )
                continue
            }
            if parent.isUnique([reference.field]) {
                keys.append(
                    ForeignKeyShape(
                        columns: [column],
                        table: parent.name,
                        parentColumns: [parentColumn],
                        onDelete: reference.onDelete ?? .noAction,
                        onUpdate: reference.onUpdate ?? .noAction
                    )
                )
            } else {
                parts.append((parent, field, reference))
            }
        }
        for parent in parts.map(\.parent.origin).uniqued() {
            keys += compositeKeys(parts.filter { $0.parent.origin == parent }, of: table)
        }
        return keys
    }

    private mutating func compositeKeys(
        _ parts: [(parent: TableState, field: Field, reference: Reference)],
        of table: TableState
    ) -> [ForeignKeyShape] {
        guard let first = parts.first else { return [] }
        let fields = parts.map(\.reference.field)
        guard first.parent.isUnique(fields), Set(fields).count == fields.count else {
            for part in parts {
                findings.append(
                    Finding(
                        rule: "reference-not-unique",
                        message:
                            "`\(part.field.name)` refers to `\(part.reference.model).\(part.reference.field)`, which is "
                            + "neither its primary key nor unique; refer to the key, or to each part of it, or declare it "
                            + "unique",
                        element: table.origin.element(of: part.field.name, key: "references")
                    )
                )
            }
            return []
        }
        return [
            ForeignKeyShape(
                columns: parts.compactMap(\.field.column?.name),
                table: first.parent.name,
                parentColumns: fields.compactMap { first.parent.column($0) },
                onDelete: parts.lazy.compactMap(\.reference.onDelete).first ?? .noAction,
                onUpdate: parts.lazy.compactMap(\.reference.onUpdate).first ?? .noAction
            )
        ]
    }
}

extension DatabaseState {
    /// The SELECT of a view with the columns in place of `*`.
    func select(of view: ViewState) -> SQLText {
        guard view.sql.contains("*") else { return SQLText(view.sql) }
        let columns = tables.map { ($0.name.folded, $0.fields.compactMap { $0.column?.name }) }
        return SQLText(expandingStars(in: view.sql, columns: Dictionary(firstOf: columns)))
    }
}

extension TableState {
    /// Whether these fields together, in any order, are the primary key or have a unique index without a condition
    /// (https://www.sqlite.org/foreignkeys.html#fk_indexes).
    fileprivate func isUnique(_ wanted: [SwiftName]) -> Bool {
        let fields = Set(wanted)
        if !primaryKey.isEmpty, Set(primaryKey) == fields { return true }
        return indexes.contains { index in
            guard index.uniqueness == .unique, index.condition == nil else { return false }
            return index.fields.count == index.terms.count && Set(index.fields) == fields
        }
    }
}

extension Array where Element: Hashable {
    /// Each element once, at its first position.
    package func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
