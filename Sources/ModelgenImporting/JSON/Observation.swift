import ModelgenDiagnostics
import ModelgenParsing

/// Everything that was seen at one place of the samples.
///
/// A reference type: places that turn out to hold the same model share their observations.
final class Observation {
    private(set) var nulls = 0
    private(set) var bools = 0
    private(set) var integers = NumberFacts()
    private(set) var reals = NumberFacts()
    private(set) var strings = StringFacts()
    private(set) var arrays = 0
    private(set) var objects = 0
    /// The elements of the arrays.
    private(set) var element: Observation?
    private var shape: ObjectShape?
    /// Its key; empty at the top of a document and in a list.
    let key: String
    /// Where it was first seen.
    let place: SourceRange

    init(key: String, place: SourceRange) {
        self.key = key
        self.place = place
    }

    /// The objects.
    var object: ObjectShape? { shape?.canonical }

    func note(_ sample: Node) {
        switch sample.content {
        case .scalar(let scalar) where scalar.style == .doubleQuoted: strings.note(scalar.text)
        case .scalar(let scalar):
            switch scalar.text {
            case "null": nulls += 1
            case "true", "false": bools += 1
            // As it is written: `1.0` is not an integer, and no digit is lost.
            case let text where text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }:
                reals.note(text)
            case let text: integers.note(text)
            }
        case .sequence(let elements):
            arrays += 1
            for each in elements {
                let element = element ?? Observation(key: "", place: each.range)
                self.element = element
                element.note(each)
            }
        case .mapping(let members):
            objects += 1
            let shape = object ?? ObjectShape(key: key)
            self.shape = shape
            shape.note(members)
        }
    }

    func merge(_ other: Observation) {
        guard other !== self else { return }
        nulls += other.nulls
        bools += other.bools
        integers.merge(other.integers)
        reals.merge(other.reals)
        strings.merge(other.strings)
        arrays += other.arrays
        objects += other.objects
        if let theirs = other.element {
            if let element { element.merge(theirs) } else { element = theirs }
        }
        if let theirs = other.object {
            if let object { object.merge(theirs) } else { shape = theirs }
        }
    }

    /// The kinds that were seen, except null.
    var kinds: Set<Kind> {
        var kinds: Set<Kind> = []
        if bools > 0 { kinds.insert(.bool) }
        if integers.count > 0 || reals.count > 0 { kinds.insert(.number) }
        if strings.count > 0 { kinds.insert(.string) }
        if arrays > 0 { kinds.insert(.array) }
        if objects > 0 { kinds.insert(.object) }
        return kinds
    }

    enum Kind: String, CaseIterable {
        case bool = "a Boolean"
        case number = "a number"
        case string = "a string"
        case array = "a list"
        case object = "an object"
    }
}

/// What is known about numbers of one kind.
struct NumberFacts {
    private(set) var count = 0
    private(set) var fitsInt64 = true
    private(set) var fitsUInt64 = true
    /// Whether all are integers that a `Double` represents exactly.
    private(set) var fitsDouble = true
    private(set) var hasExponents = false
    private(set) var digits = 0
    private var least = Double.infinity
    private var greatest = -Double.infinity

    mutating func note(_ text: String) {
        count += 1
        fitsInt64 = fitsInt64 && Int64(text) != nil
        fitsUInt64 = fitsUInt64 && UInt64(text) != nil
        fitsDouble = fitsDouble && Int64(text).flatMap { Double(exactly: $0) } != nil
        hasExponents = hasExponents || text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        digits = max(digits, text.utf8.count)
        let value = Double(text) ?? 0
        least = min(least, value)
        greatest = max(greatest, value)
    }

    mutating func merge(_ other: NumberFacts) {
        count += other.count
        fitsInt64 = fitsInt64 && other.fitsInt64
        fitsUInt64 = fitsUInt64 && other.fitsUInt64
        fitsDouble = fitsDouble && other.fitsDouble
        hasExponents = hasExponents || other.hasExponents
        digits = max(digits, other.digits)
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
    }

    /// Whether all can be represented as `Double`, rounded.
    var areFinite: Bool { least.isFinite && greatest.isFinite }

    /// Whether there are some, and all are within the range.
    func lie(in range: ClosedRange<Double>) -> Bool {
        count > 0 && range.contains(least) && range.contains(greatest)
    }
}

/// What is known about strings.
struct StringFacts {
    private(set) var count = 0
    /// The forms that all of them have.
    private(set) var forms: [StringForm] = []
    /// The values in the order of their first occurrence, as long as they are few.
    private(set) var values: [String] = []
    private(set) var areFew = true
    private var known: Set<String> = []
    private var lengths: ClosedRange<Int>?

    private static let most = 32

    /// Whether all have the same length, and are longer than a small number.
    var areOfOneLength: Bool { lengths.map { $0.lowerBound == $0.upperBound && $0.lowerBound > 2 } ?? false }

    mutating func note(_ text: String) {
        let own = forms.isEmpty && count > 0 ? [] : StringForm.forms(of: text)
        forms = count == 0 ? own : forms.filter(own.contains)
        count += 1
        extend(text.utf8.count...text.utf8.count)
        add(text)
    }

    private mutating func extend(_ other: ClosedRange<Int>) {
        lengths = lengths.map { min($0.lowerBound, other.lowerBound)...max($0.upperBound, other.upperBound) } ?? other
    }

    private mutating func add(_ text: String) {
        guard areFew, text.utf8.count <= 40 else {
            areFew = false
            return
        }
        if known.insert(text).inserted { values.append(text) }
        if values.count > Self.most { areFew = false }
    }

    mutating func merge(_ other: StringFacts) {
        guard other.count > 0 else { return }
        forms = count == 0 ? other.forms : forms.filter(other.forms.contains)
        count += other.count
        areFew = areFew && other.areFew
        if let theirs = other.lengths { extend(theirs) }
        for value in other.values { add(value) }
    }
}
