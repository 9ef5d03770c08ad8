import Foundation

/// Converts a date to and from an RFC 3339 string, `2011-01-21T09:35:06Z`. Dates without a transformer have this form
/// too.
///
/// Any offset is read; UTC is written. Fractions may have any number of digits; those beyond the precision of a Date
/// are ignored. A leap second is rejected with an error that says so. Years range from 1 to 9999, always in the
/// Gregorian calendar.
public struct RFC3339: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Parses a date.
    public func decode(_ source: String) throws -> Date {
        var source = source
        guard let date = try source.withUTF8(Date.value) else {
            throw JSONError(.invalidValue, expected: Date.textExpectation)
        }
        return date
    }

    /// Formats a date in UTC, with a fraction only if there is one.
    public func encode(_ value: Date) throws -> String {
        let time = try CivilTime(value)
        return String(unsafeUninitializedCapacity: 48) { buffer in
            var count = 0
            func write(_ value: some FixedWidthInteger, _ width: Int, then mark: Unicode.Scalar) {
                var rest = value
                for place in stride(from: count + width - 1, through: count, by: -1) {
                    buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                buffer[count + width] = UInt8(ascii: mark)
                count += width + 1
            }
            write(time.year, 4, then: "-")
            write(time.month, 2, then: "-")
            write(time.day, 2, then: "T")
            write(time.hour, 2, then: ":")
            write(time.minute, 2, then: ":")
            write(time.second, 2, then: time.fractionDigits > 0 ? "." : "Z")
            if time.fractionDigits > 0 { write(time.fraction, time.fractionDigits, then: "Z") }
            return count
        }
    }
}

/// Parses a moment in ISO 8601.
package struct MomentParser {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    package var isAtEnd: Bool { position == text.count }

    package init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// Whether the text has everything that RFC 3339, section 5.6, requires beyond ISO 8601: a time with seconds, a
    /// period before the fraction, and an offset with a colon.
    var isComplete: Bool {
        text.count > 19 && text[16] == ":" && text[19] != ","
            && (text[text.count - 1] | 0x20 == "z" || text[text.count - 3] == ":")
    }

    /// Parses the moment; returns nil if the text is not one.
    ///
    /// A date may lack a time; a time, its seconds; an offset, its minutes and the colon before them. A comma may
    /// precede the fraction. Without an offset, the moment is in UTC.
    ///
    /// - Throws: ``JSONError`` for a leap second.
    package mutating func moment() throws -> CivilTime? {
        var time = CivilTime()
        guard number(4, &time.year), take("-"), number(2, &time.month), take("-"), number(2, &time.day) else {
            return nil
        }
        if isAtEnd { return time.isValid ? time : nil }
        guard take("T") || take("t") || take(" "), number(2, &time.hour), take(":"), number(2, &time.minute) else {
            return nil
        }
        if take(":") {
            guard number(2, &time.second) else { return nil }
            if take(".") || take(","), !fraction(&time) { return nil }
        }
        guard offset(&time), isAtEnd else { return nil }
        guard time.second == 60 else { return time.isValid ? time : nil }
        time.second = 59
        if time.isValid { throw JSONError.leapSecond }
        return nil
    }

    package mutating func offset(_ time: inout CivilTime) -> Bool {
        if isAtEnd || take("Z") || take("z") { return true }
        let isEast = take("+")
        guard isEast || take("-") else { return false }
        var (hours, minutes) = (0, 0)
        guard number(2, &hours), hours < 24 else { return false }
        if take(":") || position < text.count && isDigit(text[position]) {
            guard number(2, &minutes), minutes < 60 else { return false }
        }
        time.offset = (hours * 60 + minutes) * (isEast ? 60 : -60)
        return true
    }

    private mutating func fraction(_ time: inout CivilTime) -> Bool {
        let begin = position
        while position < text.count, isDigit(text[position]) {
            // Digits beyond the precision of a Date are read and ignored.
            if time.fractionDigits < 18 {
                time.fraction = time.fraction * 10 + UInt64(text[position] &- UInt8(ascii: "0"))
                time.fractionDigits += 1
            }
            position += 1
        }
        return position > begin
    }

    /// Reads a number of exactly this many digits.
    package mutating func number(_ digits: Int, _ value: inout Int) -> Bool {
        guard text.count - position >= digits else { return false }
        value = 0
        for _ in 0..<digits {
            guard isDigit(text[position]) else { return false }
            value = value * 10 + Int(text[position] - UInt8(ascii: "0"))
            position += 1
        }
        return true
    }

    package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == scalar else { return false }
        position += 1
        return true
    }
}
