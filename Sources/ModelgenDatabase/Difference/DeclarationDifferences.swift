/// What differences between generated declarations mean for code that uses them.
extension DifferenceRule {
    static let declarations: [(Fact.Kind, [Text])] = [
        (
            .access,
            [
                Text(
                    .changed, .destructive, .additive,
                    summary: "The access level of the generated declarations changed.",
                    "If it was reduced, code of other modules or packages can no longer use them.")
            ]
        ),
        (
            .type,
            [
                Text(.added, .additive, summary: "A type was added.", "Existing code is not affected."),
                Text(.removed, .destructive, summary: "A type was removed.", "Code that uses it no longer compiles."),
                Text(
                    .renamed, .destructive, summary: "A type was renamed.",
                    """
                    Code that uses the old name no longer compiles. If most members and keys are the same, the \
                    added type is considered to be the removed one, and their members are compared.
                    """),
                Text(
                    .changed, .destructive, summary: "The kind of a type changed.",
                    "A struct became an enum, or the raw type is different: code that uses it no longer compiles."),
            ]
        ),
        (
            .conformance,
            [
                Text(
                    .added, .additive,
                    summary: "A model became a record, or got full-text search, a draft, a patch or a repository.",
                    "Existing code is not affected."),
                Text(
                    .removed, .destructive,
                    summary: "A model is no longer a record, or lost its full-text search, draft, patch or repository.",
                    "Code that uses these no longer compiles."),
            ]
        ),
        (
            .initializer,
            [
                Text(
                    .changed, .dataDependent, summary: "The order of an initializer's arguments changed.",
                    "Arguments must be in the order of the fields. Calls that pass two of the reordered ones no longer compile."
                )
            ]
        ),
        (
            .property,
            [
                Text(
                    .added, .dataDependent, .additive, summary: "A property was added to a type.",
                    "If it has no default, calls of the initializer must pass it."),
                Text(
                    .removed, .destructive, summary: "A property was removed.", "Code that uses it no longer compiles."),
                Text(
                    .renamed, .destructive, summary: "A property was renamed.",
                    "Code that uses the old name no longer compiles. It is matched by its key in JSON or by a step."
                ),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "The type or default of a property changed.",
                    """
                    Additive if it got a default. Data-dependent if it became optional or no longer is, has a \
                    different default or none any more, or is assigned by someone else: some code still compiles \
                    and means the same, and some does not. Destructive if the type is different.
                    """),
            ]
        ),
        (
            .enumCase,
            [
                Text(
                    .added, .dataDependent, summary: "A case was added to an enum.",
                    "A switch over all cases no longer compiles."),
                Text(.removed, .destructive, summary: "A case was removed.", "Code that uses it no longer compiles."),
                Text(
                    .changed, .destructive, summary: "The type that a call returns or throws for a status changed.",
                    "Code that uses the value of the case no longer compiles."),
                Text(
                    .renamed, .destructive, summary: "A case was renamed.",
                    "Code that uses the old name no longer compiles. It is matched by its raw value."),
            ]
        ),
        (
            .function,
            [
                Text(.added, .additive, summary: "A function was added.", "Existing code is not affected."),
                Text(
                    .removed, .destructive, summary: "A function was removed.",
                    "Code that calls it no longer compiles: a named query, a call of a client, a `find` by a unique key."
                ),
                Text(
                    .changed, .destructive, .dataDependent, .additive,
                    summary: "The parameters or the result of a function changed.",
                    """
                    Additive if all calls still compile: an additional optional parameter. Data-dependent if some \
                    do: a result that became optional, a parameter that is now required. Destructive otherwise.
                    """),
            ]
        ),
        (
            .requirement,
            [
                Text(
                    .added, .dataDependent, summary: "A function is now required: a step in Swift, a hook.",
                    "The type that implements the migrations, or the model, must provide it."),
                Text(
                    .removed, .additive, summary: "A function is no longer required: a step in Swift, a hook.",
                    "The function that implemented it is no longer called."),
            ]
        ),
    ]
}
