import Foundation

// Errors and their positions. None of this runs unless an error occurs.

extension JSONSource {
    /// Creates an error at `p`, or at the current position. `found` describes what is there; by default, it is the
    /// value.
    @inline(never)
    func failure(
        _ kind: JSONError.Kind, at p: Bytes? = nil, expected: String? = nil, found: String? = nil
    ) -> JSONError {
        let place = self.place
        let found = found ?? description(at: p ?? cursor, hidingValues: place.isSensitive)
        return located(JSONError(kind, expected: expected, found: found), at: p, in: place)
    }

    /// Creates the error for a value that is not of the kind `expected`. Null counts as a missing value.
    @inline(never)
    public func mismatch(_ expected: String) -> JSONError {
        guard cursor < end else { return truncated(cursor, expected: expected) }
        switch JSONKind(of: cursor.pointee) {
        case .null: return failure(.missing, expected: expected)
        case nil: return syntax(cursor, expected: "a value")
        default: return failure(.mismatch, expected: expected)
        }
    }

    @inline(never)
    func syntax(_ p: Bytes, expected: String) -> JSONError {
        guard p < end else { return truncated(p, expected: expected) }
        let byte = p.pointee
        return failure(
            .syntax, at: p, expected: expected,
            found: byte > 0x20 && byte < 0x7f
                ? "the character \(String(UnicodeScalar(byte)).quotedForMessage)"
                : "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
    }

    @inline(never)
    func truncated(_ p: Bytes, expected: String) -> JSONError {
        located(JSONError(.truncated, expected: expected), at: p)
    }

    /// `error` with the position `p`, or the current one, but without its line. Any other kind of error becomes a
    /// ``JSONError`` with its message, and so does an error in a separate document.
    @usableFromInline
    @inline(never)
    package func located(_ error: any Error, at p: Bytes? = nil) -> JSONError {
        if let known = error as? JSONError, known.isInside { return known }
        return located(JSONError.thrown(error), at: p, in: place)
    }

    /// Whether an error already has a position in this document. Recreating it would cost more than everything else.
    func isPlaced(_ error: any Error) -> Bool { (error as? JSONError)?.isInside == true }

    func located(_ error: any Error, at p: Bytes? = nil, in place: Place) -> JSONError {
        var located = JSONError(error, in: place)
        located.offset = context.isDerived ? context.offset : context.offset + ((p ?? cursor) - start)
        return located
    }

    /// Completes an error before it leaves the source: adds its line and column.
    @usableFromInline
    @inline(never)
    func finished(_ error: any Error) -> JSONError {
        var errors = [located(error)]
        finish(&errors)
        return errors[0]
    }

    /// Sorts errors by their position, and adds lines and columns. These are counted only once, and as late as
    /// possible, because an error might be taken back.
    func finish(_ errors: inout [JSONError]) {
        if context.isDerived { return }
        if !context.isPlaced {
            // The bytes were made from a Decoder's values, so offsets mean nothing, and members have no order.
            for index in errors.indices { errors[index].offset = nil }
            return
        }
        func offset(_ index: Int) -> Int { errors[index].offset ?? 0 }
        // Sorting copies errors, and is rarely necessary.
        if errors.indices.dropFirst().contains(where: { offset($0 - 1) > offset($0) }) {
            errors.sort { $0.offset ?? 0 < $1.offset ?? 0 }
        }
        var (known, line, column) = (start, context.line, context.column)
        for index in errors.indices {
            let p = max(min(start + (offset(index) - context.offset), end), known)
            while let found = memchr(known, 0x0a, p - known) {
                known = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
                (line, column) = (line + 1, 1)
            }
            column += p - known
            known = p
            (errors[index].line, errors[index].column) = (line, column)
        }
    }

    /// A position: a path, and whether values may be shown.
    package struct Place {
        package var path: [JSONPath.Component] = []
        package var model: String?
        var field: String?
        /// Whether the position is inside a sensitive field.
        package var isSensitive = false

        mutating func enter(_ field: JSONField) {
            self.field = field.name
            isSensitive = field.traits.contains(.sensitive)
        }
    }

    package var place: Place { position }

    var origin: Place { context.place }

    func key(of frame: Frame) -> String? {
        guard frame.state != .closed, frame.state != .first, let open = frame.key,
            let (quote, _) = try? scanString(open, end)
        else { return nil }
        return unescapedString(open + 1, quote)
    }

    private func description(at p: Bytes, hidingValues: Bool) -> String {
        guard p < end else { return "the end of the document" }
        switch JSONKind(of: p.pointee) {
        case .object: return "an object"
        case .array: return "an array"
        case .null: return "null"
        case .bool: return hidingValues ? "a Boolean" : p.pointee == "t" ? "true" : "false"
        case .string:
            guard !hidingValues, let (quote, _) = try? scanString(p, end) else { return "a string" }
            return "the string \(excerpt(unescapedString(p + 1, quote)))"
        case .number:
            guard !hidingValues, let last = try? scanNumber(p, end) else { return "a number" }
            return "the number \(text(p, to: min(last, p + 40)))"
        case nil: return "something else"
        }
    }

    func excerpt(_ text: String) -> String {
        // Counts scalars, not characters, because a single character can be long.
        let scalars = text.unicodeScalars
        return scalars.count > 40 ? "\(String(Substring(scalars.prefix(40))).quotedForMessage)…" : text.quotedForMessage
    }
}

extension JSONError {
    /// Creates an error from one that was thrown at a position.
    init(_ error: any Error, in place: JSONSource.Place) {
        self.init(reading: error)
        if place.isSensitive { self = withoutValues }
        isLocated = true
        (model, field, path) = (place.model ?? model, place.field, JSONPath(place.path).description + path)
    }

    /// Whether the whole document cannot be read, not only a value.
    package var isAboutDocument: Bool {
        switch kind {
        case .syntax, .truncated, .invalidUnicode, .tooDeep: true
        default: false
        }
    }

    /// Whether the error has a position in a document that is still being read, so that its line is not known yet.
    var isInside: Bool { isLocated && offset != nil && line == nil }

    /// The error without anything that could reveal a value: `found` only contains the kind.
    var withoutValues: JSONError {
        var error = self
        error.reason = nil
        error.path = ""
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
