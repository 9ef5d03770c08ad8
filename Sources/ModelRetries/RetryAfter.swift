import Foundation
import HTTPTypes
import ModelRuntime

/// Parses the header `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
    package static func duration(_ headers: HTTPFields, now: Date) -> Duration? {
        guard let name = HTTPField.Name("Retry-After"), let text = headers[name] else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if let seconds = Int64(text) ?? (isNumber ? .max : nil) {
            return seconds >= 0 ? .seconds(min(seconds, 1 << 32)) : nil
        }
        // The date refers to the server's clock, which may differ from this machine's.
        let now = headers[.date].flatMap { date($0, now) } ?? now
        return date(text, now).map { .seconds(min(max(0, $0.timeIntervalSince(now)), 0x1p32)) }
    }

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the obsolete forms, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994` (RFC 9110, section 5.6.7). The day of the week is ignored.
    private static func date(_ text: String, _ now: Date) -> Date? {
        var parts = text.split { " ,-".contains($0) }
        if parts.count == 5 { parts = [parts[0], parts[2], parts[1], parts[4], parts[3], "GMT"] }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2].capitalized),
            var year = Int(parts[3])
        else { return nil }
        if parts[3].count == 2 {
            year += 2000
            // A year of two digits is never more than 50 years in the future.
            if year > Calendar(identifier: .gregorian).component(.year, from: now) + 50 { year -= 100 }
        }
        func padded(_ number: String, _ count: Int) -> String { String(("000" + number).suffix(count)) }
        let day = padded("\(parts[1])", 2)
        return try? RFC3339().decode("\(padded("\(year)", 4))-\(padded("\(month + 1)", 2))-\(day)T\(parts[4])Z")
    }
}
