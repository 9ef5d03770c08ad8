/// Code of several parts on one line where it fits, else one part a line.
///
/// - Parameters:
///   - head: what stands before the parts: `init(`.
///   - parts: the parameters or arguments.
///   - tail: what stands behind them: `) {`.
///   - indentation: the columns that the template puts before each line.
package func wrappedLines(_ head: String, _ parts: [String], _ tail: String, indentation: Int) -> [String] {
    let single = head + parts.joined(separator: ", ") + tail
    guard indentation + single.count > 120 || parts.contains(where: { $0.contains("\n") }) else { return [single] }
    let separated = parts.dropLast().map { $0 + "," } + parts.suffix(1)
    return [head] + separated.map { "    " + $0 } + [tail]
}

extension [String] {
    /// The lines as a documentation comment.
    var asDocumentation: [String] { map { $0.isEmpty ? "///" : "/// " + $0 } }
}
