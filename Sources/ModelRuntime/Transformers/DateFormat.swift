import Foundation

/// A date as a string of a pattern, in UTC and English, whatever the user's settings are.
///
///     DateFormat("yyyy-MM-dd HH:mm:ss")
///     DateFormat("EEE MMM dd HH:mm:ss Z yyyy")   // Wed Aug 27 13:08:45 +0000 2008
///
/// Symbols are those of Unicode's UTS 35: `y` or `yyyy`, `yy` (1950 to 2049), `M MM MMM MMMM`, `d dd`, `H HH`, `h hh` with
/// `a`, `m mm`, `s ss`, `S` (any number of them, for digits of the fraction), `E` to `EEEE`, `Z` (`+0200`), `ZZZZZ` and
/// `XXX` (`+02:00` or `Z`), `X`. Text is put in single quotes, `''` is a quote, and all but letters stands for itself.
/// A pattern with another letter is refused when it is used. No formatter object is made; the value is thread-safe.
public struct DateFormat: Transformer {
    enum Part: Hashable, Sendable {
        case literal([UInt8])
        case year, shortYear
        case month(Int), monthName, shortMonthName
        case day(Int), hour(Int), hour12(Int), minute(Int), second(Int), fraction(Int)
        case halfDay
        case weekday, shortWeekday
        /// An offset: with a colon or not, and with `Z` for UTC or not.
        case offset(colon: Bool, zulu: Bool)
    }

    /// The pattern.
    public let pattern: String
    private let parts: [Part]
    private let problem: String?

    /// A transformer of `pattern`.
    public init(_ pattern: String) {
        self.pattern = pattern
        do {
            parts = try Self.parts(of: pattern)
            problem = nil
        } catch {
            parts = []
            problem = (error as? JSONError)?.reason ?? "the pattern is not understood"
        }
    }

    /// What is wrong with `pattern`, or nil.
    public static func problem(in pattern: String) -> String? {
        DateFormat(pattern).problem
    }

    /// The date.
    public func decode(_ source: String) throws -> Date {
        if let problem { throw JSONError(.invalidValue, reason: problem) }
        var reader = PatternReader(text: Array(source.utf8))
        guard reader.read(parts) else {
            throw JSONError(.invalidValue, expected: "a date like \(pattern.quotedForMessage)")
        }
        if reader.time.second == 60 {
            throw JSONError(.invalidValue, reason: "a leap second (:60) has no place in a Date")
        }
        guard let time = reader.moment, time.isValid else {
            throw JSONError(.invalidValue, expected: "a date like \(pattern.quotedForMessage)")
        }
        return time.date
    }

    /// The string, in UTC. What the pattern does not show is lost.
    public func encode(_ value: Date) throws -> String {
        if let problem { throw JSONError(.invalidValue, reason: problem) }
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
        case .fraction(let width):
            let known = String(time.fraction)
            let padded = String(repeating: "0", count: max(0, time.fractionDigits - known.utf8.count)) + known
            let all = padded + String(repeating: "0", count: max(0, width - time.fractionDigits))
            text += all.utf8.prefix(width)
        }
    }

    private static func parts(of pattern: String) throws -> [Part] {
        var parts: [Part] = []
        var literal: [UInt8] = []
        func flush() {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = []
        }
        var rest = Array(pattern.utf8)[...]
        let quote = UInt8(ascii: "'")
        while let byte = rest.first {
            if byte == quote {
                rest.removeFirst()
                if rest.first == quote {
                    literal.append(quote)
                    rest.removeFirst()
                    continue
                }
                while true {
                    guard let next = rest.popFirst() else {
                        throw JSONError(
                            .invalidValue,
                            reason: "a quote is open in the pattern \(pattern.quotedForMessage)"
                        )
                    }
                    if next != quote {
                        literal.append(next)
                    } else if rest.first == quote {
                        literal.append(quote)
                        rest.removeFirst()
                    } else {
                        break
                    }
                }
                continue
            }
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") && byte < 0x80
            if !isLetter {
                literal.append(byte)
                rest.removeFirst()
                continue
            }
            let count = rest.prefix { $0 == byte }.count
            rest.removeFirst(count)
            flush()
            parts.append(try part(byte, count, of: pattern))
        }
        flush()
        return parts
    }

    private static func part(_ letter: UInt8, _ count: Int, of pattern: String) throws -> Part {
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
                .invalidValue,
                reason: "the symbol \(symbol) of the pattern \(pattern.quotedForMessage) is not known"
            )
        }
    }
}

/// Reads a string by the parts of a pattern.
private struct PatternReader {
    let text: [UInt8]
    var position = 0
    var time = CivilTime()
    private var hour12: Int?
    private var isAfternoon: Bool?
    private var weekday: Int?

    init(text: [UInt8]) {
        self.text = text
    }

    /// The time, with its half of the day; nil if its parts contradict each other.
    var moment: CivilTime? {
        var time = time
        if let hour12 {
            guard hour12 >= 1, hour12 <= 12 else { return nil }
            time.hour = hour12 % 12 + (isAfternoon == true ? 12 : 0)
        }
        guard time.isValid else { return nil }
        if let weekday, weekday != time.weekday { return nil }
        return time
    }

    mutating func read(_ parts: [DateFormat.Part]) -> Bool {
        for part in parts {
            guard read(part) else { return false }
        }
        return position == text.count
    }

    private mutating func read(_ part: DateFormat.Part) -> Bool {
        switch part {
        case .literal(let bytes):
            guard text.count - position >= bytes.count, text[position..<position + bytes.count].elementsEqual(bytes)
            else { return false }
            position += bytes.count
            return true
        case .year: return number(4...4) { $0.year = $1 }
        case .shortYear: return number(2...2) { $0.year = $1 < 50 ? 2000 + $1 : 1900 + $1 }
        case .month(let width): return number(width...2) { $0.month = $1 }
        case .day(let width): return number(width...2) { $0.day = $1 }
        case .hour(let width): return number(width...2) { $0.hour = $1 }
        case .minute(let width): return number(width...2) { $0.minute = $1 }
        case .second(let width): return number(width...2) { $0.second = $1 }
        case .hour12(let width):
            var hour = 0
            guard number(width...2, { hour = $1 }) else { return false }
            hour12 = hour
            return true
        case .fraction(let width):
            var value = 0
            guard number(width...width, { value = $1 }) else { return false }
            time.fraction = UInt64(value)
            time.fractionDigits = width
            return true
        case .halfDay:
            guard let index = word(["AM", "PM"], 2) else { return false }
            isAfternoon = index == 1
            return true
        case .monthName, .shortMonthName:
            guard let index = word(DateFormat.months, part == .monthName ? nil : 3) else { return false }
            time.month = index + 1
            return true
        case .weekday, .shortWeekday:
            guard let index = word(DateFormat.weekdays, part == .weekday ? nil : 3) else { return false }
            weekday = index
            return true
        case .offset: return offset()
        }
    }

    private mutating func number(_ widths: ClosedRange<Int>, _ store: (inout CivilTime, Int) -> Void) -> Bool {
        var value = 0
        var count = 0
        while count < widths.upperBound, position < text.count, isDigit(text[position]) {
            value = value * 10 + Int(text[position] - UInt8(ascii: "0"))
            position += 1
            count += 1
        }
        guard count >= widths.lowerBound else { return false }
        store(&time, value)
        return true
    }

    /// The index of the word that comes next, of which `length` letters are written.
    private mutating func word(_ words: [String], _ length: Int?) -> Int? {
        for (index, word) in words.enumerated() {
            let wanted = Array(word.utf8.prefix(length ?? word.utf8.count))
            let rest = text[position...].prefix(wanted.count)
            if rest.count == wanted.count, zip(rest, wanted).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
                position += wanted.count
                return index
            }
        }
        return nil
    }

    private mutating func offset() -> Bool {
        guard position < text.count else { return false }
        if text[position] | 0x20 == UInt8(ascii: "z") {
            position += 1
            return true
        }
        let isEast = text[position] == UInt8(ascii: "+")
        guard isEast || text[position] == UInt8(ascii: "-") else { return false }
        position += 1
        var hours = 0
        var minutes = 0
        guard number(2...2, { hours = $1 }), hours < 24 else { return false }
        let hasColon = position < text.count && text[position] == UInt8(ascii: ":")
        if hasColon { position += 1 }
        if hasColon || position < text.count && isDigit(text[position]) {
            guard number(2...2, { minutes = $1 }), minutes < 60 else { return false }
        }
        time.offset = (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
        return true
    }
}
