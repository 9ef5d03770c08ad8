import Foundation
import ModelRuntime
import SeededNumbers
import Testing

@Suite("Numbers are parsed exactly")
struct NumberTests {
    private func check(_ text: String) throws {
        let expected = strtod(text, nil)
        guard expected.isFinite else {
            let error = #expect(throws: JSONError.self) { try Double(json: text) }
            #expect(error?.kind == .outOfRange)
            return
        }
        let value = try Double(json: text)
        #expect(value.bitPattern == expected.bitPattern, "\(text)")
        let float = strtof(text, nil)
        if float.isFinite {
            #expect(try Float(json: text).bitPattern == float.bitPattern, "\(text)")
        } else {
            #expect(throws: JSONError.self) { try Float(json: text) }
        }
    }

    @Test("a fraction of more digits than a Double has is the same through a Decoder")
    func fractionsThroughDecoder() throws {
        for number in ["123456789012345678.25", "12345678901234567890.25", "0.1", "-7", "18446744073709551615"] {
            let data = Data("[\(number)]".utf8)
            #expect(try JSONDecoder().decode([JSON].self, from: data) == [JSON](json: data), "\(number)")
        }
    }

    @Test("hard cases agree with strtod")
    func hardCases() throws {
        let cases = [
            "0", "-0", "0.0", "-0.0", "0e10", "1", "-1", "1e22", "1e23", "9007199254740993", "9007199254740992.5",
            "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072014e-308",
            "2.2250738585072011e-308", "2.2250738585072012e-308", "1.7976931348623157e308", "1.7976931348623158e308",
            "1.7976931348623159e308", "1e308", "1e309", "1e400", "-1e400", "1e-400", "123456789012345678901234567890",
            "0.1", "0.2", "0.3", "3.141592653589793238462643383279502884197", "8.442911973260991817129021e-309",
            "9.5e-10", "7450580596923828125e-27", "5e-324", "1e-323", "6929495644600919.5",
            "3.518437208883201171875e13",
            "0.000000000000000000000000000000000000000000000000000000000000000000000000000001234567890123456789012345678",
            "1090544144181609348671888949248", "1090544144181609348835077142190", "45035996273704985",
            "45035996273704985.5",
            "1.00000000000000011102230246251565404236316680908203125",
            "1.00000000000000011102230246251565404236316680908203124",
            "1.00000000000000011102230246251565404236316680908203126",
            "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
            "2.22507385850720113605740979670913197593481954635164564802342610972482222202107694551652952390813508791414915891303962110687008643869459464552765720740782062174337998814106326732925355228688137214901298112245145188984905722230728525513315575501591439747639798341180199932396254827101806990063e-308",
            "1e-1000000", "1e1000000", "0e1000000", "16777217", "16777219", "1.17549435e-38", "7.0064923216240854e-46",
            "3.4028236e38", "1.4012984643248171e-45",
        ]
        for text in cases { try check(text) }
    }

    @Test("random bit patterns agree with strtod, in short and long form")
    func randomPatterns() throws {
        var random = SeededNumbers(seed: 1)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            try check("\(value)".replacingOccurrences(of: "+", with: ""))
            try check(String(format: "%.17e", value))
            // Near the middle between two values.
            try check(String(format: "%.25e", value))
        }
    }

    @Test("random digits agree with strtod")
    func randomDigits() throws {
        var random = SeededNumbers(seed: 2)
        for _ in 0..<20_000 {
            let digits = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let fraction = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            var whole = digits.joined()
            while whole.hasPrefix("0"), whole.count > 1 { whole.removeFirst() }
            try check("\(whole).\(fraction.joined())e\(Int.random(in: -330...310, using: &random))")
            try check("\(whole).\(fraction.joined())")
            try check(whole)
        }
    }

    @Test("numbers are written so that they are read back the same")
    func written() throws {
        var random = SeededNumbers(seed: 3)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            let integer = Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0...63, using: &random)
            #expect(try String(decoding: integer.jsonData(), as: UTF8.self) == "\(integer)")
            #expect(try Int64(json: integer.jsonData()) == integer)
            #expect(try UInt64(json: UInt64(bitPattern: integer).jsonData()) == UInt64(bitPattern: integer))
            guard value.isFinite else {
                #expect(throws: JSONError.self) { try value.jsonData() }
                continue
            }
            #expect(try Double(json: value.jsonData()).bitPattern == value.bitPattern)
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if float.isFinite { #expect(try Float(json: float.jsonData()).bitPattern == float.bitPattern) }
        }
        #expect(try (-0.0).jsonString() == "-0")
        #expect(try (1e15).jsonString() == "1000000000000000")
        #expect(try (100.0).jsonString() == "100")
        #expect(try Int64.min.jsonString() == "-9223372036854775808")
    }

    @Test("doubles are written in the shortest form, like in the standard library")
    func shortest() throws {
        var random = SeededNumbers(seed: 5)
        var values = [
            Double.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 0x1p53, 0x1p53.nextUp, 1e15,
            0.1,
        ]
        values +=
            (-320...308).map { Double("1e\($0)") ?? 0 }
            + (-1074...1023).map { Double(sign: .plus, exponent: $0, significand: 1) }
        values += values.flatMap { [$0.nextUp, $0.nextDown] }
        for _ in 0..<100_000 {
            values.append(Double(bitPattern: random.next()))
            let power = [1.0, 10, 100, 1e3, 1e6, 1e9][Int(random.next() % 6)]
            values.append(Double(Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64)) / power)
            // Coordinates, money: few digits, and the point among them.
            values.append((Double(random.next() % 1_000_000_000) / 1e6 * power).rounded() / power)
            // Subnormal numbers of every size.
            values.append(Double(bitPattern: random.next() >> (12 + random.next() % 52)))
        }
        // Where integers get an exponent, the standard library went from 2^54 to 2^53.
        for value in values where value.isFinite && !(0x1p53...0x1p54).contains(value.magnitude) {
            var text = value.description
            if text.hasSuffix(".0") { text.removeLast(2) }
            try #require(try value.jsonString() == text)
        }
    }

    @Test("decimal numbers keep all their digits, up to 38 and some with 39")
    func decimals() throws {
        let text = "12345678901234567890.123456789012345678"
        #expect(try Decimal(json: text).jsonString() == text)
        #expect(try Decimal(json: "-1.50e3") == -1500)
        #expect(throws: JSONError.self) { try Decimal(json: "0.923456789012345678901234567890123456789") }
        #expect(throws: JSONError.self) { try Decimal(json: "1e400") }
        #expect(throws: JSONError.self) { try Decimal.nan.jsonData() }
    }

    @Test("a decimal is read as it was written, however many digits a computation gave it")
    func computedDecimals() throws {
        var numbers = try ["10e127", "1e127", "1e-128", "\(UInt64.max)e127", "340282366920938463463374607431768211455"]
            .map { try #require(Decimal(string: $0)) }
        for n in 1..<200 { numbers += [Decimal(n) / 7 * (Decimal(n) / 11), Decimal(n) / 13 - Decimal(n) / 3] }
        numbers += [.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude]
        for number in numbers {
            #expect(try Decimal(json: number.jsonData()) == number)
            #expect(JSONNumber("\(number)")?.decimal == number)
        }
        // Foundation would round these.
        for text in ["340282366920938463463374607431768211456", "1e166", "35e165", "1e-129", "123456e164"] {
            let error = #expect(throws: JSONError.self, "\(text)") { try Decimal(json: text) }
            #expect(error?.kind == .outOfRange)
        }
    }
}
