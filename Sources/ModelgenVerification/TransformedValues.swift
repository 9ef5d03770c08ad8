import ModelDatePatterns
import ModelStoredForms
import ModelgenSchema

/// Values as transformers write them. A step that converts a column has to convert these, not any text.
extension SynthesizedValues {
    /// The values of a field with a built-in transformer of single values; nil if any value of the stored type will do.
    func transformedValues(of field: Field) -> [SQLValue]? {
        let days = [19_675, 0, -719_162]
        switch builtIn(of: field) {
        case .iso8601, .rfc3339:
            return [.text("2023-11-14T22:13:20.500Z")] + days.dropFirst().map { .text(Self.time(onDay: $0)) }
        // A pattern with two digits of the year, and one without a date, do not represent every day.
        case .dateFormat(let pattern): return [1, 13, 25].map { .text(Self.text(ofDay: 19_675 + $0, pattern)) }
        case .unixSeconds: return [.real(1_700_000_000.5)] + days.dropFirst().map { .real(Double($0 * 86_400)) }
        case .unixMilliseconds:
            return [.integer(1_700_000_000_500)] + days.dropFirst().map { .integer(Int64($0 * 86_400_000)) }
        case .intBool: return [.integer(1), .integer(0)]
        case .base64: return [.text("AQD/"), .text("")]
        case .hex: return [.text("0100ff"), .text("")]
        case .stringNumber: return [.text("1"), .text("0"), .text(isSigned(field.type.unwrapped) ? "-1" : "7")]
        case .lowercased:
            return [.text("word"), .text("it's \"quoted\" `here`; -- no comment"), .text(""), .text("gru\u{308}ße 📮")]
        case .trimmed, .commaSeparated, nil: return nil
        }
    }

    /// A different text for each number, as the transformer writes it; nil if any text will do.
    func transformedText(_ number: Int, of field: Field) -> String? {
        switch builtIn(of: field) {
        case .iso8601, .rfc3339: Self.time(onDay: number)
        case .dateFormat(let pattern): Self.text(ofDay: number, pattern)
        case .base64: "key" + String(number).zeroPadded(to: 5)
        case .hex: String(number, radix: 16).zeroPadded(to: 8)
        case .stringNumber: String(number + 1)
        case .lowercased, .trimmed, .commaSeparated, .unixSeconds, .unixMilliseconds, .intBool, nil: nil
        }
    }

    private func builtIn(of field: Field) -> BuiltInTransformer? {
        guard case .builtIn(let transformer)? = field.transformer?.sqlite,
            !storage.convertsElements(.builtIn(transformer), of: field.type)
        else { return nil }
        return transformer
    }

    private func isSigned(_ type: FieldType) -> Bool {
        switch type {
        case .scalar(.uint), .scalar(.uint8), .scalar(.uint16), .scalar(.uint32), .scalar(.uint64): false
        default: true
        }
    }

    private static func time(onDay number: Int) -> String {
        Instant(secondsSince1970: Int64(number) * 86_400).rfc3339
    }

    /// What `dateFormat` writes for a day, at a time that is different for each of a day's seconds.
    private static func text(ofDay number: Int, _ pattern: String) -> String {
        let day = CivilDay(number: number)
        let (hour, minute, second) = (number / 3600 % 24, number / 60 % 60, number % 60)
        func digits(_ value: Int, _ width: Int) -> String { String(value).zeroPadded(to: width) }
        let parts = (try? DatePattern(pattern))?.parts ?? []
        return parts.map { part in
            switch part {
            case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
            case .year: digits(day.year, 4)
            case .shortYear: digits(day.year % 100, 2)
            case .month(let width): digits(day.month, width)
            case .monthName: DatePattern.months[day.month - 1]
            case .shortMonthName: String(DatePattern.months[day.month - 1].prefix(3))
            case .day(let width): digits(day.day, width)
            case .hour(let width): digits(hour, width)
            case .hour12(let width): digits((hour + 11) % 12 + 1, width)
            case .minute(let width): digits(minute, width)
            case .second(let width): digits(second, width)
            case .fraction(let width): digits(0, width)
            case .optionalFraction: ""
            case .halfDay: hour < 12 ? "AM" : "PM"
            case .weekday: DatePattern.weekdays[day.weekday]
            case .shortWeekday: String(DatePattern.weekdays[day.weekday].prefix(3))
            case .offset(let colon, let zulu): zulu ? "Z" : colon ? "+00:00" : "+0000"
            }
        }.joined()
    }
}
