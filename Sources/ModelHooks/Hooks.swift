import ModelRuntime

/// What a hook decides about a model.
public enum JSONVerdict: Hashable, Sendable {
    /// The model is used.
    case keep
    /// The model is dropped from its list. If it is not in a list, this is an error of the kind `dropped`.
    case drop
}

/// A model with hooks, which are called when it is read and written.
public protocol JSONHooked: JSONModel {}

/// A model with a hook that can change its JSON before it is decoded.
public protocol JSONWillDecoding: JSONHooked {
    /// Returns the JSON to decode, which may be changed. Nil drops the model.
    static func willDecode(_ json: JSON) throws -> JSON?
}

/// A model with a hook that can validate and change it after it has been decoded.
public protocol JSONDidDecoding: JSONHooked {
    /// Returns whether to use the model, which it may change.
    mutating func didDecode() throws -> JSONVerdict
}

/// A model with a hook that can replace it before it is encoded.
public protocol JSONWillEncoding: JSONHooked {
    /// Returns the model to encode, which may be changed. Nil drops the model.
    func willEncode() throws -> Self?
}

/// A model with a hook that can change its JSON after it has been encoded.
public protocol JSONDidEncoding: JSONHooked {
    /// Returns the JSON to write, which may be changed. Nil drops the model.
    func didEncode(_ json: JSON) throws -> JSON?
}

extension JSONHooked {
    /// Reads the model, calling its hooks before and after.
    public init(reading source: inout JSONSource) throws {
        let dropped = JSONDropped(level: source.depth)
        func read(_ source: inout JSONSource) throws -> Self { try source.readModel(Self.jsonFields) }
        if let hooked = Self.self as? any JSONWillDecoding.Type {
            self = try source.read(
                changing: { json in
                    guard let changed = try calling(Self.self, { try hooked.willDecode(json) }) else { throw dropped }
                    return changed
                }, read)
        } else {
            self = try read(&source)
        }
        guard var hooked = self as? any JSONDidDecoding else { return }
        guard try calling(Self.self, { try hooked.didDecode() }) == .keep else { throw dropped }
        if let changed = hooked as? Self { self = changed }
    }

    /// Writes the model, calling its hooks before and after.
    public func write(to sink: inout JSONSink) throws {
        let dropped = JSONDropped(level: sink.depth)
        var model = self
        if let hooked = self as? any JSONWillEncoding {
            guard let changed = try calling(Self.self, { try hooked.willEncode() }) as? Self else { throw dropped }
            model = changed
        }
        func write(to sink: inout JSONSink) throws {
            let fields = Self.jsonFields
            try withExtendedLifetime(fields) {
                try sink.enter(fields)
                do { try model.write(fields: &sink) } catch { sink.fail(error) }
                try sink.leave()
            }
        }
        guard let hooked = model as? any JSONDidEncoding else { return try write(to: &sink) }
        let json = try sink.takeBack(write)
        guard let changed = try calling(Self.self, { try hooked.didEncode(json) }) else { throw dropped }
        try changed.write(to: &sink)
    }

    /// False: Codable's containers cannot call hooks, so the model is converted to JSON.
    public static var isCodedDirectly: Bool { false }
}

/// Calls a hook of a model, which its error names if it is not in another one.
private func calling<Result>(_ model: any JSONHooked.Type, _ hook: () throws -> Result) throws -> Result {
    do {
        return try ModelRuntime.calling(hook)
    } catch {
        var error = JSONError(reading: error)
        error.model = shortName(of: model)
        throw error
    }
}

extension JSONSource {
    /// Reads a value from its JSON after `change` has changed it.
    fileprivate mutating func read<Value>(
        changing change: (JSON) throws -> JSON,
        _ read: (inout JSONSource) throws -> Value
    ) throws -> Value {
        var inner = context
        inner.place = place
        inner.offset = located(JSONError(.invalidValue)).offset ?? 0
        inner.isDerived = true
        let discriminators = discriminators
        inner.report = inner.report.map { _ in JSONReport() }
        defer { for problem in inner.report?.problems ?? [] { report(problem) } }
        return try Self.convert(change(JSON(reading: &self)), in: inner) { source in
            source.discriminators = discriminators
            return try read(&source)
        }
    }
}
