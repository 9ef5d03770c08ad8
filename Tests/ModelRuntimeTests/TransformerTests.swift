import Foundation
import ModelDateFormats
import ModelRuntime
import ModelTransformers
import SeededNumbers
import Testing

@Suite("Transformers")
struct TransformerTests {
    private func roundTrip<Form: Transformer>(_ form: Form, _ source: Form.Source, _ value: Form.Value) throws
    where Form.Source: Equatable, Form.Value: Equatable {
        #expect(try form.decode(source) == value)
        #expect(try form.encode(value) == source)
    }

    @Test("each built-in transformer is reversible")
    func builtIn() throws {
        let date = Date(timeIntervalSince1970: 1_295_602_506)
        try roundTrip(UnixSeconds(), 1_295_602_506, date)
        try roundTrip(UnixMilliseconds(), 1_295_602_506_000, date)
        try roundTrip(UnixMilliseconds(), -1, Date(timeIntervalSince1970: -0.001))
        try roundTrip(RFC3339(), "2011-01-21T09:35:06Z", date)
        try roundTrip(ISO8601(), "2011-01-21T09:35:06Z", date)
        try roundTrip(DateFormat("yyyy-MM-dd HH:mm:ss"), "2011-01-21 09:35:06", date)
        try roundTrip(DateFormat("yyyy-MM-dd HH:mm:ss[.SSSSSS]"), "2011-01-21 09:35:06", date)
        for fraction in ["000001", "123456", "999999", "500000"] {
            let text = "2011-01-21 09:35:06.\(fraction)"
            let format = DateFormat("yyyy-MM-dd HH:mm:ss[.SSSSSS]")
            #expect(try format.encode(format.decode(text)) == text)
        }
        try roundTrip(Base64(), "AAH/", Data([0, 1, 255]))
        try roundTrip(Hex(), "0001ff", Data([0, 1, 255]))
        try roundTrip(StringNumber<Int64>(), "778978553121", 778_978_553_121)
        try roundTrip(StringNumber<Double>(), "1.5", 1.5)
        try roundTrip(StringDecimal(), "9007199254740993.07", Decimal(literal: "9007199254740993.07"))
        #expect(try StringDecimal().decode("1.50e1") == 15)
        try roundTrip(IntBool(), 1, true)
        try roundTrip(CommaSeparated(), "a,b,,c", ["a", "b", "", "c"])
        try roundTrip(CommaSeparated(), "", [])
        try roundTrip(Trimmed(), "a b", "a b")
        try roundTrip(Lowercased(), "äb", "äb")
        try roundTrip(Each(UnixSeconds()), [0, 1_295_602_506], [Date(timeIntervalSince1970: 0), date])
        try roundTrip(EachValue<String, UnixSeconds>(UnixSeconds()), ["a": 1_295_602_506], ["a": date])
        for (key, path) in [("a", ".a"), ("a.b", "[\"a.b\"]")] {
            let error = #expect(throws: JSONError.self) { try EachValue(Hex()).decode([key: "0"]) }
            #expect(error?.path == path)
        }
        #expect(Trimmed().decode(" \n a b\t") == "a b")
        #expect(Lowercased().decode("ÄB") == "äb")
    }

    @Test("values without a form, and forms without a value, are rejected")
    func refused() {
        // Padding in other places.
        for text in ["A", "QQ", "QQ=", "QQ=Q", "QQ===", "Q===", "====", "QUFB=", "QQ==QQ=="] {
            #expect(throws: JSONError.self) { try Base64().decode(text) }
            #expect(throws: JSONError.self) { try Data(json: "\"\(text)\"") }
        }
        #expect(throws: JSONError.self) { try Hex().decode("0g") }
        #expect(throws: JSONError.self) { try Hex().decode("012") }
        #expect(throws: JSONError.self) { try StringNumber<Int>().decode("1x") }
        for text in ["", "1,5", " 1", "1 ", "+1", ".5", "NaN", "4" + String(repeating: "2", count: 38)] {
            #expect(throws: JSONError.self) { try StringDecimal().decode(text) }
        }
        #expect(throws: JSONError.self) { try StringDecimal().encode(.nan) }
        #expect(throws: JSONError.self) { try StringNumber<Double>().decode("nan") }
        #expect(throws: JSONError.self) { try StringNumber<Double>().decode("1e999") }
        for value in [Double.nan, .infinity, -.infinity] {
            #expect(throws: JSONError.self) { try StringNumber<Double>().encode(value) }
            #expect(throws: JSONError.self) { try StringNumber<Float>().encode(Float(value)) }
        }
        #expect(throws: JSONError.self) { try IntBool().decode(2) }
        #expect(throws: JSONError.self) { try CommaSeparated().encode(["a,b"]) }
        #expect(throws: JSONError.self) { try CommaSeparated().encode([""]) }
        #expect(throws: JSONError.self) { try UnixSeconds().encode(Date(timeIntervalSince1970: .infinity)) }
        #expect(throws: JSONError.self) { try UnixMilliseconds().encode(Date(timeIntervalSince1970: 1e300)) }
    }

    /// A date that comes as a number or as text.
    private struct Stamp: JSONModel, Equatable {
        var at: Date
        var all: [Date] = []

        static let jsonFields = JSONFields(Stamp.self, [JSONField("at"), JSONField("all")])

        private static var form: ByKind<UnixSeconds, DateFormat> {
            ByKind(number: UnixSeconds(), string: DateFormat("yyyy-MM-dd"))
        }

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            at = try source.field(using: Self.form)
            all = try source.field(or: [], using: Each(Self.form))
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
            sink.field(at, using: Self.form)
            sink.field(all, using: Each(Self.form))
        }
    }

    @Test("a field has a transformer for each kind of value (M6)")
    func byKind() throws {
        let text = #"{"at":"1970-01-02","all":[1,"1970-01-02",2.5]}"#
        let stamp = try Stamp(json: text)
        #expect(stamp.at == Date(timeIntervalSince1970: 86400))
        #expect(stamp.all == [1, 86400, 2.5].map { Date(timeIntervalSince1970: $0) })
        #expect(try JSONDecoder().decode(Stamp.self, from: Data(text.utf8)) == stamp)
        #expect(try stamp.jsonString() == #"{"at":86400,"all":[1,86400,2.5]}"#)
        let error = #expect(throws: JSONError.self) { try Stamp(json: #"{"at":"x"}"#) }
        #expect(error?.path == "at")
        #expect(error?.offset == 6)
    }
}

@Suite("Dates")
struct DateTests {
    @Test(
        "RFC 3339 is read exactly",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2011-01-21T09:35:06Z", 1_295_602_506),
            ("2011-01-21t09:35:06z", 1_295_602_506),
            ("2011-01-21 11:35:06+02:00", 1_295_602_506), ("2011-01-21T04:05:06-05:30", 1_295_602_506),
            ("2011-01-21T09:35:06.5Z", 1_295_602_506.5), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-02-29T00:00:00Z", 951_782_400),
            ("1582-10-10T00:00:00Z", -12_219_724_800 + 0), ("1969-12-31T23:59:59.25Z", -0.75),
        ] as [(String, Double)]
    )
    func read(text: String, seconds: Double) throws {
        #expect(try Date(json: "\"\(text)\"").timeIntervalSince1970 == seconds)
        #expect(try ISO8601().decode(text).timeIntervalSince1970 == seconds)
        #expect(
            try Date(json: "\"\(text.replacingOccurrences(of: "0", with: "\\u0030"))\"").timeIntervalSince1970
                == seconds
        )
    }

    @Test(
        "invalid dates are refused",
        arguments: [
            "", "2011-01-21", "2011-01-21T09:35Z", "2011-13-01T00:00:00Z", "2011-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2011-01-00T00:00:00Z", "2011-01-32T00:00:00Z", "2011-01-21T24:00:00Z", "2011-01-21T09:60:00Z",
            "2011-01-21T09:35:61Z", "2011-01-21T09:35:06", "2011-01-21T09:35:06.Z", "2011-01-21T09:35:06+0200",
            "2011-01-21T09:35:06+24:00", "2011-01-21T09:35:06Zx", "0000-01-01T00:00:00Z", "11-01-21T09:35:06Z",
            "yesterday",
            "+011-01-21T09:35:06Z", "2011-1-21T09:35:06Z", "2011-01-21T09:35:06,5Z",
        ]
    )
    func refused(text: String) {
        let error = #expect(throws: JSONError.self) { try Date(json: "\"\(text)\"") }
        #expect(error?.kind == .invalidValue)
    }

    @Test("milliseconds are read and written within the same limits")
    func milliseconds() throws {
        for milliseconds: Int64 in [-8_640_000_000_000_000, 8_640_000_000_000_000, -1, 0, 1] {
            #expect(try UnixMilliseconds().encode(UnixMilliseconds().decode(milliseconds)) == milliseconds)
        }
        for seconds in [-8_640_000_000_001.0, 8_640_000_000_001, 1e18, -1e300, .infinity, .nan] {
            #expect(throws: JSONError.self) { try UnixMilliseconds().encode(Date(timeIntervalSince1970: seconds)) }
        }
    }

    @Test("a leap second is refused by name")
    func leapSecond() {
        for decode in [RFC3339().decode, ISO8601().decode] as [(String) throws -> Date] {
            let error = #expect(throws: JSONError.self) { try decode("2016-12-31T23:59:60Z") }
            #expect(error?.reason?.contains("leap second") == true)
        }
    }

    @Test("ISO 8601 also allows dates without a time, short offsets and no offset")
    func iso8601() throws {
        let texts = [
            "2011-01-21", "2011-01-21T00:00", "2011-01-21T00:00:00", "2011-01-21T02:00:00+0200", "2011-01-21T02+02",
            "2011-01-21T00:00:00,000Z",
        ]
        for text in texts where text != "2011-01-21T02+02" {
            #expect(try ISO8601().decode(text).timeIntervalSince1970 == 1_295_568_000, "\(text)")
        }
        #expect(throws: JSONError.self) { try ISO8601().decode("2011-01-21T02+02") }
    }

    @Test("every date survives a round trip")
    func roundTrips() throws {
        var random = SeededNumbers(seed: 4)
        for _ in 0..<20_000 {
            let seconds = Double.random(in: -63_113_904_000..<252_423_993_600, using: &random)
            for interval in [seconds, seconds.rounded(), (seconds * 1000).rounded() / 1000, seconds / 1e6] {
                let date = Date(timeIntervalSinceReferenceDate: interval)
                #expect(try Date(json: date.jsonData()) == date)
            }
        }
        for interval in [-1e-20, -0x1p-54, -0x1p-53, -Double.leastNonzeroMagnitude, Double.leastNonzeroMagnitude] {
            let text = try Date(timeIntervalSinceReferenceDate: interval).jsonString()
            #expect(try Date(json: text).timeIntervalSinceReferenceDate.magnitude <= interval.magnitude, "\(text)")
        }
        #expect(try Date(timeIntervalSince1970: 0.5).jsonString() == "\"1970-01-01T00:00:00.500Z\"")
        #expect(try Date(timeIntervalSince1970: 1).jsonString() == "\"1970-01-01T00:00:01Z\"")
        for date in [
            Date.distantPast.addingTimeInterval(-86400 * 400), .distantFuture.addingTimeInterval(1e12),
            Date(timeIntervalSince1970: .nan),
        ] {
            #expect(throws: JSONError.self) { try date.jsonData() }
        }
    }

    @Test(
        "the last moment of a second is not rounded to the next one, which may be in the year 10000",
        arguments: ["9999-12-31T23:59:59.9999999Z", "2024-12-31T23:59:59.999999999Z", "1999-12-31T23:59:59.999999999Z"])
    func lastMoments(_ text: String) throws {
        let date = try RFC3339().decode(text)
        #expect(try ISO8601().decode(text) == date)
        let written = try RFC3339().encode(date)
        #expect(written.hasPrefix(text.prefix(24)) && written != text.prefix(19) + "Z", "\(written)")
        #expect(try RFC3339().decode(written) == date)
        let format = DateFormat("yyyy-MM-dd'T'HH:mm:ss[.SSSSSSSSS]XXX")
        #expect(try format.decode(format.encode(date)) == date)
    }

    @Test("the error of a transformer for an element of a list has its path, also with Codable and when writing")
    func elements() throws {
        struct Days: JSONModel {
            var days: [Date]
            static let jsonFields = JSONFields(Days.self, ["days"])
            init(_ days: [Date]) { self.days = days }
            init(fields source: inout some JSONFieldSource & ~Copyable) throws {
                days = try source.field(using: Each(DateFormat("yyyy-MM-dd")))
            }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
                sink.field(days, using: Each(DateFormat("yyyy-MM-dd")))
            }
        }
        let text = #"[{"days": ["2024-01-01", "2024-02-30"]}]"#
        let error = #expect(throws: JSONError.self) { try [Days](json: text) }
        #expect(error?.path == "[0].days[1]" && error?.expected == "a date like \"yyyy-MM-dd\"" && error?.line == 1)
        let other = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Days].self, from: Data(text.utf8))
        }
        #expect("\(String(describing: other))".contains("[0].days[1]"))
        let days = [Days([.now, Date(timeIntervalSince1970: 1e12)])]
        let unwritten = #expect(throws: JSONError.self) { try days.jsonData() }
        #expect(unwritten?.path == "[0].days[1]" && unwritten?.kind == .notRepresentable)
    }

    @Test("an error of a document within a string has the field's path, through JSONDecoder too")
    func documents() throws {
        struct Inner: Transformer {
            func decode(_ source: String) throws -> [String: Int] { try [String: Int](json: source) }
            func encode(_ value: [String: Int]) throws -> String { try value.jsonString() }
        }
        struct Outer: JSONModel, Codable {
            var payload: [String: Int]
            static let jsonFields = JSONFields(Outer.self, ["payload"])
            init(fields source: inout some JSONFieldSource & ~Copyable) throws {
                payload = try source.field(using: Inner())
            }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
                sink.field(payload, using: Inner())
            }
        }
        let text = #"{"payload": "{\"a\": true}"}"#
        let error = #expect(throws: JSONError.self) { try Outer(json: text) }
        #expect(error?.path == "payload")
        let other = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Outer.self, from: Data(text.utf8))
        }
        let message = String(describing: other)
        #expect(message.contains("payload") && !message.contains("payloada"), "\(message)")
    }

    @Test("days agree with Foundation's Gregorian calendar")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var random = SeededNumbers(seed: 5)
        let format = DateFormat("yyyy-MM-dd EEEE HH:mm:ss")
        // Foundation's calendar is Julian before 1582.
        for _ in 0..<3000 {
            let date = Date(
                timeIntervalSince1970: Double.random(in: -12_000_000_000..<253_402_300_799, using: &random).rounded(
                    .down
                )
            )
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
            let expected = String(
                format: "%04d-%02d-%02d ",
                parts.year ?? 0,
                parts.month ?? 0,
                parts.day ?? 0
            )
            let text = try format.encode(date)
            #expect(text.hasPrefix(expected))
            #expect(try format.decode(text) == date)
        }
    }

    @Test("patterns")
    func patterns() throws {
        let date = Date(timeIntervalSince1970: 1_219_842_525.25)
        let cases = [
            ("EEE MMM dd HH:mm:ss.SS Z yyyy", "Wed Aug 27 13:08:45.25 +0000 2008"),
            ("EEEE, d MMMM yyyy 'at' h:mm:ss.SSS a XXX", "Wednesday, 27 August 2008 at 1:08:45.250 PM Z"),
            ("yyMMdd'T'HHmmss.SSSZ", "080827T130845.250+0000"),
            ("dd/MM/y hh''mm'o''clock' ss SSS a", "27/08/2008 01'08o'clock 45 250 PM"),
        ]
        for (pattern, text) in cases {
            #expect(try DateFormat(pattern).encode(date) == text)
            #expect(try DateFormat(pattern).decode(text) == date)
        }
        #expect(
            try DateFormat("d.M.yyyy H:m:s ZZZZZ").decode("1.2.2003 4:5:6 +01:30")
                == ISO8601().decode("2003-02-01T02:35:06Z")
        )
        #expect(try DateFormat("yy").decode("49") == ISO8601().decode("2049-01-01"))
        #expect(throws: JSONError.self) { try DateFormat("EEE yyyy-MM-dd").decode("Tue 2008-08-27") }
        #expect(throws: JSONError.self) { try DateFormat("yyyy-MM-dd").decode("2008-02-30") }
        #expect(throws: JSONError.self) { try DateFormat("yyyy-MM-dd").decode("2008-02-03 ") }
        for (pattern, text) in [
            ("'''yy'''", "'yy'"), ("''''", "''"), ("'a''b'", "a'b"), ("[.S", "[.2"), ("[.SX]", "[.2Z]"),
            ("'[.S]'", "[.S]"), ("''[.S]", "'.2"),
        ] {
            #expect(try DateFormat(pattern).encode(date) == text)
        }
        #expect(throws: JSONError.self) { try DateFormat("d MMM Z").decode("1 Jan +00:99") }
        #expect(throws: JSONError.self) { try DateFormat("d MMM Z").decode("1 Jan ") }
        #expect(try DateFormat("Zyyyy").decode("z2008") == ISO8601().decode("2008-01-01"))
        #expect(try DateFormat("Z yyyy").decode("+02 2008") == ISO8601().decode("2007-12-31T22:00:00Z"))
        for (pattern, problem) in [
            ("yyyy-QQ", "unknown symbol QQ"), ("yyyy 'x", "unclosed quote"), ("EEE HH:mm", "E without y, M and d"),
            ("EEE dd MMM", "E without y, M and d"),
            ("s[.SSS]'0'", "s for one or two digits, followed by another digit,"),
        ] {
            let expected = "\(problem) in the pattern \"\(pattern)\""
            #expect(#expect(throws: JSONError.self) { try DateFormat(pattern).encode(date) }?.reason == expected)
            #expect(#expect(throws: JSONError.self) { try DateFormat(pattern).decode("2008-03") }?.reason == expected)
        }
        #expect(throws: JSONError.self) { try DateFormat("yyyy-MM-dd").decode("1970-02-29") }
    }

    @Test("what a date format writes, it reads as the same date, or it writes nothing")
    func dateFormatsReadBack() throws {
        let symbols = [
            "y", "yy", "yyyy", "M", "MM", "MMM", "MMMM", "d", "dd", "H", "HH", "h", "hh", "a", "m", "mm", "s", "ss",
            "S",
            "SSS", "[.SSS]", "EEE", "EEEE", "Z", "XXX",
        ]
        let dates = try [
            "1945-01-21T00:00:00Z", "2011-01-21T15:04:05Z", "2011-12-01T03:40:50Z", "2049-11-11T23:59:59.120Z",
            "2000-02-28T12:00:01Z", "2024-02-29T06:07:05Z",
        ].map { try ISO8601().decode($0) }
        var written = 0
        for first in symbols {
            for second in symbols {
                for separator in ["", "-", ".", "'1'"] {
                    let pattern = first + separator + second
                    let format = DateFormat(pattern)
                    for date in dates {
                        guard let text = try? format.encode(date) else { continue }
                        #expect(try format.encode(format.decode(text)) == text, "\(pattern): \(text)")
                        written += 1
                    }
                }
            }
        }
        #expect(written > 1000)
        #expect(throws: JSONError.self) { try DateFormat("yy").encode(dates[0]) }
        #expect(throws: JSONError.self) { try DateFormat("yy").encode(ISO8601().decode("2050-01-01")) }
        #expect(try DateFormat("yy").encode(dates[3]) == "49")
    }
}
