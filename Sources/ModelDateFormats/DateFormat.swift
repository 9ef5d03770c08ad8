import Foundation
import ModelRuntime

/// A date as a string with a pattern, in UTC and English, regardless of the user's settings.
///
///     DateFormat("yyyy-MM-dd HH:mm:ss")
///     DateFormat("EEE MMM dd HH:mm:ss Z yyyy")   // Wed Aug 27 13:08:45 +0000 2008
///
/// Symbols are those of Unicode's UTS 35: `y` or `yyyy`, `yy` (1950 to 2049), `M MM MMM MMMM`, `d dd`, `H HH`, `h hh` with
/// `a`, `m mm`, `s ss`, `S` (repeated, for digits of the fraction), `E` to `EEEE`, `Z` (`+0200`), `ZZZZZ` and `XXX`
/// (`+02:00` or `Z`), `X`. `[.SSSSSS]` is a fraction that is omitted if it is zero, as Python writes it. Literal text
/// is in single quotes, `''` is a quote, and any non-letter stands for itself. A pattern with any other letter is an
/// error when it is used. No formatter object is created; the value is thread-safe.
public struct DateFormat: Transformer {
    enum Part: Hashable, Sendable {
        case literal([UInt8])
        case year, shortYear
        case month(Int), monthName, shortMonthName
        case day(Int), hour(Int), hour12(Int), minute(Int), second(Int), fraction(Int)
        /// A point and this many digits, or nothing for zero.
        case optionalFraction(Int)
        case halfDay
        case weekday, shortWeekday
        /// An offset, with or without a colon, and with or without `Z` for UTC.
        case offset(colon: Bool, zulu: Bool)
    }

    /// The pattern.
    public let pattern: String
    private let parts: Result<[Part], JSONError>

    /// A transformer for `pattern`.
    public init(_ pattern: String) {
        self.pattern = pattern
        parts = Result { () throws(JSONError) in try Self.parts(of: pattern) }
    }

    /// Returns what is wrong with `pattern`, or nil.
    public static func problem(in pattern: String) -> String? {
        if case .failure(let error) = DateFormat(pattern).parts { error.reason } else { nil }
    }

    /// The date.
    public func decode(_ source: String) throws -> Date {
        let parts = try parts.get()
        var source = source
        return try source.withUTF8 { text in
            var reader = DatePatternReader(text)
            let isRead = reader.read(parts)
            if isRead, reader.time.second == 60 { throw JSONError.leapSecond }
            guard isRead, let time = reader.moment else {
                throw JSONError(.invalidValue, expected: "a date like \(pattern.quotedForMessage)")
            }
            return time.date
        }
    }

    /// The string, in UTC. Anything that the pattern does not include is lost.
    public func encode(_ value: Date) throws -> String {
        let parts = try parts.get()
        let time = try CivilTime(value)
        var text: [UInt8] = []
        for part in parts { write(part, of: time, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    private func write(_ part: Part, of time: CivilTime, to text: inout [UInt8]) {
        func digits(_ value: Int, _ width: Int) {
            let number = String(value).utf8
            text += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, width - number.count)) + number
        }
        switch part {
        case .literal(let bytes): text += bytes
        case .year: digits(time.year, 4)
        case .shortYear: digits(time.year % 100, 2)
        case .month(let width): digits(time.month, width)
        case .monthName: text += Self.months[time.month - 1].utf8
        case .shortMonthName: text += Self.months[time.month - 1].utf8.prefix(3)
        case .day(let width): digits(time.day, width)
        case .hour(let width): digits(time.hour, width)
        case .hour12(let width): digits((time.hour + 11) % 12 + 1, width)
        case .minute(let width): digits(time.minute, width)
        case .second(let width): digits(time.second, width)
        case .halfDay: text += (time.hour < 12 ? "AM" : "PM").utf8
        case .weekday: text += Self.weekdays[time.weekday].utf8
        case .shortWeekday: text += Self.weekdays[time.weekday].utf8.prefix(3)
        case .offset(let colon, let zulu): text += (zulu ? "Z" : colon ? "+00:00" : "+0000").utf8
        case .optionalFraction(let width):
            var digits: [UInt8] = []
            write(.fraction(width), of: time, to: &digits)
            if digits.contains(where: { $0 != UInt8(ascii: "0") }) { text += [UInt8(ascii: ".")] + digits }
        case .fraction(let width):
            let known = String(time.fraction)
            let padded = String(repeating: "0", count: max(0, time.fractionDigits - known.utf8.count)) + known
            let all = padded + String(repeating: "0", count: max(0, width - time.fractionDigits))
            text += all.utf8.prefix(width)
        }
    }

    private static func parts(of pattern: String) throws(JSONError) -> [Part] {
        var parts: [Part] = []
        var literal: [UInt8] = []
        func add(_ part: Part?) {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = []
            if let part { parts.append(part) }
        }
        let quote = UInt8(ascii: "'")
        var isQuoted = false
        var rest = Array(pattern.utf8)[...]
        while let byte = rest.popFirst() {
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") && byte < 0x80
            if byte == quote {
                // Two are one in the text, within quotes as well.
                if rest.first == quote { literal.append(rest.removeFirst()) } else { isQuoted.toggle() }
            } else if !isQuoted, byte == UInt8(ascii: "["), let width = optionalFraction(rest) {
                add(.optionalFraction(width))
                rest.removeFirst(width + 2)
            } else if isQuoted || !isLetter {
                literal.append(byte)
            } else {
                let others = rest.prefix { $0 == byte }.count
                rest.removeFirst(others)
                add(try part(byte, others + 1, of: pattern))
            }
        }
        if isQuoted {
            throw JSONError(.invalidValue, reason: "unclosed quote in the pattern \(pattern.quotedForMessage)")
        }
        add(nil)
        return parts
    }

    /// The number of digits if `rest` begins like `.SSS]`.
    private static func optionalFraction(_ rest: ArraySlice<UInt8>) -> Int? {
        let width = rest.dropFirst().prefix { $0 == UInt8(ascii: "S") }.count
        let isComplete = rest.starts(with: ".S".utf8) && rest.dropFirst(width + 1).first == UInt8(ascii: "]")
        return isComplete && width <= 9 ? width : nil
    }

    private static func part(_ letter: UInt8, _ count: Int, of pattern: String) throws(JSONError) -> Part {
        switch (Character(UnicodeScalar(letter)), count) {
        case ("y", 1), ("y", 4): return .year
        case ("y", 2): return .shortYear
        case ("M", 1...2): return .month(count)
        case ("M", 3): return .shortMonthName
        case ("M", 4): return .monthName
        case ("d", 1...2): return .day(count)
        case ("H", 1...2): return .hour(count)
        case ("h", 1...2): return .hour12(count)
        case ("m", 1...2): return .minute(count)
        case ("s", 1...2): return .second(count)
        case ("S", 1...18): return .fraction(count)
        case ("a", 1): return .halfDay
        case ("E", 1...3): return .shortWeekday
        case ("E", 4): return .weekday
        case ("Z", 1...3): return .offset(colon: false, zulu: false)
        case ("Z", 5), ("X", 3): return .offset(colon: true, zulu: true)
        case ("X", 1...2): return .offset(colon: false, zulu: true)
        default:
            let symbol = String(repeating: String(UnicodeScalar(letter)), count: count)
            throw JSONError(
                .invalidValue, reason: "unknown symbol \(symbol) in the pattern \(pattern.quotedForMessage)")
        }
    }
}

extension CivilTime {
    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int {
        let days = Self.dayNumber(year: year, month: month, day: day)
        return ((days + 4) % 7 + 7) % 7
    }
}
