/// A point in time in a schema, without Foundation's calendars.
package struct Instant: Equatable {
    /// The unit in which a number counts from 1970.
    package enum Unit: String, Sendable {
        case seconds, milliseconds
    }

    package var secondsSince1970: Int64
    package var nanoseconds: Int64

    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
        nanoseconds = 0
    }

    /// The years 1 to 9999 in UTC. The date transformers do not read back any others.
    package static let years = -62_135_596_800.0..<253_402_300_800.0

    /// Parses `2024-05-06T07:08:09.5+02:00` (RFC 3339, section 5.6), or a date alone, which means midnight UTC. Nil
    /// outside the years 1 to 9999.
    package init?(rfc3339 text: String) {
        self.init(reading: text)
        guard Self.years.contains(Double(secondsSince1970)) else { return nil }
    }

    private init?(reading text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy(\.isDigit) else { return nil }
            return bytes[range].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }
        func isByte(_ index: Int, _ wanted: String) -> Bool {
            bytes.indices.contains(index) && wanted.utf8.contains(bytes[index])
        }
        guard let year = number(0..<4), isByte(4, "-"), let month = number(5..<7), isByte(7, "-"),
            let dayOfMonth = number(8..<10)
        else { return nil }
        let day = CivilDay(year: Int(year), month: Int(month), day: Int(dayOfMonth))
        guard day.isValid else { return nil }
        secondsSince1970 = Int64(day.number) * 86_400
        nanoseconds = 0
        if bytes.count == 10 { return }

        guard isByte(10, "Tt "), let hour = number(11..<13), isByte(13, ":"), let minute = number(14..<16),
            isByte(16, ":"), let second = number(17..<19), hour < 24, minute < 60, second < 60
        else { return nil }
        secondsSince1970 += hour * 3600 + minute * 60 + second
        var position = 19
        if isByte(position, ".") {
            position += 1
            var scale: Int64 = 100_000_000
            let start = position
            while let digit = number(position..<position + 1) {
                nanoseconds += digit * scale
                scale /= 10
                position += 1
            }
            if position == start { return nil }
        }
        if isByte(position, "Zz"), position == bytes.count - 1 { return }
        guard isByte(position, "+-"), let hours = number(position + 1..<position + 3), isByte(position + 3, ":"),
            let minutes = number(position + 4..<position + 6), bytes.count == position + 6, hours < 24, minutes < 60
        else { return nil }
        let offset = hours * 3600 + minutes * 60
        secondsSince1970 += isByte(position, "+") ? -offset : offset
    }

    /// Parses a number in JSON's notation. Nil outside the years 1 to 9999, or if it is not a whole number of
    /// nanoseconds.
    package init?(number text: String, in unit: Unit) {
        let parts = text.drop { $0 == "-" }.split { "eE".contains($0) }
        let mantissa = parts.first?.split(separator: ".") ?? []
        guard let whole = mantissa.first, let exponent = Int(parts.count > 1 ? parts[1] : "0"),
            (-100...100).contains(exponent)
        else { return nil }
        // The position of the decimal point among the digits of the number in seconds.
        let point = whole.count + exponent - (unit == .milliseconds ? 3 : 0)
        let digits =
            String(repeating: "0", count: max(0, 1 - point)) + mantissa.joined()
            + String(repeating: "0", count: 9 + max(0, point))
        let seconds = digits.prefix(max(1, point))
        let fraction = digits.dropFirst(seconds.count)
        guard var seconds = Int64(seconds), var nanoseconds = Int64(fraction.prefix(9)),
            fraction.dropFirst(9).allSatisfy({ $0 == "0" })
        else { return nil }
        if text.hasPrefix("-") {
            seconds = nanoseconds > 0 ? -seconds - 1 : -seconds
            nanoseconds = nanoseconds > 0 ? 1_000_000_000 - nanoseconds : 0
        }
        guard Self.years.contains(Double(seconds)) else { return nil }
        self.init(secondsSince1970: seconds)
        self.nanoseconds = nanoseconds
    }

    /// Seconds since 1970 as a SQL number.
    package var secondsText: String {
        let isBefore = secondsSince1970 < 0 && nanoseconds > 0
        let whole = isBefore ? secondsSince1970 + 1 : secondsSince1970
        let fraction = isBefore ? 1_000_000_000 - nanoseconds : nanoseconds
        let sign = isBefore && whole == 0 ? "-" : ""
        return "\(sign)\(whole).\(Self.digits(ofFraction: fraction) ?? "0")"
    }

    package var milliseconds: Int64 { secondsSince1970 * 1000 + nanoseconds / 1_000_000 }

    /// The time in UTC, with a fraction only if there is one.
    package var rfc3339: String {
        let day = (secondsSince1970 >= 0 ? secondsSince1970 : secondsSince1970 - 86_399) / 86_400
        let second = secondsSince1970 - day * 86_400
        let date = CivilDay(number: Int(day))
        func padded(_ value: some BinaryInteger, _ width: Int) -> String { String(value).zeroPadded(to: width) }
        let fraction = Self.digits(ofFraction: nanoseconds).map { "." + $0 } ?? ""
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(time)\(fraction)Z"
    }

    private static func digits(ofFraction nanoseconds: Int64) -> String? {
        guard nanoseconds > 0 else { return nil }
        var digits = String(1_000_000_000 + nanoseconds).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return String(digits)
    }
}
