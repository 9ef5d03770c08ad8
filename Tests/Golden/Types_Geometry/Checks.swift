import Foundation
import ModelChanges
import ModelGeometry
import ModelRuntime
import ModelSQLite
import Testing

private let kind = Kind(
    id: 1, c: -128, i: .min, s: .max, l: .min, q: .max, unsignedC: 255, unsignedI: .max, unsignedS: .max,
    unsignedL: 1, unsignedQ: UInt64(Int64.max), f: 0.1, d: 1e-300, b: true, string: "é\u{0}",
    date: Date(timeIntervalSince1970: 1_295_602_506), number: -0.5, dictionary: ["a": [1, nil], "b": "c"],
    array: [1, "x", ["y": true]], point: CGPoint(x: 0.1, y: -2), size: CGSize(width: 3, height: 4.5),
    rect: CGRect(x: 1, y: 2, width: 3, height: 4), vector: CGVector(dx: 1e10, dy: -1),
    transform: CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6),
    insets: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4), offset: UIOffset(horizontal: 0.5, vertical: 0),
    range: NSRange(location: 7, length: 9))

@Suite("Geometry")
struct GeometryTests {
    @Test("D4: every type in the table of types, in JSON with and without Codable, and in its storage class")
    func everyType() throws {
        #expect(try Kind(json: kind.jsonData()) == kind)
        #expect(try JSONDecoder().decode(Kind.self, from: JSONEncoder().encode(kind)) == kind)
        let database = try TypesDatabase.inMemory()
        try database.write { try kind.insert($0) }
        let integers = [
            "c", "i", "s", "l", "q", "unsigned_c", "unsigned_i", "unsigned_s", "unsigned_l", "unsigned_q", "b",
        ]
        let texts = [
            "string", "dictionary", "array", "point", "size", "rect", "vector", "transform", "insets", "offset",
            "range",
        ]
        try database.read { db in
            #expect(try Kind.find(1, db) == kind)
            for (class_, columns) in [("integer", integers), ("real", ["f", "d", "date", "number"]), ("text", texts)] {
                for column in columns {
                    let found = try Kind.select { _ in
                        SQLExpression<Kind, String>.sql(SQL(trusted: "typeof(\"\(column)\")"))
                    }.all(db)
                    #expect(found == [class_], "\(column)")
                }
            }
        }
    }

    @Test("D4: geometry is arrays of numbers in JSON")
    func forms() throws {
        let json = try JSON(json: kind.jsonData())
        #expect(json["point"] == [0.1, -2])
        #expect(json["size"] == [3, 4.5])
        #expect(json["rect"] == [[1, 2], [3, 4]])
        #expect(json["vector"] == [1e10, -1])
        #expect(json["transform"] == [1, 2, 3, 4, 5, 6])
        #expect(json["insets"] == [1, 2, 3, 4])
        #expect(json["offset"] == [0.5, 0])
        #expect(json["range"] == [7, 9])
    }

    @Test("geometry in paths, optionals, collections, defaults and patches")
    func places() throws {
        let text = #"{"id": 3, "place": {"at": [1, 2]}, "path": [[1, 1], [2], "x", [3, 3]], "named": {"a": [0, 1]}}"#
        let pin = try Pin(json: text)
        #expect(pin.at == CGPoint(x: 1, y: 2))
        #expect(pin.path == [CGPoint(x: 1, y: 1), CGPoint(x: 3, y: 3)])
        #expect(pin.named == ["a": NSRange(location: 0, length: 1)])
        #expect(pin.bounds == nil)
        #expect(try Pin(json: #"{"id": 3}"#).at == .zero)
        let error = try #require(throws: JSONError.self) { try Pin(json: #"{"id": 3, "place": {"at": [1]}}"#) }
        #expect(error.path == "place.at")
        #expect(error.expected == "2 numbers")

        let database = try TypesDatabase.inMemory()
        try database.write { db in
            try pin.insert(db)
            try db.run("INSERT INTO pins (id) VALUES (4)")
            var patch = Pin.Patch()
            patch.bounds = .value(CGRect(x: 0, y: 0, width: 1, height: 1))
            try Pin.update(4, db, applying: patch)
        }
        #expect(try database.read { try Pin.find(3, $0) } == pin)
        #expect(try database.read { try Pin.find(4, $0) }?.bounds?.width == 1)
    }

    @Test("models with geometry are compared by it, and hashed without it")
    func hashing() throws {
        var other = kind
        #expect(Set([kind, other]).count == 1)
        other.rect.size.width += 1
        #expect(other != kind)
        #expect(Set([kind, other]).count == 2)
        #expect(kind.hashValue == other.hashValue)
        other.q = 0
        #expect(kind.hashValue != other.hashValue)
        let place = Place.at([.zero])
        let outlines = [UIEdgeInsets(), UIEdgeInsets(top: 1)].map { Outline(insets: $0, place: place) }
        #expect(Set(outlines).count == 2)
        #expect(Set([place, .at([CGPoint(x: 1, y: 0)]), .name("here")]).count == 3)
        #expect(place.hashValue == Place.at([CGPoint(x: 1, y: 0)]).hashValue)
    }
}
