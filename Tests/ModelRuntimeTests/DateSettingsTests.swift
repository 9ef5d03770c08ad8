import Foundation
import ModelDateFormats
import ModelRuntime
import ModelTransformers
import SeededNumbers
import Testing

/// A built-in form of a date, in both directions.
private struct DateForm: Sendable {
    var name: String
    var encode: @Sendable (Date) throws -> String
    var decode: @Sendable (String) throws -> Date

    init<Form: Transformer>(_ name: String, _ form: Form) where Form.Value == Date, Form.Source: JSONValue {
        self.name = name
        encode = { try form.encode($0).jsonString() }
        decode = { try form.decode(Form.Source(json: $0)) }
    }

    /// Every date transformer, patterns with every symbol, and the form of a date without a transformer.
    static let all: [DateForm] =
        [
            DateForm("rfc3339", RFC3339()), DateForm("iso8601", ISO8601()), DateForm("unixSeconds", UnixSeconds()),
            DateForm("unixMilliseconds", UnixMilliseconds()), DateForm("none", NoTransformer()),
            DateForm("byKind", ByKind(number: UnixMilliseconds(), string: ISO8601())),
        ]
        + [
            "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "EEE MMM dd HH:mm:ss.SSS Z yyyy", "EEEE, d MMMM yyyy h:mm:ss.SSS a X",
            "yyyyMMddHHmmss.SSSZZZZZ", "E d.M.y H:m:s.SSS 'o''clock'",
        ].map { DateForm($0, DateFormat($0)) }

    private struct NoTransformer: Transformer {
        func decode(_ source: Date) -> Date { source }
        func encode(_ value: Date) -> Date { value }
    }
}

/// The text of dates in every form, and the dates read from that text.
private func results(of dates: [Date]) throws -> [String] {
    try DateForm.all.flatMap { form in
        try dates.map { date in
            let text = try form.encode(date)
            return "\(form.name) \(text) \(try form.decode(text).timeIntervalSinceReferenceDate)"
        }
    }
}

@Suite("Dates do not depend on threads, locale and time zone")
struct DateSettingsTests {
    private static func dates(_ count: Int) -> [Date] {
        var random = SeededNumbers(seed: 12)
        // Whole milliseconds, which every form holds.
        return (0..<count).map { _ in
            (try? UnixMilliseconds().decode(.random(in: -62_135_596_800_000..<253_402_300_800_000, using: &random)))
                ?? .distantPast
        }
    }

    @Test("many tasks read and write dates of every form at once, with the same results as a single one")
    func threads() async throws {
        let dates = Self.dates(200)
        let alone = try results(of: dates)
        for (line, date) in zip(alone, dates) {
            #expect(line.hasSuffix(" \(date.timeIntervalSinceReferenceDate)"), "\(line)")
        }
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<32 { group.addTask { try results(of: dates) } }
            for try await together in group { #expect(together == alone) }
        }
        let threads = Results()
        DispatchQueue.concurrentPerform(iterations: 32) { _ in threads.add(try? results(of: dates)) }
        #expect(threads.all.count == 32 && threads.all.allSatisfy { $0 == alone })
    }

    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var collected: [[String]?] = []
        var all: [[String]?] { lock.withLock { collected } }
        func add(_ result: [String]?) { lock.withLock { collected.append(result) } }
    }

    @Test("a program in Arabic on Samoa writes and reads the same dates")
    func locale() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "Pacific/Apia", 1)
            for name in ["LC_ALL", "LANG", "LANGUAGE"] { setenv(name, "ar_EG.UTF-8", 1) }
            tzset()
            setlocale(LC_ALL, "")
            // Makes sure that the settings are in force. Foundation's locale on Linux is always the same.
            #expect(TimeZone.current.identifier == "Pacific/Apia")
            var (seconds, local) = (time_t(0), tm())
            localtime_r(&seconds, &local)
            #expect(local.tm_hour == 13)
            #if !os(Linux)
                #expect(Locale.current.identifier.hasPrefix("ar"))
            #endif

            let date = Date(timeIntervalSince1970: 1_219_842_525.25)
            for (form, text) in zip(
                DateForm.all,
                [
                    #""2008-08-27T13:08:45.250Z""#, #""2008-08-27T13:08:45.250Z""#, "1219842525.25", "1219842525250",
                    #""2008-08-27T13:08:45.250Z""#, "1219842525250", #""2008-08-27T13:08:45.250Z""#,
                    #""Wed Aug 27 13:08:45.250 +0000 2008""#, #""Wednesday, 27 August 2008 1:08:45.250 PM Z""#,
                    #""20080827130845.250Z""#, #""Wed 27.8.2008 13:8:45.250 o'clock""#,
                ]
            ) {
                let written = try? form.encode(date)
                #expect(written == text, "\(form.name)")
                #expect((try? form.decode(text)) == date, "\(form.name)")
            }
            // Numbers have no locale either.
            #expect((try? [1234.5].jsonString()) == "[1234.5]")
            #expect((try? [Double](json: "[1234.5]")) == [1234.5])
            #expect((try? [Decimal](json: "[1234.5]").jsonString()) == "[1234.5]")
            // A day that Samoa skipped, and an hour that it had twice.
            for text in ["2011-12-30T12:00:00Z", "2012-04-01T03:30:00Z"] {
                #expect((try? RFC3339().encode(RFC3339().decode(text))) == text)
            }
            #expect((try? ISO8601().decode("2011-12-30"))?.timeIntervalSince1970 == 1_325_203_200)
        }
    }

    @Test("a fraction of any length is the nearest that a Date can hold")
    func fractions() throws {
        for digits in 1...30 {
            let fraction = String("123456789012345678901234567890".prefix(digits))
            for (form, text) in [
                (DateForm("rfc", RFC3339()), "2001-01-01T00:00:00.\(fraction)Z"),
                (DateForm("iso", ISO8601()), "2001-01-01T02:00:00,\(fraction)+02"),
            ] {
                let interval = try form.decode("\"\(text)\"").timeIntervalSinceReferenceDate
                #expect(abs(interval - (Double("0.\(fraction)") ?? 0)) <= 0.123.ulp, "\(form.name) \(digits)")
            }
        }
        for digits in 1...18 {
            let format = DateFormat("yyyy ss." + String(repeating: "S", count: digits))
            let text = "2001 00." + String("500000000000000000".prefix(digits))
            #expect(try format.decode(text).timeIntervalSinceReferenceDate == 0.5)
            #expect(try format.encode(Date(timeIntervalSinceReferenceDate: 0.5)) == text)
        }
    }

    @Test("offsets are correct at the ends of days, years and the calendar")
    func zones() throws {
        for (text, utc) in [
            ("2000-03-01T00:30:00+00:31", "2000-02-29T23:59:00Z"),
            ("1999-12-31T23:59:59.5-23:59", "2000-01-01T23:58:59.500Z"),
            ("2000-01-01T00:00:00+23:59", "1999-12-31T00:01:00Z"),
            ("1900-03-01T01:00:00+02:00", "1900-02-28T23:00:00Z"),
            ("2000-01-01T00:00:00-00:00", "2000-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59+00:01", "9999-12-31T23:58:59Z"),
        ] {
            #expect(try RFC3339().encode(RFC3339().decode(text)) == utc)
            #expect(try ISO8601().decode(text) == RFC3339().decode(utc))
        }
        // .NET's smallest date in a zone east of Greenwich: it can be read, but has no form in UTC.
        let first = try RFC3339().decode("0001-01-01T00:00:00+01:00")
        #expect(try #require(throws: JSONError.self) { try RFC3339().encode(first) }.kind == .notRepresentable)
        let last = try RFC3339().decode("9999-12-31T23:59:59-01:00")
        #expect(try #require(throws: JSONError.self) { try last.jsonData() }.kind == .notRepresentable)
    }

    @Test("leap seconds are refused by name in every form that has seconds, in any zone")
    func leapSeconds() throws {
        for text in [
            "2016-12-31T23:59:60.0Z", "2016-12-31T23:59:60.5Z", "2016-12-31T15:59:60.0-08:00",
            "2017-01-01T05:29:60.9+05:30",
        ] {
            for decode in [RFC3339().decode, ISO8601().decode, DateFormat("yyyy-MM-dd'T'HH:mm:ss.SXXX").decode]
                as [(String) throws -> Date]
            {
                let error = try #require(throws: JSONError.self) { try decode(text) }
                #expect(error.reason?.contains("leap second") == true)
            }
        }
        #expect(throws: JSONError.self) { try RFC3339().decode("2016-12-31T23:59:61Z") }
        let error = try #require(throws: JSONError.self) { try [Date](json: #"["2016-12-31T23:59:60Z"]"#) }
        #expect(error.path == "[0]" && error.reason?.contains("leap second") == true)
    }

    @Test("no formatter, calendar, locale or time zone is used in the runtime")
    func noFormatters() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = package.appending(path: "Sources/ModelRuntime")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
            let names = ["Formatter(", "Calendar(", "Locale.current", "TimeZone", ".formatted("]
            #expect(names.filter(code.contains).isEmpty, "\(file.lastPathComponent)")
        }
        #expect(count > 50)
    }
}
