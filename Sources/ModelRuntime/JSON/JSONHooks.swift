/// What a hook decides about a model.
public enum JSONVerdict: Hashable, Sendable {
    /// The model is used.
    case keep
    /// The model is left out of its list; on its own, this is an error of the kind `dropped`.
    case drop
}

/// A model with a hook that can change its JSON before it is decoded.
public protocol JSONWillDecoding: JSONModel {
    /// The JSON to decode, which may be changed; nil drops the model.
    static func willDecode(_ json: JSON) throws -> JSON?
}

/// A model with a hook that can validate and change it after it was decoded.
public protocol JSONDidDecoding: JSONModel {
    /// May change the model, and decides whether it is used.
    mutating func didDecode() throws -> JSONVerdict
}

/// A model with a hook that can replace it before it is encoded.
public protocol JSONWillEncoding: JSONModel {
    /// The model to encode, which may be changed; nil drops it.
    func willEncode() throws -> Self?
}

/// A model with a hook that can change its JSON after it was encoded.
public protocol JSONDidEncoding: JSONModel {
    /// The JSON to write, which may be changed; nil drops the model.
    func didEncode(_ json: JSON) throws -> JSON?
}

/// A hook dropped the model; lists leave it out.
package struct JSONDropped: Error {
    /// Where the source or sink is.
    var level: Int

    package init(level: Int) {
        self.level = level
    }
}

extension JSONSource {
    @usableFromInline
    @inline(never)
    mutating func readHooked<Model: JSONModel>(_ type: Model.Type) throws -> Model {
        let fields = Model.jsonFields
        var model: Model
        if fields.hooks.contains(.willDecode), let hooked = type as? any JSONWillDecoding.Type {
            var context = contextOfValue
            let report = state.hasReport ? JSONReport() : nil
            context.report = report
            defer { state.problems += report?.problems ?? [] }
            let json = try JSON(reading: &self)
            guard let changed = try calling({ try hooked.willDecode(json) }) else { throw dropped }
            model = try Self.convert(changed, in: context) { try $0.readModel(fields) }
        } else {
            model = try readModel(fields)
        }
        if fields.hooks.contains(.didDecode), var hooked = model as? any JSONDidDecoding {
            guard try calling({ try hooked.didDecode() }) == .keep else { throw dropped }
            if let changed = hooked as? Model { model = changed }
        }
        return model
    }

    private var dropped: JSONDropped { JSONDropped(level: depth) }

    /// Skips an element of the list at `level` that a hook dropped; rethrows any other error. Afterwards the source is
    /// behind the element.
    @usableFromInline
    @inline(never)
    package func passOver(_ error: any Error, at level: Int) throws {
        guard let drop = error as? JSONDropped, drop.level == level else { throw error }
    }

    /// Enters the array at the current position.
    @usableFromInline
    mutating func beginList() throws -> Int {
        try beginArray()
        return depth
    }

    /// The position of the value, for a separate source.
    private var contextOfValue: Context {
        let place = self.place
        var inner = context
        inner.path = place.path
        inner.model = place.model
        inner.field = place.field
        inner.offset = located(JSONError(.invalidValue), in: place).offset ?? 0
        inner.isSensitive = place.isSensitive
        inner.isDerived = true
        inner.discriminator = state.discriminators.last { $0.start == skipSpace(cursor + 1) }?.key
        return inner
    }
}

/// Calls the user's code.
@inlinable
func calling<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw JSONError.thrown(error) }
}

extension JSONSink {
    @usableFromInline
    @inline(never)
    mutating func writeHooked<Model: JSONModel>(_ model: Model) throws {
        let fields = Model.jsonFields
        var model = model
        if fields.hooks.contains(.willEncode), let hooked = model as? any JSONWillEncoding {
            guard let changed = try calling({ try hooked.willEncode() }) as? Model else { throw dropped }
            model = changed
        }
        guard fields.hooks.contains(.didEncode), let hooked = model as? any JSONDidEncoding else {
            return try writeUnhooked(model)
        }
        var inner = JSONSink()
        inner.takeSettings(from: &self)
        try inner.writeUnhooked(model)
        let json = try JSON(json: inner.takeData(), at: [])
        guard let changed = try calling({ try hooked.didEncode(json) }) else { throw dropped }
        try changed.write(to: &self)
    }

    private mutating func writeUnhooked<Model: JSONModel>(_ model: Model) throws {
        try enter(Model.jsonFields)
        try model.write(fields: &self)
        try leave(Model.jsonFields)
    }

    private var dropped: JSONDropped { JSONDropped(level: depth) }

    /// Removes an element that a hook dropped; rethrows any other error.
    @usableFromInline
    @inline(never)
    mutating func passOver(_ error: any Error, at level: Int) throws {
        guard let drop = error as? JSONDropped, drop.level == level else { throw error }
        takeBackElement()
    }
}
