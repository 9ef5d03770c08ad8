import Foundation

// The form in which storages and columns keep values: JSON in which every field is both read and written, so that
// fields that JSON only reads or only writes are kept, too. If the paths of two such fields conflict, all fields of the
// model are stored under their property names.

extension JSONValue {
    /// The value that was kept.
    package init(kept bytes: some ContiguousBytes) throws {
        var context = JSONSource.Context()
        context.form = \.kept
        self = try bytes.withUnsafeBytes {
            try JSONSource.decode(from: $0, in: context) { try Self(reading: &$0) }
        }
    }

    /// The value for a storage or a column to keep.
    package func keptDocument() throws -> JSONSink {
        var sink = JSONSink()
        sink.form = \.kept
        try sink.writeDocument(self, at: [])
        return sink
    }
}
