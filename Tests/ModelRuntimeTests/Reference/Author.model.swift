// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import ModelLeniency
import ModelRuntime

private typealias RuntimeContract = ModelRuntimeContract17

/// Who somebody is.
///
/// An enum of the schema: `{ raw: Int, cases: { female: 0, male: 1 }, unknown: keep }`.
public enum Gender: RawRepresentable, Hashable, Sendable, CaseIterable, JSONValue, JSONObjectKey {
    case female
    case male
    /// A value that this version does not know, written back unchanged.
    case unknown(Int)

    public static let allCases: [Gender] = [.female, .male]

    public init(rawValue: Int) {
        switch rawValue {
        case 0: self = .female
        case 1: self = .male
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: Int {
        switch self {
        case .female: 0
        case .male: 1
        case .unknown(let value): value
        }
    }
}

/// An enum with `unknown: fail`, the default of Swift itself.
public enum Status: String, Hashable, Sendable, CaseIterable, JSONValue, JSONObjectKey {
    case draft
    case published = "PUBLISHED"
}

/// A model with `lenient: true`, `unknownKeys: fail` and `root: data`.
public struct Author: Hashable, Sendable {
    public var name: String
    public var age: Int?
    public var gender: Gender
    public var isActive: Bool

    public init(name: String, age: Int? = nil, gender: Gender = .female, isActive: Bool = true) {
        self.name = name
        self.age = age
        self.gender = gender
        self.isActive = isActive
    }
}

extension Author: JSONModel {
    public static let jsonFields = JSONFields(
        Author.self,
        [
            JSONField("name"),
            JSONField("age"),
            JSONField("gender"),
            JSONField("isActive", "is_active"),
        ],
        reading: .lenient.strict,
        root: "data"
    )

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let name: String = try source.field()
        let age: Int? = try source.fieldIfPresent()
        let gender: Gender = try source.validField(or: Gender.female)
        let isActive: Bool = try source.field(or: true)
        self.init(
            name: name,
            age: age,
            gender: gender,
            isActive: isActive
        )
    }

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(name)
        sink.fieldIfPresent(age)
        sink.field(gender)
        sink.field(isActive)
    }
}

// MARK: - oneOf with a discriminator

/// A shape: `oneOf: { circle: Circle, square: Square }, discriminator: type`.
public enum Shape: Hashable, Sendable, JSONValue {
    case circle(Circle)
    case square(Square)

    public init(reading source: inout JSONSource) throws {
        switch try source.discriminator("type") {
        case "circle": self = .circle(try source.read(Circle.self))
        case "square": self = .square(try source.read(Square.self))
        default: throw source.unknownDiscriminator("type", of: "Shape", known: ["circle", "square"])
        }
    }

    public func write(to sink: inout JSONSink) throws {
        switch self {
        case .circle(let value): try sink.write(value, discriminator: "type", "circle")
        case .square(let value): try sink.write(value, discriminator: "type", "square")
        }
    }
}

/// A circle, with `decodeOnly` and `encodeOnly` fields.
public struct Circle: Hashable, Sendable, JSONModel {
    public var radius: Double
    public var revision: Int = 0
    public var comment: String?

    public static let jsonFields = JSONFields(
        Circle.self,
        [
            JSONField("radius"),
            JSONField("revision", traits: .decodeOnly),
            JSONField("comment", traits: .encodeOnly),
        ]
    )

    public init(radius: Double) {
        self.radius = radius
    }

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        radius = try source.field()
        revision = try source.field(or: 0)
        comment = try source.fieldIfPresent()
    }

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(radius)
        sink.field(revision)
        sink.fieldIfPresent(comment)
    }
}

/// A square.
public struct Square: Hashable, Sendable, JSONModel {
    public var side: Double

    public static let jsonFields = JSONFields(Square.self, [JSONField("side")])

    public init(side: Double) {
        self.side = side
    }

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let side: Double = try source.field()
        self.side = side
    }

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(side)
    }
}
