import ModelgenSchema

/// Why a string is not a key path.
struct KeyPathProblem: Error, Equatable {
    var message: String
    /// In UTF-8 bytes of the text.
    var offset: Int
    var length: Int
}

/// Writing a value at an index creates a list that ends with it, so the length of that list is limited.
private let largestIndex = 999

/// Parses `a.b[0].c`; a dot, bracket or backslash that belongs to a key is escaped by a backslash: `a\.b`.
func parseKeyPath(_ text: String) -> Result<JSONPath, KeyPathProblem> {
    let bytes = Array(text.utf8)
    var components: [JSONPathComponent] = []
    var key: [UInt8] = []
    var hasKey = false
    var afterIndex = false
    var index = 0
    func problem(_ message: String, _ offset: Int, _ length: Int = 1) -> Result<JSONPath, KeyPathProblem> {
        .failure(KeyPathProblem(message: message, offset: offset, length: length))
    }
    while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\\"):
            guard index + 1 < bytes.count, Array(".[]\\".utf8).contains(bytes[index + 1]) else {
                return problem("a backslash must precede a dot, a bracket or another backslash", index)
            }
            if afterIndex { return problem("missing dot before this key", index) }
            key.append(bytes[index + 1])
            hasKey = true
            index += 2
        case UInt8(ascii: "."):
            guard hasKey || afterIndex else { return problem("missing key before this dot", index) }
            if hasKey { components.append(.key(String(decoding: key, as: UTF8.self))) }
            key = []
            hasKey = false
            afterIndex = false
            index += 1
            if index == bytes.count { return problem("missing key after this dot", index - 1) }
        case UInt8(ascii: "["):
            if hasKey { components.append(.key(String(decoding: key, as: UTF8.self))) }
            guard hasKey || afterIndex || components.isEmpty else {
                return problem("missing key before this bracket", index)
            }
            key = []
            hasKey = false
            let start = index + 1
            index = start
            while index < bytes.count, bytes[index] != UInt8(ascii: "]") { index += 1 }
            let digits = String(decoding: bytes[start..<index], as: UTF8.self)
            guard index < bytes.count, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int32(digits)
            else {
                return problem(
                    "an index must be a number in brackets, as in `[0]`", start - 1, max(1, index - start + 1))
            }
            guard number <= largestIndex else {
                return problem("an index is at most \(largestIndex)", start, index - start)
            }
            components.append(.index(Int(number)))
            afterIndex = true
            index += 1
        case UInt8(ascii: "]"): return problem("this bracket was never opened", index)
        default:
            if afterIndex { return problem("missing dot before this key", index) }
            key.append(bytes[index])
            hasKey = true
            index += 1
        }
    }
    if hasKey { components.append(.key(String(decoding: key, as: UTF8.self))) }
    guard !components.isEmpty else { return problem("missing key", 0, 0) }
    return .success(JSONPath(components))
}
