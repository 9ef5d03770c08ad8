import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// Reads a JSON document (RFC 8259) as the same tree as YAML, in which only strings are in quotes. JSON Lines, with an
/// object on each line, are read as a list (https://jsonlines.org).
///
/// - Returns: The document, or nil with a diagnostic at the byte where it is invalid.
package func readSample(_ file: SourceFile, repeated: RepeatedKeys = .all) -> (Node?, [Diagnostic]) {
    if let mistake = file.encodingMistake { return (nil, [mistake]) }
    var reader = JSONReader(file, repeated)
    do throws(JSONReader.Failure) {
        let sample = try reader.document()
        return (sample, reader.warnings)
    } catch {
        let diagnostic = Diagnostic(
            rule: "json-syntax", error.message, suggestion: error.advice, at: file.range(error.start, error.end))
        return (nil, [diagnostic])
    }
}

/// Which values count if a key occurs twice, of which a warning tells.
package enum RepeatedKeys: Sendable {
    case all, first
}

private struct JSONReader {
    struct Failure: Error {
        var message: String
        var advice: String?
        var start: Int
        var end: Int
    }

    let file: SourceFile
    let repeated: RepeatedKeys
    let bytes: [UInt8]
    var index = 0
    var depth = 0
    var warnings: [Diagnostic] = []

    private static let deepest = 500

    init(_ file: SourceFile, _ repeated: RepeatedKeys) {
        self.file = file
        self.repeated = repeated
        bytes = file.bytes
    }

    mutating func document() throws(Failure) -> Node {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        skipSpace()
        guard index < bytes.count else { throw failure("the file is empty", "write a JSON document") }
        let start = index
        var documents = [try value()]
        while beginsLine(), peek == UInt8(ascii: "{"), case .mapping = documents[0].content {
            documents.append(try value())
        }
        guard index == bytes.count else {
            throw failure(
                "unexpected text after the document", "use one document per file, or one object per line")
        }
        if documents.count == 1 { return documents[0] }
        return Node(.sequence(documents), file: file, start: start, end: index)
    }

    /// Whether what comes next is at the beginning of a line.
    private mutating func beginsLine() -> Bool {
        let end = index
        skipSpace()
        return bytes[end..<index].contains(0x0A)
    }

    private mutating func value() throws(Failure) -> Node {
        guard let byte = peek else { throw ended("a value") }
        let start = index
        let content: Node.Content
        switch byte {
        case UInt8(ascii: "{"): content = try object()
        case UInt8(ascii: "["): content = try array()
        case UInt8(ascii: "\""): content = .scalar(.init(text: try string(), style: .doubleQuoted))
        case UInt8(ascii: "t"): content = try word("true")
        case UInt8(ascii: "f"): content = try word("false")
        case UInt8(ascii: "n"): content = try word("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = try number()
        case UInt8(ascii: "'"): throw failure("JSON has no single quotes", "use double quotes")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            throw failure("missing value", "remove the comma before it, or write a value")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): throw failure("JSON has no comments", "remove it")
        default: throw failure("this is not a JSON value", nil)
        }
        return Node(content, file: file, start: start, end: index)
    }

    private mutating func object() throws(Failure) -> Node.Content {
        try enter()
        var entries: [Node.Entry] = []
        var seen: Set<String> = []
        skipSpace()
        if take(UInt8(ascii: "}")) {
            depth -= 1
            return .mapping([])
        }
        repeat {
            skipSpace()
            guard let byte = peek else { throw ended("a key") }
            guard byte == UInt8(ascii: "\"") else {
                throw failure(
                    byte == UInt8(ascii: "}") ? "missing key" : "a key must be in double quotes",
                    byte == UInt8(ascii: "}") ? "remove the comma before it" : nil)
            }
            let start = index
            let name = try string()
            let key = Node(.scalar(.init(text: name, style: .doubleQuoted)), file: file, start: start, end: index)
            let isFirst = seen.insert(name).inserted
            if !isFirst {
                let rule = repeated == .all ? "sample-key-twice" : "duplicate-key"
                warnings.append(Diagnostic(.warning, rule: rule, "duplicate key `\(name)`", at: key.range))
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else {
                throw peek == nil ? ended("a colon") : failure("missing colon")
            }
            skipSpace()
            let entry = Node.Entry(key: key, value: try value())
            if isFirst || repeated == .all { entries.append(entry) }
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else {
            throw peek == nil ? ended("`}`") : failure("missing comma or `}`")
        }
        depth -= 1
        return .mapping(entries)
    }

    private mutating func array() throws(Failure) -> Node.Content {
        try enter()
        var elements: [Node] = []
        skipSpace()
        if take(UInt8(ascii: "]")) {
            depth -= 1
            return .sequence([])
        }
        repeat {
            skipSpace()
            elements.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else {
            throw peek == nil ? ended("`]`") : failure("missing comma or `]`")
        }
        depth -= 1
        return .sequence(elements)
    }

    private mutating func enter() throws(Failure) {
        depth += 1
        guard depth <= Self.deepest else { throw failure("the document is nested deeper than \(Self.deepest) levels") }
        index += 1
    }

    private mutating func word(_ word: String) throws(Failure) -> Node.Content {
        guard bytes[index...].starts(with: word.utf8) else { throw failure("this is not a JSON value") }
        index += word.utf8.count
        return .scalar(.init(text: word, style: .plain))
    }

    private mutating func number() throws(Failure) -> Node.Content {
        let start = index
        _ = take(UInt8(ascii: "-"))
        let first = index
        guard skipDigits() > 0 else { throw failure("missing digit") }
        if bytes[first] == UInt8(ascii: "0"), index > first + 1 {
            throw Failure(
                message: "a number cannot begin with 0", advice: "put it in quotes if it is not a number",
                start: start, end: index)
        }
        if take(UInt8(ascii: ".")), skipDigits() == 0 { throw failure("missing digit") }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
            guard skipDigits() > 0 else { throw failure("missing digit") }
        }
        return .scalar(.init(text: String(decoding: bytes[start..<index], as: UTF8.self), style: .plain))
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while peek?.isDigit == true { index += 1 }
        return index - start
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    // MARK: Strings

    private mutating func string() throws(Failure) -> String {
        let start = index
        index += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                // Decoding replaces what is not UTF-8.
                let string = String(decoding: text, as: UTF8.self)
                guard string.utf8.elementsEqual(text) else {
                    throw Failure(message: "this string is not valid UTF-8", start: start, end: index)
                }
                return string
            case UInt8(ascii: "\\"): try escape(&text)
            case 0..<0x20:
                throw failure("control character in a string", "write it as \\n, \\t or \\u00XX")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw Failure(message: "unterminated string", start: start, end: min(start + 20, bytes.count))
    }

    private mutating func escape(_ text: inout [UInt8]) throws(Failure) {
        let start = index
        index += 1
        guard let byte = peek else { throw ended("an escape") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var value = try hexadecimal(from: start)
            if (0xD800..<0xDC00).contains(value), bytes[index...].starts(with: [0x5C, 0x75]) {
                index += 2
                let low = try hexadecimal(from: start)
                if (0xDC00..<0xE000).contains(low) { value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) }
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw Failure(message: "half of a surrogate pair is not a character", start: start, end: index)
            }
            text += Array(String(scalar).utf8)
        default:
            throw Failure(message: "unknown escape sequence", start: start, end: index)
        }
    }

    private mutating func hexadecimal(from start: Int) throws(Failure) -> UInt32 {
        let digits = bytes[index..<min(index + 4, bytes.count)]
        guard digits.count == 4, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
        else { throw Failure(message: "`\\u` requires four hexadecimal digits", start: start, end: index) }
        index += 4
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private func failure(_ message: String, _ advice: String? = nil) -> Failure {
        Failure(message: message, advice: advice, start: index, end: index + 1)
    }

    private func ended(_ wanted: String) -> Failure {
        Failure(message: "the document ends where \(wanted) is expected", start: bytes.count, end: bytes.count)
    }
}
