// Lists and dictionaries behind Codable that a Decoder reads as we do.

/// A value that Codable reads as this library does, so that a list or a dictionary of them can be asked for as a whole: one
/// by one, each would pass two containers.
private protocol CodableAlike: Decodable {
    /// Whether there is JSON for all of these. Asked of a list, as asking each value would take as long as reading it.
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
    /// What a Decoder has here, or nil if it is to be read part by part: its parts are of another type, or one is invalid,
    /// which that way reports at its place.
    @usableFromInline
    func codableValue<Value>(as type: Value.Type = Value.self) -> Value? {
        guard let backend, let type = type as? any CodableAlike.Type else { return nil }
        // By way of Any, as a cast from list to list looks at each element.
        let value: Any? = backend.whole(type)
        return value as? Value
    }
}

extension CodableReader {
    fileprivate func whole<Value: CodableAlike>(_ type: Value.Type) -> Value? {
        let reader = target ?? self
        if let list = reader.list {
            // A copy, so that the list stays where it is if what it holds has to be read part by part.
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
