/// An input file: its path and its bytes.
///
/// A class, so that a position takes only two integers and a pointer. It is immutable. The bytes are stored as they
/// were read, because a file that is not UTF-8 needs a diagnostic at its first invalid byte.
package final class SourceFile: Sendable, Hashable {
    /// The path, which diagnostics show and are sorted by.
    package let path: String

    /// The bytes of the file.
    package let bytes: [UInt8]

    /// The module to which it belongs, if that was specified; otherwise, its folder determines it.
    package let module: String?

    /// Creates a file from bytes.
    package init(path: String, bytes: [UInt8], module: String? = nil) {
        self.path = path
        self.bytes = bytes
        self.module = module
    }

    /// Creates a file from text.
    package convenience init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// The text of the file. Bytes that are not UTF-8 become U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The line table of the file. Each call builds it, so keep it while rendering.
    package var lines: LineTable { LineTable(bytes) }

    /// The range `start..<end` in bytes, clamped to the file.
    package func range(_ start: Int, _ end: Int) -> SourceRange {
        SourceRange(file: self, start: start, end: end)
    }

    /// The first position of the file, for diagnostics about the whole file.
    package var beginning: SourceRange { range(0, 0) }

    package static func == (left: SourceFile, right: SourceFile) -> Bool {
        left === right || (left.path == right.path && left.bytes == right.bytes)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
