// Documents that contain a value at a path.

extension JSONSink {
    /// Writes a document with `value` at `path`.
    @inlinable
    package mutating func writeDocument(_ value: some JSONValue, at path: JSONPath) throws {
        do {
            try open(path)
            try value.write(to: &self)
        } catch {
            throw failure ?? located(error)
        }
        close(path)
    }

    /// Writes what comes before the value at `path`.
    @usableFromInline
    mutating func open(_ path: JSONPath) throws {
        for step in path.components {
            switch step {
            case .key(let key):
                append("{")
                writeQuoted(key)
                append(":")
            case .index(let index):
                guard UInt16(exactly: index) != nil else {
                    throw JSONError(.notRepresentable, expected: "an index from 0 to 65535", found: "\(index)")
                }
                append("[")
                for _ in 0..<index { append("null,".utf8) }
            }
        }
    }

    /// Writes what comes after the value at `path`.
    @usableFromInline
    mutating func close(_ path: JSONPath) {
        for step in path.components.reversed() {
            append(step.key == nil ? "]" : "}")
        }
    }
}

/// `"key":`, with the escapes that JSON requires.
func quotedKey(_ key: String) -> [UInt8] {
    var sink = JSONSink()
    sink.writeQuoted(key)
    sink.append(":")
    return Array(sink.takeData())
}
