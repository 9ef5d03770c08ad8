import ModelgenDiagnostics

/// What differences between models mean for the JSON that is read and written.
extension DifferenceRule {
    static let documents: [RuleEntry] = [
        rule(
            .wireEnum, .changed, .destructive, .dataDependent, .additive,
            summary: "The raw type of an enum, or its handling of unknown values, changed.",
            """
            With a different raw type, no existing value can be read. Unknown values that are now rejected
            or replaced are lost; those that are now kept or read do no harm.
            """),
        rule(
            .value, .added, .additive, .dataDependent, summary: "A value was added to an enum, or a kind to a union.",
            "It can now be read. It may also be written, and others may not know it."),
        rule(
            .value, .removed, .destructive, summary: "A value of an enum, or a kind of a union, was removed.",
            "Documents that contain it are read as unknown, or rejected."),
        rule(
            .value, .changed, .destructive, .dataDependent, .additive, summary: "The meaning of a value changed.",
            """
            Documents that contain it now mean a different case or model. If a case of a union has a wider or narrower type,
            it depends on the documents.
            """),
        rule(
            .object, .added, .destructive, .dataDependent, .additive, summary: "JSON options were added to a model.",
            objectText),
        rule(
            .object, .removed, .destructive, .dataDependent, .additive,
            summary: "JSON options were removed from a model.", objectText),
        rule(
            .object, .changed, .destructive, .dataDependent, .additive,
            summary: "The JSON options of a model changed.",
            objectText),
        rule(
            .read, .added, .dataDependent, .additive, summary: "A value is now read.",
            "If it is required, documents without it are rejected."),
        rule(
            .read, .removed, .destructive, summary: "A value is no longer read.", "Its value in documents is ignored."),
        rule(
            .read, .changed, .destructive, .dataDependent, .additive, summary: "A value is read differently.",
            """
            Additive if every document can still be read: an optional instead of a required value, a
            default, a wider number, an additional key after the others. Data-dependent if some can: a
            required value, a different default, a narrower number, a string that must be a URL.
            Destructive if none can: a different key, a different transformer, a type of a different kind.
            A field that is renamed in Swift but keeps its key is not a difference here.
            """),
        rule(
            .write, .added, .additive, summary: "A value is now written.",
            "Readers that do not know it ignore it."
        ),
        rule(
            .write, .removed, .destructive, summary: "A value is no longer written.", "Its readers no longer get it."),
        rule(
            .write, .changed, .destructive, .dataDependent, .additive, summary: "A value is written differently.",
            """
            The mirror image of reading. Additive if earlier readers understand everything that is
            written: a value instead of an optional one, a narrower number. Data-dependent if they may
            encounter something new: an optional, a wider number. Destructive if they find nothing they
            know: a different key, transformer or kind of type.
            """),
        rule(
            .conversion, .changed, .destructive, summary: "The JSON type of a declared transformer or type changed.",
            "Values written before can no longer be read, and earlier readers cannot read what is now written."
        ),
    ]

    private static let objectText = """
        A different root or discriminator means that values are not found where they were. Strict instead of
        lenient, null instead of an absent key, and rejecting unknown keys depend on the documents. The reverse of
        these does no harm, except for null and absent keys, which readers may distinguish. If the cases of a union
        are tried in a different order, some documents may be read as a different case.
        """
}
