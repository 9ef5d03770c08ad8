import Foundation

// The doors: bytes to values and back.

extension JSONValue {
    /// Decodes a document.
    ///
    ///     let post = try Post(json: data)
    ///     let posts = try [Post](json: data, at: ["data", "items"])
    ///
    /// - Parameters:
    ///   - data: The document, in UTF-8 without a byte order mark (RFC 8259, section 8.1).
    ///   - path: Where the value stands in the document; nil for what the model says, which mostly is the document itself.
    ///   - report: Collects what was passed over by `onInvalid`.
    /// - Throws: ``JSONError``
    public init(json data: Data, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        self = try data.withUnsafeBytes { try JSONSource.decode(Self.self, from: $0, at: path, reporting: report) }
    }

    /// Decodes a document.
    ///
    /// - Throws: ``JSONError``
    public init(json bytes: UnsafeRawBufferPointer, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        self = try JSONSource.decode(Self.self, from: bytes, at: path, reporting: report)
    }

    /// Decodes a document.
    ///
    /// - Throws: ``JSONError``
    public init(json bytes: [UInt8], at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        self = try bytes.withUnsafeBytes { try JSONSource.decode(Self.self, from: $0, at: path, reporting: report) }
    }

    /// Decodes a document.
    ///
    /// - Throws: ``JSONError``
    public init(json text: String, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        var text = text
        self = try text.withUTF8 {
            try JSONSource.decode(Self.self, from: UnsafeRawBufferPointer($0), at: path, reporting: report)
        }
    }

    /// The value as JSON, in UTF-8, without white space. Keys of dictionaries and elements of sets are sorted.
    ///
    /// - Parameter path: Where the value is put; nil for what the model says, which mostly is the document itself.
    /// - Throws: ``JSONError``
    public func jsonData(at path: JSONPath? = nil) throws -> Data {
        var sink = JSONSink()
        try sink.writeDocument(self, at: path ?? Self.jsonRoot)
        return sink.takeData()
    }

    /// The value as JSON text.
    ///
    /// - Throws: ``JSONError``
    public func jsonString(at path: JSONPath? = nil) throws -> String {
        var sink = JSONSink()
        try sink.writeDocument(self, at: path ?? Self.jsonRoot)
        return sink.takeString()
    }
}

extension JSONSource {
    /// Decodes a whole document, of which `bytes` may be any bytes at all.
    static func decode<Value: JSONValue>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer, at path: JSONPath?, reporting report: JSONReport?,
        in context: Context = Context()
    ) throws -> Value {
        var context = context
        if let report { context.report = report }
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? emptyBytes
        var source = JSONSource(start: start, end: start + bytes.count, context: context)
        do {
            return try source.document(type, at: (path ?? Value.jsonRoot).components[...])
        } catch {
            throw source.located(error)
        }
    }

    private mutating func document<Value: JSONValue>(
        _ type: Value.Type, at path: ArraySlice<JSONPath.Component>
    ) throws -> Value {
        if end - cursor >= 3, cursor[0] == 0xef, cursor[1] == 0xbb, cursor[2] == 0xbf {
            throw syntax(cursor, expected: "no byte order mark")
        }
        cursor = skipSpace(cursor)
        let value = try read(type, at: path)
        let rest = skipSpace(cursor)
        guard rest == end else { throw syntax(rest, expected: "the end of the document") }
        return value
    }

    /// Reads the value at `path`, and checks what is around it.
    mutating func read<Value: JSONValue>(_ type: Value.Type, at path: ArraySlice<JSONPath.Component>) throws -> Value {
        guard let step = path.first else { return try Value(reading: &self) }
        var value: Value?
        switch step {
        case .key(let name):
            try beginObject()
            while let key = try nextKey() {
                if key == name, value == nil {
                    value = try read(type, at: path.dropFirst())
                } else {
                    try skipValue()
                }
            }
        case .index(let wanted):
            try beginArray()
            var index = 0
            while try nextElement() {
                if index == wanted {
                    value = try read(type, at: path.dropFirst())
                } else {
                    try skipValue()
                }
                index += 1
            }
        }
        if let value { return value }
        var place = self.place
        place.path.append(step)
        throw located(JSONError(.missing, expected: "a value"), in: place)
    }
}
