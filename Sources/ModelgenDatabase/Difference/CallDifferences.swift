/// What differences of clients mean for the servers that are asked.
extension DifferenceRule {
    static let calls: [(Fact.Kind, [Text])] = [
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
                    Destructive: another method or path, which a server that only has the old one refuses, and another \
                    place of the answer. Another result is as bad as the difference of its documents. Data-dependent: a \
                    list that is complete from now on, which deletes rows that it lacks.
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
                    Destructive: another name on the wire, style or transformer, or another place: query, path, header, \
                    form, part or body. Data-dependent: another constant or default. Another type is as bad as for a value \
                    that is written.
                    """),
            ]
        ),
    ]
}
