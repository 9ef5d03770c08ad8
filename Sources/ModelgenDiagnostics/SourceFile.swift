/// A file of a run: where it is said to be, and its bytes.
///
/// A reference, so that a position costs two integers and a pointer; it never changes after it was made.
/// The bytes are kept as they were read, because a file that is not UTF-8 needs a diagnostic at its bad byte.
package final class SourceFile: Sendable, Hashable {
    /// The path as it is shown in diagnostics; also what diagnostics are sorted by.
    package let path: String

    /// The bytes of the file.
    package let bytes: [UInt8]

    /// The module that it belongs to, where that was said; else its folders tell.
    package let module: String?

    /// A file with the bytes that were read from the disk.
    package init(path: String, bytes: [UInt8], module: String? = nil) {
        self.path = path
        self.bytes = bytes
        self.module = module
    }

    /// A file with the given text.
    package convenience init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// The text of the file; bytes that are no UTF-8 read as U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Where the lines of the file begin. Made anew at each call: keep it while rendering.
    package var lines: LineTable { LineTable(bytes) }

    /// The range that covers `start..<end`, in bytes, cut to the file.
    package func range(_ start: Int, _ end: Int) -> SourceRange {
        SourceRange(file: self, start: start, end: end)
    }

    /// The first position of the file, for what concerns the file as a whole.
    package var beginning: SourceRange { range(0, 0) }

    package static func == (left: SourceFile, right: SourceFile) -> Bool {
        left === right || (left.path == right.path && left.bytes == right.bytes)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
