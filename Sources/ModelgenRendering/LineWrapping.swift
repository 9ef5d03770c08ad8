extension [UInt8] {
    /// Swift code with calls, declarations and conformances wrapped at 120 columns, as swift-format would wrap them.
    /// Templates write each on one line.
    ///
    ///     Endpoint(
    ///         "posts.publish",
    ///         .post,
    ///         returns: .object,
    ///     )
    var wrapped: [UInt8] {
        guard hasLongLine else { return self }
        var output: [UInt8] = []
        output.reserveCapacity(count + count / 8)
        // Calls that follow a multiline call are placed after its end, and so are their trailing closures.
        var chain: ArraySlice<UInt8>?
        var isInChain = false
        for (line, kind) in CodeLines(self) {
            defer { output.append(UInt8(ascii: "\n")) }
            if let chain, line.starts(with: chain + Array((isInChain ? "    " : "    .").utf8)) {
                isInChain = true
                output += line.dropFirst(4)
                continue
            }
            isInChain = false
            chain = nil
            if kind == .code, line.count > CodeLine.width - 4 {
                if CodeLine(line).write(to: &output) { chain = line.prefix { $0 == UInt8(ascii: " ") } }
            } else {
                output += line
            }
        }
        output.removeLast()
        return output
    }

    private var hasLongLine: Bool {
        var start = startIndex
        while start < endIndex {
            let end = endOfLine(from: start)
            if end - start > CodeLine.width - 4 { return true }
            start = end + 1
        }
        return false
    }
}

/// One line of Swift code, in UTF-8: iterating over its characters would take longer than everything else.
private struct CodeLine {
    static let width = 120

    /// The number of blanks before the text.
    let indentation: Int
    let text: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) {
        text = line.drop { $0 == UInt8(ascii: " ") }
        indentation = line.count - text.count
    }

    private init(_ text: ArraySlice<UInt8>, indentation: Int) {
        self.text = text
        self.indentation = indentation
    }

    /// Writes the line, or the lines that it is wrapped into, and returns whether it is wrapped.
    @discardableResult func write(to output: inout [UInt8]) -> Bool {
        begin(&output)
        // Beyond the page, wrapping gains nothing, and the blanks would grow with the square of the nesting.
        guard indentation < Self.width, isTooLong, let first = text.first, first != UInt8(ascii: "/"),
            first != UInt8(ascii: "\"")
        else {
            output += text
            return false
        }
        guard let group = widestGroup.map(innermost) else { return fill(&output) }
        var elements = elements(of: text[group])
        // A new last element then changes no other line. Arguments and parameters may end with a comma since Swift 6.1
        // (SE-0439).
        if elements.last?.isEmpty == true {
            elements.removeLast()  // The template wrote the comma.
        } else if elements.count > 1, isArrayLiteral(group) || isArguments(group) {
            elements[elements.count - 1].append(UInt8(ascii: ","))
        }
        output += text[..<group.lowerBound]
        for element in elements {
            output.append(UInt8(ascii: "\n"))
            CodeLine(element, indentation: indentation + 4).write(to: &output)
        }
        output.append(UInt8(ascii: "\n"))
        begin(&output)
        output += text[group.upperBound...]
        return true
    }

    private func begin(_ output: inout [UInt8]) { output += repeatElement(UInt8(ascii: " "), count: indentation) }

    /// Whether the line is too wide. The linter leaves room for a comma after the last element of each list.
    fileprivate var isTooLong: Bool {
        guard indentation + text.count > Self.width - 4 else { return false }
        let count = indentation + text.columns
        guard count <= Self.width, count > Self.width - 4 else { return count > Self.width }
        var commas = 0
        // For each open bracket, whether it contains a comma; not used for parentheses.
        var open: [Bool?] = []
        for index in CodeIndices(text) {
            switch text[index] {
            case UInt8(ascii: "["): open.append(false)
            case UInt8(ascii: "("), UInt8(ascii: "{"): open.append(nil)
            case UInt8(ascii: ","): if open.last == .some(false) { open[open.count - 1] = true }
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                if open.popLast() == .some(true) { commas += 1 }
            default: break
            }
        }
        return count + commas > Self.width
    }

    /// The inside of the widest outermost pair of parentheses or brackets.
    private var widestGroup: Range<Int>? {
        var widest: Range<Int>?
        var depth = 0
        var start = text.startIndex
        for index in CodeIndices(text) {
            switch text[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                guard depth == 0 else { continue }
                if index - start > widest?.count ?? 0 { widest = start..<index }
            default: break
            }
        }
        return depth == 0 ? widest : nil
    }

    /// The inside of the list that is the only element between brackets, `([…])` or `(or: […])`, if it is too wide for
    /// a line.
    private func innermost(_ group: Range<Int>) -> Range<Int> {
        guard text[group].last == UInt8(ascii: "]"), let open = text[group].firstIndex(of: UInt8(ascii: "[")),
            elements(of: text[group]).count == 1, CodeLine(text[group], indentation: indentation + 4).isTooLong
        else { return group }
        let label = String(decoding: text[group.lowerBound..<open], as: UTF8.self)
        let inner = (open + 1)..<(group.upperBound - 1)
        guard label.allSatisfy({ $0.isLetter || $0 == ":" || $0 == " " }), isArrayLiteral(inner) else { return group }
        return inner
    }

    /// Whether these brackets enclose a literal, not the arguments of a subscript or the parts of a type.
    private func isArrayLiteral(_ group: Range<Int>) -> Bool {
        let open = group.lowerBound - 1
        return text[open] == UInt8(ascii: "[") && (open == text.startIndex || " ([".utf8.contains(text[open - 1]))
    }

    /// Whether these parentheses follow a name, and enclose arguments or parameters.
    private func isArguments(_ group: Range<Int>) -> Bool {
        let open = group.lowerBound - 1
        guard text[open] == UInt8(ascii: "("), open > text.startIndex else { return false }
        return !" ([{<,:".utf8.contains(text[open - 1])
    }

    /// The elements of a list, each except the last with its comma.
    private func elements(of list: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var elements: [ArraySlice<UInt8>] = []
        var depth = 0
        var start = list.startIndex
        for index in CodeIndices(list) {
            switch list[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                elements.append(list[start...index])
                start = list[(index + 1)...].firstIndex { $0 != UInt8(ascii: " ") } ?? list.endIndex
            default: break
            }
        }
        return elements + [list[start...]]
    }

    /// A conformance to many protocols, or a guard: as many elements on each line as fit, with the rest of the
    /// statement on its own line.
    private func fill(_ output: inout [UInt8]) -> Bool {
        let endings = [" {", " {}", " else { return nil }"].map { Array($0.utf8) }
        guard let ending = endings.first(where: { text.suffix($0.count).elementsEqual($0) }) else {
            output += text
            return false
        }
        var column = indentation
        for element in elements(of: text.dropLast(ending.count)) {
            if column > indentation, column + 1 + element.columns > Self.width {
                output.append(UInt8(ascii: "\n"))
                output += repeatElement(UInt8(ascii: " "), count: indentation + 4)
                column = indentation + 4
            } else if column > indentation {
                output.append(UInt8(ascii: " "))
                column += 1
            }
            output += element
            column += element.columns
        }
        output.append(UInt8(ascii: "\n"))
        begin(&output)
        output += ending.dropFirst()
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Whether the line would be wrapped.
    var isTooLongForLine: Bool { CodeLine(self).isTooLong }

    /// The number of characters in the text.
    fileprivate var columns: Int {
        allSatisfy { $0 < 0x80 } ? count : String(decoding: self, as: UTF8.self).count
    }
}

/// The positions in a line that are not within a string, nor in the code that a string contains, which is not wrapped:
/// `"days/\(day, using: DateFormat("EEE, d MMM"))"`.
private struct CodeIndices: Sequence, IteratorProtocol {
    /// What encloses a position.
    private enum Level {
        /// A string that begins and ends with this number of `#`.
        case string(pounds: Int)
        /// Code in a string, with this number of open parentheses.
        case interpolation(open: Int)
    }

    private let text: ArraySlice<UInt8>
    private var place: Int
    private var levels: [Level] = []

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        place = text.startIndex
    }

    mutating func next() -> Int? {
        while place < text.endIndex {
            let index = place
            let byte = text[index]
            place += 1
            if case .string(let pounds)? = levels.last {
                passString(byte, pounds)
            } else if byte == UInt8(ascii: "\"") {
                levels.append(.string(pounds: text[..<index].reversed().prefix { $0 == UInt8(ascii: "#") }.count))
            } else if case .interpolation(let open)? = levels.last {
                levels.removeLast()
                let change = byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
                if open + change > 0 { levels.append(.interpolation(open: open + change)) }
            } else {
                return index
            }
        }
        return nil
    }

    /// Continues after a byte of a string, which may end the string or escape the next byte.
    private mutating func passString(_ byte: UInt8, _ pounds: Int) {
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\"),
            text[place...].prefix(while: { $0 == UInt8(ascii: "#") }).count >= pounds
        else { return }
        place += pounds
        if byte == UInt8(ascii: "\"") {
            levels.removeLast()
        } else {
            if place < text.endIndex, text[place] == UInt8(ascii: "(") { levels.append(.interpolation(open: 1)) }
            place += 1
        }
    }
}
