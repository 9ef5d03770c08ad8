/// What a stage after parsing reports about an element. Stages do not know positions; the pipeline adds them.
package struct Finding: Hashable, Sendable {
    package enum Severity: Hashable, Sendable {
        case error
        case warning
    }

    package var severity: Severity
    /// The id of the rule, for `modelgen explain`.
    package var rule: String
    /// What is wrong, and what to do.
    package var message: String
    package var element: ElementID

    package init(severity: Severity = .error, rule: String, message: String, element: ElementID) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.element = element
    }
}

extension Sequence<Finding> {
    package var errors: [Finding] { filter { $0.severity == .error } }
}
