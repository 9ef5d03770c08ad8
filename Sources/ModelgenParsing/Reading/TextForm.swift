import ModelgenSchema

/// The form of a kind of string, as far as a regular expression can describe it. It is for editors: the rules check the
/// rest, with better messages.
package struct TextForm: Sendable, Equatable {
    /// An ECMA 262 regular expression, as in JSON Schema.
    package let pattern: String
    /// Whether a YAML number can be such a string: `path: 7`.
    package let fitsNumbers: Bool
    /// Whether `true` or `false` can be such a string.
    package var fitsBooleans: Bool { (try? Regex(pattern).firstMatch(in: "true")) != nil }

    private init(_ pattern: String, fitsNumbers: Bool = true) {
        self.pattern = pattern
        self.fitsNumbers = fitsNumbers
    }

    /// The form of what a ``ValueKind`` calls by this noun, as a string or as the key of a mapping; nil if any string
    /// will do.
    ///
    /// ```swift
    /// TextForm.named("a version")?.pattern  // "^(?:[2-9]|[1-9][0-9]+)$"
    /// ```
    package static func named(_ noun: String) -> TextForm? { forms[noun] }

    /// All nouns that have a form.
    package static var nouns: [String] { forms.keys.sorted() }

    /// A type: a name, a list, a set or a dictionary. Brackets are matched to a depth of two.
    package static let type: TextForm = {
        let name = "\(word)+\\?*"
        let flat = "(?:\(name)|Set<\(name)>\\?*|\\[ *\(name) *(?:: *\(name) *)?\\]\\?*)"
        let deep = "(?:\(flat)|Set<.+>\\?*|\\[ *(?:\(flat)|\\[.+\\]\\?*|Set<.+>\\?*) *\\]\\?*|\\[[^\\[\\]]+:.+\\]\\?*)"
        return TextForm("^ *\(deep) *$", fitsNumbers: false)
    }()

    /// Any text with a character that is not a blank. It is the only form that the reader checks: no rule does.
    package static let filled = TextForm("\\S")

    /// A character of a Swift identifier, or any non-ASCII character.
    private static let word = "[^\\x00-\\x2F\\x3A-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7F]"
    private static let identifier = "(?![0-9])(?=.*[^_])\(word)+"

    private static let forms: [String: TextForm] = {
        let key = "(?:[^.\\[\\]\\\\]|\\\\[.\\[\\]\\\\])+(?:\\[[0-9]+\\])*"
        // SQLite and the database reserve some names.
        let sqlName = TextForm(
            "^(?![Ss][Qq][Ll][Ii][Tt][Ee]_|[Mm][Oo][Dd][Ee][Ll][Gg][Ee][Nn]_)[^\\x00-\\x1F\\x7F]+$")
        let operations = OperationKind.allCases.map(\.rawValue).joined(separator: "|")
        var forms = [
            "a key path": TextForm("^(?:\(key)|(?:\\[[0-9]+\\])+)(?:\\.\(key))*$"),
            // The characters of RFC 3986, section 3.3, and braces for parameters. The path cannot leave its base.
            "a path": TextForm("^(?!.*//)(?!(?:.*/)?\\.\\.?(?:/|$))(?:[!$&-;=@A-Z_a-z~{}]|%[0-9A-Fa-f]{2})+$"),
            "a URL": TextForm("^https?://[^/?#@\\s]+(?:/[^?#\\s]*)?$", fitsNumbers: false),
            // A token of RFC 9110, section 5.6.2.
            "a header's name": TextForm("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"),
            "a version": TextForm("^(?:[2-9]|[1-9][0-9]+)$"),
            "a SQLite version": TextForm("^3\\.[0-9]+(?:\\.[0-9]+)?$"),
            "a status": TextForm("^(?:[2-5][0-9][0-9]|[245]XX|default)$"),
            "an operation": TextForm("^(?:\(operations))$", fitsNumbers: false),
            "`Model.field`": TextForm("^\(identifier)(?:\\.\(identifier))?$", fitsNumbers: false),
            "a field's name, optionally followed by ` desc`": TextForm(
                "^\(identifier)(?: +[A-Za-z]+)?$", fitsNumbers: false),
            "a day": TextForm("^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$", fitsNumbers: false),
            "a table's name": sqlName, "a column's name": sqlName, "a name": sqlName, "a new column": sqlName,
        ]
        for noun in [
            "a field's name", "a model's name", "a type's name", "an enum's name", "a case's name", "a database's name",
            "an API's name", "a credential's name", "a module's name", "a function's name", "a parameter's name",
            "a relation's name", "a query's name", "a resource's name", "an action's name", "a new name",
        ] {
            forms[noun] = TextForm("^\(identifier)$", fitsNumbers: false)
        }
        for noun in [
            "SQL", "a name in the request", "a file or folder", "the id of a difference", "what differs",
            "a reason",
        ] {
            forms[noun] = filled
        }
        return forms
    }()
}
