import Foundation

// The form in which a storage keeps values: JSON, in which every field goes both ways. A model with fields that JSON only
// reads or only writes is kept under the names of its properties, so that it comes back as it was.

extension JSONValue {
    /// The value that a storage kept.
    init(kept data: Data) throws {
        self = try data.withUnsafeBytes { bytes in
            var context = JSONSource.Context()
            context.isKept = true
            return try JSONSource.decode(Self.self, from: bytes, in: context)
        }
    }

    /// The value for a storage to keep.
    func keptData() throws -> Data {
        var sink = JSONSink()
        sink.isKept = true
        try sink.writeDocument(self, at: [])
        return sink.takeData()
    }
}
