import Foundation

extension JSONSource {
    /// Reads a string.
    public mutating func readString() throws -> String {
        let open = cursor
        guard open < end, open.pointee == "\"" else {
            return try convert(expected: "a string") { $0.string }
        }
        let (quote, isEscaped) = try scan(open, scanString)
        cursor = quote + 1
        return isEscaped ? unescapedString(open + 1, quote) : text(open + 1, to: quote)
    }

    /// The string of bytes that a scan has validated as UTF-8. They are not validated again if the standard library
    /// allows that.
    @inline(__always)
    func text(_ begin: Bytes, to end: Bytes) -> String {
        let bytes = UnsafeBufferPointer(start: begin, count: end - begin)
        #if compiler(>=6.2)
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                return String(copying: UTF8Span(unchecked: bytes.span))
            }
        #endif
        return String(decoding: bytes, as: UTF8.self)
    }

    @inline(never)
    func unescapedString(_ begin: Bytes, _ quote: Bytes) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: quote - begin) { buffer in
            guard let first = buffer.baseAddress else { return "" }
            return text(first, to: unescape(begin, quote, into: first))
        }
    }

    /// Reads a string and passes its UTF-8 to `body`. If `body` returns nil, the error says that `expected` was
    /// expected.
    mutating func readText<Value>(
        expected: String,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Value?
    ) throws -> Value {
        let open = cursor
        do {
            if !isXML, open < end, open.pointee == "\"" {
                let (quote, isEscaped) = try scan(open, scanString)
                if !isEscaped, let value = try body(UnsafeBufferPointer(start: open + 1, count: quote - (open + 1))) {
                    cursor = quote + 1
                    return value
                }
            }
            // White space around the text of an element is part of a string only (XML Schema, part 2, section 4.3.6).
            var text = try readString().trimmingCharacters(in: isXML ? .whitespacesAndNewlines : [])
            if let value = try text.withUTF8(body) { return value }
        } catch {
            throw located(error, at: open)
        }
        throw failure(.invalidValue, at: open, expected: expected)
    }

    /// Returns the kind of the value at the current position, without reading it.
    public mutating func peekKind() throws -> JSONKind {
        guard cursor < end else { throw truncated(cursor, expected: "a value") }
        guard let kind = JSONKind(of: cursor.pointee) else { throw syntax(cursor, expected: "a value") }
        return kind
    }
}

extension JSONKind {
    /// The kind of the value that begins with a byte, or nil.
    init?(of byte: UInt8) {
        switch byte {
        case "{": self = .object
        case "[": self = .array
        case "\"": self = .string
        case "t", "f": self = .bool
        case "n": self = .null
        case "-": self = .number
        default: if isDigit(byte) { self = .number } else { return nil }
        }
    }
}
