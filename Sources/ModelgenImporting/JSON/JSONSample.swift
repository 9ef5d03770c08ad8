import ModelgenDiagnostics

/// A value of a sample, with its place, from which an import infers models.
///
/// It is not the JSON value of ModelRuntime, which keeps no places: an import reports at which byte two samples
/// disagree.
package struct JSONSample: Sendable {
    package indirect enum Content: Sendable {
        case null
        case bool(Bool)
        /// As it is written: `1.0` is not an integer, and no digit is lost.
        case number(String)
        case string(String)
        case array([JSONSample])
        case object([Member])
    }

    package struct Member: Sendable {
        package var key: String
        package var keyRange: SourceRange
        package var value: JSONSample
    }

    package var content: Content
    package var range: SourceRange

    var isObject: Bool { if case .object = content { true } else { false } }
}
