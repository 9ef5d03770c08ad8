import CModelgenYAML
import ModelgenDiagnostics

/// One event of libyaml, with positions in bytes.
struct Event {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case scalar(String, Node.Scalar.Style)
        case alias(String)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    }

    var kind: Kind
    var start: Int
    var end: Int
    var anchor: String?
    var tag: String?

    /// The end of an alias; nil for anything else.
    var aliasEnd: Int? {
        if case .alias = kind { return end }
        return nil
    }
}

/// The error that libyaml reports if it cannot continue.
struct ParserFailure: Error {
    var isEncoding: Bool
    var problem: String
    var context: String
    /// In bytes.
    var offset: Int
    var contextOffset: Int?
}

/// The events of a file, one after another (libyaml's event interface: https://pyyaml.org/wiki/LibYAML).
///
/// libyaml counts positions in Unicode scalars. They are converted to bytes here: at no cost in an ASCII file,
/// otherwise by a cursor that follows the parser through the text.
struct EventStream: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeBufferPointer<UInt8>
    /// The bytes before those that libyaml sees: a byte order mark.
    private let base: Int
    let isASCII: Bool
    private var cursor = (scalars: 0, bytes: 0)

    /// Reads `bytes`, which must outlive the stream. They must not be empty after a byte order mark.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        base = Self.mark(of: bytes)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        input = UnsafeBufferPointer(rebasing: bytes[base...])
        isASCII = Self.isASCII(input)
        // If it runs out of memory, the parser stays empty and its first event is a failure.
        if yaml_parser_initialize(parser) == 1, let first = input.baseAddress {
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, first, input.count)
        }
    }

    /// The length of the byte order mark at the beginning.
    static func mark(of bytes: UnsafeBufferPointer<UInt8>) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next event.
    mutating func next() throws(ParserFailure) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { yaml_event_delete(&event) }
        let (start, end) = (offset(event.start_mark), offset(event.end_mark))
        func made(
            _ kind: Event.Kind, _ anchor: UnsafeMutablePointer<yaml_char_t>? = nil,
            _ tag: UnsafeMutablePointer<yaml_char_t>? = nil
        ) -> Event {
            Event(kind: kind, start: start, end: end, anchor: string(anchor), tag: string(tag))
        }
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let style: Node.Scalar.Style =
                switch scalar.style {
                case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
                case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
                case YAML_LITERAL_SCALAR_STYLE: .literal
                case YAML_FOLDED_SCALAR_STYLE: .folded
                default: .plain
                }
            return made(.scalar(text, style), scalar.anchor, scalar.tag)
        case YAML_ALIAS_EVENT: return made(.alias(string(event.data.alias.anchor) ?? ""))
        case YAML_SEQUENCE_START_EVENT:
            return made(.sequenceStart, event.data.sequence_start.anchor, event.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT:
            return made(.mappingStart, event.data.mapping_start.anchor, event.data.mapping_start.tag)
        case YAML_SEQUENCE_END_EVENT: return made(.sequenceEnd)
        case YAML_MAPPING_END_EVENT: return made(.mappingEnd)
        case YAML_DOCUMENT_START_EVENT: return made(.documentStart)
        case YAML_DOCUMENT_END_EVENT: return made(.documentEnd)
        case YAML_STREAM_START_EVENT: return made(.streamStart)
        default: return made(.streamEnd)
        }
    }

    private mutating func failure() -> ParserFailure {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the parser gave up"
        let context = parser.pointee.context.map { String(cString: $0) } ?? ""
        if parser.pointee.error == YAML_READER_ERROR {
            return ParserFailure(
                isEncoding: true,
                problem: problem,
                context: context,
                offset: base + Int(parser.pointee.problem_offset)
            )
        }
        let place = offset(parser.pointee.problem_mark)
        let contextPlace = context.isEmpty ? nil : offset(parser.pointee.context_mark)
        return ParserFailure(
            isEncoding: false,
            problem: problem,
            context: context,
            offset: place,
            contextOffset: contextPlace
        )
    }

    private func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        text.map { String(cString: $0) }
    }

    /// The byte offset of the scalar with this index.
    private mutating func offset(_ mark: yaml_mark_t) -> Int {
        let index = Int(mark.index)
        if isASCII { return base + min(index, input.count) }
        var (scalars, bytes) = cursor
        while scalars < index, bytes < input.count {
            bytes += 1
            while bytes < input.count, input[bytes] & 0xC0 == 0x80 { bytes += 1 }
            scalars += 1
        }
        while scalars > index, bytes > 0 {
            bytes -= 1
            while bytes > 0, input[bytes] & 0xC0 == 0x80 { bytes -= 1 }
            scalars -= 1
        }
        cursor = (scalars, bytes)
        return base + bytes
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        return raw[index...].allSatisfy { $0 < 0x80 }
    }
}

/// The version of libyaml that reads the models.
package var libyamlVersion: String { "libyaml " + String(cString: yaml_get_version_string()) }
