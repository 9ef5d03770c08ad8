import ModelgenDiagnostics

/// What differences between clients mean for the servers that they call.
extension DifferenceRule {
    static let calls: [RuleEntry] = [
        rule(
            .api, .added, .additive, summary: "A client of a service was added, or sends more.",
            "Existing code is not affected."),
        rule(
            .api, .removed, .dataDependent, .additive,
            summary: "A client of a service was removed, or sends less.",
            """
            Data-dependent: its pagination, its authentication or a header. For a whole client, its calls
            are reported separately.
            """),
        rule(
            .api, .changed, .destructive,
            summary: "A client's requests or the interpretation of its responses changed.",
            "Format, base path, pagination, headers, redirects, envelope and failure must match the server."),
        rule(.endpoint, .added, .additive, summary: "A call was added.", "Existing code is not affected."),
        rule(
            .endpoint, .removed, .destructive, summary: "A call was removed.", "Code that uses it no longer compiles."),
        rule(
            .endpoint, .changed, .destructive, .dataDependent, .additive,
            summary: "The method, path or result of a call changed.",
            """
            Destructive: a different method, path, credential, location of the body or `idempotent`, which a server that
            only has the old one rejects, or a different location of the result, or other statuses that mean
            success. A different result has the severity of the difference between its documents. Data-dependent: a list
            that is now complete, which deletes rows missing from it.
            """),
        rule(
            .parameter, .added, .additive, summary: "A value was added to a request.",
            "Servers that do not know it ignore it. If callers must pass it, that is reported for Swift."),
        rule(
            .parameter, .removed, .destructive, summary: "A value was removed from a request.",
            "A server that requires it does not get it."),
        rule(
            .parameter, .changed, .destructive, .dataDependent, .additive,
            summary: "The name, location or type of a value in a request changed.",
            """
            Destructive: a different name on the wire, style or transformer, or a different location:
            query, path, header, form, part or body, or different headers of a part. Data-dependent: a different constant
            or default. A different type has the same severity as for a written value.
            """),
    ]
}
