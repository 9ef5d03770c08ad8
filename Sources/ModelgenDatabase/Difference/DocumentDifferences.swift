/// What differences of models mean for the JSON that is read and written.
extension DifferenceRule {
    static let documents: [(Fact.Kind, [Text])] = [
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
    ]

    private static let objectText = """
        Another root or discriminator finds nothing where it was. Strict instead of lenient, null instead of a missing key, \
        and refusing unknown keys depend on the documents. The reverse of these does no harm, but for null and missing keys, \
        which readers may tell apart.
        """
}
