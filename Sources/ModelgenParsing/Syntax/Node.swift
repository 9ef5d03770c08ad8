import ModelgenDiagnostics

/// A piece of YAML: its contents, its style, and its position.
///
/// A scalar is only text: the place where it is used decides whether `no` is a string or a Boolean. A reference type,
/// because an alias is the same node as its anchor.
package final class Node: Sendable {
    /// The contents of a node.
    package enum Content: Sendable {
        case scalar(Scalar)
        /// The entries in the order they were written, with merge keys already expanded.
        case mapping([Entry])
        case sequence([Node])
    }

    /// A string and its style.
    package struct Scalar: Sendable {
        /// How a scalar was written.
        package enum Style: Sendable {
            case plain, singleQuoted, doubleQuoted, literal, folded
        }

        package var text: String
        package var style: Style

        package init(text: String, style: Style) {
            self.text = text
            self.style = style
        }
    }

    /// A key with its value.
    package struct Entry: Sendable {
        /// Always a scalar.
        package let key: Node
        package let value: Node
        /// The text of the key.
        package let name: String
        private let end: Int32

        /// - Parameter end: The end of the value as it is written here, if it is an alias.
        package init(key: Node, value: Node, end: Int? = nil) {
            self.key = key
            self.value = value
            name = key.text ?? ""
            self.end = end.map { Int32(clamping: $0) } ?? value.end
        }

        /// Its position: from the key to the end of the value, which is that of an alias, not of its anchor.
        package var range: SourceRange { key.file.range(key.range.start, Int(end)) }
    }

    /// The file that contains it.
    package let file: SourceFile
    package let content: Content
    /// Whether a part of it could not be read, which was reported: what seems to be missing may be that part.
    package let isBroken: Bool
    // A large schema has a million nodes, so they are as small as possible.
    private let count: Int32
    private let start: Int32
    fileprivate let end: Int32

    package init(_ content: Content, file: SourceFile, start: Int, end: Int, isBroken: Bool = false) {
        var size = 1
        switch content {
        case .scalar: break
        case .mapping(let entries): for entry in entries { size += 1 + entry.value.size }
        case .sequence(let nodes): for node in nodes { size += node.size }
        }
        self.content = content
        self.file = file
        count = Int32(clamping: size)
        self.isBroken = isBroken
        self.start = Int32(clamping: start)
        self.end = Int32(clamping: end)
    }

    /// The number of its nodes, counting those of aliases each time.
    package var size: Int { Int(count) }

    /// Its position.
    package var range: SourceRange { file.range(Int(start), Int(end)) }

    /// The text of a scalar, nil for anything else.
    package var text: String? {
        if case .scalar(let scalar) = content { return scalar.text }
        return nil
    }

    /// The entries of a mapping, none for anything else.
    package var entries: [Entry] {
        if case .mapping(let entries) = content { return entries }
        return []
    }

    /// The nodes of a sequence, none for anything else.
    package var elements: [Node] {
        if case .sequence(let nodes) = content { return nodes }
        return []
    }

    /// The nodes of a sequence, or else the node itself: `primaryKey: id` is short for `[id]`.
    package var oneOrMany: [Node] {
        if case .sequence(let nodes) = content { return nodes }
        return [self]
    }

    /// Whether it is text without quotes.
    package var isPlain: Bool {
        if case .scalar(let scalar) = content { return scalar.style == .plain }
        return false
    }

    /// Whether nothing was written: `key:` and then the end of the line.
    package var isEmpty: Bool {
        if case .scalar(let scalar) = content { return scalar.style == .plain && scalar.text.isEmpty }
        return false
    }

    /// Whether it is null: nothing, `null` or `~`, without quotes.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return scalar.text.isEmpty || scalar.text == "null" || scalar.text == "~"
    }

    /// Whether it is `false`, without quotes: a table can be named `"false"`.
    package var isFalse: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return scalar.text == "false"
    }

    /// Whether it is `true`, without quotes.
    package var isTrue: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return scalar.text == "true"
    }

    /// The entry of a key.
    package func entry(_ name: String) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        for entry in entries where entry.name == name { return entry }
        return nil
    }

    /// The value of a key.
    package subscript(name: String) -> Node? { entry(name)?.value }

    /// The range of `text[offset..<offset + length]` in a scalar (in UTF-8 bytes). If it was written with escapes or over
    /// several lines, so that the bytes of the file differ from those of the text, it is the same occurrence of these bytes;
    /// the whole scalar if there is none.
    package func range(ofText offset: Int, _ length: Int) -> SourceRange {
        guard case .scalar(let scalar) = content else { return range }
        let quotes = scalar.style == .singleQuoted || scalar.style == .doubleQuoted ? 1 : 0
        if Int(end) - Int(start) == scalar.text.utf8.count + 2 * quotes {
            return file.range(Int(start) + quotes + offset, Int(start) + quotes + offset + length)
        }
        let bytes = Array(scalar.text.utf8)
        guard length > 0, bytes.indices.contains(offset + length - 1) else { return range }
        let wanted = bytes[offset..<offset + length]
        let occurrences = bytes.ranges(of: wanted)
        let written = file.bytes[Int(start)..<Int(end)].ranges(of: wanted)
        guard written.count == occurrences.count, let index = occurrences.firstIndex(where: { $0.lowerBound == offset })
        else { return range }
        return file.range(written[index].lowerBound, written[index].upperBound)
    }

    /// Its kind, for a message: "a list".
    package var kindName: String {
        switch content {
        case .scalar where isEmpty: "nothing"
        case .scalar where isNull: "null"
        case .scalar(let scalar) where scalar.text.allSatisfy(\.isWhitespace): "an empty string"
        case .scalar: "a string"
        case .mapping: "a mapping"
        case .sequence: "a list"
        }
    }
}

extension Node {
    /// Whether it was written with braces: `{ a: b }`.
    package var isBraced: Bool {
        if case .mapping = content { return firstByte == UInt8(ascii: "{") }
        return false
    }

    /// Whether it was written with brackets: `[a, b]`.
    package var isBracketed: Bool {
        if case .sequence = content { return firstByte == UInt8(ascii: "[") }
        return false
    }

    /// The first byte after an anchor or a tag.
    private var firstByte: UInt8? {
        var rest = file.bytes[min(Int(start), file.bytes.count)...]
        while let first = rest.first, [UInt8(ascii: "&"), UInt8(ascii: "!")].contains(first) {
            rest = rest.drop { $0 > UInt8(ascii: " ") }.drop { $0 <= UInt8(ascii: " ") }
        }
        return rest.first
    }
}
