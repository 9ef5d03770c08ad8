import ModelgenDiagnostics

/// Explains in the user's terms why libyaml gave up.
func diagnose(_ failure: ParserFailure, in file: SourceFile) -> Diagnostic {
    if failure.isEncoding {
        return failure.problem.hasPrefix("control characters")
            ? ControlCharacter.diagnose(at: failure.offset, in: file)
            : InvalidUTF8.diagnose(failure.problem, at: failure.offset, in: file)
    }
    if let diagnostic = UnquotedOptional.diagnose(at: failure.offset, in: file) { return diagnostic }
    let byte = failure.offset < file.bytes.count ? file.bytes[failure.offset] : nil
    if byte == UInt8(ascii: "\t") || failure.problem.contains("tab character") {
        return TabIndentation.diagnose(at: failure.offset, in: file)
    }
    return UnusualSpace.diagnose(inLineOf: failure.offset, in: file) ?? YAMLSyntax.diagnose(failure, in: file)
}
