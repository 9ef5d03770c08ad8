/// What differences of generated declarations mean for the code that uses them.
extension DifferenceRule {
    static let declarations: [(Fact.Kind, [Text])] = [
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
                    .added, .additive,
                    summary: "A model is a record, is searched, or has a draft, a patch or a repository now.",
                    "Nothing that was there changes."),
                Text(
                    .removed, .destructive,
                    summary: "A model is no longer a record, is not searched, or has no draft, patch or repository.",
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
                    .changed, .destructive, summary: "What a call returns or throws with a status is another type.",
                    "Code that uses the value of the case no longer compiles."),
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
                    .added, .dataDependent, summary: "A function must be there: a step in Swift, a hook.",
                    "The type that implements the migrations, or the model, must have it."),
                Text(
                    .removed, .additive, summary: "A function need not be there any more: a step in Swift, a hook.",
                    "The function that implemented it is called no more."),
            ]
        ),
    ]
}
