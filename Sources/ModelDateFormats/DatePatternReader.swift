import ModelDatePatterns
import ModelRuntime

/// Parses a string according to the parts of a pattern.
struct DatePatternReader {
    private var text: MomentParser
    private(set) var time = CivilTime()
    private var hour12: Int?
    private var isAfternoon = false
    private var weekday: Int?

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = MomentParser(text)
        // -1 stands for a year that has not been read.
        time.year = -1
    }

    /// The moment, including the half of the day; nil if its parts contradict each other.
    var moment: CivilTime? {
        var time = time
        // The defaults of missing parts must not contradict the others: 1972 has a February 29.
        if time.year < 0 { time.year = (time.month, time.day) == (2, 29) ? 1972 : 1970 }
        if let hour12 {
            guard hour12 >= 1, hour12 <= 12 else { return nil }
            time.hour = hour12 % 12 + (isAfternoon ? 12 : 0)
        }
        guard time.isValid else { return nil }
        if let weekday, weekday != time.civilDay.weekday { return nil }
        return time
    }

    mutating func read(_ parts: [DatePattern.Part]) -> Bool {
        for part in parts {
            guard read(part) else { return false }
        }
        return text.isAtEnd
    }

    private mutating func read(_ part: DatePattern.Part) -> Bool {
        switch part {
        case .literal(let bytes): return bytes.allSatisfy { text.take(Unicode.Scalar($0)) }
        case .year: return number(4...4) { $0.time.year = $1 }
        case .shortYear: return number(2...2) { $0.time.year = $1 < 50 ? 2000 + $1 : 1900 + $1 }
        case .month(let width): return number(width...2) { $0.time.month = $1 }
        case .day(let width): return number(width...2) { $0.time.day = $1 }
        case .hour(let width): return number(width...2) { $0.time.hour = $1 }
        case .hour12(let width): return number(width...2) { $0.hour12 = $1 }
        case .minute(let width): return number(width...2) { $0.time.minute = $1 }
        case .second(let width): return number(width...2) { $0.time.second = $1 }
        case .fraction(let width):
            time.fractionDigits = width
            return digits(width...width).map { time.fraction = $0 } != nil
        case .optionalFraction(let width): return !text.take(".") || read(.fraction(width))
        case .halfDay: return word(["AM", "PM"]) { $0.isAfternoon = $1 == 1 }
        case .monthName: return word(DatePattern.months) { $0.time.month = $1 + 1 }
        case .shortMonthName: return word(DatePattern.months, 3) { $0.time.month = $1 + 1 }
        case .weekday: return word(DatePattern.weekdays) { $0.weekday = $1 }
        case .shortWeekday: return word(DatePattern.weekdays, 3) { $0.weekday = $1 }
        case .offset: return !text.isAtEnd && text.offset(&time)
        }
    }

    private mutating func number(_ widths: ClosedRange<Int>, _ store: (inout Self, Int) -> Void) -> Bool {
        digits(widths).map { store(&self, Int($0)) } != nil
    }

    /// Reads a number with this many digits. Int has only 32 bits on some watches.
    private mutating func digits(_ widths: ClosedRange<Int>) -> UInt64? {
        var (value, digit, count): (UInt64, Int, Int) = (0, 0, 0)
        while count < widths.upperBound, text.number(1, &digit) {
            value = value * 10 + UInt64(digit)
            count += 1
        }
        return count >= widths.lowerBound ? value : nil
    }

    /// Reads one of `words`, of which the first `length` letters are written, and stores its index.
    private mutating func word(_ words: [String], _ length: Int = .max, _ store: (inout Self, Int) -> Void) -> Bool {
        guard let index = words.firstIndex(where: { take($0.prefix(length)) }) else { return false }
        store(&self, index)
        return true
    }

    /// Takes a word, ignoring case.
    private mutating func take(_ word: Substring) -> Bool {
        var rest = text
        let isTaken = zip(word.lowercased().unicodeScalars, word.uppercased().unicodeScalars).allSatisfy {
            rest.take($0) || rest.take($1)
        }
        if isTaken { text = rest }
        return isTaken
    }
}
