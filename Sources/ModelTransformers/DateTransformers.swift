import Foundation
import ModelRuntime

/// A date as an ISO 8601 string: anything ``RFC3339`` reads, and also a date without a time (`2011-01-21`), a time
/// without seconds, and offsets such as `+0200` and `+02`. Without an offset, it is UTC. It is written as RFC 3339.
public struct ISO8601: Transformer {
    /// The transformer.
    public init() {}

    /// The date.
    public func decode(_ source: String) throws -> Date {
        var source = source
        let moment = try source.withUTF8 { text in
            var parser = MomentParser(text)
            return try parser.moment()
        }
        guard let moment else { throw JSONError(.invalidValue, expected: "a date (ISO 8601)") }
        return moment.date
    }

    /// The string, in UTC, with a fraction only if there is one.
    public func encode(_ value: Date) throws -> String {
        try RFC3339().encode(value)
    }
}

/// A date as seconds since 1970, with a fraction if there is one.
public struct UnixSeconds: Transformer {
    /// The transformer.
    public init() {}

    /// The date.
    public func decode(_ source: Double) -> Date {
        // Exact for whole seconds: both sides are integers.
        Date(timeIntervalSinceReferenceDate: source - Double(CivilTime.referenceSeconds))
    }

    /// The seconds.
    public func encode(_ value: Date) throws -> Double {
        let seconds = value.timeIntervalSinceReferenceDate + Double(CivilTime.referenceSeconds)
        guard seconds.isFinite else { throw JSONError(.notRepresentable, expected: "a finite date") }
        return seconds
    }
}

/// A date as milliseconds since 1970, an integer. Dates are rounded to the nearest millisecond. The range is that of
/// JavaScript's Date, 100 million days around 1970 (ECMA-262, section 21.4.1.1); beyond it, a Date cannot represent
/// milliseconds.
public struct UnixMilliseconds: Transformer {
    /// The transformer.
    public init() {}

    private static let limit: Int64 = 8_640_000_000_000_000

    /// The date.
    public func decode(_ source: Int64) throws -> Date {
        guard source.magnitude <= Self.limit else {
            throw JSONError(.outOfRange, expected: "milliseconds of the years -271821 to 275760")
        }
        let (seconds, milliseconds) = source.quotientAndRemainder(dividingBy: 1000)
        let whole = Double(seconds) - Double(CivilTime.referenceSeconds)
        return Date(timeIntervalSinceReferenceDate: whole + Double(milliseconds) / 1000)
    }

    /// The milliseconds.
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
