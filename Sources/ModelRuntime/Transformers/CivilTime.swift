import Foundation

/// A moment in the proleptic Gregorian calendar, in UTC, for the years 1 to 9999.
package struct CivilTime: Equatable {
    package var year = 1970
    package var month = 1
    package var day = 1
    package var hour = 0
    package var minute = 0
    package var second = 0
    /// Seconds east of UTC.
    package var offset = 0
    /// The fraction of the second, as `fraction` divided by ten to the power of `fractionDigits`.
    package var fraction: UInt64 = 0
    package var fractionDigits = 0

    package init() {}

    /// Whether the parts form a valid moment. Seconds go up to 59, because a Date cannot represent a leap second.
    package var isValid: Bool {
        1...9999 ~= year && 1...12 ~= month && 1...Self.days(in: month, of: year) ~= day && 0..<24 ~= hour
            && 0..<60 ~= minute && 0..<60 ~= second
    }

    static func days(in month: Int, of year: Int) -> Int {
        // Up to July, odd months have 31 days; from August on, even ones.
        guard month == 2 else { return 30 + (month + month / 8) % 2 }
        return year.isMultiple(of: year.isMultiple(of: 100) ? 400 : 4) ? 29 : 28
    }

    /// Days since 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Seconds between 1970-01-01 and 2001-01-01, the reference date of Date.
    package static let referenceSeconds = 978_307_200

    /// The moment as a Date.
    package var date: Date {
        let seconds =
            Self.dayNumber(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second - offset
            - Self.referenceSeconds
        var value = Double(seconds)
        if fraction > 0 {
            // Rounded once if a Double can hold all digits of seconds and fraction together, otherwise at most twice. A
            // moment before midnight stays before midnight, and one before the year 10000 stays before it.
            value = min(value + Double(fraction) / powerOfTen(fractionDigits), (value + 1).nextDown)
        }
        return Date(timeIntervalSinceReferenceDate: value)
    }
}

extension CivilTime {
    /// Converts `date` to UTC, with as many fractional digits, in groups of three, as are needed to read back the same
    /// Date.
    package init(_ date: Date) throws {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.isFinite, interval >= -63_113_904_000, interval < 252_423_993_600 else {
            throw JSONError(.notRepresentable, expected: "a date in the years 1 to 9999")
        }
        let floor = interval.rounded(.down)
        // The difference is rounded, and is 1 for a tiny fraction below zero.
        let rest = interval - floor
        setSeconds(Int(floor) + Int(rest) + Self.referenceSeconds)
        guard rest > 0 else { return }
        // Readers expect three, six or nine digits.
        for digits in stride(from: 3, through: 18, by: 3) {
            let scaled = (rest * powerOfTen(digits)).rounded()
            // A trailing group of three zeros would add nothing.
            guard scaled < powerOfTen(digits), !UInt64(scaled).isMultiple(of: 1000) else { continue }
            fraction = UInt64(scaled)
            fractionDigits = digits
            if self.date == date { break }
        }
    }

    /// The inverse of `dayNumber`, by the same author.
    private mutating func setSeconds(_ seconds: Int) {
        let days = (seconds < 0 ? seconds - 86399 : seconds) / 86400
        let rest = seconds - days * 86400
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
        let z = days + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

func powerOfTen(_ exponent: Int) -> Double {
    shortDouble(mantissa: 1, exponent: exponent) ?? .infinity
}
