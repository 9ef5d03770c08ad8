import ModelgenDiagnostics
import ModelgenSchema

/// What is known about all values of a column.
package struct ColumnFacts: Sendable {
    private(set) var integers = 0
    private(set) var reals = 0
    private(set) var texts = 0
    private(set) var malformedTexts = 0
    private(set) var blobs = 0
    private(set) var nulls = 0
    /// Whether all strings are known to be JSON documents.
    private(set) var areJSON: Bool
    /// The date forms that all strings have. A column's type determines all others.
    private(set) var forms: [StringForm] = []
    private(set) var range: ClosedRange<Int64>?
    /// The last string that was examined, with 0 for the digits of the date, the time and the fraction, which come
    /// first. Those of an offset are part of the form.
    private var shape: (text: [UInt8], momentEnd: Int) = ([], 0)

    /// - Parameter readsJSON: Whether it matters if its strings are JSON documents.
    package init(readsJSON: Bool = true) { areJSON = readsJSON }

    /// The number of values, without NULL.
    var count: Int { integers + reals + texts + blobs }
    var numbers: Int { integers + reals }
    /// Whether another string could give new information.
    package var wantsTexts: Bool { texts == 0 || !forms.isEmpty }

    package mutating func note(_ integer: Int64) {
        integers += 1
        range = range.map { min($0.lowerBound, integer)...max($0.upperBound, integer) } ?? integer...integer
    }

    package mutating func noteReal() { reals += 1 }
    package mutating func noteBlob() { blobs += 1 }
    package mutating func noteNull() { nulls += 1 }

    package mutating func note(_ text: String) {
        noteJSON(text.utf8)
        if wantsTexts {
            forms =
                texts == 0
                ? StringForm.forms(of: text).filter { $0.columnTransformer != nil } : forms.filter { $0.matches(text) }
            shape = Self.shape(Array(text.utf8))
        }
        texts += 1
    }

    private static func shape(_ text: [UInt8]) -> (text: [UInt8], momentEnd: Int) {
        var end = min(19, text.count)
        if end < text.count, text[end] == UInt8(ascii: ".") {
            end = text[(end + 1)...].firstIndex { !$0.isDigit } ?? text.count
        }
        return (text[..<end].map { $0.isDigit ? UInt8(ascii: "0") : $0 } + text[end...], end)
    }

    /// The same for ASCII bytes. Millions of dates in the same form are not worth a `String` each.
    package mutating func note(_ text: UnsafeBufferPointer<UInt8>) {
        noteJSON(text)
        if texts > 0, forms.isEmpty || isAnotherMoment(text) {
            texts += 1
        } else {
            note(String(decoding: text, as: UTF8.self))
        }
    }

    /// Whether the string is another date, certainly, and equals the one before in everything else: then it has the
    /// same forms.
    private func isAnotherMoment(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == shape.text.count, text.count >= 10, text.count != 36 else { return false }
        var digits = 0
        for index in text.indices {
            let isDigit = index < shape.momentEnd && text[index].isDigit
            guard shape.text[index] == (isDigit ? UInt8(ascii: "0") : text[index]) else { return false }
            if isDigit { digits += 1 }
        }
        func number(_ place: Int) -> Int { Int(text[place]) * 10 + Int(text[place + 1]) - 11 * Int(UInt8(ascii: "0")) }
        guard !text[4].isDigit, !text[7].isDigit, digits >= 8, (1...12).contains(number(5)),
            (1...28).contains(number(8)),
            (18...21).contains(number(0))
        else { return false }
        if text.count == 10 { return true }
        guard text.count >= 19, number(11) < 24, number(14) < 60, number(17) < 60 else { return false }
        // Some programs omit a fraction of zero.
        return text.count == 19 || text[19] != UInt8(ascii: ".")
            || text[20..<shape.momentEnd].contains { $0 > UInt8(ascii: "0") }
    }

    /// A string without a relevant form: it is long, or one like it came before.
    package mutating func noteText(_ text: UnsafeBufferPointer<UInt8>) {
        noteJSON(text)
        forms = []
        texts += 1
    }

    private mutating func noteJSON(_ text: some Collection<UInt8>) {
        guard areJSON else { return }
        let (sample, warnings) = readSample(SourceFile(path: "", bytes: Array(text)))
        areJSON = sample != nil && warnings.isEmpty
    }

    /// A string whose bytes are not UTF-8.
    package mutating func noteMalformedText() {
        areJSON = false
        forms = []
        texts += 1
        malformedTexts += 1
    }

    /// Whether there are values, and all are integers in the range.
    func areIntegers(in wanted: ClosedRange<Int64>) -> Bool {
        guard let range, integers == count else { return false }
        return wanted.contains(range.lowerBound) && wanted.contains(range.upperBound)
    }

    /// Whether a double can hold every one of the integers.
    var fitDoubles: Bool { range.map { $0.lowerBound >= -(1 << 53) && $0.upperBound <= 1 << 53 } ?? true }
}
