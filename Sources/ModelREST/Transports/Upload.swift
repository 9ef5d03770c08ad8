import Foundation
import ModelStoredForms

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// The body of a request, in a form that cannot make Foundation on Linux end the process.
    ///
    /// For an upload task, Foundation reads the file in the background, and resumes libcurl when there are bytes. If
    /// the task was cancelled meanwhile, libcurl returns error 43, which Foundation considers impossible
    /// (`_EasyHandle._PauseState.setState(on:)`). A streamed body is read when libcurl requests it.
    ///
    /// A stream can also be requested again if a kept-alive connection turns out to be closed. For a body in memory,
    /// Foundation would then send only the rest of it (`_NativeProtocol.seekInputStream(to:)`).
    final class Upload: Sendable {
        /// The bytes as they were measured. Their number is sent first, and a file may change afterwards.
        private let reader: PieceReader
        /// Kept for as long as its bytes are read.
        private let spool: SpoolFile?
        private let failed = Locked<(any Error)?>(nil)

        init(_ pieces: [BodyStream.Piece], keeping spool: SpoolFile? = nil) throws {
            reader = try PieceReader(pieces)
            self.spool = spool
        }

        /// Why its bytes could not be read.
        var failure: (any Error)? { failed.withLock { $0 } }

        /// The bytes from the beginning.
        func stream() -> InputStream {
            PieceStream(reader) { error in self.failed.withLock { $0 = error } }
        }

        /// Sets the body of a request. Foundation does not know the length of a stream, and would make libcurl send it
        /// in chunks. So the length is set as a header, and the header for chunks is set to a blank value, which
        /// libcurl omits.
        func add(to request: inout URLRequest) {
            request.httpBodyStream = stream()
            request.setValue(String(reader.left), forHTTPHeaderField: "Content-Length")
            request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        }
    }

    /// An `InputStream` of pieces, which Foundation reads on the queue of its session.
    private final class PieceStream: InputStream {
        private var reader: PieceReader
        private var chunk = Data()
        private var status = Stream.Status.notOpen
        private let fail: (any Error) -> Void

        init(_ reader: PieceReader, fail: @escaping (any Error) -> Void) {
            self.reader = reader
            self.fail = fail
            super.init(data: Data())
        }

        override func open() { status = .open }
        override func close() { status = .closed }
        override var streamStatus: Stream.Status { status }
        override var hasBytesAvailable: Bool { !chunk.isEmpty || reader.left > 0 }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            do {
                if chunk.isEmpty { chunk = try reader.next() ?? Data() }
            } catch {
                fail(error)
                return -1
            }
            let piece = chunk.prefix(maxLength)
            piece.copyBytes(to: buffer, count: piece.count)
            chunk = chunk.dropFirst(piece.count)
            return piece.count
        }
    }
#else
    /// A request's body in a file, which lives as long as the request.
    struct Upload: Sendable {
        let spool: SpoolFile
        var failure: (any Error)? { nil }
    }
#endif
