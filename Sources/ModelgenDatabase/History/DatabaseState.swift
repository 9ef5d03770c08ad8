import ModelgenSchema

/// The tables and views of a database at one of its versions.
package struct DatabaseState: Hashable, Sendable {
    package var version: Int
    package var tables: [TableState] = []
    package var views: [ViewState] = []

    package func table(_ origin: TableOrigin) -> TableState? { tables.first { $0.origin == origin } }
}

/// Identifies a table across all versions, whatever its names.
package struct TableOrigin: Hashable, Sendable {
    /// The present name of its model.
    package var model: SwiftName
    /// The version that dropped the model; nil for a present model.
    package var droppedIn: Int?
    /// The step that dropped it. All findings refer to it, because the definition there has no element of its own.
    var dropStep: ElementID?

    /// The element for its model, or for a key of the model.
    package func element(key: String? = nil) -> ElementID { dropStep ?? ElementID(.model(model), key: key) }

    package func element(of field: SwiftName, key: String? = nil) -> ElementID {
        dropStep ?? ElementID(.field(model: model, field), key: key)
    }
}

/// A table at one version of its database.
package struct TableState: Hashable, Sendable {
    package var origin: TableOrigin
    package var name: SQLName
    package var since: Int
    /// The stored fields, with their names at that version.
    package var fields: [Field]
    package var primaryKey: [SwiftName]
    package var indexes: [Index]
    package var checks: [TableCheck]
    package var isStrict: Bool
    package var isWithoutRowID: Bool
    package var fullText: [SwiftName]

    package init(origin: TableOrigin, fields: [Field], table: Table) {
        self.origin = origin
        name = table.name
        since = table.since
        self.fields = fields.filter { $0.column != nil }
        primaryKey = table.primaryKey
        indexes = table.indexes
        checks = table.checks
        isStrict = table.isStrict
        isWithoutRowID = table.isWithoutRowID
        fullText = table.fullText
    }

    package func field(_ name: SwiftName) -> Field? { fields.first { $0.name == name } }

    /// The column of the field with that name.
    package func column(_ name: SwiftName) -> SQLName? { field(name)?.column?.name }
}

/// A view at one version of its database.
package struct ViewState: Hashable, Sendable {
    package var origin: TableOrigin
    package var name: SQLName
    package var since: Int
    package var sql: String

    package init(origin: TableOrigin, view: View) {
        self.origin = origin
        name = view.name
        since = view.since
        sql = view.sql
    }
}

/// The transition from one version to the next.
package struct VersionTransition: Hashable, Sendable {
    /// The version after it.
    package var version: Int
    package var before: DatabaseState
    /// The state after the renames: the tables of `before` with the names of this version, including dropped ones.
    package var renamed: DatabaseState
    package var after: DatabaseState
    /// The new values of columns according to `change` steps, by table and field.
    package var conversions: [ColumnConversion]
    /// The `sql` and `swift` steps, in the order in which they run.
    package var dataSteps: [DataStep]
    /// The first step of the version on each table with steps.
    package var elements: [TableOrigin: ElementID]

    /// How much the version changes.
    package enum Reach: Hashable, Sendable {
        /// Everything that existed before is unchanged.
        case additions
        case anything
    }

    package var reach = Reach.anything

    /// Whether a function of the user changes the rows of the table.
    package func hasSwiftStep(on origin: TableOrigin) -> Bool {
        dataSteps.contains { step in
            switch step.kind {
            case .sql: false
            case .swift(let swift): step.table == origin || swift.models.contains(origin.model)
            }
        }
    }

    package init(version: Int, before: DatabaseState, renamed: DatabaseState, after: DatabaseState) {
        self.version = version
        self.before = before
        self.renamed = renamed
        self.after = after
        conversions = []
        dataSteps = []
        elements = [:]
    }
}

/// A `change` step that the shapes alone do not describe.
package struct ColumnConversion: Hashable, Sendable {
    package var table: TableOrigin
    package var field: SwiftName
    package var conversion: FieldConversion
    package var element: ElementID

    /// The SQL expression for the new value, with the old columns.
    package var using: String? {
        switch conversion {
        case .using(let sql): sql
        case .automatic, .same: nil
        }
    }
}

/// A step on rows.
package struct DataStep: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case sql(String)
        case swift(SwiftStep)
    }

    package var kind: Kind
    /// The model that contains it; nil if it is a step of the whole database.
    package var table: TableOrigin?
    package var element: ElementID
}

/// Everything that the schema says about a database, from its oldest version to its newest.
package struct DatabaseHistory: Hashable, Sendable {
    package var database: Database
    /// The version at which the history begins.
    package var oldest: DatabaseState
    /// The transitions to each version that changes something, and to the newest, in ascending order.
    package var transitions: [VersionTransition]
    /// Errors about steps that cannot be undone, or that contradict the fields.
    package var findings: [Finding] = []
}

extension SQLName {
    /// The order in which the steps of a version process tables and views.
    func precedes(_ other: SQLName) -> Bool { (folded, text) < (other.folded, other.text) }
}
