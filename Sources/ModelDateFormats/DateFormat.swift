import Foundation
import ModelDatePatterns
import ModelRuntime

/// Converts a date to and from a string with a pattern, in UTC and English, whatever the user's settings.
///
///     DateFormat("yyyy-MM-dd HH:mm:ss")
///     DateFormat("EEE MMM dd HH:mm:ss Z yyyy")   // Wed Aug 27 13:08:45 +0000 2008
///
/// The symbols are those of Unicode's UTS 35: `y` or `yyyy`, `yy` (1950 to 2049), `M MM MMM MMMM`, `d dd`, `H HH`,
/// `h hh` with `a`, `m mm`, `s ss`, `S` (repeated, for the digits of the fraction), `E` to `EEEE`, `Z` (`+0200`),
/// `ZZZZZ` and `XXX` (`+02:00` or `Z`), and `X`. `[.SSSSSS]` is a fraction that is omitted if it is zero, as Python
/// does. Literal text is in single quotes, `''` is a quote, and any other character that is not a letter stands for
/// itself.
///
/// A pattern is an error when it is used if it contains another letter, or if its strings could not be read back (`h`
/// without `a`, `E` without a whole date, a part twice, `d` before another digit). So is a year that two digits cannot
/// represent. Missing parts are read as those of 1970-01-01, 00:00 in UTC; February 29 is read as that of 1972. No
/// formatter object is created, and the value is thread-safe.
public struct DateFormat: Transformer {
    /// The pattern.
    public let pattern: String
    private let parts: Result<[DatePattern.Part], JSONError>

    /// Creates a transformer for `pattern`.
    public init(_ pattern: String) {
        self.pattern = pattern
        do {
            parts = .success(try DatePattern(pattern).parts)
        } catch {
            let reason = "\(error.text) in the pattern \(pattern.quotedForMessage)"
            parts = .failure(JSONError(.invalidValue, reason: reason))
        }
    }

    /// Parses a date.
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

    /// Formats a date in UTC. Anything that the pattern does not include is lost.
    public func encode(_ value: Date) throws -> String {
        let parts = try parts.get()
        let time = try CivilTime(value)
        var text: [UInt8] = []
        if parts.contains(.shortYear), !(1950...2049).contains(time.year) {
            throw JSONError(
                .invalidValue, expected: "a year from 1950 to 2049 for the pattern \(pattern.quotedForMessage)")
        }
        for part in parts { write(part, of: time, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    private func write(_ part: DatePattern.Part, of time: CivilTime, to text: inout [UInt8]) {
        func digits(_ value: Int, _ width: Int) {
            let number = String(value).utf8
            text += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, width - number.count)) + number
        }
        switch part {
        case .literal(let bytes): text += bytes
        case .year: digits(time.year, 4)
        case .shortYear: digits(time.year % 100, 2)
        case .month(let width): digits(time.month, width)
        case .monthName: text += DatePattern.months[time.month - 1].utf8
        case .shortMonthName: text += DatePattern.months[time.month - 1].utf8.prefix(3)
        case .day(let width): digits(time.day, width)
        case .hour(let width): digits(time.hour, width)
        case .hour12(let width): digits((time.hour + 11) % 12 + 1, width)
        case .minute(let width): digits(time.minute, width)
        case .second(let width): digits(time.second, width)
        case .halfDay: text += (time.hour < 12 ? "AM" : "PM").utf8
        case .weekday: text += DatePattern.weekdays[time.civilDay.weekday].utf8
        case .shortWeekday: text += DatePattern.weekdays[time.civilDay.weekday].utf8.prefix(3)
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
}
