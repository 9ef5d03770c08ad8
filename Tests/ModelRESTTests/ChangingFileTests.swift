#if canImport(FoundationNetworking)
    import Foundation
    import Testing

    @testable import ModelREST

    @Suite("An uploaded file that changes")
    struct ChangingFileTests {
        @Test("every attempt sends as many bytes as the length that was announced", arguments: [0, 1, 100_000])
        func grown(_ more: Int) throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            let bytes = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0) })
            try bytes.write(to: file)
            let upload = try Upload([.file(file)])
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(count: more))
            try handle.close()
            // A session asks again if a kept connection turns out to be closed.
            for _ in 0..<2 {
                let stream = upload.stream()
                stream.open()
                var sent = Data()
                var buffer = [UInt8](repeating: 0, count: 10_000)
                while stream.hasBytesAvailable {
                    let count = stream.read(&buffer, maxLength: buffer.count)
                    guard count > 0 else { break }
                    sent += buffer.prefix(count)
                }
                #expect(sent == bytes)
            }
            #expect(upload.failure == nil)
        }
    }
#endif
