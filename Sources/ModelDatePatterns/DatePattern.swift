/// The parts of a date's pattern, with the symbols of Unicode's UTS 35.
package struct DatePattern: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal([UInt8])
        case year, shortYear
        case month(Int), monthName, shortMonthName
        case day(Int), hour(Int), hour12(Int), minute(Int), second(Int), fraction(Int)
        /// A period and this many digits, or nothing if the fraction is zero.
        case optionalFraction(Int)
        case halfDay
        case weekday, shortWeekday
        /// An offset, with or without a colon, and with or without `Z` for UTC.
        case offset(colon: Bool, zulu: Bool)
    }

    /// What is wrong with a pattern: an unknown symbol (`unknown symbol YYYY`), or strings that could not be read back.
    package struct Problem: Error, Hashable, Sendable {
        package let text: String
    }

    /// The names in English. The short ones are their first three letters.
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    package static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    package private(set) var parts: [Part] = []

    package init(_ pattern: String) throws(Problem) {
        try read(pattern)
        try check()
    }

    // MARK: Reading

    private mutating func read(_ pattern: String) throws(Problem) {
        var literal: [UInt8] = []
        func end(_ parts: inout [Part]) {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = []
        }
        let quote = UInt8(ascii: "'")
        var isQuoted = false
        var rest = Array(pattern.utf8)[...]
        while let byte = rest.popFirst() {
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") && byte < 0x80
            if byte == quote {
                // Two quotes stand for one in the text, even within quotes.
                if rest.first == quote { literal.append(rest.removeFirst()) } else { isQuoted.toggle() }
            } else if !isQuoted, byte == UInt8(ascii: "["), let width = Self.optionalFraction(rest) {
                end(&parts)
                parts.append(.optionalFraction(width))
                rest.removeFirst(width + 2)
            } else if isQuoted || !isLetter {
                literal.append(byte)
            } else {
                let others = rest.prefix { $0 == byte }.count
                rest.removeFirst(others)
                end(&parts)
                parts.append(try Self.part(byte, others + 1))
            }
        }
        if isQuoted { throw Problem(text: "unclosed quote") }
        end(&parts)
    }

    /// The number of digits, if `rest` begins with `.SSS]`.
    private static func optionalFraction(_ rest: ArraySlice<UInt8>) -> Int? {
        let width = rest.dropFirst().prefix { $0 == UInt8(ascii: "S") }.count
        let isComplete = rest.starts(with: ".S".utf8) && rest.dropFirst(width + 1).first == UInt8(ascii: "]")
        return isComplete && width <= 9 ? width : nil
    }

    private static func part(_ letter: UInt8, _ count: Int) throws(Problem) -> Part {
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
            throw Problem(text: "unknown symbol \(symbol)")
        }
    }

    // MARK: Whether strings can be read back

    private func check() throws(Problem) {
        var symbols: Set<String> = []
        for part in parts {
            guard let symbol = part.symbol else { continue }
            if !symbols.insert(symbol).inserted { throw Problem(text: "two symbols for the same part, \(symbol),") }
        }
        // 03:00 would be both 3 and 15 o'clock.
        if symbols.contains("h") != symbols.contains("a") { throw Problem(text: "only one of h and a") }
        if symbols.contains("h"), symbols.contains("H") { throw Problem(text: "both H and h") }
        // Without a date, a Wednesday would be read as 1970-01-01, which was a Thursday.
        if symbols.contains("E"), !symbols.isSuperset(of: ["y", "M", "d"]) {
            throw Problem(text: "E without y, M and d")
        }
        for (part, next) in zip(parts, parts.dropFirst()) {
            if case .optionalFraction = part, case .literal(let text) = next, text.first == UInt8(ascii: ".") {
                throw Problem(text: "a point after a fraction that may be missing")
            }
        }
        // The parts that are neighbors if an optional fraction between them is missing.
        let present = parts.filter { if case .optionalFraction = $0 { false } else { true } }
        for (part, next) in zip(present, present.dropFirst()) {
            // 2011121 would be both January 21 and December 1.
            if part.isOneOrTwoDigits, next.startsWithDigit, let symbol = part.symbol {
                throw Problem(text: "\(symbol) for one or two digits, followed by another digit,")
            }
        }
    }
}

extension DatePattern.Part {
    /// The letter for the part of a date that it represents; nil for text.
    fileprivate var symbol: String? {
        switch self {
        case .literal: nil
        case .year, .shortYear: "y"
        case .month, .monthName, .shortMonthName: "M"
        case .day: "d"
        case .hour: "H"
        case .hour12: "h"
        case .minute: "m"
        case .second: "s"
        case .fraction, .optionalFraction: "S"
        case .halfDay: "a"
        case .weekday, .shortWeekday: "E"
        case .offset: "Z"
        }
    }

    fileprivate var isOneOrTwoDigits: Bool {
        switch self {
        case .month(1), .day(1), .hour(1), .hour12(1), .minute(1), .second(1): true
        default: false
        }
    }

    fileprivate var startsWithDigit: Bool {
        switch self {
        case .literal(let text): text.first.map { (0x30...0x39).contains($0) } ?? false
        case .year, .shortYear, .month, .day, .hour, .hour12, .minute, .second, .fraction: true
        case .monthName, .shortMonthName, .optionalFraction, .halfDay, .weekday, .shortWeekday, .offset: false
        }
    }
}
