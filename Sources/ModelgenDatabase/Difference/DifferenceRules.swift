import ModelgenSchema

/// The ids that differences carry: what it is about, and what became of it.
package enum DifferenceRule {
    enum Event: String {
        case added, removed, changed, renamed
    }

    static func id(of kind: Fact.Kind, _ event: Event) -> String { "\(kind.ruleName)-\(event.rawValue)" }

    /// Every id that `modelgen diff` can tell, with what it means.
    package static let all: [FindingRule] = kinds.flatMap { kind, texts in
        texts.map { text in
            FindingRule(
                id(of: kind, text.event), text.summary,
                "A difference of `modelgen diff`, \(severityText(text.severities)). \(text.explanation)")
        }
    }

    private static func severityText(_ severities: [Difference.Severity]) -> String {
        severities.map(\.rawValue).joined(separator: " or ")
    }

    private struct Text {
        var event: Event
        var severities: [Difference.Severity]
        var summary: String
        var explanation: String

        init(
            _ event: Event, _ severities: Difference.Severity..., summary: String, _ explanation: String
        ) {
            self.event = event
            self.severities = severities
            self.summary = summary
            self.explanation = explanation
        }
    }

    private static let kinds: [(Fact.Kind, [Text])] = databaseKinds + jsonKinds + swiftKinds

    private static let databaseKinds: [(Fact.Kind, [Text])] = [
        (
            .table,
            [
                Text(.added, .additive, summary: "A database has a new table.", "It has no rows yet."),
                Text(
                    .removed, .destructive, summary: "A table of a database is gone.", "Its rows go with it."),
                Text(
                    .changed, .dataDependent, .additive, summary: "The key or the options of a table changed.",
                    """
                    Another primary key, or STRICT, may refuse rows that there are. How the rowid is kept, WITHOUT ROWID or \
                    AUTOINCREMENT, matters to no row.
                    """),
                Text(.renamed, .additive, .dataDependent, summary: "A table has another name.", "Its rows stay."),
            ]
        ),
        (
            .column,
            [
                Text(.added, .additive, summary: "A table has a new column.", "Older rows get its default or `fill`."),
                Text(
                    .removed, .destructive, summary: "A column of a table is gone.", "Its values go with it."),
                Text(
                    .changed, .destructive, .dataDependent, .additive, summary: "The declaration of a column changed.",
                    """
                    A column that is computed from now on loses its values. Another type converts them; NOT NULL, CHECK, \
                    another collation and another expression depend on the rows. A new default, a dropped constraint, and \
                    INTEGER that becomes TEXT leave them as they are.
                    """),
                Text(
                    .renamed, .additive, .dataDependent, .destructive, summary: "A column has another name.",
                    "Its values stay. Its declaration may have changed besides."),
            ]
        ),
        (
            .reference,
            [
                Text(
                    .added, .dataDependent, summary: "A table has a new foreign key.",
                    "Rows may refer to nothing; the migration fails on them."),
                Text(.removed, .additive, summary: "A foreign key is gone.", "All rows satisfy what is left."),
                Text(
                    .changed, .dataDependent, summary: "A foreign key refers elsewhere or acts otherwise.",
                    "Rows may refer to nothing, and rows may be deleted along with others."),
            ]
        ),
        (
            .check,
            [
                Text(.added, .dataDependent, summary: "A table has a new check.", "Rows may break it."),
                Text(.removed, .additive, summary: "A check is gone.", "All rows satisfy what is left."),
                Text(.changed, .dataDependent, summary: "A check changed.", "Rows may break it."),
            ]
        ),
        (
            .index,
            [
                Text(
                    .added, .dataDependent, .additive, summary: "A table has a new index.",
                    "Where it is unique, rows may be equal that must differ now."),
                Text(.removed, .additive, summary: "An index is gone.", "No row depends on it."),
                Text(
                    .changed, .dataDependent, .additive, summary: "An index changed.",
                    "Where it is unique, rows may be equal that must differ now."),
                Text(
                    .renamed, .additive, summary: "An index has another name.",
                    "Its table or a column has another name, which is told for itself."),
            ]
        ),
        (
            .fullText,
            [
                Text(.added, .additive, summary: "A table has a full text.", "Older rows are found as well."),
                Text(
                    .removed, .destructive, summary: "The full text of a table is gone.", "Searches no longer work."),
                Text(
                    .changed, .destructive, .additive, summary: "The full text of a table has other columns.",
                    "What is found by a column that is no longer among them is found no more."),
                Text(
                    .renamed, .additive, .destructive, summary: "The full text of a table stands under another name.",
                    "Its table has another name."),
            ]
        ),
        (
            .view,
            [
                Text(.added, .additive, summary: "A database has a new view.", "Nothing that was there changes."),
                Text(
                    .removed, .destructive, summary: "A view is gone.", "Queries over it no longer work."),
                Text(.changed, .dataDependent, summary: "A view selects something else.", "It may give other rows."),
            ]
        ),
    ]

    private static let jsonKinds: [(Fact.Kind, [Text])] = [
        (
            .wireEnum,
            [
                Text(.added, .additive, summary: "An enum is new.", "Fields of it tell what changes."),
                Text(.removed, .additive, summary: "An enum is gone.", "The fields that were of it tell what changes."),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "The raw type of an enum, or what becomes of unknown values, changed.",
                    """
                    Another raw type reads nothing that was written. Unknown values that are refused or replaced from now \
                    on are lost; those that are kept or read from now on do no harm.
                    """),
            ]
        ),
        (
            .value,
            [
                Text(
                    .added, .dataDependent, summary: "An enum has a new value, or a union a new kind.",
                    "It may be written, and others may not know it."),
                Text(
                    .removed, .destructive, summary: "A value of an enum, or a kind of a union, is gone.",
                    "Documents that have it are read as unknown, or refused."),
                Text(
                    .changed, .destructive, summary: "A value stands for something else.",
                    "Documents that have it mean another case or model from now on."),
            ]
        ),
        (
            .object,
            [
                Text(
                    .added, .destructive, .dataDependent, .additive, summary: "The JSON of a model has options now.",
                    objectText),
                Text(
                    .removed, .destructive, .dataDependent, .additive,
                    summary: "The JSON of a model has no options any more.", objectText),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "The options of a model's JSON changed.",
                    objectText),
            ]
        ),
        (
            .read,
            [
                Text(
                    .added, .dataDependent, .additive, summary: "A value is read that was not.",
                    "Where it is required, documents without it are refused."),
                Text(
                    .removed, .destructive, summary: "A value is no longer read.", "What documents say there is lost."),
                Text(
                    .changed, .destructive, .dataDependent, .additive, summary: "A value is read otherwise.",
                    """
                    Additive where every document that was read still is: an optional instead of a required value, a \
                    default, a wider number, a further key behind the others. Data-dependent where some are: a required \
                    value, a narrower number, a text that must be a URL. Destructive where none is: another key, another \
                    transformer, a type of another kind.
                    """),
            ]
        ),
        (
            .write,
            [
                Text(
                    .added, .additive, summary: "A value is written that was not.",
                    "Readers that do not know it skip it."
                ),
                Text(
                    .removed, .destructive, summary: "A value is no longer written.", "Those who read it miss it."),
                Text(
                    .changed, .destructive, .dataDependent, .additive, summary: "A value is written otherwise.",
                    """
                    The mirror image of reading. Additive where readers of before know all that is written: a value where \
                    there was an optional one, a narrower number. Data-dependent where they may meet something new: an \
                    optional, a wider number. Destructive where they find nothing they know: another key, transformer or \
                    kind of type.
                    """),
            ]
        ),
        (
            .api,
            [
                Text(.added, .additive, summary: "A client of a service is new.", "Nothing that was there changes."),
                Text(
                    .removed, .additive, summary: "A client of a service is gone.",
                    "Its endpoints tell what can no longer be called."),
                Text(
                    .changed, .destructive, summary: "A client looks for its answers elsewhere.",
                    "Format, base path, envelope and failure must be those of the server."),
            ]
        ),
        (
            .endpoint,
            [
                Text(.added, .additive, summary: "A call is new.", "Nothing that was there changes."),
                Text(.removed, .destructive, summary: "A call is gone.", "Code that makes it no longer compiles."),
                Text(
                    .changed, .destructive, summary: "A call has another method, path or result.",
                    "A server that only has the old one refuses it."),
            ]
        ),
    ]

    private static let objectText = """
        Another root or discriminator finds nothing where it was. Strict instead of lenient, null instead of a missing key, \
        and refusing unknown keys depend on the documents. The reverse of these does no harm, but for null and missing keys, \
        which readers may tell apart.
        """

    private static let swiftKinds: [(Fact.Kind, [Text])] = [
        (
            .type,
            [
                Text(.added, .additive, summary: "A type is new.", "Nothing that was there changes."),
                Text(.removed, .destructive, summary: "A type is gone.", "Code that names it no longer compiles."),
                Text(
                    .changed, .destructive, summary: "A type is of another kind.",
                    "A struct that becomes an enum, or another raw type: code that uses it no longer compiles."),
            ]
        ),
        (
            .initializer,
            [
                Text(
                    .changed, .dataDependent, summary: "The arguments of an initializer stand in another order.",
                    "Swift wants them in the order of the fields. Calls that give two of those that changed places break."
                )
            ]
        ),
        (
            .property,
            [
                Text(
                    .added, .dataDependent, .additive, summary: "A type has a new property.",
                    "Where it has no default, calls of the initializer must give it."),
                Text(.removed, .destructive, summary: "A property is gone.", "Code that uses it no longer compiles."),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "A property has another type or default.",
                    """
                    Additive where it got a default. Data-dependent where it became optional or no longer is, lost its \
                    default, or is assigned by somebody else: some code compiles and some does not. Destructive where it is \
                    another type.
                    """),
            ]
        ),
        (
            .enumCase,
            [
                Text(
                    .added, .dataDependent, .additive, summary: "An enum has a new case.",
                    "A switch over all cases no longer compiles."),
                Text(.removed, .destructive, summary: "A case is gone.", "Code that names it no longer compiles."),
            ]
        ),
        (
            .function,
            [
                Text(.added, .additive, summary: "A function is new.", "Nothing that was there changes."),
                Text(.removed, .destructive, summary: "A function is gone.", "Code that calls it no longer compiles."),
                Text(
                    .changed, .destructive, summary: "A function has other parameters or another result.",
                    "Code that calls it no longer compiles."),
            ]
        ),
        (
            .requirement,
            [
                Text(
                    .added, .dataDependent, summary: "Migrations have a new step in Swift.",
                    "The type that implements them must have it."),
                Text(
                    .removed, .additive, summary: "Migrations have a step in Swift less.",
                    "The function that implemented it is called no more."),
            ]
        ),
    ]
}

extension Fact.Kind {
    /// The kind as rule ids spell it: `enum-case`.
    fileprivate var ruleName: String {
        switch self {
        case .table, .column, .reference, .check, .index, .view, .sql, .swift, .fill, .using, .wireEnum, .value,
            .object,
            .read, .write, .api, .endpoint, .type, .initializer, .property, .function, .requirement:
            rawValue
        case .fullText: "full-text"
        case .enumCase: "enum-case"
        }
    }
}
