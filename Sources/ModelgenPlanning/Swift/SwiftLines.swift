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
    return [head] + separated.flatMap(\.asLines).map { "    " + $0 } + [tail]
}

/// The head of a declaration with what it inherits, filled into lines; closed at once where it has no members.
func inheriting(_ head: String, _ inherited: [String], isEmpty: Bool) -> [String] {
    let brace = isEmpty ? "{}" : "{"
    var lines = [head + ":"]
    for (index, name) in inherited.enumerated() {
        let isLast = index == inherited.count - 1
        let part = isLast ? name : name + ","
        // On one line the brace stands behind the last name.
        let needed = isLast && lines.count == 1 ? part.count + 1 + brace.count : part.count
        if lines[lines.count - 1].count + 1 + needed > 120 { lines.append("   ") }
        lines[lines.count - 1] += " " + part
    }
    if lines.count == 1 { return [lines[0] + " " + brace] }
    return lines + [brace]
}

/// A guard statement: on one line where it fits, else its conditions filled into lines.
package func guardLines(_ conditions: [String], _ otherwise: String, indentation: Int) -> [String] {
    let single = "guard \(conditions.joined(separator: ", ")) else { \(otherwise) }"
    guard indentation + single.count > 120 else { return [single] }
    var lines = ["guard"]
    for (index, condition) in conditions.enumerated() {
        let part = condition + (index < conditions.count - 1 ? "," : "")
        if indentation + lines[lines.count - 1].count + 1 + part.count > 120 { lines.append("   ") }
        lines[lines.count - 1] += " " + part
    }
    let last = "else { \(otherwise) }"
    if indentation + last.count <= 120 { return lines + [last] }
    return lines + ["else {"] + filledCall(otherwise, indentation: indentation + 4).map { "    " + $0 } + ["}"]
}

/// A call whose arguments are filled into lines.
private func filledCall(_ call: String, indentation: Int) -> [String] {
    guard indentation + call.count > 120, let open = call.firstIndex(of: "(") else { return [call] }
    var lines = ["   "]
    for argument in call[call.index(after: open)...].split(separator: " ") {
        if indentation + lines[lines.count - 1].count + 1 + argument.count > 120 { lines.append("   ") }
        lines[lines.count - 1] += " " + argument
    }
    return [String(call[...open])] + lines
}

extension String {
    /// Code of several lines, line by line.
    var asLines: [String] {
        let newline = UInt8(ascii: "\n")
        guard utf8.contains(newline) else { return [self] }
        // `\r\n` is one character, which ends no line. All else is cut by bytes, in a tenth of the time.
        if utf8.contains(UInt8(ascii: "\r")) {
            return split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        return utf8.split(separator: newline, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}

extension [String] {
    /// The elements of a literal that stands on several lines. A comma follows the last as well, unless it is the only
    /// one.
    var asElements: [String] { count == 1 ? self : map { $0 + "," } }

    /// The elements as a literal between brackets: on one line where it fits, else one element a line.
    func asList(_ head: String, _ tail: String = "", indentation: Int) -> [String] {
        let single = head + "[" + joined(separator: ", ") + "]" + tail
        // The linter leaves room for a comma behind the last element.
        if indentation + single.count <= 119 { return [single] }
        return [head + "["] + asElements.map { "    " + $0 } + ["]" + tail]
    }

    /// The lines as a documentation comment.
    package var asDocumentation: [String] { map { $0.isEmpty ? "///" : "/// " + $0 } }
}
