import Foundation

// The form in which storages and columns keep values: JSON, in which every field goes both ways, so that a model with
// fields that JSON only reads or only writes comes back as it was. Where two such fields are in each other's way, all of the
// model's stand under the names of their properties.

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
