import Foundation

// Errors and their positions. None of this runs before an error occurs.

extension JSONSource {
    /// An error at `p`, or at the current position.
    @inline(never)
    func failure(
        _ kind: JSONError.Kind,
        at p: UnsafePointer<UInt8>? = nil,
        expected: String? = nil,
        found: String? = nil
    ) -> JSONError {
        var error = JSONError(kind, expected: expected)
        let place = self.place
        if let found {
            error.found = place.isSensitive ? "a string" : "the string \(excerpt(found))"
        } else {
            error.found = description(at: p ?? cursor, hidingValues: place.isSensitive)
        }
        return located(error, at: p, in: place)
    }

    /// The error for a value that is not of the kind `expected`; null counts as a missing value.
    @inline(never)
    public func mismatch(_ expected: String) -> JSONError {
        guard cursor < end else { return truncated(cursor, expected: expected) }
        let known = UnsafeBufferPointer(start: cursor, count: 1)[0]
        switch known {
        case UInt8(ascii: "n"):
            return failure(.missing, expected: expected)
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "t"), UInt8(ascii: "f"),
            UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return failure(.mismatch, expected: expected)
        default:
            return syntax(cursor, expected: "a value")
        }
    }

    @inline(never)
    func syntax(_ p: UnsafePointer<UInt8>, expected: String) -> JSONError {
        guard p < end else { return truncated(p, expected: expected) }
        let place = self.place
        var error = JSONError(.syntax, expected: expected)
        if !place.isSensitive {
            let byte = p.pointee
            error.found =
                byte > 0x20 && byte < 0x7f
                ? "the character \(String(UnicodeScalar(byte)).quotedForMessage)"
                : "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        }
        return located(error, at: p, in: place)
    }

    @inline(never)
    func truncated(_ p: UnsafePointer<UInt8>, expected: String) -> JSONError {
        located(JSONError(.truncated, expected: expected), at: p)
    }

    /// The error for an unknown key, unless it is the object's discriminator.
    @inline(never)
    func refuseUnknownKey() throws {
        if let open = top.pointee.key, let known = discriminatorOfModel,
            let (quote, _) = try? ModelRuntime.scanString(open, end),
            unescaped(open + 1, quote).elementsEqual(known.utf8)
        {
            return
        }
        throw located(JSONError(.unknownKey), at: top.pointee.key)
    }

    private var discriminatorOfModel: String? {
        if depth == 1, let key = context.discriminator { return key }
        return state.discriminators.last { $0.start == top.pointee.start }?.key
    }

    /// The error for a required field that the object does not have.
    @inline(never)
    func missing(_ field: Int) -> JSONError {
        var error = JSONError(.missing)
        var place = self.place
        if let fields = top.pointee.fields?.takeUnretainedValue(),
            fields.fields.indices.contains(field), !place.isSensitive
        {
            place.model = fields.model
            place.field = fields.fields[field].name
            place.path += fields.fields[field].paths.first?.components ?? []
        }
        error.expected = "a value"
        return located(error, in: place)
    }

    /// `error` with the current position, or `p`. Any other error becomes a ``JSONError`` with its message.
    @usableFromInline
    @inline(never)
    func located(_ error: any Error, at p: UnsafePointer<UInt8>? = nil) -> JSONError {
        guard let known = error as? JSONError, known.isLocated else { return located(error, at: p, in: place) }
        guard isSensitive else { return known }
        // It may refer to a separate document, which was the value of the field.
        let place = place
        var hidden = known.withoutValues
        guard JSONPath(place.path).description != known.path else { return hidden }
        hidden.isLocated = false
        return located(hidden, at: p, in: place)
    }

    func located(_ error: any Error, at p: UnsafePointer<UInt8>? = nil, in place: Place) -> JSONError {
        var located = JSONError(reading: error)
        guard !located.isLocated else { return located }
        located.isLocated = true
        if place.isSensitive { located = located.withoutValues }
        located.model = place.model
        located.field = place.field
        located.path = JSONPath(place.path).description
        guard context.isPlaced else { return located }
        located.offset = context.offset
        located.line = context.line
        located.column = context.column
        guard !context.isDerived else { return located }
        let p = p ?? cursor
        located.offset = context.offset + (p - start)
        (located.line, located.column) = lineAndColumn(of: min(p, end))
        return located
    }

    /// Counting continues at the previous error, which may be later in an object whose members are in a different order,
    /// so that a report of many errors is linear in the size of the document.
    private func lineAndColumn(of p: UnsafePointer<UInt8>) -> (Int, Int) {
        var (known, line, column) = state.counted ?? (start, context.line, context.column)
        if p < known {
            let count = lineBreaks(from: p, to: known).count
            line -= count
            if count == 0 {
                column -= known - p
            } else {
                var begin = p
                while begin > start, begin[-1] != 0x0a { begin -= 1 }
                column = p - begin + (begin == start ? context.column : 1)
            }
        } else {
            let (count, last) = lineBreaks(from: known, to: p)
            line += count
            column = last.map { p - $0 } ?? column + (p - known)
        }
        state.counted = (p, line, column)
        return (line, column)
    }

    private func lineBreaks(
        from begin: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> (count: Int, last: UnsafePointer<UInt8>?) {
        var count = 0
        var last: UnsafePointer<UInt8>?
        var next = begin
        while let found = memchr(next, 0x0a, end - next) {
            let lineBreak = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
            count += 1
            last = lineBreak
            next = lineBreak + 1
        }
        return (count, last)
    }

    /// The current position.
    struct Place {
        var path: [JSONPath.Component]
        var model: String?
        var field: String?
        var isSensitive: Bool
    }

    /// The path of the current position, from the frames. A path ends at a sensitive field, since keys below it may be
    /// values.
    var place: Place {
        var place = context.place
        var model: JSONFields?
        var frame = frames
        while frame <= top {
            defer { frame += 1 }
            if place.isSensitive { continue }
            switch frame.pointee.shape {
            case .root: break
            case .array:
                if frame.pointee.index >= 0 { place.path.append(.index(frame.pointee.index)) }
            case .dictionary:
                appendKey(of: frame, to: &place)
            case .model:
                model = frame.pointee.fields?.takeUnretainedValue()
                place.model = model?.model
                place.field = nil
                if frame.pointee.state == .gathered, let model, frame.pointee.field >= 0 {
                    place.path += model.fields[frame.pointee.field].paths[frame.pointee.rank].components
                } else {
                    appendKey(of: frame, to: &place)
                }
            }
            if let field = field(of: frame, in: model) {
                place.field = field.name
                place.isSensitive = field.traits.contains(.sensitive)
            }
        }
        return place
    }

    /// Whether the current position is in a sensitive field.
    private var isSensitive: Bool {
        var model: JSONFields?
        for frame in 0...depth {
            if frames[frame].shape == .model { model = frames[frame].fields?.takeUnretainedValue() }
            if field(of: frames + frame, in: model)?.traits.contains(.sensitive) == true { return true }
        }
        return context.isSensitive
    }

    private func field(of frame: UnsafeMutablePointer<Frame>, in model: JSONFields?) -> JSONField? {
        guard let model, frame.pointee.field >= 0, frame.pointee.state != .closed else { return nil }
        return model.fields[frame.pointee.field]
    }

    private func appendKey(of frame: UnsafeMutablePointer<Frame>, to place: inout Place) {
        guard frame.pointee.state != .closed, frame.pointee.state != .first, let open = frame.pointee.key,
            let (quote, _) = try? ModelRuntime.scanString(open, end)
        else { return }
        place.path.append(.key(unescapedString(open + 1, quote)))
    }

    private func description(at p: UnsafePointer<UInt8>, hidingValues: Bool) -> String {
        guard p < end else { return "the end of the document" }
        switch p.pointee {
        case UInt8(ascii: "{"): return "an object"
        case UInt8(ascii: "["): return "an array"
        case UInt8(ascii: "n"): return "null"
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return hidingValues ? "a Boolean" : p.pointee == UInt8(ascii: "t") ? "true" : "false"
        case UInt8(ascii: "\""):
            guard !hidingValues, let (quote, _) = try? ModelRuntime.scanString(p, end) else { return "a string" }
            return "the string \(excerpt(unescapedString(p + 1, quote)))"
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard !hidingValues, let last = try? ModelRuntime.scanNumber(p, end) else { return "a number" }
            return "the number "
                + String(decoding: UnsafeBufferPointer(start: p, count: min(last - p, 40)), as: UTF8.self)
        default: return "something else"
        }
    }

    private func excerpt(_ text: String) -> String {
        text.unicodeScalars.count > 40 ? "\(String(text.prefix(40)).quotedForMessage)…" : text.quotedForMessage
    }
}

extension JSONError {
    /// The error without anything that could reveal a value: `found` only contains the kind.
    var withoutValues: JSONError {
        var error = self
        error.reason = nil
        let kinds = ["a string", "a number", "a Boolean", "an object", "an array", "null", "the end of the document"]
        if let found, !kinds.contains(found) { error.found = nil }
        return error
    }

    /// An error thrown by the user's code: if it refers to a separate document, the position there becomes part of the
    /// reason.
    @usableFromInline static func thrown(_ error: any Error) -> any Error {
        guard let known = error as? JSONError, known.isLocated else { return error }
        return JSONError(.invalidValue, reason: known.description)
    }
}

extension JSONSource.Context {
    /// The position of the outermost value.
    fileprivate var place: JSONSource.Place {
        JSONSource.Place(path: path, model: model, field: field, isSensitive: isSensitive)
    }
}
