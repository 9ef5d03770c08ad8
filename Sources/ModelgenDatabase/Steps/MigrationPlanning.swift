import ModelgenSchema

/// Finds the statements that lead from one version to the next, phase by phase: renames; additions; steps on rows; at
/// most one rebuild of each table; indexes, full-text search and views.
///
/// In each phase, tables are sorted by their names at that point, so neither the order of declarations nor a later name
/// matters.
struct MigrationPlanning {
    let transition: VersionTransition
    let before: DatabaseShape
    let renamed: DatabaseShape
    let after: DatabaseShape
    let oldestSQLite: SQLiteVersion
    let forms: StoredForms
    var findings: [Finding] = []
    private var steps: [MigrationStep] = []
    private var swiftSteps: [SwiftStepPlan] = []
    private(set) var works: [TableWork] = []
    /// The tables that the version adds.
    let newTables: [TableShape]

    init(
        transition: VersionTransition,
        before: DatabaseShape,
        renamed: DatabaseShape,
        after: DatabaseShape,
        oldestSQLite: SQLiteVersion,
        forms: StoredForms
    ) {
        self.transition = transition
        self.before = before
        self.renamed = renamed
        self.after = after
        self.oldestSQLite = oldestSQLite
        self.forms = forms
        let present = Set(before.tables.map(\.origin))
        newTables = after.tables.filter { !present.contains($0.origin) }.sorted { $0.name.precedes($1.name) }
        let later = Dictionary(firstOf: after.tables.map { ($0.origin, $0) })
        works = zip(before.tables, renamed.tables).sorted { $0.1.name.precedes($1.1.name) }.map { old, new in
            TableWork(
                before: old, renamed: new, after: later[new.origin], reach: transition.reach,
                oldestSQLite: oldestSQLite)
        }
        for conversion in transition.conversions { add(conversion) }
    }

    mutating func plan() -> MigrationPlan {
        for work in works { check(work) }
        let views = disturbedViews()
        for view in views.before { emit([view.dropSQL], for: view.origin) }
        for work in works where !work.keepsFullText {
            emit(work.before.fullText?.dropStatements ?? [], for: work.before.origin)
        }
        emitRenames(besides: before.views.filter { !views.before.contains($0) })
        let isUntouched = steps.isEmpty && newTables.isEmpty
        emitAdditions()
        let additions = steps.count
        for work in works { drop(work.obsoleteIndexes.filter { !isReferred($0, of: work) }, of: work) }
        emitDataSteps()
        for work in works { drop(work.obsoleteIndexes.filter { isReferred($0, of: work) }, of: work) }
        for work in works where work.changesFullTextTriggers {
            emit(work.before.fullText?.dropTriggers ?? [], for: work.before.origin)
        }
        emitRebuilds()
        emitDroppedTables()
        emitIndexesAndFullText()
        for view in views.after { emit([view.createSQL], for: view.origin) }
        return MigrationPlan(
            version: transition.version,
            steps: steps,
            hasDataSteps: hasDataSteps,
            swiftSteps: swiftSteps,
            extent: isUntouched && steps.count == additions ? .additions : .anything
        )
    }

    // MARK: Phases

    /// - Parameter views: The views that were not dropped, and keep their names.
    private mutating func emitRenames(besides views: [ViewShape]) {
        let tables = works.map { ColumnRename(from: $0.before.name, to: $0.renamed.name) }
        var origins: [SQLName: TableOrigin] = Dictionary(firstOf: works.map { ($0.before.name, $0.before.origin) })
        for rename in orderedRenames(tables, present: before.tables.map(\.name) + views.map(\.name)) {
            guard let table = origins.removeValue(forKey: rename.from) else { continue }
            origins[rename.to] = table
            emit([Statement.renameTable(rename.from, to: rename.to)], for: table)
        }
        for work in works where !work.columnRenames.isEmpty {
            if work.renamesByRebuild {
                emit(work.before.indexes.map { Statement.dropIndex($0.name) }, for: work.before.origin)
                steps.append(
                    MigrationStep(
                        action: .rebuild(work.rebuildForNames()), element: element(of: work.before.origin),
                        table: work.before.origin))
                continue
            }
            let renames = orderedRenames(work.columnRenames, present: work.before.columns.map(\.name))
            emit(
                renames.map { Statement.renameColumn(of: work.renamed.name, $0) },
                for: work.before.origin
            )
        }
    }

    private mutating func emitAdditions() {
        for table in newTables { emit([table.createSQL()], for: table.origin) }
        for work in works {
            guard let after = work.after else { continue }
            for column in work.added {
                let element = work.before.origin.element(of: column.field)
                if work.needsRebuild {
                    guard hasDataSteps else { continue }
                    emit(TableWork.looseAddition(of: column, to: after.name), for: work.before.origin, at: element)
                    continue
                }
                let reference = after.foreignKeys.first { $0.columns == [column.name] }
                var statements = [Statement.addColumn(column, to: after.name, reference: reference)]
                if let fill = column.fillSQL, fill != column.defaultSQL {
                    statements.append(Statement.update(after.name, [(column.name, fill.text)]))
                }
                emit(statements, for: work.before.origin, at: element)
            }
        }
    }

    private mutating func emitDataSteps() {
        for step in transition.dataSteps {
            switch step.kind {
            case .swift(let swift):
                steps.append(MigrationStep(action: .swift(swift.name), element: step.element, table: step.table))
                swiftSteps.append(planned(swift, of: step))
            case .sql(let sql):
                let statements = SQLText.statements(in: sql)
                for statement in statements { checkIsData(statement, at: step.element) }
                emit(statements, for: step.table, at: step.element)
            }
        }
    }

    private mutating func emitRebuilds() {
        for work in works {
            guard let after = work.after else { continue }
            if work.needsRebuild {
                let present = hasDataSteps ? Set(work.added.map(\.name)) : []
                let rebuild = work.rebuild(to: after, present: present)
                // Whatever is left on the table belongs to another program, and the runtime preserves it.
                emit(work.keptIndexes.map { Statement.dropIndex($0.name) }, for: work.before.origin)
                steps.append(
                    MigrationStep(
                        action: .rebuild(rebuild),
                        element: rebuildElement(of: work),
                        table: work.before.origin
                    )
                )
                continue
            }
            if let first = work.conversions.first {
                let values = work.conversions.map { (column: $0.column, sql: $0.sql) }
                emit([Statement.update(after.name, values)], for: work.before.origin, at: first.element)
            }
            for column in work.dropped {
                emit([Statement.dropColumn(column.name, of: after.name)], for: work.before.origin)
            }
        }
    }

    private mutating func emitDroppedTables() {
        for work in works where work.after == nil {
            steps.append(
                MigrationStep(
                    action: .dropTable(work.renamed.name), element: element(of: work.before.origin),
                    table: work.before.origin))
        }
    }

    private mutating func emitIndexesAndFullText() {
        for work in works {
            guard let after = work.after else { continue }
            for index in work.newIndexes {
                emit([index.createSQL(on: after.name)], for: after.origin, at: element(of: index, of: work))
            }
            guard let fullText = after.fullText else { continue }
            if work.keepsFullText {
                if work.isMadeAnew || work.changesFullTextTriggers {
                    emit(fullText.createTriggers(for: after), for: after.origin)
                }
            } else {
                emit(fullText.createStatements(for: after) + [fullText.rebuildSQL], for: after.origin)
            }
        }
        for table in newTables {
            emit(table.indexes.map { $0.createSQL(on: table.name) }, for: table.origin)
            guard let fullText = table.fullText else { continue }
            let rows = hasDataSteps ? [fullText.rebuildSQL] : []
            emit(fullText.createStatements(for: table) + rows, for: table.origin)
        }
    }

    // MARK: Parts

    var hasDataSteps: Bool { !transition.dataSteps.isEmpty }

    /// The views to drop first, and the views to create last.
    private func disturbedViews() -> (before: [ViewShape], after: [ViewShape]) {
        var disturbed: Set<FoldedName> = []
        for work in works where work.disturbsViews {
            disturbed.formUnion([work.before.name.folded, work.renamed.name.folded])
        }
        var dropped: Set<TableOrigin> = []
        var grows = true
        while grows {
            grows = false
            for view in before.views where !dropped.contains(view.origin) {
                let isSame = after.views.contains(view)
                if isSame, disturbed.isDisjoint(with: namesMentioned(in: view.sql.text)) { continue }
                dropped.insert(view.origin)
                disturbed.insert(view.name.folded)
                grows = true
            }
        }
        let kept = Set(before.views.map(\.origin)).subtracting(dropped)
        return (
            before.views.filter { dropped.contains($0.origin) }.sorted { $0.name.precedes($1.name) },
            after.views.filter { !kept.contains($0.origin) }.sorted { $0.name.precedes($1.name) }
        )
    }

    private mutating func add(_ conversion: ColumnConversion) {
        guard let sql = conversion.using, let index = works.firstIndex(where: { $0.before.origin == conversion.table }),
            let column = works[index].after?.columns.first(where: { $0.field == conversion.field })
        else { return }
        works[index].conversions.append((column.name, sql, conversion.element))
        // The new table gets its unique indexes last, and rows that refer to the column only change by their own steps.
        let work = works[index]
        if work.isUnique(column.name), !isFollowed(column.name, of: work) { works[index].needsRebuild = true }
    }

    /// Whether an UPDATE of the column also changes rows that refer to it, and that have no step of their own.
    private func isFollowed(_ column: SQLName, of work: TableWork) -> Bool {
        (renamed.tables + newTables).contains { child in
            child.foreignKeys.contains { key in
                guard key.table == work.renamed.name, ![.noAction, .restrict].contains(key.onUpdate),
                    let place = key.parentColumns.firstIndex(of: column)
                else { return false }
                let field = child.columns.first { $0.name == key.columns[place] }?.field
                return !transition.conversions.contains {
                    $0.using != nil && $0.table == child.origin && $0.field == field
                }
            }
        }
    }

    /// Whether a foreign key needs the unique index as long as it exists.
    private func isReferred(_ index: IndexShape, of work: TableWork) -> Bool {
        index.uniqueness == .unique
            && renamed.tables.flatMap(\.foreignKeys).contains {
                $0.table == work.renamed.name && Set($0.parentColumns) == Set(index.columns)
            }
    }

    private mutating func drop(_ indexes: [IndexShape], of work: TableWork) {
        emit(indexes.map { Statement.dropIndex($0.name) }, for: work.before.origin)
    }

    private mutating func emit(_ statements: [String], for origin: TableOrigin) {
        emit(statements, for: origin, at: element(of: origin))
    }

    private mutating func emit(_ statements: [String], for origin: TableOrigin?, at element: ElementID) {
        steps += statements.map { MigrationStep(action: .sql($0), element: element, table: origin) }
    }

    // MARK: Positions

    /// The steps of the version on the table; or the model, if there are none.
    func element(of origin: TableOrigin) -> ElementID {
        transition.elements[origin] ?? origin.element()
    }

    /// The declaration of an index that the version adds, or its steps, which change the rows of one that was there.
    private func element(of index: IndexShape, of work: TableWork) -> ElementID {
        let origin = work.before.origin
        if work.renamed.indexes.contains(index) { return element(of: origin) }
        let column = work.after?.columns.first { [$0.name] == index.columns && index.terms.count == 1 }
        return column.map { origin.element(of: $0.field) }
            ?? origin.element(key: index.uniqueness == .unique ? "unique" : "indexes")
    }

    private func rebuildElement(of work: TableWork) -> ElementID {
        work.conversions.first?.element ?? element(of: work.before.origin)
    }
}
