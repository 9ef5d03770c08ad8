import Foundation
import ModelRuntime
import ModelTransformers

// A model whose fields Codable's containers hold directly, without converting anything to JSON.

struct Direct: Hashable, Sendable {
    var id: Int64
    var small: Int8
    var large: UInt64
    var ratio: Double
    var short: Float?
    var price: Decimal
    var isOn: Bool?
    var name: String = "n"
    var date: Date?
    var link: URL
    var key: UUID?
    var bytes: Data
    var level: Level
    var levels: [Level]
    var numbers: [Int] = []
    var rings: [[Double]]
    var counts: [String: Int]
    var rows: [Int: [String]]?
    var inner: DirectPart
    var parts: [DirectPart]
    var byName: [String: DirectPart] = [:]
    var stamp: Date?
    var any: JSON?
    var places: DirectPlaces?
}

struct DirectPart: Hashable, Sendable {
    var count: Int
    var note: String?
}

/// A model that is converted to JSON.
struct DirectPlaces: Hashable, Sendable {
    var either: String?
    var deep: Int?
    var secret: [Int]?
}

extension Direct: JSONModel {
    static let jsonFields = JSONFields(
        Direct.self,
        [
            "id", "small", "large", "ratio", "short", "price", JSONField("isOn", "is_on"), "name", "date",
            "link",
            "key", "bytes", "level", "levels", "numbers", "rings", "counts", "rows", "inner", "parts", "byName",
            "stamp", "any", "places",
        ])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(
            id: source.field(), small: source.field(), large: source.field(), ratio: source.field(),
            short: source.fieldIfPresent(), price: source.field(), isOn: source.fieldIfPresent(),
            name: source.field(or: "n"), date: source.fieldIfPresent(), link: source.field(),
            key: source.fieldIfPresent(),
            bytes: source.field(), level: source.field(), levels: source.field(), numbers: source.field(or: []),
            rings: source.field(), counts: source.field(), rows: source.fieldIfPresent(), inner: source.field(),
            parts: source.field(), byName: source.field(or: [:]),
            stamp: source.fieldIfPresent(using: UnixSeconds()), any: source.fieldIfPresent(),
            places: source.fieldIfPresent())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.field(id)
        sink.field(small)
        sink.field(large)
        sink.field(ratio)
        sink.fieldIfPresent(short)
        sink.field(price)
        sink.fieldIfPresent(isOn)
        sink.field(name)
        sink.fieldIfPresent(date)
        sink.field(link)
        sink.fieldIfPresent(key)
        sink.field(bytes)
        sink.field(level)
        sink.field(levels)
        sink.field(numbers)
        sink.field(rings)
        sink.field(counts)
        sink.fieldIfPresent(rows)
        sink.field(inner)
        sink.field(parts)
        sink.field(byName)
        sink.fieldIfPresent(stamp, using: UnixSeconds())
        sink.fieldIfPresent(any)
        sink.fieldIfPresent(places)
    }
}

extension DirectPart: JSONModel {
    static let jsonFields = JSONFields(DirectPart.self, ["count", "note"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(count: source.field(), note: source.fieldIfPresent())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.field(count)
        sink.fieldIfPresent(note)
    }
}

extension DirectPlaces: JSONModel {
    static let jsonFields = JSONFields(
        DirectPlaces.self,
        [
            JSONField("either", "first", or: "second"), JSONField("deep", ["a", "b"]),
            JSONField("secret", traits: .sensitive),
        ])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(
            either: source.fieldIfPresent(), deep: source.fieldIfPresent(or: 7), secret: source.fieldIfPresent())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.fieldIfPresent(either)
        sink.field(deep)
        sink.fieldIfPresent(secret)
    }
}
