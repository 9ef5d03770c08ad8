import ModelgenDiagnostics
import ModelgenParsing

/// The rules of what an import reports.
package enum ImportRules {
    package static let all: [RuleEntry] = [
        RuleEntry(
            id: "json-syntax", summary: "A sample is one JSON document.",
            explanation: """
                `modelgen import json` reads files according to RFC 8259: one value per file, or one object per line
                (JSON Lines), in UTF-8, without comments and trailing commas.
                """),
        RuleEntry(
            id: "sample-key-twice", summary: "A key occurs once in an object.",
            explanation: """
                RFC 8259, section 4, leaves the meaning of duplicate keys open; the import uses all their values.
                Generated code reads the first one.
                """),
        RuleEntry(
            id: "no-object-in-sample", summary: "A sample contains an object, or a list of objects.",
            explanation: """
                Models describe objects. A document that is a number, a string, an empty list, an empty object or a
                list of these reveals nothing about a model, and neither does an empty file. If there are other
                samples, it is skipped.
                """),
        RuleEntry(
            id: "unclear-sample", summary: "The samples show clearly what a field contains.",
            explanation: """
                If a value has several types, or is always null, or a list is always empty, the import uses the type
                `JSON`, which accepts everything, with a comment. Replace it by hand, or import more samples.
                """),
        RuleEntry(
            id: "null-or-absent", summary: "The samples represent a missing value in one way.",
            explanation: """
                If a key is null in some samples and missing in others, writing cannot always reproduce what was read:
                nil is written according to `omitNil` of the field or of the model.
                """),
        RuleEntry(
            id: "number-or-text", summary: "The samples represent a number in one way.",
            explanation: """
                If some samples contain a number and others a number in quotes, the field becomes a number in a lenient model,
                which reads both. It writes a number, so the quotes are lost.
                """),
        RuleEntry(
            id: "key-without-name", summary: "Every key can be written as a key path.",
            explanation: """
                An empty key has no key path, so no field can hold its value. It is left out, with a comment.
                """),
        RuleEntry(
            id: "import-difference", summary: "The imported models describe the database they came from.",
            explanation: """
                The YAML written by `modelgen import sqlite` is read again, its tables are created in memory and
                compared with the originals. Anything the language cannot express (triggers, ON CONFLICT, a type that
                no column of a model has) is reported as a warning, and as a comment at its model. A file opened by
                the generated code keeps these; a newly created one does not have them.
                """),
        RuleEntry(
            id: "no-tables", summary: "An imported database has tables.",
            explanation: """
                A file without tables gives a database without models. It may be the wrong file: SQLite treats an
                empty file as an empty database.
                """),
        RuleEntry(
            id: "import-sample", summary: "The type of a column is determined by all its values.",
            explanation: """
                All rows of tables are examined, but only the first 10,000 of a view: a later value may have a
                different type, in which case its row cannot be read.
                """),
        RuleEntry(
            id: "import-guess", summary: "A database specifies the types of its columns.",
            explanation: """
                For a column without a type, or with a default that only SQLite can compute, the Swift type is
                ambiguous. The import chooses one, with a comment; review it.
                """),
    ]
}
