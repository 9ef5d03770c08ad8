import ModelgenDiagnostics
import ModelgenParsing

/// The rules of what an import has to say.
package enum ImportRules {
    package static let all: [RuleEntry] = [
        RuleEntry(
            id: "json-syntax", summary: "A sample is one JSON document.",
            explanation: """
                `modelgen import json` reads files of RFC 8259: one value a file, in UTF-8, without comments and without \
                commas behind the last element.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "sample-key-twice", summary: "A key stands once in an object.",
            explanation: """
                What a key means that stands twice is left open by RFC 8259, section 4; the import goes by all of its \
                values. Generated code reads the last.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "no-object-in-sample", summary: "A sample holds an object, or a list of objects.",
            explanation: """
                Models are made of objects. A document that is a number, a text, an empty list, an empty object or a list \
                of such tells nothing about a model, and neither does an empty file. Beside others that do, it is passed over.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "unclear-sample", summary: "The samples say clearly what a field holds.",
            explanation: """
                Where a value is of several kinds, where it is always null, or where a list is always empty, the import \
                writes the type `JSON`, which takes everything, with a comment. Give it a better type by hand, or import \
                more samples.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "null-or-absent", summary: "The samples say in one way that a field has no value.",
            explanation: """
                Where a key is null in some samples and missing in others, what is written cannot always be what was read: \
                nil is written as `omitNil` of the field or of the model says.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "number-or-text", summary: "The samples write a number in one way.",
            explanation: """
                Where some samples have a number and others a number between quotes, the field is a number in a lenient model, \
                which reads both. It writes a number, so the quotes of the others are lost.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "key-without-name", summary: "Every key can be read by a key path.",
            explanation: """
                An empty key has no key path, so no field can hold its value. It is left out, with a comment.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "import-difference", summary: "What was imported describes the database that it came from.",
            explanation: """
                The YAML that `modelgen import sqlite` writes is read again, its tables are made in memory and compared \
                with the originals. What the language cannot say (triggers, ON CONFLICT, a type that no column of a model \
                has) is told by a warning, and by a comment at its model. A file that is opened by the generated code \
                keeps what it has; one that is made anew will not have it.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "no-tables", summary: "A database that is imported has tables.",
            explanation: """
                A file without tables gives a database without models. It may be another file than you meant: SQLite takes \
                an empty file for an empty database.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "import-sample", summary: "What a column holds is told by all of its values.",
            explanation: """
                All rows of tables are looked at, and the first 10,000 of a view: a later value may be of another kind, and \
                its row cannot be read then.
                """,
            bad: "", good: ""),
        RuleEntry(
            id: "import-guess", summary: "A database says what its columns hold.",
            explanation: """
                A column without a type, or with a default that only SQLite can compute, leaves open what Swift should \
                make of it. The import chooses, with a comment; look at it.
                """,
            bad: "", good: ""),
    ]
}
