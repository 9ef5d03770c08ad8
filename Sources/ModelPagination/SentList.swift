import Foundation
import ModelREST
import ModelRuntime
import ModelStoredForms

/// A list as the server sent it, including the elements that hooks drop. Where pages begin and end depends on what was
/// sent, not on what remains of it.
struct SentList: Sendable {
    /// The number of elements.
    let count: Int
    private let first: JSON?
    private let elements: @Sendable () -> [JSON]?

    fileprivate init(_ counted: CountedElements, _ elements: @escaping @Sendable () -> [JSON]?) {
        (count, first) = (counted.count, counted.first)
        self.elements = elements
    }

    /// The value at a key path of the last element.
    func last(at path: JSONPath) -> JSON? {
        path.components.reduce(elements()?.last) { value, component in
            switch component {
            case .key(let key): value?[key]
            case .index(let index): value?[index]
            }
        }
    }

    /// How many pages in a row may be equal. Pages of numbers may be equal by chance, but not pages of objects.
    var patience: Int { if case .object? = first { 0 } else { 100 } }

    /// Whether it has the same elements as the previous page. What surrounds the list does not count, because it may
    /// contain a time.
    func repeats(_ other: SentList) -> Bool {
        count > 0 && count == other.count && first == other.first && elements() == other.elements()
    }
}

extension Endpoint {
    /// Returns this operation so that it also stores the list as it was sent.
    func noting(_ list: Locked<SentList?>) -> Endpoint {
        let shape = returns
        return with {
            $0.returns = ResponseShape(accept: shape.accept) { response, envelope, format in
                try shape.decode(response, envelope, BodyFormat(NotingBodies(bodies: format.bodies, list: list)))
            }
        }
    }
}

/// Reads bodies, and stores the elements of the list.
private struct NotingBodies: BodyCoding {
    let bodies: any BodyCoding
    let list: Locked<SentList?>

    var type: String { bodies.type }
    var openings: String { bodies.openings }

    func decode<Value: JSONValue>(from body: Data, at path: JSONPath?) throws -> Value {
        let value: Value = try bodies.decode(from: body, at: path)
        let path = path ?? Value.jsonRoot
        // An operation with another shape does not read a list.
        let elements: @Sendable () -> [JSON]? = { [bodies] in try? bodies.decode(from: body, at: path) as [JSON] }
        // XML does not distinguish a list: its root element is one only if it is read as an array.
        let counted =
            bodies.openings == "<"
            ? elements().map(CountedElements.init) : try? bodies.decode(from: body, at: path) as CountedElements
        let sent = counted.map { SentList($0, elements) }
        list.withLock { $0 = sent }
        return value
    }

    func encode(_ value: some JSONValue, at path: JSONPath?) throws -> Data { try bodies.encode(value, at: path) }
}

/// Reads the number of elements of an array, and the first one.
private struct CountedElements: JSONValue {
    var count = 0
    var first: JSON?

    init(_ elements: [JSON]) { (count, first) = (elements.count, elements.first) }

    init(reading source: inout JSONSource) throws {
        try source.beginArray()
        while try source.nextElement() {
            if count == 0 { first = try source.read(JSON.self) } else { try source.skipValue() }
            count += 1
        }
    }

    /// Never written.
    func write(to sink: inout JSONSink) throws { try sink.writeNull() }
}
