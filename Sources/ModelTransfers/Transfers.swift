import Foundation
import HTTPTypes
import ModelREST

extension EndpointSending {
    /// Starts an operation with a large request: `api.upload(Post.attach(12, file: .file(url)))`. Its timeout is the maximum
    /// time without progress. Errors are thrown by the transfer's `value`.
    public func upload<Value>(_ endpoint: Endpoint<Value>) -> Transfer<Value> {
        Transfer { [client] report in
            if let answer = try await client.answers?.answer(to: endpoint) { return answer }
            let request = try await client.request(for: endpoint, transfer: Handling(report: report))
            return try client.judge(try await client.perform(request), to: request, as: endpoint).value
        }
    }

    /// Starts an operation whose response is written to a file, and returns the file's URL:
    /// `api.download(Post.export(12), to: url)`.
    ///
    /// The file is created or replaced when the download is complete; until then, and on failure, an existing file is
    /// kept. The timeout is the maximum time without progress. The body of a failure is in the error, as for every
    /// operation, even if only the body reports the failure: it is never written to the file. With `partial: .kept`, an
    /// interrupted download continues where it stopped when it is started again, even by another run of the program.
    public func download(
        _ endpoint: Endpoint<Void>,
        to file: URL,
        partial: PartialDownload = .discarded
    ) -> Transfer<URL> {
        Transfer { [client] report in
            let download = Handling(
                report: report, destination: file, partial: partial == .kept ? PartialFile(of: file) : nil,
                failure: client.defaults.failure)
            let request = try await client.request(for: endpoint, transfer: download)
            let raw = try await client.perform(request)
            _ = try client.judge(raw, to: request, as: endpoint)
            return raw.file ?? file
        }
    }
}

/// An upload, or a download, whose response is written to a file.
struct Handling: TransferHandling {
    let report: @Sendable (TransferProgress) -> Void
    /// The file of a download.
    var destination: URL?
    /// Where its bytes are kept if the rest does not arrive, so that the next download can resume.
    var partial: PartialFile?
    /// How a failure's document is distinguished from the download.
    var failure: (any FailureReading)?

    func prepare(_ head: inout HTTPRequest) { partial?.prepare(&head) }

    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool {
        partial?.isRepeated(&head, after: response) ?? false
    }

    func sent(_ count: Int64, of total: Int64?) {
        report(TransferProgress(.upload, completed: count, total: total))
    }

    func sink() -> (any ResponseSink)? { destination.map { FileSink($0, self) } }
}
