import ModelRuntime

// Models that reject unknown keys: `unknownKeys: fail`.

extension JSONReading {
    /// Rejects keys that belong to no field.
    public static let strict = JSONReading().strict

    /// The same, and keys that belong to no field are rejected.
    public var strict: JSONReading {
        var reading = self
        reading.unknownKey = { source, key, place in
            // In XML, attributes and text are not child elements, and are allowed.
            if source.isXML, key.hasPrefix("@") || key.hasPrefix("#") { return }
            throw source.located(JSONError(.unknownKey), at: place)
        }
        return reading
    }
}
