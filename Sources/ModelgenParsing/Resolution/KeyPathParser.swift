import ModelgenSchema

/// Why a string is not a key path.
struct KeyPathProblem: Error, Equatable {
    var message: String
    /// In UTF-8 bytes of the text.
    var offset: Int
    var length: Int
}

/// Parses `a.b[0].c`; a dot, bracket or backslash that belongs to a key is escaped by a backslash: `a\.b`.
func parseKeyPath(_ text: String) -> Result<JSONPath, KeyPathProblem> {
    Result { () throws(KeyPathProblem) in
        var parser = KeyPathParser(text)
        return try parser.path()
    }
}

private struct KeyPathParser {
    /// Writing a value at an index creates a list that ends with it, so the length of that list is limited.
    private static let largestIndex = 999

    private let bytes: [UInt8]
    private var offset = 0
    private var components: [JSONPathComponent] = []
    /// The key that is being read.
    private var key: [UInt8]?
    /// Whether the last component is an index: only a dot or another index can follow.
    private var isAfterIndex = false

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func path() throws(KeyPathProblem) -> JSONPath {
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\\"): try escaped()
            case UInt8(ascii: "."): try dot()
            case UInt8(ascii: "["): try index()
            case UInt8(ascii: "]"): throw problem("this bracket was never opened", at: offset)
            case let byte: try append(byte, length: 1)
            }
        }
        endKey()
        guard !components.isEmpty else { throw problem("missing key", at: 0, length: 0) }
        return JSONPath(components)
    }

    private mutating func escaped() throws(KeyPathProblem) {
        guard offset + 1 < bytes.count, Array(".[]\\".utf8).contains(bytes[offset + 1]) else {
            throw problem("a backslash must precede a dot, a bracket or another backslash", at: offset)
        }
        try append(bytes[offset + 1], length: 2)
    }

    private mutating func append(_ byte: UInt8, length: Int) throws(KeyPathProblem) {
        if isAfterIndex { throw problem("missing dot before this key", at: offset) }
        key = key ?? []
        key?.append(byte)
        offset += length
    }

    private mutating func dot() throws(KeyPathProblem) {
        guard key != nil || isAfterIndex else { throw problem("missing key before this dot", at: offset) }
        endKey()
        isAfterIndex = false
        offset += 1
        if offset == bytes.count { throw problem("missing key after this dot", at: offset - 1) }
    }

    private mutating func index() throws(KeyPathProblem) {
        guard key != nil || isAfterIndex || components.isEmpty else {
            throw problem("missing key before this bracket", at: offset)
        }
        endKey()
        let start = offset + 1
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
        let digits = bytes[start..<end]
        guard end < bytes.count, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            let number = Int32(String(decoding: digits, as: UTF8.self))
        else {
            throw problem(
                "an index must be a number in brackets, as in `[0]`", at: offset, length: max(1, end - start + 1))
        }
        guard number <= Self.largestIndex else {
            throw problem("an index is at most \(Self.largestIndex)", at: start, length: digits.count)
        }
        components.append(.index(Int(number)))
        isAfterIndex = true
        offset = end + 1
    }

    private mutating func endKey() {
        if let key { components.append(.key(String(decoding: key, as: UTF8.self))) }
        key = nil
    }

    private func problem(_ message: String, at offset: Int, length: Int = 1) -> KeyPathProblem {
        KeyPathProblem(message: message, offset: offset, length: length)
    }
}
