import Foundation
import ModelRuntime

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

    init(fields source: inout JSONSource) throws {
        var radius: Double?
        while let field = try source.next() {
            switch field {
            case 0: source.read(&radius)
            default: break
            }
        }
        guard let radius else { throw source.incomplete(0) }
        self.radius = radius
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(radius, 0)
    }
}

/// A lenient model, which refuses unknown keys.
struct Tolerant: Hashable, JSONModel {
    var count: Int
    var isOn: Bool?
    var text: String?
    var price: Decimal?
    var ratio: Double?

    static let jsonFields = JSONFields(
        Tolerant.self,
        [JSONField("count"), JSONField("isOn", "is_on"), JSONField("text"), JSONField("price"), JSONField("ratio")],
        options: [.lenient, .rejectUnknownKeys]
    )

    init(fields source: inout JSONSource) throws {
        var count: Int?
        var isOn: Bool?
        var text: String?
        var price: Decimal?
        var ratio: Double?
        while let field = try source.next() {
            switch field {
            case 0: source.read(&count)
            case 1: source.readIfPresent(&isOn)
            case 2: source.readIfPresent(&text)
            case 3: source.readIfPresent(&price)
            case 4: source.readIfPresent(&ratio)
            default: break
            }
        }
        guard let count else { throw source.incomplete(0) }
        (self.count, self.isOn, self.text, self.price, self.ratio) = (count, isOn, text, price, ratio)
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(count, 0)
        sink.writeIfPresent(isOn, 1)
        sink.writeIfPresent(text, 2)
        sink.writeIfPresent(price, 3)
        sink.writeIfPresent(ratio, 4)
    }
}

/// Models told apart by a key.
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

    static let jsonFields = JSONFields(
        Features.self,
        [
            JSONField("id"), JSONField("small"), JSONField("large"), JSONField("ratio"), JSONField("mood"),
            JSONField("level"), JSONField("levels"), JSONField("counts"), JSONField("rows"), JSONField("date"),
            JSONField("day"), JSONField("link"), JSONField("key"), JSONField("bytes"),
            JSONField("name", "name", or: "nick", ["who", "name"]), JSONField("deep", ["who", "deep", "text"]),
            JSONField("second", ["list", 1, "n"]), JSONField("loose"), JSONField("shape"), JSONField("shapes"),
            JSONField("secret", traits: .sensitive), JSONField("note"), JSONField("stamp"), JSONField("stamps"),
            JSONField("any"),
        ]
    )

    init(fields source: inout JSONSource) throws {
        var id: Int64?
        var mood: Mood?
        var (small, large, ratio): (Int8?, UInt64?, Float?) = (nil, nil, nil)
        var (level, levels, counts): (Level, Set<Level>, [Mood: Int]) = (.low, [], [:])
        var rows: [Int: [String?]] = [:]
        var (date, day, link, key, bytes): (Date?, Date?, URL?, UUID?, Data?) = (nil, nil, nil, nil, nil)
        var (name, deep, second): (String?, String?, Int?) = (nil, nil, nil)
        var (loose, shape, shapes): (Tolerant?, Figure?, [Figure]) = (nil, nil, [])
        var (secret, any): (String?, JSON?) = (nil, nil)
        var (note, stamp, stamps): (String?, Date?, [Date]) = (nil, nil, [])
        while let field = try source.next() {
            switch field {
            case 0: source.read(&id)
            case 1: source.readIfValid(&small)
            case 2: source.readIfPresent(&large)
            case 3: source.readIfPresent(&ratio)
            case 4: source.read(&mood)
            case 5: source.readIfValid(&level)
            case 6: source.readValidElements(&levels)
            case 7: source.readValidElements(&counts)
            case 8: source.readIfPresent(&rows)
            case 9: source.readIfPresent(&date)
            case 10: source.readIfValid(&day, using: DateFormat("yyyy-MM-dd"))
            case 11: source.readIfPresent(&link)
            case 12: source.readIfPresent(&key)
            case 13: source.readIfPresent(&bytes)
            case 14: source.readIfPresent(&name)
            case 15: source.readIfPresent(&deep)
            case 16: source.readIfPresent(&second)
            case 17: source.readIfPresent(&loose)
            case 18: source.readIfPresent(&shape)
            case 19: source.readValidElements(&shapes)
            case 20: source.readIfPresent(&secret)
            case 21: source.readIfPresent(&note)
            case 22: source.readIfPresent(&stamp, using: UnixSeconds())
            case 23: source.readValidElements(&stamps, using: UnixSeconds())
            case 24: source.readIfPresent(&any)
            default: break
            }
        }
        guard let id, let mood else { throw source.incomplete(0, 4) }
        (self.id, self.small, self.large, self.ratio, self.mood) = (id, small, large, ratio, mood)
        (self.level, self.levels, self.counts, self.rows) = (level, levels, counts, rows)
        (self.date, self.day, self.link, self.key, self.bytes) = (date, day, link, key, bytes)
        (self.name, self.deep, self.second) = (name, deep, second)
        (self.loose, self.shape, self.shapes, self.secret) = (loose, shape, shapes, secret)
        (self.note, self.stamp, self.stamps, self.any) = (note, stamp, stamps, any)
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
        sink.writeIfPresent(small, 1)
        sink.writeIfPresent(large, 2)
        sink.writeIfPresent(ratio, 3)
        sink.write(mood, 4)
        sink.write(level, 5)
        sink.write(levels, 6)
        sink.write(counts, 7)
        sink.write(rows, 8)
        sink.writeIfPresent(date, 9)
        sink.writeIfPresent(day, 10, using: DateFormat("yyyy-MM-dd"))
        sink.writeIfPresent(link, 11)
        sink.writeIfPresent(key, 12)
        sink.writeIfPresent(bytes, 13)
        sink.writeIfPresent(name, 14)
        sink.writeIfPresent(deep, 15)
        sink.writeIfPresent(second, 16)
        sink.writeIfPresent(loose, 17)
        sink.writeIfPresent(shape, 18)
        sink.write(shapes, 19)
        sink.writeIfPresent(secret, 20)
        sink.writeIfPresent(note, 21)
        sink.writeIfPresent(stamp, 22, using: UnixSeconds())
        sink.write(stamps, 23, using: Each(UnixSeconds()))
        sink.writeIfPresent(any, 24)
    }
}

extension Features: JSONPatchable {
    typealias Patch = ModelPatch<Features>

    struct PatchFields: Sendable {
        var small: PatchField<Features, Int8> { PatchField(1, \.small).ifValid() }
        var large: PatchField<Features, UInt64> { PatchField(2, \.large) }
        var ratio: PatchField<Features, Float> { PatchField(3, \.ratio) }
        var mood: PatchField<Features, Mood> { PatchField(4, \.mood) }
        var level: PatchField<Features, Level> { PatchField(5, \.level).ifValid() }
        var levels: PatchField<Features, Set<Level>> { PatchField(6, \.levels).validElements() }
        var counts: PatchField<Features, [Mood: Int]> { PatchField(7, \.counts).validElements() }
        var rows: PatchField<Features, [Int: [String?]]> { PatchField(8, \.rows) }
        var date: PatchField<Features, Date> { PatchField(9, \.date) }
        var day: PatchField<Features, Date> { PatchField(10, \.day, using: DateFormat("yyyy-MM-dd")).ifValid() }
        var link: PatchField<Features, URL> { PatchField(11, \.link) }
        var key: PatchField<Features, UUID> { PatchField(12, \.key) }
        var bytes: PatchField<Features, Data> { PatchField(13, \.bytes) }
        var name: PatchField<Features, String> { PatchField(14, \.name) }
        var deep: PatchField<Features, String> { PatchField(15, \.deep) }
        var second: PatchField<Features, Int> { PatchField(16, \.second) }
        var loose: PatchField<Features, Tolerant> { PatchField(17, \.loose) }
        var shape: PatchField<Features, Figure> { PatchField(18, \.shape) }
        var shapes: PatchField<Features, [Figure]> { PatchField(19, \.shapes).validElements() }
        var secret: PatchField<Features, String> { PatchField(20, \.secret) }
        var note: PatchField<Features, String> { PatchField(21, \.note) }
        var stamp: PatchField<Features, Date> { PatchField(22, \.stamp, using: UnixSeconds()) }
        var stamps: PatchField<Features, [Date]> {
            PatchField(23, \.stamps, using: Each(UnixSeconds())).validElements(using: UnixSeconds())
        }
        var any: PatchField<Features, JSON> { PatchField(24, \.any) }
    }

    static var patchFields: PatchFields { PatchFields() }

    static var allPatchFields: [AnyPatchField<Features>] {
        let fields = patchFields
        return [
            fields.small, fields.large, fields.ratio, fields.mood, fields.level, fields.levels, fields.counts,
            fields.rows, fields.date, fields.day, fields.link, fields.key, fields.bytes, fields.name, fields.deep,
            fields.second, fields.loose, fields.shape, fields.shapes, fields.secret, fields.note, fields.stamp,
            fields.stamps, fields.any,
        ]
    }
}
