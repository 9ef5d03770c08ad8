/// A message for the user about the input: what is wrong, where, and what to do.
package struct Diagnostic: Sendable, Hashable {
    /// How serious a diagnostic is.
    package enum Severity: String, Sendable, Hashable {
        /// Prevents generation.
        case error
        /// Does not prevent generation.
        case warning
        /// More information about another diagnostic.
        case note
    }

    /// A second place that belongs to a diagnostic, such as the first of two declarations with the same name.
    package struct Note: Sendable, Hashable {
        /// What can be found there.
        package var message: String
        /// The place.
        package var range: SourceRange

        package init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// How serious it is.
    package var severity: Severity
    /// The rule that was broken: `unknown-key`. `modelgen explain` describes it.
    package var rule: String
    /// What is wrong, without a final period: ``unknown type `Strng` ``.
    package var message: String
    /// What to do about it, shown after a semicolon: ``did you mean `String`?``
    package var suggestion: String?
    /// Where it is; nil if it is not in a file.
    package var range: SourceRange?
    /// Further places.
    package var notes: [Note]

    /// Creates a diagnostic of the rule with the given id.
    package init(
        _ severity: Severity = .error,
        rule: String,
        _ message: String,
        suggestion: String? = nil,
        at range: SourceRange?,
        notes: [Note] = []
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.suggestion = suggestion
        self.range = range
        self.notes = notes
    }
}

extension Diagnostic: Comparable {
    /// Orders by file, position, rule and message, so that the same input always gives the same list.
    package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        switch (left.range, right.range) {
        case (let first?, let second?):
            if first.file.path != second.file.path { return first.file.path < second.file.path }
            if first.start != second.start { return first.start < second.start }
        case (nil, .some): return true
        case (.some, nil): return false
        case (nil, nil): break
        }
        if left.rule != right.rule { return left.rule < right.rule }
        return left.message < right.message
    }
}

extension Sequence<Diagnostic> {
    /// Whether any of them is an error, so that nothing may be written.
    package var containsErrors: Bool { contains { $0.severity == .error } }

    package var errors: [Diagnostic] { filter { $0.severity == .error } }
}
