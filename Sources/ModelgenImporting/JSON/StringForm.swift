import ModelgenSchema

/// What a string may be, other than plain text.
enum StringForm: Hashable, Sendable {
    case uuid
    /// A date that generated code reads and writes by default: `2011-01-21T09:35:06Z`.
    case rfc3339
    /// An ISO 8601 date that it does not: `2011-01-21T09:35:06+0200`.
    case iso8601
    case day
    case moment
    case momentWithT
    /// `Sun Aug 31 00:29:15 +0000 2014`
    case twitter
    /// `Sun, 31 Aug 2014 00:29:15 +0000` (RFC 5322)
    case mail
    /// A date and time with a fraction, in UTC if it has a zone.
    case fraction(FractionForm)
    case germanDay
    case slashDay
    case url
    /// A quoted number that is written as Swift writes it.
    case integer
    case real

    /// In order of preference.
    static let allCases: [StringForm] =
        [.uuid, .rfc3339, .iso8601, .day, .moment, .momentWithT, .twitter, .mail]
        + FractionForm.allCases.map { .fraction($0) } + [.germanDay, .slashDay, .url, .integer, .real]

    /// The possible forms of a string, in order of preference.
    static func forms(of text: String) -> [StringForm] {
        guard let first = text.utf8.first, text.utf8.count <= 2_000 else { return [] }
        return allCases.filter { $0.mayBegin(with: first) && $0.matches(text) }
    }

    /// Whether a closer look is needed.
    private func mayBegin(with byte: UInt8) -> Bool {
        switch self {
        case .url: byte == UInt8(ascii: "h") || byte == UInt8(ascii: "H")
        case .twitter, .mail: !byte.isDigit
        case .uuid: true
        case .integer, .real: byte.isDigit || byte == UInt8(ascii: "-")
        case .rfc3339, .iso8601, .day, .moment, .momentWithT, .fraction, .germanDay, .slashDay: byte.isDigit
        }
    }

    func matches(_ text: String) -> Bool {
        switch self {
        case .uuid: return text.matchesShape("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
        case .rfc3339: return text.isMoment { $0 == "Z" || $0.isOffset("+00:00") }
        case .iso8601:
            return text.isMoment {
                $0 == "Z" || $0.isOffset("+00:00") || $0.isOffset("+0000") || $0.isOffset("+00")
            }
        case .day: return text.matchesShape("0000-00-00") && text.hasValidDay(year: 0, month: 5, day: 8)
        case .moment:
            return text.matchesShape("0000-00-00 00:00:00") && text.hasValidDay(year: 0, month: 5, day: 8)
                && text.hasValidTime(at: 11)
        case .momentWithT:
            return text.matchesShape("0000-00-00T00:00:00") && text.hasValidDay(year: 0, month: 5, day: 8)
                && text.hasValidTime(at: 11)
        case .twitter:
            return text.matchesShape("Aaa Aaa 00 00:00:00 +0000 0000")
                && text.hasValidDay(year: 26, month: 4, day: 8) && text.hasValidTime(at: 11)
                && text.part(at: 20, 5).isOffset("+0000")
        case .mail:
            return text.matchesShape("Aaa, 00 Aaa 0000 00:00:00 +0000")
                && text.hasValidDay(year: 12, month: 8, day: 5) && text.hasValidTime(at: 17)
                && text.part(at: 26, 5).isOffset("+0000")
        case .fraction(let form): return text.hasFraction(form)
        case .germanDay: return text.matchesShape("00.00.0000") && text.hasValidDay(year: 6, month: 3, day: 0)
        case .slashDay: return text.matchesShape("0000/00/00") && text.hasValidDay(year: 0, month: 5, day: 8)
        case .url: return text.isWebAddress
        case .integer: return Int64(text).map { String($0) == text } ?? false
        // What is written must be what was read: "1.50" is not a number, and "1.0" might be a version.
        case .real:
            if let integer = Int64(text) { return String(integer) == text && Double(exactly: integer) != nil }
            return Double(text).map { $0.isFinite && String($0) == text } ?? false
        }
    }

    var type: Scalar {
        switch self {
        case .uuid: .uuid
        case .rfc3339, .iso8601, .day, .moment, .momentWithT, .twitter, .mail, .fraction, .germanDay, .slashDay: .date
        case .url: .url
        case .integer: .int
        case .real: .double
        }
    }

    /// The transformer that reads it, if the type is not enough.
    var transformer: String? {
        switch self {
        case .uuid, .rfc3339, .url: nil
        case .iso8601: "iso8601"
        case .day: "dateFormat(\"yyyy-MM-dd\")"
        case .moment: "dateFormat(\"yyyy-MM-dd HH:mm:ss\")"
        case .momentWithT: "dateFormat(\"yyyy-MM-dd'T'HH:mm:ss\")"
        case .twitter: "dateFormat(\"EEE MMM dd HH:mm:ss Z yyyy\")"
        case .mail: "dateFormat(\"EEE, dd MMM yyyy HH:mm:ss Z\")"
        case .fraction(let form): form.transformer
        case .germanDay: "dateFormat(\"dd.MM.yyyy\")"
        case .slashDay: "dateFormat(\"yyyy/MM/dd\")"
        case .integer, .real: "stringNumber"
        }
    }
}

extension StringForm {
    /// The transformer that reads it in a column and writes it unchanged; nil if there is none.
    var columnTransformer: String? {
        switch self {
        case .day, .moment, .momentWithT, .fraction, .germanDay, .slashDay: transformer
        case .uuid, .rfc3339, .iso8601, .twitter, .mail, .url, .integer, .real: nil
        }
    }
}

/// How programs write dates: `2024-05-06 07:08:09.123456` is SQLAlchemy's and, without a fraction of zero, Django's;
/// `2024-05-06T07:08:09.123Z` is JavaScript's.
struct FractionForm: Hashable, Sendable {
    enum Digits: Hashable, Sendable, CaseIterable {
        case none, three, six
        /// Six digits, or none if they would be zeros.
        case sixOrNone

        var pattern: String {
            switch self {
            case .none: ""
            case .three: ".SSS"
            case .six: ".SSSSSS"
            case .sixOrNone: "[.SSSSSS]"
            }
        }
    }

    enum Zone: String, Hashable, Sendable, CaseIterable {
        case none = ""
        case letter = "Z"
        case offset = "+00:00"
    }

    var hasT: Bool
    var digits: Digits
    var zone: Zone

    /// Without those that have their own forms, which are preferred.
    static let allCases: [FractionForm] = [false, true].flatMap { hasT in
        Zone.allCases.flatMap { zone in
            Digits.allCases.filter { $0 != .none || zone != .none }
                .map { FractionForm(hasT: hasT, digits: $0, zone: zone) }
        }
    }

    var transformer: String {
        if hasT, digits == .none, zone == .letter { return "rfc3339" }
        let quoted = zone == .none ? "" : "'\(zone.rawValue)'"
        return "dateFormat(\"yyyy-MM-dd\(hasT ? "'T'" : " ")HH:mm:ss\(digits.pattern)\(quoted)\")"
    }
}

extension String {
    /// Whether the string is a date of that form.
    fileprivate func hasFraction(_ form: FractionForm) -> Bool {
        guard utf8.count >= 19, hasSuffix(form.zone.rawValue) else { return false }
        let bytes = Array(utf8.dropLast(form.zone.rawValue.utf8.count))
        guard bytes.count >= 19 else { return false }
        let head = String(decoding: bytes[..<19], as: UTF8.self)
        let fraction = String(decoding: bytes[19...], as: UTF8.self)
        guard head.matchesShape(form.hasT ? "0000-00-00T00:00:00" : "0000-00-00 00:00:00"),
            head.hasValidDay(year: 0, month: 5, day: 8), head.hasValidTime(at: 11), head.dateHolds(fraction)
        else { return false }
        return switch form.digits {
        case .none: fraction.isEmpty
        case .three: fraction.matchesShape(".000")
        case .six: fraction.matchesShape(".000000")
        case .sixOrNone: fraction.isEmpty || (fraction.matchesShape(".000000") && fraction != ".000000")
        }
    }

    /// Whether the string matches this shape: `0` is a digit, `x` a hexadecimal one, `A` an uppercase letter, `a` a
    /// lowercase one; `+` is either sign, and everything else stands for itself.
    fileprivate func matchesShape(_ shape: String) -> Bool {
        let text = utf8
        guard text.count == shape.utf8.count else { return false }
        return zip(text, shape.utf8).allSatisfy { byte, wanted in
            switch wanted {
            case UInt8(ascii: "0"): byte.isDigit
            case UInt8(ascii: "x"): byte.isHexDigit
            case UInt8(ascii: "A"): byte.isUppercaseLetter
            case UInt8(ascii: "a"): byte.isLowercaseLetter
            case UInt8(ascii: "+"): byte == wanted || byte == UInt8(ascii: "-")
            default: byte == wanted
            }
        }
    }

    fileprivate func part(at offset: Int, _ count: Int) -> String {
        String(decoding: Array(utf8)[offset..<offset + count], as: UTF8.self)
    }

    private func number(at offset: Int, _ count: Int) -> Int { Int(part(at: offset, count)) ?? -1 }

    /// Whether there is such a day. If the month is a name, the string begins with the name of the weekday.
    fileprivate func hasValidDay(year: Int, month: Int, day: Int) -> Bool {
        let named = Self.months.firstIndex(of: part(at: month, 3)).map { $0 + 1 }
        let (year, month, day) = (number(at: year, 4), named ?? number(at: month, 2), number(at: day, 2))
        let date = CivilDay(year: year, month: month, day: day)
        guard year > 0, date.isValid else { return false }
        return named == nil || Self.weekdays[date.weekday] == part(at: 0, 3)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Whether it is an offset from UTC in this shape, such as `+00:00`.
    fileprivate func isOffset(_ shape: String) -> Bool {
        matchesShape(shape) && number(at: 1, 2) < 24 && (utf8.count == 3 || number(at: utf8.count - 2, 2) < 60)
    }

    /// Whether a `Date` in the string's year can hold the fraction: it counts seconds from 2001 in 53 bits.
    fileprivate func dateHolds(_ fraction: String) -> Bool {
        let digits = fraction.utf8.reversed().drop { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }.count - 1
        return digits <= 3 || (digits <= 6 && (1750...2250).contains(number(at: 0, 4)))
    }

    fileprivate func hasValidTime(at offset: Int) -> Bool {
        number(at: offset, 2) < 24 && number(at: offset + 3, 2) < 60 && number(at: offset + 6, 2) < 60
    }

    /// `2011-01-21T09:35:06`, possibly a fraction, and a zone that the caller checks.
    fileprivate func isMoment(zone isZone: (String) -> Bool) -> Bool {
        let bytes = Array(utf8)
        guard bytes.count > 19 else { return false }
        let head = String(decoding: bytes[..<19], as: UTF8.self)
        guard head.matchesShape("0000-00-00T00:00:00"), head.hasValidDay(year: 0, month: 5, day: 8),
            head.hasValidTime(at: 11)
        else { return false }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            guard !digits.isEmpty, head.dateHolds("." + String(decoding: digits, as: UTF8.self)) else { return false }
            rest = rest.dropFirst(1 + digits.count)
        }
        return isZone(String(decoding: rest, as: UTF8.self))
    }
}
