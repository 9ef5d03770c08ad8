import Foundation

// The form in which storages and columns keep values: JSON in which every field is both read and written, so that
// fields that are otherwise only read or only written are kept, too. If the paths of such fields conflict, all fields of
// the model are stored under their property names.

extension JSONValue {
    /// Reads a value that a storage or a column kept.
    package init(kept bytes: some ContiguousBytes) throws {
        var context = JSONSource.Context()
        context.form = \.kept
        self = try bytes.withUnsafeBytes {
            try JSONSource.decode(from: $0, in: context) { try Self(reading: &$0) }
        }
    }

    /// The document that a storage or a column keeps for the value.
    package func keptDocument() throws -> JSONSink {
        var sink = JSONSink()
        sink.form = \.kept
        try sink.writeDocument(self, at: [])
        return sink
    }
}
