import Foundation
import ModelStoredForms

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a session, which passes each callback to its exchange.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let running = Locked<[Int: URLSessionExchange]>([:])

    func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
        running.withLock { $0[task.taskIdentifier] = exchange }
    }

    private subscript(task: URLSessionTask) -> URLSessionExchange? {
        running.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(self[dataTask]?.received(response) ?? .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        self[dataTask]?.received(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        self[task]?.options.uploaded?(totalBytesSent)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.completed(task.response, error)
    }

    #if canImport(FoundationNetworking)
        /// A kept-alive connection was closed in the meantime, and the body must be sent again over another one. The
        /// server may have acted on the first one, so a request that must not be sent twice ends here.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            guard let exchange = self[task], [.post, .patch].contains(exchange.method) else {
                return completionHandler(self[task]?.upload?.stream())
            }
            exchange.fail(TransportError(.connectionLost))
            // A stream that cannot be read.
            completionHandler(InputStream(fileAtPath: "/"))
        }

        /// Foundation on Linux does not report the end of a response that asks for a password (401 with `Basic`).
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive _: URLAuthenticationChallenge,
            completionHandler _: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            urlSession(session, task: task, didCompleteWithError: nil)
            task.cancel()
        }
    #endif

    /// Redirects are left to the client: here, a redirect is a response like any other.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if self[task]?.redirected() == true { completionHandler(nil) }
    }
}
