import ModelgenSchema

/// A type as it is written, before its names are resolved. Offsets are in UTF-8 bytes of the string.
indirect enum TypeExpression: Equatable {
    case name(String, offset: Int)
    case optional(TypeExpression, offset: Int)
    case list(TypeExpression)
    case set(TypeExpression)
    case dictionary(key: String, offset: Int, TypeExpression)
}

/// Why a string is not a type.
struct TypeProblem: Error, Equatable {
    var message: String
    var offset: Int
    var length: Int
}

/// Parses `T`, `T?`, `[T]`, `[K: T]` and `Set<T>`.
struct TypeParser {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(text: String) { bytes = Array(text.utf8) }

    mutating func parse() -> Result<TypeExpression, TypeProblem> {
        do throws(TypeProblem) {
            let expression = try type()
            skipSpaces()
            guard index == bytes.count else { throw problem("unexpected text after the type") }
            return .success(expression)
        } catch {
            return .failure(error)
        }
    }

    private mutating func type() throws(TypeProblem) -> TypeExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= FieldType.greatestDepth else { throw problem("the type is nested too deeply") }
        skipSpaces()
        var result: TypeExpression
        if take("[") {
            skipSpaces()
            let start = index
            let first = try type()
            skipSpaces()
            if take(":") {
                guard case .name(let key, _) = first else {
                    throw TypeProblem(
                        message: "the key of a dictionary must be `String`, `Int` or an enum",
                        offset: start,
                        length: index - start - 1
                    )
                }
                result = .dictionary(key: key, offset: start, try type())
                skipSpaces()
            } else {
                result = .list(first)
            }
            guard take("]") else { throw problem("missing `]`") }
        } else {
            let start = index
            let name = try name()
            if take("<") {
                guard name == "Set" else {
                    throw TypeProblem(
                        message:
                            "`\(name)<…>` is not a type",
                        offset: start,
                        length: name.utf8.count
                    )
                }
                result = .set(try type())
                skipSpaces()
                guard take(">") else { throw problem("missing `>`") }
            } else {
                result = .name(name, offset: start)
            }
        }
        while index < bytes.count, bytes[index] == UInt8(ascii: "?") {
            // The second one is an error; any more would only nest deeper.
            if case .optional(.optional, offset: _) = result {} else { result = .optional(result, offset: index) }
            index += 1
        }
        return result
    }

    private mutating func name() throws(TypeProblem) -> String {
        let start = index
        while index < bytes.count,
            bytes[index].isLetter || bytes[index].isDigit || bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "_")
        {
            index += 1
        }
        guard index > start else { throw problem("missing type name") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpaces() {
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    }

    private func problem(_ message: String) -> TypeProblem {
        TypeProblem(message: message, offset: min(index, max(0, bytes.count - 1)), length: 1)
    }
}

extension FieldType {
    /// The greatest number of types in each other, such as lists of lists.
    package static let greatestDepth = 50
}
