import Foundation
import ModelRuntime

/// Converts a date to and from an ISO 8601 string. It reads everything that ``RFC3339`` reads, and also a date without
/// a time (`2011-01-21`), a time without seconds, and offsets such as `+0200` and `+02`. Without an offset, the time is
/// in UTC. Dates are written as RFC 3339.
public struct ISO8601: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Parses a date.
    public func decode(_ source: String) throws -> Date {
        var source = source
        let moment = try source.withUTF8 { text in
            var parser = MomentParser(text)
            return try parser.moment()
        }
        guard let moment else { throw JSONError(.invalidValue, expected: "a date (ISO 8601)") }
        return moment.date
    }

    /// Formats a date in UTC, with a fraction only if there is one.
    public func encode(_ value: Date) throws -> String {
        try RFC3339().encode(value)
    }
}

/// Converts a date to and from seconds since 1970, with a fraction if there is one.
public struct UnixSeconds: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Converts seconds to a date.
    public func decode(_ source: Double) -> Date {
        // Exact for whole seconds, because both numbers are integers.
        Date(timeIntervalSinceReferenceDate: source - Double(CivilTime.referenceSeconds))
    }

    /// Converts a date to seconds.
    public func encode(_ value: Date) throws -> Double {
        let seconds = value.timeIntervalSinceReferenceDate + Double(CivilTime.referenceSeconds)
        guard seconds.isFinite else { throw JSONError(.notRepresentable, expected: "a finite date") }
        return seconds
    }
}

/// Converts a date to and from milliseconds since 1970, an integer. Dates are rounded to the nearest millisecond. The
/// range is that of JavaScript's Date, 100 million days before and after 1970 (ECMA-262, section 21.4.1.1); beyond it,
/// a Date cannot represent milliseconds.
public struct UnixMilliseconds: Transformer {
    /// Creates the transformer.
    public init() {}

    private static let limit: Int64 = 8_640_000_000_000_000

    /// Converts milliseconds to a date.
    public func decode(_ source: Int64) throws -> Date {
        guard source.magnitude <= Self.limit else {
            throw JSONError(.outOfRange, expected: "milliseconds of the years -271821 to 275760")
        }
        let (seconds, milliseconds) = source.quotientAndRemainder(dividingBy: 1000)
        let whole = Double(seconds) - Double(CivilTime.referenceSeconds)
        return Date(timeIntervalSinceReferenceDate: whole + Double(milliseconds) / 1000)
    }

    /// Converts a date to milliseconds.
    public func encode(_ value: Date) throws -> Int64 {
        let interval = value.timeIntervalSinceReferenceDate
        let floor = interval.rounded(.down)
        if interval.magnitude < 1e13 {
            let seconds = Int64(floor) + Int64(CivilTime.referenceSeconds)
            let milliseconds = seconds * 1000 + Int64(((interval - floor) * 1000).rounded())
            if milliseconds.magnitude <= Self.limit { return milliseconds }
        }
        throw JSONError(.notRepresentable, expected: "a date of the years -271821 to 275760")
    }
}
