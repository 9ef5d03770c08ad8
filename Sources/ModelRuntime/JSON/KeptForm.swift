import Foundation

// The form in which storages and columns keep values: JSON in which every field is both read and written, so that
// fields that JSON only reads or only writes are kept, too. If the paths of two such fields conflict, all fields of the
// model are stored under their property names.

extension JSONValue {
    /// The value that a storage kept.
    package init(kept data: Data) throws {
        self = try data.withUnsafeBytes { try Self(kept: $0) }
    }

    /// The value that was kept.
    package init(kept bytes: UnsafeRawBufferPointer) throws {
        var context = JSONSource.Context()
        context.isKept = true
        self = try JSONSource.decode(Self.self, from: bytes, in: context)
    }

    /// The value for a storage to keep.
    package func keptData() throws -> Data {
        var sink = try keptDocument()
        return sink.takeData()
    }

    /// The value for a column to keep.
    package func keptString() throws -> String {
        var sink = try keptDocument()
        return sink.takeString()
    }

    private func keptDocument() throws -> JSONSink {
        var sink = JSONSink()
        sink.isKept = true
        try sink.writeDocument(self, at: [])
        return sink
    }
}
