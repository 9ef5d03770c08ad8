/// A day in the proleptic Gregorian calendar.
package struct CivilDay: Sendable {
    package var year: Int
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day with a number of days since 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    package init(number: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // The year begins in March here, so that the leap day is its last day.
        let monthOfYear = (5 * dayOfYear + 2) / 153
        month = monthOfYear < 10 ? monthOfYear + 3 : monthOfYear - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthOfYear + 2) / 5 + 1
    }

    /// The number of days since 1970-01-01, by the same author.
    package var number: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week, from 0 for Sunday to 6 for Saturday.
    package var weekday: Int { ((number + 4) % 7 + 7) % 7 }

    /// Whether there is such a day.
    package var isValid: Bool { 1...12 ~= month && 1...daysOfMonth ~= day }

    package var daysOfMonth: Int {
        // Up to July, odd months have 31 days; from August on, even ones.
        guard month == 2 else { return 30 + (month + month / 8) % 2 }
        return year.isMultiple(of: year.isMultiple(of: 100) ? 400 : 4) ? 29 : 28
    }
}
