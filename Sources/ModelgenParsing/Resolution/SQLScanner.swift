/// A parameter in SQL.
struct SQLParameter: Equatable {
    /// The name without its prefix; empty for `?`.
    var name: String
    /// Its offset in UTF-8 bytes.
    var offset: Int
    var length: Int
}

/// The parameters of SQL: `:name`, `@name`, `$name` and `?`, except within strings, quoted names and comments
/// (https://www.sqlite.org/lang_expr.html#varparam).
func sqlParameters(_ sql: String) -> [SQLParameter] {
    let bytes = Array(sql.utf8)
    var parameters: [SQLParameter] = []
    var index = 0
    func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...,
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
    func skip(to end: UInt8) {
        index += 1
        while index < bytes.count, bytes[index] != end { index += 1 }
        index += 1
    }
    while index < bytes.count {
        let byte = bytes[index]
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skip(to: byte)
        case UInt8(ascii: "["): skip(to: UInt8(ascii: "]"))
        case UInt8(ascii: "-") where next == UInt8(ascii: "-"): skip(to: UInt8(ascii: "\n"))
        case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
            index += 3
            while index < bytes.count, !(bytes[index] == UInt8(ascii: "/") && bytes[index - 1] == UInt8(ascii: "*")) {
                index += 1
            }
            index += 1
        case UInt8(ascii: ":") where isWord(next), UInt8(ascii: "@") where isWord(next),
            UInt8(ascii: "$") where isWord(next),
            UInt8(ascii: "?"):
            let start = index
            index += 1
            while index < bytes.count, isWord(bytes[index]) { index += 1 }
            let name = byte == UInt8(ascii: "?") ? "" : String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
            parameters.append(SQLParameter(name: name, offset: start, length: index - start))
        case _ where isWord(byte): while index < bytes.count, isWord(bytes[index]) { index += 1 }
        default: index += 1
        }
    }
    return parameters
}
