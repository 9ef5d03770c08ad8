/// Reads a string by the parts of a pattern.
struct DatePatternReader {
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
        case .optionalFraction(let width):
            guard position < text.count, text[position] == UInt8(ascii: ".") else { return true }
            position += 1
            return read(.fraction(width))
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

    /// The index of the next word, of which `length` letters are written.
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
