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
        guard utf8.split(separator: UInt8(ascii: "\n")).contains(where: { $0.count > CodeLine.width }) else {
            return self
        }
        var lines: [Substring] = []
        // A line of a literal that spans several is not code: it stays as it is.
        var isInLiteral = false
        // Calls that follow one of several lines stand below its end, and so do the closures that they take.
        var chain: Substring?
        var isInChain = false
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            let quotes = line.ranges(of: "\"\"\"").count
            if let chain, line.hasPrefix(chain + (isInChain ? "    " : "    .")) {
                isInChain = true
                lines.append(line.dropFirst(4))
                continue
            }
            isInChain = false
            let wrapped = isInLiteral || quotes > 0 ? [line] : CodeLine(line).wrapped
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
        guard text.count > Self.width, let first = text.first(where: { $0 != " " }), first != "/", first != "\""
        else { return [text] }
        let indentation = text.prefix { $0 == " " }
        if let group = widestGroup {
            let elements = elements(of: text[group]).map { indentation + "    " + $0 }
            return [text[..<group.lowerBound]] + elements.flatMap { CodeLine(Substring($0)).wrapped }
                + [Substring(indentation + text[group.upperBound...])]
        }
        return filled(indentation)
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
                let length = text.distance(from: start, to: index)
                if depth == 0, length > width { (widest, width) = (start..<index, length) }
            default: break
            }
        }
        return depth == 0 ? widest : nil
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

    /// A conformance to many protocols: as many names on a line as it holds, and the brace on one of its own.
    private func filled(_ indentation: Substring) -> [Substring] {
        guard text.hasSuffix(" {") else { return [text] }
        var lines = [Substring()]
        for element in elements(of: text.dropLast(2)) {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = element
            } else if line.count + 1 + element.count <= Self.width {
                lines[lines.count - 1] = line + " " + element
            } else {
                lines.append(indentation + "    " + element)
            }
        }
        return lines + [indentation + "{"]
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
