import Foundation

/// The lines of Swift code, each with its kind, because layout must not change lines inside a multiline literal.
///
/// The text of such a literal begins on a new line, and ends before a line that begins with its delimiter (The Swift
/// Programming Language, "Lexical Structure"). So quotes in comments and in other strings are not mistaken for one.
struct CodeLines: Sequence, IteratorProtocol {
    enum Kind {
        /// Code on its own, or a comment.
        case code
        /// Code in which a multiline literal begins or ends.
        case boundary
        /// Text of a multiline literal.
        case literal
    }

    private let code: [UInt8]
    private var start = 0
    /// The end of the literal that contains the next line: `"""` or `"""#`.
    private var delimiter: [UInt8]?

    init(_ code: [UInt8]) { self.code = code }

    /// The next line without its line break; the last one may be empty.
    mutating func next() -> (text: ArraySlice<UInt8>, kind: Kind)? {
        guard start <= code.endIndex else { return nil }
        let end = code.endOfLine(from: start)
        let line = code[start..<end]
        start = end + 1
        guard let ending = delimiter else {
            delimiter = line.openedDelimiter
            return (line, delimiter == nil ? .code : .boundary)
        }
        let text = line.withoutIndentation
        guard text.starts(with: ending) else { return (line, .literal) }
        delimiter = text.dropFirst(ending.count).openedDelimiter
        return (line, .boundary)
    }
}

extension [UInt8] {
    /// The position of the line break at or after a position, or the end of the text.
    ///
    /// Uses the C library, since generated code is split into lines several times, and a build plugin's tool is compiled
    /// without optimization.
    func endOfLine(from start: Int) -> Int {
        withUnsafeBytes { bytes in
            guard start < bytes.count, let first = bytes.baseAddress,
                let found = memchr(first + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            else { return bytes.count }
            return UnsafeRawPointer(found) - first
        }
    }
}

extension ArraySlice<UInt8> {
    var withoutIndentation: ArraySlice<UInt8> { drop { $0 == UInt8(ascii: " ") } }

    /// The end of the multiline literal that begins at the end of this line; nil if there is none.
    fileprivate var openedDelimiter: [UInt8]? {
        guard last == UInt8(ascii: "\""), suffix(3).elementsEqual("\"\"\"".utf8),
            !withoutIndentation.starts(with: "//".utf8)
        else { return nil }
        let pounds = dropLast(3).reversed().prefix { $0 == UInt8(ascii: "#") }
        return [UInt8](suffix(3)) + pounds
    }
}
