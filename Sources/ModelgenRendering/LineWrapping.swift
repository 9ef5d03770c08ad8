extension String {
    /// Swift code with no line of a call, a declaration or a conformance wider than 120 columns, as swift-format breaks
    /// them: a template writes them on one line.
    ///
    ///     Endpoint(
    ///         "posts.publish",
    ///         .post,
    ///         returns: .object
    ///     )
    var wrapped: String {
        guard utf8.split(separator: UInt8(ascii: "\n")).contains(where: { $0.count > CodeLine.width - 4 }) else {
            return self
        }
        var lines: [Substring] = []
        // A line of a literal that spans several is not code: it stays as it is.
        var isInLiteral = false
        // Calls that follow one of several lines stand below its end, and so do the closures that they take.
        var chain: Substring?
        var isInChain = false
        for bytes in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let line = Substring(bytes)
            if let chain, line.hasPrefix(chain + (isInChain ? "    " : "    .")) {
                isInChain = true
                lines.append(line.dropFirst(4))
                continue
            }
            isInChain = false
            let quotes = bytes.tripleQuotes
            let isCode = !isInLiteral && quotes == 0 && bytes.count > CodeLine.width - 4
            let wrapped = isCode ? CodeLine(line).wrapped : [line]
            chain = wrapped.count > 1 ? line.prefix { $0 == " " } : nil
            lines += wrapped
            if !quotes.isMultiple(of: 2) { isInLiteral.toggle() }
        }
        return lines.joined(separator: "\n")
    }
}

/// One line of Swift code.
private struct CodeLine {
    static let width = 120

    let text: Substring

    init(_ text: Substring) {
        self.text = text
    }

    var wrapped: [Substring] {
        guard isTooLong, let first = text.first(where: { $0 != " " }), first != "/", first != "\""
        else { return [text] }
        let indentation = text.prefix { $0 == " " }
        if let group = widestGroup.map({ innermost($0, indentation) }) {
            let isLiteral = isArrayLiteral(group)
            var elements = elements(of: text[group]).map { indentation + "    " + $0 }
            // As swift-format has it.
            if isLiteral, elements.count > 1 { elements[elements.count - 1] += "," }
            return [text[..<group.lowerBound]] + elements.flatMap { CodeLine(Substring($0)).wrapped }
                + [Substring(indentation + text[group.upperBound...])]
        }
        return filled(indentation)
    }

    /// Whether the line is wider than the page. The linter leaves room for a comma behind the last element of each list.
    private var isTooLong: Bool {
        guard text.utf8.count > Self.width - 4 else { return false }
        let count = text.count
        guard count <= Self.width, count > Self.width - 4 else { return count > Self.width }
        var commas = 0
        // Of each bracket that is open, whether a comma stood in it; of a parenthesis nothing is asked.
        var open: [Bool?] = []
        for index in CodeIndices(text) {
            switch text[index] {
            case "[": open.append(false)
            case "(", "{": open.append(nil)
            case ",": if open.last == .some(false) { open[open.count - 1] = true }
            case ")", "]", "}": if open.popLast() == .some(true) { commas += 1 }
            default: break
            }
        }
        return count + commas > Self.width
    }

    /// The inside of the widest pair of parentheses or brackets that stands in no other pair.
    private var widestGroup: Range<String.Index>? {
        var widest: Range<String.Index>?
        var width = 0
        var depth = 0
        var start = text.startIndex
        for index in CodeIndices(text) {
            switch text[index] {
            case "(", "[":
                depth += 1
                if depth == 1 { start = text.index(after: index) }
            case ")", "]":
                depth -= 1
                guard depth == 0 else { continue }
                let length = text[start..<index].utf8.count
                if length > width { (widest, width) = (start..<index, length) }
            default: break
            }
        }
        return depth == 0 ? widest : nil
    }

    /// The inside of the list that is all there is between brackets, `([…])` or `(or: […])`, if it is too wide for a line.
    private func innermost(_ group: Range<String.Index>, _ indentation: Substring) -> Range<String.Index> {
        guard text[group].last == "]", let open = text[group].firstIndex(of: "["), elements(of: text[group]).count == 1,
            CodeLine(indentation + "    " + text[group]).isTooLong
        else { return group }
        let label = text[group.lowerBound..<open]
        let inner = text.index(after: open)..<text.index(before: group.upperBound)
        guard label.allSatisfy({ $0.isLetter || $0 == ":" || $0 == " " }), isArrayLiteral(inner) else { return group }
        return inner
    }

    /// Whether what stands between these brackets is a literal, and not the arguments of a subscript or the parts of a type.
    private func isArrayLiteral(_ group: Range<String.Index>) -> Bool {
        let open = text.index(before: group.lowerBound)
        guard text[open] == "[", open > text.startIndex else { return false }
        let before = text[text.index(before: open)]
        return before == " " || before == "(" || before == "["
    }

    /// The elements of a list, each but the last with its comma.
    private func elements(of list: Substring) -> [Substring] {
        var elements: [Substring] = []
        var depth = 0
        var start = list.startIndex
        for index in CodeIndices(list) {
            switch list[index] {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "," where depth == 0:
                let next = list.index(after: index)
                elements.append(list[start..<next])
                start = list[next...].firstIndex { $0 != " " } ?? list.endIndex
            default: break
            }
        }
        return elements + [list[start...]]
    }

    /// A conformance to many protocols, or a guard: as many elements on a line as it holds, and what follows them on one of
    /// its own.
    private func filled(_ indentation: Substring) -> [Substring] {
        let endings = [" {", " {}", " else { return nil }"]
        guard let ending = endings.first(where: text.hasSuffix) else { return [text] }
        var lines = [Substring()]
        for element in elements(of: text.dropLast(ending.count)) {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = element
            } else if line.count + 1 + element.count <= Self.width {
                lines[lines.count - 1] = line + " " + element
            } else {
                lines.append(indentation + "    " + element)
            }
        }
        return lines + [indentation + ending.dropFirst()]
    }
}

/// The places of a line that are not within a string.
private struct CodeIndices: Sequence, IteratorProtocol {
    private let text: Substring
    private var place: String.Index
    private var isInString = false

    init(_ text: Substring) {
        self.text = text
        place = text.startIndex
    }

    mutating func next() -> String.Index? {
        while place < text.endIndex {
            let index = place
            place = text.index(after: index)
            switch text[index] {
            case "\\" where isInString: if place < text.endIndex { place = text.index(after: place) }
            case "\"": isInString.toggle()
            default: if !isInString { return index }
            }
        }
        return nil
    }
}
