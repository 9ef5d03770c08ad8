import ModelgenSchema

/// Swift code in a schema, read as far as it takes to see where its strings, comments and brackets end.
struct SwiftExpression {
    private enum Scope: Equatable {
        /// A bracket, which this byte closes.
        case bracket(UInt8)
        /// A string literal with this number of `#` and of quotes.
        case string(pounds: Int, quotes: Int)
    }

    private let bytes: [UInt8]
    private var place = 0
    private var open: [Scope] = []

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Whether everything that it opens is closed, and nothing ends the declaration in which it stands.
    ///
    /// After the start of a regular expression it is also true: where that ends depends on the code before it.
    static func isClosed(_ text: String) -> Bool {
        var reader = SwiftExpression(text)
        while reader.place < reader.bytes.count {
            if reader.startsRegularExpression { return true }
            guard reader.advance() else { return false }
        }
        return reader.open.isEmpty
    }

    /// Reads one token, or one byte of it; false if it is closed by nothing, or closes what is not open.
    private mutating func advance() -> Bool {
        if case .string(let pounds, let quotes)? = open.last { return advance(inString: pounds, quotes) }
        if starts(with: "//") { return skip(past: "\n") }
        if starts(with: "/*") { return skipComment() }
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "("): open.append(.bracket(UInt8(ascii: ")")))
        case UInt8(ascii: "["): open.append(.bracket(UInt8(ascii: "]")))
        case UInt8(ascii: "{"): open.append(.bracket(UInt8(ascii: "}")))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard open.popLast() == .bracket(byte) else { return false }
        case UInt8(ascii: ";"): if open.isEmpty { return false }
        case UInt8(ascii: "`"):
            place += 1
            return skip(past: "`")
        case UInt8(ascii: "#"), UInt8(ascii: "\""): return openString()
        default: break
        }
        place += 1
        return true
    }

    /// `"`, `"""`, `#"`, or a `#` that is not the start of a string.
    private mutating func openString() -> Bool {
        let pounds = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
        place += pounds
        guard starts(with: "\"") else { return true }
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        place += quotes
        open.append(.string(pounds: pounds, quotes: quotes))
        return true
    }

    private mutating func advance(inString pounds: Int, _ quotes: Int) -> Bool {
        let marks = String(repeating: "#", count: pounds)
        if starts(with: "\\" + marks) {
            place += 1 + pounds
            if starts(with: "(") { open.append(.bracket(UInt8(ascii: ")"))) }
        } else if starts(with: String(repeating: "\"", count: quotes) + marks) {
            place += quotes + pounds - 1
            open.removeLast()
        } else if quotes == 1, starts(with: "\n") {
            return false
        }
        place += 1
        return true
    }

    /// Comments can contain comments.
    private mutating func skipComment() -> Bool {
        var depth = 0
        repeat {
            if starts(with: "/*") || starts(with: "*/") {
                depth += starts(with: "/*") ? 1 : -1
                place += 1
            }
            place += 1
            guard place <= bytes.count else { return false }
        } while depth > 0
        return true
    }

    private mutating func skip(past end: String) -> Bool {
        while !starts(with: end) {
            guard place < bytes.count else { return false }
            place += 1
        }
        place += end.utf8.count
        return true
    }

    /// `/a(/` or `#/a(/#`, not a division or a comment.
    private var startsRegularExpression: Bool {
        if case .string? = open.last { return false }
        if starts(with: "#/") { return true }
        guard starts(with: "/"), !starts(with: "//"), !starts(with: "/*"), place + 1 < bytes.count else { return false }
        let before = place == 0 ? UInt8(ascii: "(") : bytes[place - 1]
        return bytes[place + 1] != UInt8(ascii: " ") && " \n\t([{,:=".utf8.contains(before)
    }

    private func starts(with text: String) -> Bool { bytes[min(place, bytes.count)...].starts(with: text.utf8) }
}
