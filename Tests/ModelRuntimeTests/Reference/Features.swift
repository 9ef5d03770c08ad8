import Foundation
import ModelDateFormats
import ModelLeniency
import ModelPatches
import ModelRuntime
import ModelTransformers

// A model with every way in which generated code reads a field.

enum Mood: Hashable, Sendable, JSONValue, JSONObjectKey, RawRepresentable {
    case calm
    case wild
    case unknown(String)

    init(rawValue: String) {
        self =
            switch rawValue {
            case "calm": .calm
            case "wild": .wild
            default: .unknown(rawValue)
            }
    }

    var rawValue: String {
        switch self {
        case .calm: "calm"
        case .wild: "wild"
        case .unknown(let raw): raw
        }
    }
}

enum Level: Int, JSONValue, CaseIterable {
    case low = 1
    case high
}

struct Ring: Hashable, JSONModel {
    var radius: Double

    static let jsonFields = JSONFields(Ring.self, [JSONField("radius", ["size", "r"])])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let radius: Double = try source.field()
        self.radius = radius
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(radius)
    }
}

/// A lenient model, which rejects unknown keys.
struct Tolerant: Hashable, JSONModel {
    var count: Int
    var isOn: Bool?
    var text: String?
    var price: Decimal?
    var ratio: Double?

    static let jsonFields = JSONFields(
        Tolerant.self,
        [JSONField("count"), JSONField("isOn", "is_on"), JSONField("text"), JSONField("price"), JSONField("ratio")],
        reading: .lenient.strict
    )

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let count: Int = try source.field()
        let isOn: Bool? = try source.fieldIfPresent()
        let text: String? = try source.fieldIfPresent()
        let price: Decimal? = try source.fieldIfPresent()
        let ratio: Double? = try source.fieldIfPresent()
        (self.count, self.isOn, self.text, self.price, self.ratio) = (count, isOn, text, price, ratio)
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(count)
        sink.fieldIfPresent(isOn)
        sink.fieldIfPresent(text)
        sink.fieldIfPresent(price)
        sink.fieldIfPresent(ratio)
    }
}

/// Models distinguished by a key.
enum Figure: Hashable, Sendable, JSONValue {
    case circle(Ring)
    case loose(Tolerant)

    init(reading source: inout JSONSource) throws {
        switch try source.discriminator("kind") {
        case "circle": self = .circle(try source.read(Ring.self))
        case "7": self = .loose(try source.read(Tolerant.self))
        default: throw source.unknownDiscriminator("kind", of: "Figure", known: ["circle", "7"])
        }
    }

    func write(to sink: inout JSONSink) throws {
        switch self {
        case .circle(let circle): try sink.write(circle, discriminator: "kind", "circle")
        case .loose(let loose): try sink.write(loose, discriminator: "kind", "7")
        }
    }
}

struct Features: Equatable, JSONModel {
    var id: Int64
    var small: Int8?
    var large: UInt64?
    var ratio: Float?
    var mood: Mood
    var level: Level = .low
    var levels: Set<Level> = []
    var counts: [Mood: Int] = [:]
    var rows: [Int: [String?]] = [:]
    var date: Date?
    var day: Date?
    var link: URL?
    var key: UUID?
    var bytes: Data?
    var name: String?
    var deep: String?
    var second: Int?
    var loose: Tolerant?
    var shape: Figure?
    var shapes: [Figure] = []
    var secret: String?
    var note: String?
    var stamp: Date?
    var stamps: [Date] = []
    var any: JSON?

    static let jsonFields = JSONFields(Features.self, fieldList)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        [
            "id": nil,
            "small": \.small,
            "large": \.large,
            "ratio": \.ratio,
            "mood": \.mood,
            "level": \.level,
            "levels": \.levels,
            "counts": \.counts,
            "rows": \.rows,
            "date": \.date,
            "day": \.day,
            "link": \.link,
            "key": \.key,
            "bytes": \.bytes,
            JSONField("name", "name", or: "nick", ["who", "name"]): \.name,
            JSONField("deep", ["who", "deep", "text"]): \.deep,
            JSONField("second", ["list", 1, "n"]): \.second,
            "loose": \.loose,
            "shape": \.shape,
            "shapes": \.shapes,
            JSONField("secret", traits: .sensitive): \.secret,
            "note": \.note,
            "stamp": \.stamp,
            "stamps": \.stamps,
            "any": \.any,
        ]
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int64 = try source.field()
        let small: Int8? = try source.validFieldIfPresent()
        let large: UInt64? = try source.fieldIfPresent()
        let ratio: Float? = try source.fieldIfPresent()
        let mood: Mood = try source.field()
        let level: Level = try source.validField(or: .low)
        let levels: Set<Level> = try source.validElements(or: [])
        let counts: [Mood: Int] = try source.validElements(or: [:])
        let rows: [Int: [String?]] = try source.field(or: [:])
        let date: Date? = try source.fieldIfPresent()
        let day: Date? = try source.validFieldIfPresent(using: DateFormat("yyyy-MM-dd"))
        let link: URL? = try source.fieldIfPresent()
        let key: UUID? = try source.fieldIfPresent()
        let bytes: Data? = try source.fieldIfPresent()
        let name: String? = try source.fieldIfPresent()
        let deep: String? = try source.fieldIfPresent()
        let second: Int? = try source.fieldIfPresent()
        let loose: Tolerant? = try source.fieldIfPresent()
        let shape: Figure? = try source.fieldIfPresent()
        let shapes: [Figure] = try source.validElements(or: [])
        let secret: String? = try source.fieldIfPresent()
        let note: String? = try source.fieldIfPresent()
        let stamp: Date? = try source.fieldIfPresent(using: UnixSeconds())
        let stamps: [Date] = try source.validElements(or: [], using: UnixSeconds())
        let any: JSON? = try source.fieldIfPresent()
        (self.id, self.small, self.large, self.ratio, self.mood) = (id, small, large, ratio, mood)
        (self.level, self.levels, self.counts, self.rows) = (level, levels, counts, rows)
        (self.date, self.day, self.link, self.key, self.bytes) = (date, day, link, key, bytes)
        (self.name, self.deep, self.second) = (name, deep, second)
        (self.loose, self.shape, self.shapes, self.secret) = (loose, shape, shapes, secret)
        (self.note, self.stamp, self.stamps, self.any) = (note, stamp, stamps, any)
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.fieldIfPresent(small)
        sink.fieldIfPresent(large)
        sink.fieldIfPresent(ratio)
        sink.field(mood)
        sink.field(level)
        sink.field(levels)
        sink.field(counts)
        sink.field(rows)
        sink.fieldIfPresent(date)
        sink.fieldIfPresent(day, using: DateFormat("yyyy-MM-dd"))
        sink.fieldIfPresent(link)
        sink.fieldIfPresent(key)
        sink.fieldIfPresent(bytes)
        sink.fieldIfPresent(name)
        sink.fieldIfPresent(deep)
        sink.fieldIfPresent(second)
        sink.fieldIfPresent(loose)
        sink.fieldIfPresent(shape)
        sink.field(shapes)
        sink.fieldIfPresent(secret)
        sink.fieldIfPresent(note)
        sink.fieldIfPresent(stamp, using: UnixSeconds())
        sink.field(stamps, using: Each(UnixSeconds()))
        sink.fieldIfPresent(any)
    }
}

extension Features: JSONPatchable {
    struct PatchFields: Sendable {
        var small: PatchField<Features, Int8> { PatchField(\.small).ifValid() }
        var large: PatchField<Features, UInt64> { PatchField(\.large) }
        var ratio: PatchField<Features, Float> { PatchField(\.ratio) }
        var mood: PatchField<Features, Mood> { PatchField(\.mood) }
        var level: PatchField<Features, Level> { PatchField(\.level).ifValid() }
        var levels: PatchField<Features, Set<Level>> { PatchField(\.levels).validElements() }
        var counts: PatchField<Features, [Mood: Int]> { PatchField(\.counts).validElements() }
        var rows: PatchField<Features, [Int: [String?]]> { PatchField(\.rows) }
        var date: PatchField<Features, Date> { PatchField(\.date) }
        var day: PatchField<Features, Date> { PatchField(\.day, using: DateFormat("yyyy-MM-dd")).ifValid() }
        var link: PatchField<Features, URL> { PatchField(\.link) }
        var key: PatchField<Features, UUID> { PatchField(\.key) }
        var bytes: PatchField<Features, Data> { PatchField(\.bytes) }
        var name: PatchField<Features, String> { PatchField(\.name) }
        var deep: PatchField<Features, String> { PatchField(\.deep) }
        var second: PatchField<Features, Int> { PatchField(\.second) }
        var loose: PatchField<Features, Tolerant> { PatchField(\.loose) }
        var shape: PatchField<Features, Figure> { PatchField(\.shape) }
        var shapes: PatchField<Features, [Figure]> { PatchField(\.shapes).validElements() }
        var secret: PatchField<Features, String> { PatchField(\.secret) }
        var note: PatchField<Features, String> { PatchField(\.note) }
        var stamp: PatchField<Features, Date> { PatchField(\.stamp, using: UnixSeconds()) }
        var stamps: PatchField<Features, [Date]> {
            PatchField(\.stamps, using: Each(UnixSeconds())).validElements(using: UnixSeconds())
        }
        var any: PatchField<Features, JSON> { PatchField(\.any) }
    }

    static let patchFields = PatchFieldList<Features>(PatchFields(), fieldList)
}
