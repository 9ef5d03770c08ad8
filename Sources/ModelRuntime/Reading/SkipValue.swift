// Skips values that are not needed. They are validated like those that are read.

extension JSONSource {
    /// Skips the value at the current position, and checks that it is valid JSON.
    public mutating func skipValue() throws {
        guard cursor < end else { throw truncated(cursor, expected: "a value") }
        switch cursor.pointee {
        case "\"":
            cursor = try scan(cursor, scanString).quote + 1
        case "{":
            try beginObject()
            if let invalid = state.invalid, cursor == invalid.start {
                cursor = invalid.after
                return pop()
            }
            while let p = try nextMember() {
                _ = try keyBytes(at: p)
                try skipValue()
            }
            pop()
        case "[":
            try beginArray()
            while try nextElement() { try skipValue() }
        default:
            cursor = try scan(cursor, scanScalar)
        }
    }
}
