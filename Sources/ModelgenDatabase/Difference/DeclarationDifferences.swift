import ModelgenDiagnostics

/// What differences between generated declarations mean for code that uses them.
extension DifferenceRule {
    static let declarations: [RuleEntry] = [
        rule(
            .access, .changed, .destructive, .additive,
            summary: "The access level of the generated declarations changed.",
            "If it was reduced, code of other modules or packages can no longer use them."),
        rule(.type, .added, .additive, summary: "A type was added.", "Existing code is not affected."),
        rule(.type, .removed, .destructive, summary: "A type was removed.", "Code that uses it no longer compiles."),
        rule(
            .type, .renamed, .destructive, summary: "A type was renamed.",
            """
            Code that uses the old name no longer compiles. If most members and keys are the same, the
            added type is considered to be the removed one, and their members are compared.
            """),
        rule(
            .type, .changed, .destructive, summary: "The kind of a type changed.",
            "A struct became an enum, or the raw type is different: code that uses it no longer compiles."),
        rule(
            .conformance, .added, .additive,
            summary: "A model became a record, or got full-text search, a draft, a patch or a repository.",
            "Existing code is not affected."),
        rule(
            .conformance, .removed, .destructive,
            summary: "A model is no longer a record, or lost its full-text search, draft, patch or repository.",
            "Code that uses these no longer compiles."),
        rule(
            .initializer, .changed, .dataDependent, summary: "The order of an initializer's arguments changed.",
            "Arguments must be in the order of the fields. Calls that pass two of the reordered ones no longer compile."
        ),
        rule(
            .property, .added, .dataDependent, .additive, summary: "A property was added to a type.",
            "If it has no default, calls of the initializer must pass it."),
        rule(
            .property, .removed, .destructive, summary: "A property was removed.",
            "Code that uses it no longer compiles."),
        rule(
            .property, .renamed, .destructive, summary: "A property was renamed.",
            "Code that uses the old name no longer compiles. It is matched by its key in JSON or by a step."
        ),
        rule(
            .property, .changed, .destructive, .dataDependent, .additive,
            summary: "The type or default of a property changed.",
            """
            Additive if it got a default. Data-dependent if it became optional or no longer is, has a
            different default or none any more, or is assigned by someone else: some code still compiles
            and means the same, and some does not. Destructive if the type is different.
            """),
        rule(
            .enumCase, .added, .dataDependent, summary: "A case was added to an enum.",
            "A switch over all cases no longer compiles."),
        rule(
            .enumCase, .removed, .destructive, summary: "A case was removed.", "Code that uses it no longer compiles."),
        rule(
            .enumCase, .changed, .destructive, summary: "The type that a call returns or throws for a status changed.",
            "Code that uses the value of the case no longer compiles."),
        rule(
            .enumCase, .renamed, .destructive, summary: "A case was renamed.",
            "Code that uses the old name no longer compiles. It is matched by its raw value."),
        rule(.function, .added, .additive, summary: "A function was added.", "Existing code is not affected."),
        rule(
            .function, .removed, .destructive, summary: "A function was removed.",
            "Code that calls it no longer compiles: a named query, a call of a client, a `find` by a unique key."
        ),
        rule(
            .function, .changed, .destructive, .dataDependent, .additive,
            summary: "The parameters or the result of a function changed.",
            """
            Additive if all calls still compile: an additional optional parameter. Data-dependent if some
            do: a result that became optional, a parameter that is now required. Destructive otherwise.
            """),
        rule(
            .requirement, .added, .dataDependent, summary: "A function is now required: a step in Swift, a hook.",
            "The type that implements the migrations, or the model, must provide it."),
        rule(
            .requirement, .removed, .additive, summary: "A function is no longer required: a step in Swift, a hook.",
            "The function that implemented it is no longer called."),
    ]
}
