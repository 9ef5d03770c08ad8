import ModelRuntime

// Models that reject unknown keys: `unknownKeys: fail`.

extension JSONReading {
    /// A key that belongs to no field is an error.
    public static let strict = JSONReading().strict

    /// The same, and a key that belongs to no field is an error.
    public var strict: JSONReading {
        var reading = self
        reading.unknownKey = { source, key, place in
            // Attributes and the text of an element are no children.
            if source.isXML, key.hasPrefix("@") || key.hasPrefix("#") { return }
            throw source.located(JSONError(.unknownKey), at: place)
        }
        return reading
    }
}
