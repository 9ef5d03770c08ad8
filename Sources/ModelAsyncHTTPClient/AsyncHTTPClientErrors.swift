#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import ModelREST
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    extension TransportError {
        /// Converts an error of AsyncHTTPClient, or of a library below it, to the terms that all transports share.
        static func translating(_ error: any Error) -> any Error {
            switch error {
            case is TransportError, is CancellationError: error
            case is NIOTooManyBytesError: TransportError(.tooLarge)
            case let error as HTTPClientError: TransportError(reason(of: error), underlying: error)
            case let error as HTTPParserError:
                TransportError(error == .invalidEOFState ? .connectionLost : .malformedResponse, underlying: error)
            case let error as NIOConnectionError:
                TransportError(error.connectionErrors.isEmpty ? .hostNotFound : .cannotConnect, underlying: error)
            case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
                TransportError(.insecure, handshake: HandshakeFailure(words: "\(error)"), underlying: error)
            case let error as ChannelError: TransportError(reason(of: error), underlying: error)
            case let error as IOError:
                TransportError(error.errnoCode == ECONNREFUSED ? .cannotConnect : .connectionLost, underlying: error)
            case let error as UnreadableBody: error.cause
            default: TransportError(.other, underlying: error)
            }
        }

        private static func reason(of error: HTTPClientError) -> Reason {
            switch error {
            case .readTimeout, .writeTimeout, .deadlineExceeded: .timedOut
            // Nothing has been sent, and it is not the request's time that ran out.
            case .connectTimeout, .getConnectionFromPoolTimeout: .cannotConnect
            case .remoteConnectionClosed, .uncleanShutdown: .connectionLost
            case .cancelled, .requestStreamCancelled: .cancelled
            case .tlsHandshakeTimeout: .insecure
            default: .other
            }
        }

        private static func reason(of error: ChannelError) -> Reason {
            switch error {
            case .connectTimeout, .connectPending: .cannotConnect
            default: .connectionLost
            }
        }
    }
#endif
