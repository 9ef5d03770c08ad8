import Foundation
import ModelDateFormats
import ModelRuntime
import ModelTransformers
import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import Testing

/// The field that holds the values, each in a sample of its own.
private func field(_ values: [String]) -> String {
    let samples = values.map { "{\"n\": 0, \"x\": \($0)}" }.joined(separator: ",")
    let file = SourceFile(path: "thing.json", text: "[\(samples)]")
    let (result, _) = importJSON([SampleFile(file: file, model: .file("thing"))], options: ParsingOptions())
    let lines = result?.text.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix("      x: ") }.map { String($0.dropFirst(9)) } ?? ""
}

@Suite("Numbers in quotes")
struct QuotedNumberTests {
    @Test(
        "become numbers only if a number can hold every digit",
        arguments: [
            (["\"0.5\"", "\"9007199254740993\""], "String"), (["\"0.5\"", "\"9007199254740992\""], "Double"),
            (["\"0.5\"", "\"-9223372036854775807\""], "String"), (["\"0.5\"", "\"7\""], "Double"),
        ])
    func precision(values: [String], type: String) {
        let samples = values.map { "{\"n\": 0, \"amount\": \($0)}" }.joined(separator: ",")
        let file = SourceFile(path: "thing.json", text: "[\(samples)]")
        let (result, _) = importJSON([SampleFile(file: file, model: .file("thing"))], options: ParsingOptions())
        let text = result?.text ?? ""
        #expect(text.contains(type == "Double" ? "amount: { type: Double, transformer" : "amount: String\n"), "\(text)")
    }
}

/// Clocks and calendars, with every part at its limits and beyond.
private let dates: [String] = {
    let days = ["2024-02-29", "2023-02-29", "0000-01-01", "0001-01-01", "1582-10-10", "9999-12-31", "2024-13-01"]
    let times = ["00:00:00", "23:59:59", "24:00:00", "23:60:00", "23:59:60", "12:00"]
    let fractions = ["", ".5", ".120", ".999999", ".1234567", ".123456789", ".000000001", ",5", "."]
    let zones = [
        "", "Z", "z", "+00:00", "-00:00", "+14:00", "+24:00", "+09:60", "+0200", "+2400", "+02", "+99", " UTC",
    ]
    let simple = days.flatMap { day in times.flatMap { ["\(day)T\($0)Z", "\(day) \($0)"] } }
    let moments = ["2024-02-29T23:59:59", "2024-02-29 00:00:00", "9999-12-31T00:00:00"].flatMap { second in
        fractions.flatMap { fraction in zones.map { second + fraction + $0 } }
    }
    let named = ["Mon", "Thu", "Xyz"].flatMap { weekday in
        ["29 Feb 2024", "31 Feb 2024", "01 Foo 2024"].flatMap { day -> [String] in
            let parts = day.split(separator: " ")
            return ["+0000", "-0700", "+2400", "GMT"].flatMap { zone in
                [
                    "\(weekday), \(day) 10:00:00 \(zone)",
                    "\(weekday) \(parts[1]) \(parts[0]) 10:00:00 \(zone) \(parts[2])",
                ]
            }
        }
    }
    return days + simple + moments + named + ["31.12.2024", "31.02.2024", "2024/02/30", "2024/02/28"]
}()

/// Addresses with everything that a URL may have, at places where it may and may not have it.
private let addresses: [String] = {
    let hosts = ["a.b", "A.B", "a_b", "-", "a b", "é.de", "[::1]", "a%41", "", "1.2.3.4", "*", "a,b", "$", "."]
    let users = ["", "u@", "u:p@", "@", "u@v@", "u%40@", "u:p:q@", "u/@"]
    let ports = ["", ":80", ":", ":0", ":080", ":65535", ":65536", ":-1", ":x", ":80:80"]
    let rests = [
        "", "/", "/a b", "/%41", "/%zz", "/%", "/é", "?a=b&c", "?a?b", "#a", "#a#b", "/[x]", "/{id}", "/a|b", "/a\\\\b",
        "/a//../b", "/\\\"",
    ]
    return ["http", "HTTPS"].flatMap { scheme in
        users.flatMap { user in hosts.map { "\(scheme)://\(user)\($0)/" } }
            + hosts.flatMap { host in ports.map { "\(scheme)://\(host)\($0)/a" } }
            + rests.map { "\(scheme)://a.b\($0)" }
    }
}()

@Suite("An inferred type reads every value it was inferred from, and writes the same value")
struct InferredTypeTests {
    @Test("dates: all digits of their fractions, and nothing that is not a date")
    func moments() throws {
        var read = 0
        for text in dates {
            let field = field(["\"\(text)\""])
            if field == "String" { continue }
            read += 1
            let (date, written) = try #require(roundTrip(text, field), "\(text) became \(field)")
            #expect(roundTrip(written, field)?.date == date, "\(text) became \(written)")
            #expect(fraction(written) == fraction(text), "\(text) became \(written)")
        }
        #expect(read > 60)
    }

    /// The date that the field's transformer reads, and what it writes.
    private func roundTrip(_ text: String, _ field: String) -> (date: Date, written: String)? {
        func result<T: Transformer>(_ transformer: T) -> (Date, String)? where T.Source == String, T.Value == Date {
            guard let date = try? transformer.decode(text), let written = try? transformer.encode(date) else {
                return nil
            }
            return (date, written)
        }
        if field == "Date" { return result(RFC3339()) }
        if field.contains("iso8601") { return result(ISO8601()) }
        let quotes = field.split(separator: "\"", omittingEmptySubsequences: false)
        return quotes.count == 3 ? result(DateFormat(String(quotes[1]).replacing("''", with: "'"))) : nil
    }

    private func fraction(_ text: String) -> String {
        guard let dot = text.firstIndex(of: ".") else { return "" }
        var digits = text[dot...].dropFirst().prefix(while: \.isNumber)
        while digits.last == "0" { digits.removeLast() }
        return String(digits)
    }

    @Test("web addresses")
    func webAddresses() {
        var read = 0
        for text in addresses where field(["\"\(text)\""]) == "URL" {
            read += 1
            #expect(URL(string: text)?.absoluteString == text)
        }
        #expect(read > 30)
    }

    @Test(
        "numbers: integers that a Double would round are not combined with fractions in one",
        arguments: [
            (["1", "0.5"], "Double"), (["9007199254740992", "0.5"], "Double"),
            (["9007199254740993", "0.5"], "Decimal"),
            (["9007199254740993", "5e-1"], "JSON"), (["9223372036854775807", "\"5\""], "Int"),
            (["9223372036854775808", "\"5\""], "JSON"), (["9007199254740993", "\"0.5\""], "JSON"),
        ])
    func numbers(values: [String], type: String) {
        let field = field(values)
        #expect(field == type || field.hasPrefix(type + " "), "\(field)")
    }
}

@Suite("Lists in lists")
struct NestedListTests {
    @Test("are lists as deep as a type can be, and `JSON` if they are deeper", arguments: [49, 50, 400])
    func depth(_ depth: Int) {
        let value = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        #expect(field([value]) == (depth < 50 ? "\"\(value.replacing("1", with: "Int"))\"" : "JSON  # deeply nested"))
    }
}
