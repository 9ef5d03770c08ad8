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
            .stored,
            [
                Text(
                    .changed, .dataDependent, .additive, summary: "The values of a column are written differently.",
                    """
                    Another transformer, Swift type, enum or nested model, in the same type of SQLite. Additive if every \
                    value of before is read as the same; else a step has to convert the rows that there are, or to say \
                    `restored: same`.
                    """)
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
                    .changed, .dataDependent, summary: "A foreign key refers elsewhere or acts differently.",
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
            ]
        ),
        (
            .view,
            [
                Text(.added, .additive, summary: "A database has a new view.", "Nothing that was there changes."),
                Text(
                    .removed, .destructive, summary: "A view is gone.", "Queries over it no longer work."),
                Text(.changed, .dataDependent, summary: "A view selects something else.", "It may give other rows."),
                Text(
                    .renamed, .additive, .dataDependent, summary: "A view has another name.",
                    "Its rows are the same, if it selects the same."),
            ]
        ),
    ]

    private static let jsonKinds: [(Fact.Kind, [Text])] = [
        (
            .wireEnum,
            [
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "The raw type of an enum changed, or what becomes of unknown values.",
                    """
                    Another raw type reads nothing that was written. Unknown values that are refused or replaced from now \
                    on are lost; those that are kept or read from now on do no harm.
                    """)
            ]
        ),
        (
            .value,
            [
                Text(
                    .added, .additive, .dataDependent, summary: "An enum has a new value, or a union a new kind.",
                    "It is read from now on. It may be written too, and others may not know it."),
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
                    "If it is required, documents without it are refused."),
                Text(
                    .removed, .destructive, summary: "A value is no longer read.", "What documents say there is lost."),
                Text(
                    .changed, .destructive, .dataDependent, .additive, summary: "A value is read differently.",
                    """
                    Additive if every document that was read still is: an optional instead of a required value, a \
                    default, a wider number, a further key behind the others. Data-dependent if some are: a required \
                    value, another default, a narrower number, a text that must be a URL. Destructive if none is: \
                    another key, another transformer, a type of another kind. A field that is only called differently \
                    in Swift, and keeps its key, is no difference here.
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
                    .changed, .destructive, .dataDependent, .additive, summary: "A value is written differently.",
                    """
                    The mirror image of reading. Additive if readers of before know all that is written: a value where \
                    there was an optional one, a narrower number. Data-dependent if they may meet something new: an \
                    optional, a wider number. Destructive if they find nothing they know: another key, transformer or \
                    kind of type.
                    """),
            ]
        ),
        (
            .conversion,
            [
                Text(
                    .changed, .destructive, summary: "A declared transformer or type is something else in JSON.",
                    "What was written by it cannot be read any more, and readers of before cannot read what is written."
                )
            ]
        ),
        (
            .api,
            [
                Text(
                    .added, .additive, summary: "A client of a service is new, or sends something more.",
                    "Nothing that was there changes."),
                Text(
                    .removed, .dataDependent, .additive,
                    summary: "A client of a service is gone, or no longer sends something.",
                    """
                    Data-dependent: its pages, its authentication or a header. The calls of a whole client tell for \
                    themselves what can no longer be asked.
                    """),
                Text(
                    .changed, .destructive, summary: "A client asks elsewhere, or looks for its answers elsewhere.",
                    "Format, base path, pages, headers, envelope and failure must be those of the server."),
            ]
        ),
        (
            .endpoint,
            [
                Text(.added, .additive, summary: "A call is new.", "Nothing that was there changes."),
                Text(.removed, .destructive, summary: "A call is gone.", "Code that makes it no longer compiles."),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "A call has another method, path or result.",
                    """
                    Destructive: another method or path, which a server that only has the old one refuses. Another result \
                    is as bad as the difference of its documents.
                    """),
            ]
        ),
        (
            .parameter,
            [
                Text(
                    .added, .additive, summary: "Something more is sent with a call.",
                    "Servers that do not know it skip it. If callers must give it, that is told for Swift."),
                Text(
                    .removed, .destructive, summary: "Something is no longer sent with a call.",
                    "A server that wants it misses it."),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "Something that is sent with a call has another name, place or type.",
                    """
                    Destructive: another name on the wire, or another place: query, path, header, form, part or body. \
                    Another type is as bad as for a value that is written.
                    """),
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
            .access,
            [
                Text(
                    .changed, .destructive, .additive, summary: "The generated declarations have another access level.",
                    "Code of other modules or packages can no longer use what was public before.")
            ]
        ),
        (
            .type,
            [
                Text(.added, .additive, summary: "A type is new.", "Nothing that was there changes."),
                Text(.removed, .destructive, summary: "A type is gone.", "Code that names it no longer compiles."),
                Text(
                    .renamed, .destructive, summary: "A type has another name.",
                    """
                    Code that names it no longer compiles. Where most members and keys are the same, the type that is new \
                    is taken for the one that is gone, and its members are compared.
                    """),
                Text(
                    .changed, .destructive, summary: "A type is of another kind.",
                    "A struct that becomes an enum, or another raw type: code that uses it no longer compiles."),
            ]
        ),
        (
            .conformance,
            [
                Text(
                    .added, .additive, summary: "A model is a record, is searched, or has a draft or a patch now.",
                    "Nothing that was there changes."),
                Text(
                    .removed, .destructive,
                    summary: "A model is no longer a record, is not searched, or has no draft or patch.",
                    "Code that uses it as one no longer compiles."),
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
                    "If it has no default, calls of the initializer must give it."),
                Text(.removed, .destructive, summary: "A property is gone.", "Code that uses it no longer compiles."),
                Text(
                    .renamed, .destructive, summary: "A property has another name.",
                    "Code that uses the old one no longer compiles. Its key in JSON or a step tells that it is the same."
                ),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "A property has another type or default.",
                    """
                    Additive if it got a default. Data-dependent if it became optional or no longer is, has another \
                    default or none any more, or is assigned by somebody else: some code compiles and means the same, and \
                    some does not. Destructive if it is another type.
                    """),
            ]
        ),
        (
            .enumCase,
            [
                Text(
                    .added, .dataDependent, summary: "An enum has a new case.",
                    "A switch over all cases no longer compiles."),
                Text(.removed, .destructive, summary: "A case is gone.", "Code that names it no longer compiles."),
                Text(
                    .renamed, .destructive, summary: "A case has another name.",
                    "Code that uses the old one no longer compiles. Its raw value tells that it is the same."),
            ]
        ),
        (
            .function,
            [
                Text(.added, .additive, summary: "A function is new.", "Nothing that was there changes."),
                Text(
                    .removed, .destructive, summary: "A function is gone.",
                    "Code that calls it no longer compiles: a named query, a call of a client, a `find` by a unique key."
                ),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "A function has other parameters or another result.",
                    """
                    Additive if all calls still compile: a further parameter that can be left out. Data-dependent if some \
                    do: a result that became optional, a parameter that no longer can be left out. Destructive otherwise.
                    """),
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
        case .table, .column, .stored, .holds, .reference, .check, .index, .view, .sql, .swift, .fill, .using,
            .wireEnum, .value,
            .object, .read, .write, .conversion, .api, .endpoint, .parameter, .access, .type, .conformance,
            .initializer,
            .property, .function, .requirement:
            rawValue
        case .fullText: "full-text"
        case .enumCase: "enum-case"
        }
    }
}
