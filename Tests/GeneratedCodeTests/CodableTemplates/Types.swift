import Foundation

// Types of the golden cases that a project without a runtime needs.

/// Any JSON.
enum JSON: Codable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(arrayLiteral elements: JSON...) { self = .list(elements) }

    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try Plain().write(value, encoder)
        case .number(let value): try Plain().write(value, encoder)
        case .text(let value): try Plain().write(value, encoder)
        case .list(let value): try Plain().write(value, encoder)
        case .object(let value): try Plain().write(value, encoder)
        }
    }
}

extension Data { init(literal: String) { self = Data(base64Encoded: literal) ?? Data() } }
extension Decimal { init(literal: String) { self = Decimal(string: literal) ?? 0 } }
extension UUID { init(literal: String) { self = UUID(uuidString: literal) ?? UUID() } }
extension URL { init(literal: String) { self = URL(string: literal) ?? URL(filePath: "/") } }

// Handwritten code for the golden cases.

struct Shouted: By {
    typealias Source = String
    typealias Value = String

    func decode(_ source: String) -> String { source.lowercased() }
    func encode(_ value: String) -> String { value.uppercased() }
}

struct Pair: By {
    typealias Source = String
    typealias Value = [Int]

    func decode(_ source: String) -> [Int] { source.split(separator: "/").compactMap { Int($0) } }
    func encode(_ value: [Int]) -> String { value.map(String.init).joined(separator: "/") }
}

struct Sealed: By {
    typealias Source = String
    typealias Value = String

    func decode(_ source: String) -> String { String(source.reversed()) }
    func encode(_ value: String) -> String { String(value.reversed()) }
}

struct Token: RawRepresentable, Codable, Hashable, Sendable { var rawValue: String }
struct TicketID: RawRepresentable, Codable, Hashable, Sendable { var rawValue: String }
