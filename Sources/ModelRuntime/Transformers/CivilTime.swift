import Foundation
import ModelStoredForms

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
        1...9999 ~= year && civilDay.isValid && 0..<24 ~= hour && 0..<60 ~= minute && 0..<60 ~= second
    }

    package var civilDay: CivilDay { CivilDay(year: year, month: month, day: day) }

    /// Seconds between 1970-01-01 and 2001-01-01, the reference date of Date.
    package static let referenceSeconds = 978_307_200

    /// The moment as a Date.
    package var date: Date {
        let time = hour * 3600 + minute * 60 + second - offset - Self.referenceSeconds
        // Int has 32 bits on some watches.
        var value = Double(Int64(civilDay.number) * 86400 + Int64(time))
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
        setSeconds(Int64(floor) + Int64(rest) + Int64(Self.referenceSeconds))
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

    private mutating func setSeconds(_ seconds: Int64) {
        let days = Int((seconds < 0 ? seconds - 86399 : seconds) / 86400)
        let rest = Int(seconds - Int64(days) * 86400)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
        let date = CivilDay(number: days)
        (year, month, day) = (date.year, date.month, date.day)
    }
}

func powerOfTen(_ exponent: Int) -> Double {
    shortDouble(mantissa: 1, exponent: exponent) ?? .infinity
}
