import Foundation
import ModelRuntime
import Testing

@Suite("The reader follows RFC 8259")
struct ReaderTests {
    @Test("a JSON value describes itself as its text, inside other values as well")
    func describesItself() throws {
        let text = #"{"a":[1,2.50,null,true,"x\"y"],"b":{}}"#
        #expect("\(try JSON(json: text))" == text)
        #expect("\([try JSON(json: text)])" == "[\(text)]")
    }

    @Test(
        "invalid JSON is refused",
        arguments: [
            "", " ", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
            "{a:1}", "{\"a\" 1}", "{'a':1}", "[1]]", "[1] x", "{}{}", "tru", "True", "nul", "nan", "NaN", "Infinity",
            "-", "+1", "01", "-01", "1.", ".5", "1.e1", "1e", "1e+", "0x1", "1_0", "--1", "- 1", "\"", "\"\\\"",
            "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\u{1f}\"", "/**/1", "[1]//", "\u{feff}\u{feff}1",
            " \u{feff}1",
            "\"\\ud800\"",
            "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800x\"", "\u{a0}1", "\u{c}1", "[\"a\",\n4\n,1,",
            "{\"a\":1 \"b\":2}",
            "{\"a\":tru}", "[\"\\", "{\"\\ud800\":1}", "00", "1e5x", "[1}", "{\"a\":[}", "{]",
        ]
    )
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSON(json: text) }
        // Inside something that is skipped, too.
        #expect(throws: JSONError.self) { try Square(json: "{\"side\":1,\"x\":\(text)}") }
        #expect(throws: JSONError.self) { try Square(json: "{\"x\":[0,\(text)],\"side\":1}") }
    }

    @Test(
        "valid JSON is read",
        arguments: [
            "0", "-0", "1", "1.5", "1e5", "1E+5", "1e-5", "123456789012345678901234567890", "\"\"", "\"a\"", "null",
            "true",
            "false", "[]", "{}", " [ ] ", "\t{\n}\r ", "[1,[2,[3]]]", "{\"a\":{\"b\":[]}}",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
            "\"\\u0000\"", "\"\\ud83d\\ude00\"", "\"\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10ffff}\"", "1e400", "-1e-400",
            "{\"\":0}",
            "{\"a\":1,\"a\":2}",
        ]
    )
    func read(text: String) throws {
        let value = try JSON(json: text)
        #expect(try JSON(json: value.jsonData()) == value)
        #expect(try Square(json: "{\"x\":\(text),\"side\":1}").side == 1)
    }

    @Test("a byte order mark before the document is ignored") func byteOrderMark() throws {
        #expect(try Square(json: "\u{FEFF} {\"side\":1}").side == 1)
        let error = #expect(throws: JSONError.self) { try Square(json: "\u{FEFF}{\"side\":\"\"}") }
        #expect(error?.offset == 11)
        #expect(error?.column == 12)
    }

    @Test("broken UTF-8 is refused in values, in keys and in what is skipped")
    func brokenUTF8() {
        let broken: [[UInt8]] = [
            [0xff], [0x80], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xc3, 0x28], [0xe2, 0x82], [0xe0, 0x80, 0x80],
            [0xed, 0xa0, 0x80], [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x9f, 0x98], [0xf4, 0x90, 0x80, 0x80],
            [0xf5, 0x80, 0x80, 0x80],
        ]
        for bytes in broken {
            for padding in 0..<10 {
                let inner = [UInt8](repeating: 0x61, count: padding) + bytes + [UInt8](repeating: 0x62, count: padding)
                let string = [0x22] + inner + [0x22]
                #expect(throws: JSONError.self) { try JSON(json: string) }
                #expect(throws: JSONError.self) {
                    try Square(json: Array("{\"x\":".utf8) + string + Array(",\"side\":1}".utf8))
                }
                #expect(throws: JSONError.self) { try JSON(json: Array("{".utf8) + string + Array(":1}".utf8)) }
                #expect(throws: JSONError.self) {
                    try Square(json: Array("{".utf8) + string + Array(":1,\"side\":1}".utf8))
                }
            }
        }
    }

    @Test("bytes are a string if they are UTF-8 for the standard library")
    func randomUTF8() throws {
        // Bytes at the bounds of what a sequence may hold.
        let bytes: [UInt8] = [
            0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0,
            0xf1,
            0xf3, 0xf4, 0xf5, 0xff,
        ]
        for first in bytes {
            for second in bytes {
                for third in bytes {
                    for fourth: UInt8 in [0x61, 0x80, 0xbf, 0xc2] {
                        let text = [first, second, third, fourth, 0x80, 0x61]
                        for count in [3, 4, 5] {
                            let string = Array(text[..<count])
                            let expected = String(bytes: string, encoding: .utf8)
                            #expect(expected == (try? String(json: [0x22] + string + [0x22])), "\(string)")
                        }
                    }
                }
            }
        }
    }

    @Test("strings of every length and content survive a round trip")
    func strings() throws {
        for length in 0..<70 {
            for filler in ["a", "é", "漢", "😀", "\"", "\\", "\n", "\u{1}", "\u{0}"] {
                for position in Set([0, length / 2, length]) {
                    var text = String(repeating: "x", count: length)
                    text.insert(contentsOf: filler, at: text.index(text.startIndex, offsetBy: position))
                    #expect(try String(json: text.jsonData()) == text)
                    #expect(try JSONDecoder().decode([String].self, from: [text].jsonData()) == [text])
                    #expect(try [String](json: JSONEncoder().encode([text])) == [text])
                }
            }
        }
    }

    @Test("every byte that must be escaped is escaped, wherever it is, and no other")
    func escapes() throws {
        let letters = (0..<128).map { UInt8(ascii: "a") + $0 % 26 }
        for length in 1...40 {
            for place in 0..<length {
                for byte in [0, 9, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x5b, 0x5c, 0x5d, 0x7f] as [UInt8] {
                    var bytes = Array(letters.prefix(length))
                    bytes[place] = byte
                    // Twice, since the second may be in the same word.
                    bytes[length - 1 - place] = byte
                    let text = String(decoding: bytes, as: UTF8.self)
                    let expected = text.unicodeScalars.map { scalar in
                        switch scalar.value {
                        case 9: "\\t"
                        case 0x22, 0x5c: "\\\(scalar)"
                        case 0: "\\u0000"
                        case 0x1f: "\\u001f"
                        default: String(scalar)
                        }
                    }
                    try #require(try text.jsonString() == "\"\(expected.joined())\"")
                }
            }
        }
    }

    @Test("nesting is limited")
    func depth() throws {
        func nested(_ count: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
        }
        #expect(throws: Never.self) { try JSON(json: nested(512, "[", "]")) }
        #expect(throws: Never.self) { try Square(json: "{\"x\":\(nested(511, "{\"a\":", "}")),\"side\":1}") }
        for text in [
            nested(513, "[", "]"), nested(100_000, "[", "]"), nested(100_000, "{\"a\":", "}"),
            String(repeating: "[", count: 1_000_000),
        ] {
            let error = #expect(throws: JSONError.self) { try JSON(json: text) }
            #expect(error?.kind == .tooDeep)
            #expect(throws: JSONError.self) { try Square(json: "{\"x\":\(text),\"side\":1}") }
        }
        var deep: JSON = 1
        for _ in 0..<513 { deep = [deep] }
        let error = #expect(throws: JSONError.self) { try deep.jsonData() }
        #expect(error?.kind == .tooDeep)
    }

    @Test("a truncated document is an error and nothing else")
    func truncation() throws {
        let bytes = Array(PostMappingTests.text.utf8)
        for count in 0..<bytes.count {
            // A copy of exactly this size, so that reading too far is detected.
            let part = Array(bytes.prefix(count))
            #expect(throws: JSONError.self) { try Post(json: part) }
            #expect(throws: JSONError.self) { try JSON(json: part) }
            #expect(throws: JSONError.self) { try Square(json: part) }
        }
        #expect(throws: Never.self) { try Post(json: bytes) }
    }

    @Test("what is in memory behind a truncated document makes no difference")
    func memoryBehind() throws {
        let text = #" { "e" : [ 1 , 2 ] , "l" : [ {"x":-1.5} , 0 , null , { "x" : "a" } , [ true ] ] , "d" : {} }"#
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            func error(_ behind: String) -> String {
                let memory = bytes.prefix(count) + Array(behind.utf8)
                return memory.withUnsafeBytes { memory in
                    let document = UnsafeRawBufferPointer(rebasing: memory[..<count])
                    let errors = [
                        #expect(throws: JSONError.self) { try InLists(json: document) },
                        #expect(throws: JSONError.self) { try JSON(json: document) },
                    ]
                    return errors.map { $0?.description ?? "" }.joined(separator: "; ")
                }
            }
            let expected = error("")
            for behind in [
                "{}", "[]", "null", "true", "\"a\":1", "0", "-1", ",", "}", "]", ":", " ", "\\u0041", "\u{80}",
            ] {
                #expect(error(behind) == expected, "\(count) bytes before \(behind)")
            }
        }
        #expect(throws: Never.self) { try InLists(json: bytes) }
    }

    /// Fields inside of lists, which are found before they are read if they come in another order.
    private struct InLists: JSONModel {
        static let jsonFields = JSONFields(
            InLists.self,
            [
                JSONField("a", ["l", 3, "x"]), JSONField("b", ["l", 2], or: ["l", 1]), JSONField("c", ["l", 0, "x"]),
                JSONField("d"), JSONField("e"), JSONField("f", ["l", 4, 0]),
            ])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            _ = try source.fieldIfPresent() as String?
            _ = try source.field() as Int
            _ = try source.field() as Double
            _ = try source.field() as [String: Int]
            _ = try source.field() as [Int]
            _ = try source.field() as Bool
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
    }

    @Test("integers are exact, and refused outside of their range")
    func integers() throws {
        #expect(
            try [Int64](
                json: "[0,-0,1,-1,9223372036854775807,-9223372036854775808,1.0,1e3,12e-1e0]".replacingOccurrences(
                    of: ",12e-1e0",
                    with: ",120e-1"
                )
            ) == [0, 0, 1, -1, .max, .min, 1, 1000, 12]
        )
        #expect(try UInt64(json: "18446744073709551615") == .max)
        #expect(try Int8(json: "-128") == -128)
        #expect(try Int64(json: "9007199254740993.0") == 9_007_199_254_740_993)
        func fails<Value: JSONValue>(_ type: Value.Type, _ text: String, _ kind: JSONError.Kind) {
            let error = #expect(throws: JSONError.self) { try Value(json: text) }
            #expect(error?.kind == kind, "\(text)")
        }
        fails(Int64.self, "9223372036854775808", .outOfRange)
        fails(Int64.self, "-9223372036854775809", .outOfRange)
        fails(UInt64.self, "18446744073709551616", .outOfRange)
        fails(UInt64.self, "-1", .outOfRange)
        fails(UInt8.self, "256", .outOfRange)
        fails(Int8.self, "128", .outOfRange)
        fails(Int.self, "1e400", .outOfRange)
        fails(Int.self, "1.5", .mismatch)
        fails(Int.self, "\"1\"", .mismatch)
        fails(Int.self, "null", .missing)
        fails(Int.self, "01", .syntax)
        fails(Int.self, "-", .truncated)
        fails(Int.self, "1e999999999999999999999", .outOfRange)
    }
}
