import ModelgenDiagnostics

/// The file is valid YAML.
enum YAMLSyntax: Rule {
    static let entry = RuleEntry(
        id: "yaml-syntax",
        summary: "A schema is YAML.",
        explanation: """
            The text cannot be parsed as YAML from this position; the cause is often a line earlier: inconsistent
            indentation, an unclosed bracket or quote, or a string with `: `, `#`, `@` or a leading `*`, `&`, `!`, `%`
            that needs quotes.
            """,
        bad: "models:\n  City:\n    doc: one: two\n    fields:\n      id: Int64\n",
        good: "models:\n  City:\n    doc: \"one: two\"\n    fields:\n      id: Int64\n"
    )

    static func diagnose(_ failure: ParserFailure, in file: SourceFile) -> Diagnostic {
        let lines = file.bytes.split(separator: UInt8(ascii: "\n"))
        if let conflict = lines.first(where: { $0.starts(with: "<<<<<<< ".utf8) }) {
            return report(
                "unresolved merge conflict",
                do: "keep one of the two versions, and delete the lines with `<<<<<<<`, `=======` and `>>>>>>>`",
                at: file.range(conflict.startIndex, conflict.endIndex))
        }
        let words = explain(failure, in: file)
        var notes: [Diagnostic.Note] = []
        var offset = failure.offset
        if let context = failure.contextOffset, context != offset, let text = Self.context(failure.context) {
            notes.append(.init(text, at: file.range(context, context + 1)))
        }
        // At the end of a file, there is nothing to underline, so the last character is marked instead.
        while offset > 0, offset >= file.bytes.count || file.bytes[offset] == UInt8(ascii: "\n"),
            offset >= file.bytes.count
        {
            offset -= 1
        }
        return report(words.problem, do: words.advice, at: file.range(offset, offset + 1), notes: notes)
    }

    /// `{ id Int64 }`: in braces, a key without a colon is valid YAML.
    static func diagnose(_ key: Node, isFirst: Bool) -> Diagnostic? {
        let words = (key.text ?? "").split(separator: " ", maxSplits: 1)
        let next = key.file.bytes[key.range.end...].first { !" \t\r\n".utf8.contains($0) }
        guard key.isPlain, words.count > 1, next != UInt8(ascii: ":") else { return nil }
        let quotes = isFirst ? "" : ", or put the text with the comma before it in quotes"
        return report(
            "missing `:` after `\(words[0])`", do: "write `\(words.joined(separator: ": "))`\(quotes)", at: key.range)
    }

    private static func explain(_ failure: ParserFailure, in file: SourceFile) -> (problem: String, advice: String) {
        let bytes = file.bytes
        let character =
            failure.offset < bytes.count
            ? String(decoding: bytes[failure.offset...].prefix(4), as: UTF8.self).first.map(String.init) ?? "" : ""
        if let bracket = bracket(at: failure.offset, bytes), let text = bracketed(at: bracket, bytes) {
            return ("a string with brackets needs quotes here", "write `\"\(text)\"`")
        }
        switch failure.problem {
        case "mapping values are not allowed in this context":
            return ("unexpected `:`", "put the string in quotes, or check the indentation")
        case "could not find expected ':'":
            return ("missing `:`", "write `key: value` on each line of a mapping")
        case "did not find expected key":
            return ("expected a key", "check the indentation and the quotes before it")
        case "did not find expected '-' indicator":
            return ("expected a list item", "start it with `- `, or check the indentation")
        case "did not find expected ',' or ']'":
            return ("expected `,` or `]` in the list", "close it with `]`")
        case "did not find expected ',' or '}'":
            return ("expected `,` or `}` in the mapping", "close it with `}`")
        case "found character that cannot start any token":
            return ("a string cannot start with `\(character)`", "put it in quotes")
        case "block sequence entries are not allowed in this context":
            return ("unexpected list item", "put the list on separate lines below its key")
        case "mapping keys are not allowed in this context":
            return ("unexpected `?`", "put the string in quotes")
        case "found unexpected end of stream":
            return ("unterminated quoted string", "close the quotes")
        case "found unexpected document indicator":
            return ("unterminated quoted string at the end of the document", "close the quotes")
        case "found unknown escape character":
            return (
                "`\\\(nextCharacter(failure, bytes))` is not a valid escape",
                "write `\\\\` for a backslash, or use single quotes"
            )
        case "found invalid Unicode character escape code":
            return (
                "this escape does not stand for a character",
                "write the character as it is, or one escape of eight digits, as in `\\U0001F600`"
            )
        case "did not find expected <document start>":
            return ("this does not belong to any document", "check the indentation, or begin a new document with `---`")
        case "did not find expected node content":
            return ("expected a value", "write one, or put the text in quotes")
        default:
            return ("invalid YAML: \(failure.problem)", "check the quotes and the indentation")
        }
    }

    /// The bracket that makes a string need quotes. `tags[0]`: in braces, libyaml gives up at the bracket itself.
    /// `Set<[String: Int]>`: elsewhere, it gives up at the colon after it.
    private static func bracket(at offset: Int, _ bytes: [UInt8]) -> Int? {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { return offset }
        let line = bytes[..<offset].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? []
        // The string with the bracket must be the whole value.
        guard let bracket = line.lastIndex(of: UInt8(ascii: "[")), !line[bracket...].contains(UInt8(ascii: "]")),
            let space = line[..<bracket].lastIndex(of: UInt8(ascii: " ")), space > line.startIndex,
            ":-".utf8.contains(line[space - 1])
        else { return nil }
        return bracket
    }

    /// The string with a bracket at `offset`, unless the bracket begins a list.
    private static func bracketed(at offset: Int, _ bytes: [UInt8]) -> String? {
        guard offset > 0, offset < bytes.count, bytes[offset] == UInt8(ascii: "["),
            !" \t\n\r,{}\"'[]:".utf8.contains(bytes[offset - 1])
        else { return nil }
        let before = bytes[..<offset].reversed().prefix { !" \t\n\r,{}\"'[".utf8.contains($0) }
        // A space or a comma within the brackets belongs to the string.
        var depth = 0
        let after = bytes[offset...].prefix { byte in
            switch byte {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            default: return !(depth > 0 ? "\n\r{}\"'" : " \t\n\r,{}\"'").utf8.contains(byte)
            }
            return depth >= 0
        }
        return depth > 0 ? nil : String(decoding: before.reversed() + after, as: UTF8.self)
    }

    private static func nextCharacter(_ failure: ParserFailure, _ bytes: [UInt8]) -> String {
        guard failure.offset + 1 < bytes.count else { return "" }
        return String(decoding: bytes[(failure.offset + 1)...].prefix(4), as: UTF8.self).first.map(String.init) ?? ""
    }

    private static func context(_ context: String) -> String? {
        switch context {
        case "while parsing a block mapping", "while parsing a flow mapping": "the mapping begins here"
        case "while parsing a block collection", "while parsing a flow sequence": "the list begins here"
        case "while scanning a quoted scalar": "the quotes begin here"
        case "while scanning a simple key": "this was read as a key"
        default: nil
        }
    }
}
