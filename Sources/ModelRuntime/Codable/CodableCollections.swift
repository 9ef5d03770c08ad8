// Lists and dictionaries that a Decoder decodes as a whole.

/// A value that Codable reads as this library does, so that lists and dictionaries of them can be decoded as a whole.
/// One by one, each value would go through two containers.
private protocol CodableAlike: Decodable {
    /// Whether JSON can represent all of these. Takes a list, because a call for each value would cost as much as reading it.
    static func haveJSON(_ values: [Self]) -> Bool
}

extension CodableAlike {
    fileprivate static func haveJSON(_ values: [Self]) -> Bool { true }
}

extension Bool: CodableAlike {}
extension Int: CodableAlike {}
extension Int64: CodableAlike {}
extension String: CodableAlike {}

extension Double: CodableAlike {
    fileprivate static func haveJSON(_ values: [Double]) -> Bool { values.allSatisfy(\.isFinite) }
}

extension Array: CodableAlike where Element: CodableAlike {
    fileprivate static func haveJSON(_ values: [[Element]]) -> Bool { values.allSatisfy(Element.haveJSON) }
}

extension Dictionary: CodableAlike where Key == String, Value: CodableAlike {
    fileprivate static func haveJSON(_ values: [[String: Value]]) -> Bool {
        values.allSatisfy { Value.haveJSON(Array($0.values)) }
    }
}

extension JSONSource {
    /// The current value, decoded as a whole. Nil if it must be read part by part: its parts are of another type, or one is
    /// invalid and has to be reported at its place.
    @usableFromInline
    func codableValue<Value>(as type: Value.Type = Value.self) -> Value? {
        guard let backend, let type = type as? any CodableAlike.Type else { return nil }
        // Through Any, because a cast between array types visits each element.
        let value: Any? = backend.whole(type)
        return value as? Value
    }
}

extension CodableReader {
    fileprivate func whole<Value: CodableAlike>(_ type: Value.Type) -> Value? {
        let reader = target ?? self
        if let list = reader.list {
            // A copy, so that the list does not advance if its value has to be read part by part.
            var probe = list.pointee
            guard let value = try? probe.decode(type), type.haveJSON([value]) else { return nil }
            list.pointee = probe
            return value
        }
        let value =
            try? reader.object?.pointee.decode(type, forKey: reader.key)
            ?? reader.decoder?.singleValueContainer().decode(type)
        return value.flatMap { type.haveJSON([$0]) ? $0 : nil }
    }
}
