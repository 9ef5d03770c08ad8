import ModelRuntime

/// Finds the elements of a large array, or the lines of JSON Lines. The reader processes their contents.
struct JSONSplitter {
    private enum State {
        /// Only white space has been read.
        case start
        /// Before an element of the array, or its end.
        case beforeFirst, beforeElement
        /// After an element of the array.
        case behindElement
        /// Between lines.
        case betweenLines
        /// Inside an element or line.
        case inside
        /// After the end of the document.
        case end
    }

    /// A byte order mark, which readers may ignore (RFC 8259, section 8.1).
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let limit: Int
    private var state = State.start
    private var isArray = false
    private var buffer: [UInt8] = []
    /// The first byte that has not been examined yet.
    private var position = 0
    private var elementStart = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var index = 0
    /// The number of bytes that the position below takes into account. It is only needed for errors, and counting
    /// continues from where it stopped.
    private var counted = 0
    private var offset = 0
    private var line = 1
    private var column = 1

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ part: some Collection<UInt8>) {
        // Discards bytes that have been read: only the current element is kept.
        let used = state == .inside ? elementStart : position
        if used > 0 {
            count(upTo: used)
            buffer.removeFirst(used)
            counted -= used
            position -= used
            elementStart -= min(elementStart, used)
        }
        buffer.append(contentsOf: part)
    }

    /// Returns the next complete model, or nil if more bytes are needed.
    mutating func next<Model: JSONModel>(_ type: Model.Type, reporting report: JSONReport?) throws -> Model? {
        guard let range = try nextRange() else { return nil }
        defer { index += 1 }
        guard report == nil else {
            var context = context(at: range.lowerBound)
            context.report = report
            return try decode(type, range, context)
        }
        do {
            var context = JSONSource.Context()
            context.place.path = [.index(index)]
            return try decode(type, range, context)
        } catch var error as JSONError {
            // Counting lines takes as long as reading, so it is only done for an error.
            let context = context(at: range.lowerBound)
            error.offset = error.offset.map { $0 + context.offset }
            if error.line == 1 { error.column = error.column.map { $0 + context.column - 1 } }
            error.line = error.line.map { $0 + context.line - 1 }
            throw error
        }
    }

    private func decode<Model: JSONModel>(
        _ type: Model.Type,
        _ range: Range<Int>,
        _ context: JSONSource.Context
    ) throws -> Model {
        try buffer.withUnsafeBytes { bytes in
            try JSONSource.decode(from: UnsafeRawBufferPointer(rebasing: bytes[range]), in: context) {
                try Element<Model>(reading: &$0)
            }.model()
        }
    }

    /// A model, unless a hook dropped it.
    private struct Element<Model: JSONModel>: JSONValue {
        var content: Model?

        init(reading source: inout JSONSource) throws {
            let level = source.depth
            do {
                content = try Model(reading: &source)
            } catch {
                try passOver(error, at: level)
            }
        }

        func write(to sink: inout JSONSink) throws {
            try content.write(to: &sink)
        }

        func model() throws -> Model {
            guard let content else { throw JSONDropped(level: 0) }
            return content
        }
    }

    /// The range of the next complete element in the buffer.
    private mutating func nextRange() throws -> Range<Int>? {
        while position < buffer.count {
            let byte = buffer[position]
            if state == .inside {
                let range = scanInside()
                // This also applies to complete elements, because it must not matter where chunks end.
                guard (range?.count ?? (position - elementStart)) <= limit else {
                    throw problem(JSONError(.tooLarge, expected: "at most \(limit) bytes"), at: elementStart)
                }
                if let range { return range }
                continue
            }
            if byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
                position += 1
                continue
            }
            switch (state, byte) {
            case (.start, Self.mark[0]) where offset + position == 0 && Self.mark.starts(with: buffer.prefix(3)):
                if buffer.count < 3 { return nil }
                position = 3
            case (.start, UInt8(ascii: "[")):
                isArray = true
                state = .beforeFirst
                position += 1
            case (.beforeFirst, UInt8(ascii: "]")), (.behindElement, UInt8(ascii: "]")):
                state = .end
                position += 1
            case (.behindElement, UInt8(ascii: ",")):
                state = .beforeElement
                position += 1
            case (.start, _), (.beforeFirst, _), (.beforeElement, _), (.betweenLines, _):
                state = .inside
                elementStart = position
                depth = 0
            default:
                let expected = state == .end ? "the end of the document" : "a comma or the end of the array"
                throw problem(JSONError(.syntax, expected: expected), at: position)
            }
        }
        return nil
    }

    /// Looks for the end of the element.
    private mutating func scanInside() -> Range<Int>? {
        buffer.withUnsafeBufferPointer { bytes in
            while position < bytes.count {
                let byte = bytes[position]
                if isInString {
                    position += 1
                    if byte == 0x0a, !isArray {
                        // No string spans several lines, not even after a backslash. This is the next line.
                        (isInString, isEscaped) = (false, false)
                        return finishElement(position)
                    } else if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""):
                    isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return finishElement(position == elementStart ? position + 1 : position) }
                    depth -= 1
                    if depth == 0 {
                        position += 1
                        return finishElement(position)
                    }
                case UInt8(ascii: ",") where depth == 0 && isArray:
                    return finishElement(position == elementStart ? position + 1 : position)
                case 0x0a where depth == 0 && !isArray:
                    return finishElement(position)
                default: break
                }
                position += 1
                if position - elementStart > limit { return nil }
            }
            return nil
        }
    }

    private mutating func finishElement(_ end: Int) -> Range<Int> {
        position = max(position, end)
        state = isArray ? .behindElement : .betweenLines
        return elementStart..<end
    }

    /// Called when no more bytes will arrive.
    mutating func finish() throws {
        switch state {
        case .start where position < buffer.count:
            throw problem(JSONError(.truncated, expected: "a byte order mark"), at: buffer.count)
        case .end, .start, .betweenLines: break
        case .inside where !isArray:
            // The last line may lack a line break.
            buffer.append(0x0a)
            isInString = false
            depth = 0
        case .inside, .beforeFirst, .beforeElement, .behindElement:
            throw problem(JSONError(.truncated, expected: "the end of the array"), at: buffer.count)
        }
    }

    private mutating func problem(_ error: JSONError, at position: Int) -> JSONError {
        let context = context(at: position)
        var located = error
        located.isLocated = true
        located.path = JSONPath(context.place.path).description
        (located.offset, located.line, located.column) = (context.offset, context.line, context.column)
        return located
    }

    /// The context for reading the current element, which begins at this position of the buffer.
    private mutating func context(at position: Int) -> JSONSource.Context {
        count(upTo: position)
        var context = JSONSource.Context()
        context.place.path = [.index(index)]
        (context.offset, context.line, context.column) = (offset, line, column)
        return context
    }

    private mutating func count(upTo position: Int) {
        for byte in buffer[..<position].dropFirst(counted) {
            (line, column) = byte == 0x0a ? (line + 1, 1) : (line, column + 1)
        }
        offset += max(position - counted, 0)
        counted = max(position, counted)
    }
}
