#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import ModelREST
    import NIOCore
    import NIOHTTP1

    /// A transport based on AsyncHTTPClient, for servers and for large bodies on Linux. It requires the package trait
    /// `AsyncHTTPClient`:
    ///
    ///     .package(path: "../modelgen", traits: ["AsyncHTTPClient"])
    ///
    /// ```swift
    /// let api = BlogAPI(transport: .asyncHTTPClient)
    /// ```
    /// Bodies of any size are sent and received in constant memory, from files and streams, without temporary files. A
    /// connection is closed when its task is cancelled, or when nobody reads the body any more.
    public final class AsyncHTTPClientTransport: Transport {
        /// The default transport, shared by all clients.
        public static let shared = AsyncHTTPClientTransport()

        /// Limits the connections to each host.
        public let capabilities: TransportCapabilities
        private let client: HTTPClient

        /// Creates a transport with its own connections.
        ///
        /// Their number per host is set by the configuration's connection pool (8 by default). Further requests wait,
        /// and their timeouts start when they get a connection. Whatever the configuration, redirects and retries are
        /// left to the API's client, and compressed responses are decompressed.
        public init(configuration: HTTPClient.Configuration = HTTPClient.Configuration()) {
            var configuration = configuration
            var capabilities = TransportCapabilities.none
            capabilities.slots = ConnectionSlots(
                perHost: configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit)
            self.capabilities = capabilities
            configuration.redirectConfiguration = .disallow
            // Retrying is left to `Retry`. An unreachable host is an error immediately.
            configuration.connectionPool.retryConnectionEstablishment = false
            // The bytes are counted after decompression, by the limit of each request.
            configuration.decompression = .enabled(limit: .none)
            client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        }

        deinit {
            client.shutdown { _ in }
        }

        /// Sends a request.
        ///
        /// - Throws: `TransportError`, or the error that prevented the body from being read.
        public func send(
            _ request: HTTPRequest,
            body: BodyStream?,
            options: TransportOptions
        ) async throws -> TransportResponse {
            let outgoing = try HTTPClientRequest(request, body: body, options: options, client.eventLoopGroup)
            do {
                // The API's client has its own timer.
                let response = try await client.execute(outgoing, deadline: .distantFuture)
                let head = HTTPResponse(response)
                // Without a body, there is nothing to decompress, which would be an error.
                if response.headers.contains(name: "Content-Encoding"), head.hasNoBody(to: request.method) {
                    _ = try? await response.body.collect(upTo: options.responseLimit)
                    return TransportResponse(head, body: .data(Data()))
                }
                switch options.delivery {
                case .collected:
                    let body = try await response.body.collect(upTo: options.responseLimit)
                    return TransportResponse(head, body: .data(Data(body.readableBytesView)))
                case .streamed:
                    let reader = BodyReader(response.body)
                    return TransportResponse(head, body: .stream(ByteChunks { try await reader.next() }))
                }
            } catch {
                throw TransportError.translating(error)
            }
        }
    }

    extension Transport where Self == AsyncHTTPClientTransport {
        /// The shared transport based on AsyncHTTPClient.
        public static var asyncHTTPClient: AsyncHTTPClientTransport { .shared }
    }

    extension HTTPClientRequest {
        fileprivate init(
            _ request: HTTPRequest,
            body: BodyStream?,
            options: TransportOptions,
            _ loops: any EventLoopGroup
        ) throws {
            let authority = request.authority ?? ""
            // SwiftNIO traps if there is no such port.
            if let colon = authority.lastIndex(of: ":"), authority.last?.isNumber == true,
                UInt16(authority[colon...].dropFirst()) == nil
            {
                throw TransportError(.other, underlying: HTTPClientError.invalidURL)
            }
            self.init(url: "\(request.scheme ?? "https")://\(authority)\(request.path ?? "/")")
            method = NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue)
            for field in request.headerFields { headers.add(name: field.name.rawName, value: field.value) }
            if !headers.contains(name: "Accept-Encoding") {
                headers.add(name: "Accept-Encoding", value: "gzip, deflate")
            }
            guard let body else { return }
            // A single chunk would report no progress.
            if let data = body.data, options.uploaded == nil {
                self.body = .bytes(ByteBuffer(bytes: data))
            } else {
                let chunks = UploadedChunks(source: try body.open(), report: options.uploaded, loops: loops)
                self.body = .stream(chunks, length: body.length.map { .known($0) } ?? .unknown)
            }
        }
    }

    /// An error that a body's own stream has thrown, to be told from those of the transport.
    struct UnreadableBody: Error {
        let cause: any Error
    }

    /// The chunks of a request's body, which are counted as they are sent.
    private struct UploadedChunks: AsyncSequence, Sendable {
        typealias Element = ByteBuffer

        let source: ByteChunks
        let report: (@Sendable (Int64) -> Void)?
        let loops: any EventLoopGroup

        func makeAsyncIterator() -> Iterator { Iterator(source: source, report: report, loops: loops) }

        struct Iterator: AsyncIteratorProtocol {
            /// How much is written to the connection at a time. The rest has not been sent yet.
            private static let size = 64 << 10
            /// The number of bytes after which it waits for the event loops.
            private static let window = Int64(1 << 20)

            var source: ByteChunks
            let report: (@Sendable (Int64) -> Void)?
            let loops: any EventLoopGroup
            var sent: Int64 = 0
            var awaited: Int64 = 0
            var rest = Data()

            mutating func next() async throws -> ByteBuffer? {
                // AsyncHTTPClient passes a chunk to its event loop without waiting until the loop has written it, and
                // only a loop that has written something notices that the connection is full. Without waiting, the
                // whole body would accumulate while the loop is busy.
                if sent - awaited >= Self.window {
                    for loop in loops.makeIterator() { try await loop.submit {}.get() }
                    awaited = sent
                }
                if sent > 0 { report?(sent) }
                if rest.isEmpty {
                    do {
                        guard let chunk = try await source.next() else { return nil }
                        rest = chunk
                    } catch {
                        throw UnreadableBody(cause: error)
                    }
                }
                let piece = rest.prefix(Self.size)
                rest = rest.dropFirst(Self.size)
                sent += Int64(piece.count)
                return ByteBuffer(bytes: piece)
            }
        }
    }

    /// Reads the body of a response in chunks, for a single reader.
    private final class BodyReader: @unchecked Sendable {
        // Unchecked: a body has one reader, which requests one chunk at a time.
        private var iterator: HTTPClientResponse.Body.AsyncIterator?

        init(_ body: HTTPClientResponse.Body) {
            iterator = body.makeAsyncIterator()
        }

        func next() async throws -> Data? {
            do {
                guard var reading = iterator else { return nil }
                let buffer = try await reading.next()
                iterator = buffer == nil ? nil : reading
                return buffer.map { Data($0.readableBytesView) }
            } catch {
                // Releases the connection.
                iterator = nil
                throw TransportError.translating(error)
            }
        }
    }

    extension HTTPResponse {
        fileprivate init(_ response: HTTPClientResponse) {
            self.init(status: Status(code: Int(response.status.code)))
            for (name, value) in response.headers {
                if let name = HTTPField.Name(name) { headerFields.append(HTTPField(name: name, value: value)) }
            }
        }

        /// Whether a response has no body, although its headers describe one.
        fileprivate func hasNoBody(to method: HTTPRequest.Method) -> Bool {
            method == .head || [204, 304].contains(status.code) || headerFields[.contentLength] == "0"
        }
    }
#endif
