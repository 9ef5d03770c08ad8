// Lists and dictionaries that a Decoder decodes as a whole.

/// A value that Codable reads as this library does, so that lists and dictionaries of them can be decoded as a whole.
/// One by one, each value would go through two containers.
private protocol CodableAlike: Decodable {
    /// Whether a value may contain something that JSON cannot represent.
    static var needsCheck: Bool { get }
    /// Whether JSON can represent all of these. Takes a list, because a call for each value would cost as much as reading it.
    static func haveJSON(_ values: [Self]) -> Bool
}

extension CodableAlike {
    fileprivate static var needsCheck: Bool { false }
    fileprivate static func haveJSON(_ values: [Self]) -> Bool { true }
}

extension Bool: CodableAlike {}
extension Int: CodableAlike {}
extension Int64: CodableAlike {}
extension String: CodableAlike {}

extension Double: CodableAlike {
    fileprivate static var needsCheck: Bool { true }
    fileprivate static func haveJSON(_ values: [Double]) -> Bool { values.allSatisfy(\.isFinite) }
}

extension Array: CodableAlike where Element: CodableAlike {
    fileprivate static var needsCheck: Bool { Element.needsCheck }
    fileprivate static func haveJSON(_ values: [[Element]]) -> Bool { values.allSatisfy(Element.haveJSON) }
}

extension Dictionary: CodableAlike where Key == String, Value: CodableAlike {
    fileprivate static var needsCheck: Bool { Value.needsCheck }
    fileprivate static func haveJSON(_ values: [[String: Value]]) -> Bool {
        values.allSatisfy { Value.haveJSON(Array($0.values)) }
    }
}

extension JSONSource {
    /// The current value, decoded as a whole. Nil if it must be read part by part: its parts are of another type, or one is
    /// invalid and has to be reported at its place.
    @usableFromInline
    func codableValue<Value>(as type: Value.Type = Value.self) -> Value? {
        guard let backend else { return nil }
        // The commonest lists, without a look-up of their conformance.
        if type == [Int].self { return backend.whole([Int].self, as: type) }
        if type == [String].self { return backend.whole([String].self, as: type) }
        guard let type = type as? any CodableAlike.Type else { return nil }
        return backend.whole(type, as: Value.self)
    }
}

extension CodableReader {
    /// The current value as `Whole`, which is the same type as `Value`.
    @inline(__always)
    fileprivate func whole<Whole: CodableAlike, Value>(_ type: Whole.Type, as same: Value.Type) -> Value? {
        let reader = target ?? self
        // A copy, so that the list does not advance if its value has to be read part by part.
        var probe = reader.list?.pointee
        let whole: Whole?
        if let object = reader.object {
            whole = try? object.pointee.decode(type, forKey: reader.place.pointee)
        } else {
            whole = try? probe?.decode(type) ?? reader.decoder?.singleValueContainer().decode(type)
        }
        guard let whole, !type.needsCheck || type.haveJSON([whole]) else { return nil }
        if let probe { reader.list?.pointee = probe }
        // Not a cast, which visits each element of an array.
        return unsafeBitCast(whole, to: same)
    }
}
