import ModelgenDiagnostics
import ModelgenSchema

/// Objects are only stored in the table of their model if there is one.
enum StoreNested: ModelRule {
    static let entry = RuleEntry(
        id: "store-nested",
        summary:
            "`store: nested` requires a field whose objects have their own table, with a single-field key.",
        explanation: """
            A repository that stores rows also stores the objects of such a field in their model's table, starting
            with those that others refer to. So the field holds a model, or a list of models, with a table in the same
            database and a primary key of one field.
            """,
        example: """
             database: { name: Desk }
             api: { name: DeskAPI, repository: true }
             models:
               Issue:
                 table: issues
                 primaryKey: id
            -    fields: { id: Int64, title: { type: String, store: nested } }
            +    fields: { id: Int64, author: { type: User, store: nested } }
                 rest: { operations: [list] }
            +  User:
            +    table: users
            +    primaryKey: id
            +    fields: { id: Int64, login: String }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.compactMap { item in
            guard item.field.isStoredNested, let place = item.entries?.key(.store) else { return nil }
            guard case .model(let name) = item.field.type.innermost, !item.field.type.isKeyed else {
                return report(
                    "`\(item.field.name)` does not hold a model with rows of its own",
                    do: "remove `store`, or change the type to a model or a list of models", at: place.range)
            }
            guard !subject.isBroken, let nested = run.subject(name), !nested.isBroken
            else { return nil }
            guard let table = nested.model.table, nested.primaryKey.count == 1 else {
                return report(
                    "`\(name)` has no table with a single-field key", do: "give it `table` and `primaryKey`",
                    at: place.range)
            }
            guard let own = subject.model.table else {
                return report(
                    "`\(subject.model.name)` has no table, so it is not stored as rows",
                    do: "give it a `table`, or remove `store`", at: place.range)
            }
            guard own.database == table.database else {
                return report(
                    "`\(name)` is in a different database", do: "store both models in one database", at: place.range)
            }
            return nil
        }
    }
}

extension FieldType {
    /// Whether it is a set or a dictionary, whose elements are not stored separately.
    fileprivate var isKeyed: Bool {
        switch self {
        case .set, .dictionary: true
        case .optional(let wrapped): wrapped.isKeyed
        case .list(let element): element != .model(innermostName)
        case .scalar, .geometry, .enumeration, .model, .external: false
        }
    }

    private var innermostName: SwiftName {
        if case .model(let name) = innermost { name } else { SwiftName("") }
    }
}
