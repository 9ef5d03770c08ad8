// Documents that contain a value at a path.

extension JSONSink {
    /// Writes a document with `value` at `path`.
    @inlinable
    package mutating func writeDocument<Value: JSONValue>(_ value: Value, at path: JSONPath) throws {
        open(path)
        do {
            try value.write(to: &self)
        } catch {
            throw located(error)
        }
        close(path)
    }

    /// Writes what comes before the value at `path`.
    @usableFromInline
    mutating func open(_ path: JSONPath) {
        for step in path.components {
            switch step {
            case .key(let key):
                append(UInt8(ascii: "{"))
                append(quotedKey(key.utf8))
            case .index(let index):
                append(UInt8(ascii: "["))
                for _ in 0..<index { append("null,".utf8) }
            }
        }
    }

    /// Writes what comes after the value at `path`.
    @usableFromInline
    mutating func close(_ path: JSONPath) {
        for step in path.components.reversed() {
            if case .key = step { append(UInt8(ascii: "}")) } else { append(UInt8(ascii: "]")) }
        }
    }

    package mutating func takeSettings(from other: inout JSONSink) {
        usesPropertyNames = other.usesPropertyNames
        isKept = other.isKept
        replacementsOfNext = other.replacementsOfNext
        discriminator = other.discriminator
        other.replacementsOfNext = [:]
        other.discriminator = []
    }
}
