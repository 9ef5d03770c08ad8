import Foundation

// Decoding and encoding whole documents.

extension JSONValue {
    /// Decodes a document.
    ///
    ///     let post = try Post(json: data)
    ///     let posts = try [Post](json: data, at: ["data", "items"])
    ///
    /// - Parameters:
    ///   - data: The document, in UTF-8.
    ///   - path: The position of the value in the document. By default the model's own root, which usually is the
    ///     document itself.
    ///   - report: Collects the values skipped because of `onInvalid`.
    /// - Throws: ``JSONError``
    @inlinable
    public init(json data: some ContiguousBytes, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        let context = JSONSource.Context(reporting: report)
        self = try data.withUnsafeBytes {
            try JSONSource.decode(from: $0, at: path ?? Self.jsonRoot, in: context) { try Self(reading: &$0) }
        }
    }

    /// Decodes a document given as a string.
    ///
    /// - Throws: ``JSONError``
    @inlinable
    public init(json text: String, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        var text = text
        self = try text.withUTF8 { try Self(json: UnsafeRawBufferPointer($0), at: path, reporting: report) }
    }

    /// The value as JSON, in UTF-8, without whitespace. Keys of dictionaries and elements of sets are sorted.
    ///
    /// - Parameter path: The position of the value in the document. By default the model's own root, which usually is
    ///   the document itself.
    /// - Throws: ``JSONError``
    @inlinable
    public func jsonData(at path: JSONPath? = nil) throws -> Data {
        var sink = JSONSink()
        try sink.writeDocument(self, at: path ?? Self.jsonRoot)
        return sink.takeData()
    }

    /// The value as JSON text.
    ///
    /// - Throws: ``JSONError``
    @inlinable
    public func jsonString(at path: JSONPath? = nil) throws -> String {
        var sink = JSONSink()
        try sink.writeDocument(self, at: path ?? Self.jsonRoot)
        return sink.takeString()
    }
}

extension JSONSource {
    /// Decodes a complete document, which may be part of something larger.
    @inlinable
    package static func decode<Value>(
        from bytes: UnsafeRawBufferPointer, at path: JSONPath = [], in context: Context,
        _ read: (inout JSONSource) throws -> Value
    ) throws -> Value {
        var source = JSONSource(document: bytes, in: context)
        do {
            try source.open(path)
            let value = try read(&source)
            try source.close(path)
            return value
        } catch {
            throw source.finished(error)
        }
    }

    /// Goes to the value at `path`.
    @usableFromInline
    mutating func open(_ path: JSONPath) throws {
        // A byte order mark, which readers may ignore (RFC 8259, section 8.1).
        if end - cursor >= 3, cursor[0] == 0xef, cursor[1] == 0xbb, cursor[2] == 0xbf { cursor += 3 }
        cursor = skipSpace(cursor)
        for step in path.components {
            var isFound = false
            switch step {
            case .key(let name):
                try beginObject()
                while !isFound, let key = try nextKey() {
                    isFound = key.utf8.elementsEqual(name.utf8)
                    if !isFound { try skipValue() }
                }
            case .index(let wanted):
                try beginArray()
                while !isFound, try nextElement() {
                    isFound = frame.index == wanted
                    if !isFound { try skipValue() }
                }
            }
            guard isFound else {
                var place = self.place
                place.path.append(step)
                throw located(JSONError(.missing), in: place)
            }
        }
    }

    /// Checks what follows the value at `path`, to the end of the document.
    @usableFromInline
    mutating func close(_ path: JSONPath) throws {
        for step in path.components.reversed() {
            switch step {
            case .key:
                while try nextKey() != nil { try skipValue() }
            case .index:
                while try nextElement() { try skipValue() }
            }
        }
        let rest = skipSpace(cursor)
        guard rest == end else { throw syntax(rest, expected: "the end of the document") }
    }
}
