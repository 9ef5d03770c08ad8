import ModelgenSchema

/// Reads strings as values of the built-in types. It is strict: a form that Swift, JSON and SQL would not all read the
/// same way is rejected.
enum LiteralReader {
    /// The value of a string; nil if it is not of that type.
    static func scalar(_ text: String, _ type: Scalar) -> Literal? {
        switch type {
        case .int, .int64: Int64(text).map { .integer(String($0)) }
        case .int8: Int8(text).map { .integer(String($0)) }
        case .int16: Int16(text).map { .integer(String($0)) }
        case .int32: Int32(text).map { .integer(String($0)) }
        case .uint, .uint64: UInt64(text).map { .integer(String($0)) }
        case .uint8: UInt8(text).map { .integer(String($0)) }
        case .uint16: UInt16(text).map { .integer(String($0)) }
        case .uint32: UInt32(text).map { .integer(String($0)) }
        case .float: isNumber(text) && Float(text)?.isFinite == true ? .number(text) : nil
        case .double: isNumber(text) && Double(text)?.isFinite == true ? .number(text) : nil
        case .decimal: isDecimal(text) ? .number(text) : nil
        case .bool: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        case .string: .string(text)
        case .date:
            if let value = Int64(text) {
                .integer(String(value))
            } else if isNumber(text) {
                .number(text)
            } else {
                isDate(text) && significantFraction(of: text) <= 6 ? .string(text) : nil
            }
        case .data: isBase64(text) ? .string(text) : nil
        case .uuid: isUUID(text) ? .string(text) : nil
        case .url: isURL(text) ? .string(text) : nil
        case .json: nil
        }
    }

    /// Any node as a JSON value: only here, plain scalars are typed as in JSON.
    static func json(_ node: Node) -> Literal {
        switch node.content {
        case .scalar(let scalar):
            if scalar.style != .plain { return .string(scalar.text) }
            if node.isNull { return .null }
            if scalar.text == "true" || scalar.text == "false" { return .boolean(scalar.text == "true") }
            if let integer = Int64(scalar.text) { return .integer(String(integer)) }
            return isNumber(scalar.text) ? .number(scalar.text) : .string(scalar.text)
        case .sequence(let nodes): return .list(nodes.map { json($0) })
        case .mapping(let entries):
            return .dictionary(entries.map { LiteralEntry(key: $0.name, value: json($0.value)) })
        }
    }

    /// A sign, digits, a fraction, an exponent: what Swift, JSON and SQLite all read the same way.
    static func isNumber(_ text: String) -> Bool {
        var rest = Substring(text)
        if rest.first == "-" { rest.removeFirst() }
        func digits() -> Bool {
            let count = rest.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count > 0
        }
        guard digits() else { return false }
        if rest.first == "." {
            rest.removeFirst()
            guard digits() else { return false }
        }
        if rest.first == "e" || rest.first == "E" {
            rest.removeFirst()
            if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
            guard digits() else { return false }
        }
        return rest.isEmpty
    }

    /// `2020-01-31`, `2020-01-31T09:35:06Z`, `…06.123+01:00` (RFC 3339, or the date alone), from year 1: the date
    /// transformers do not read earlier years back.
    static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[start..<start + count] {
                guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        func has(_ character: Unicode.Scalar, _ index: Int) -> Bool {
            index < bytes.count && bytes[index] == UInt8(ascii: character)
        }
        guard let year = number(0, 4), has("-", 4), let month = number(5, 2), has("-", 7), let day = number(8, 2),
            year > 0, (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard (1...days).contains(day) else { return false }
        if bytes.count == 10 { return true }
        guard has("T", 10) || has(" ", 10), let hour = number(11, 2), has(":", 13), let minute = number(14, 2),
            hour < 24,
            minute < 60, has(":", 16), let second = number(17, 2), second < 61
        else { return false }
        var index = 19
        if has(".", index) {
            let start = index + 1
            index = start
            while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") {
                index += 1
            }
            guard index > start else { return false }
        }
        if has("Z", index) { return index + 1 == bytes.count }
        guard has("+", index) || has("-", index), let hours = number(index + 1, 2), has(":", index + 3),
            let minutes = number(index + 4, 2)
        else { return false }
        guard hours < 24, minutes < 60, bytes.count == index + 6 else { return false }
        // In UTC, the year may differ from the one written.
        let utc = hour * 60 + minute + (has("+", index) ? -1 : 1) * (hours * 60 + minutes)
        let isFirstDay = (year, month, day) == (1, 1, 1)
        let isLastDay = (year, month, day) == (9999, 12, 31)
        return !(isFirstDay && utc < 0) && !(isLastDay && utc >= 24 * 60)
    }

    /// How many digits of a date's fraction are significant. A `Date` counts seconds in a `Double`, which keeps
    /// microseconds.
    static func significantFraction(of date: String) -> Int {
        guard let point = date.firstIndex(of: ".") else { return 0 }
        let digits = date[date.index(after: point)...].prefix(while: \.isNumber)
        return digits.count - digits.reversed().prefix { $0 == "0" }.count
    }

    static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHex(byte)
        }
    }

    /// Padded Base64 (RFC 4648, section 4).
    static func isBase64(_ text: String) -> Bool {
        var bytes = Array(text.utf8)
        guard bytes.count % 4 == 0 else { return false }
        for _ in 0..<2 where bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"):
                true
            default: false
            }
        }
    }

    /// A number of at most 38 digits, which fits into a `Decimal`.
    private static func isDecimal(_ text: String) -> Bool {
        guard isNumber(text), text.utf8.count <= 38 else { return false }
        let exponent = text.split(whereSeparator: { "eE".contains($0) }).dropFirst().first
        return exponent.map { (-80...80).contains(Int($0) ?? .max) } ?? true
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
