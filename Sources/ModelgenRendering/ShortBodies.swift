extension [UInt8] {
    /// Swift code with each function, initializer and property whose body is one line joined into one line, if it fits:
    /// templates write bodies on separate lines.
    ///
    ///     func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { sink.field(name) }
    var withShortBodies: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(count)
        // The last two lines of the output, which the next line may close.
        var head = 0..<0
        var body = 0..<0
        for (line, kind) in CodeLines(self) {
            if kind == .code, line.last == UInt8(ascii: "}"), line.withoutIndentation.count == 1,
                let joined = Self.joined(output[head], output[body], indentation: line.count - 1)
            {
                output.removeSubrange(head.lowerBound...)
                body = head.lowerBound..<(head.lowerBound + joined.count)
                head = 0..<0
                output += joined
            } else {
                (head, body) = kind == .code ? (body, output.count..<(output.count + line.count)) : (0..<0, 0..<0)
                output += line
            }
            output.append(UInt8(ascii: "\n"))
        }
        output.removeLast()
        return output
    }

    /// The declaration with its body and its end on one line; nil if it is not a declaration or would be too long.
    private static func joined(_ head: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>, indentation: Int) -> [UInt8]? {
        let declaration = head.withoutIndentation
        let statement = body.withoutIndentation
        guard declaration.last == UInt8(ascii: "{"), head.count - declaration.count == indentation,
            declaration.declaresMember, !statement.isEmpty, !statement.starts(with: "//".utf8),
            !statement.starts(with: "#".utf8)
        else { return nil }
        let line = [UInt8](head) + [UInt8(ascii: " ")] + statement + [UInt8](" }".utf8)
        return line[...].isTooLongForLine ? nil : line
    }
}

extension ArraySlice<UInt8> {
    /// Whether a function, an initializer or a property begins here, after its modifiers.
    fileprivate var declaresMember: Bool {
        for word in split(separator: UInt8(ascii: " ")) {
            if word.elementsEqual("func".utf8) || word.elementsEqual("var".utf8) || word.starts(with: "init(".utf8) {
                return true
            }
            guard modifiers.contains(where: { word.elementsEqual($0.utf8) }) else { return false }
        }
        return false
    }
}

private let modifiers = ["public", "package", "private", "static", "mutating", "nonisolated"]
