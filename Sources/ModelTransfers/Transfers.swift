import Foundation
import HTTPTypes
import ModelREST
import ModelStoredForms

extension EndpointSending {
    /// Starts an operation with a large request: `api.upload(Post.attach(12, file: .file(url)))`.
    ///
    /// Its timeout is the maximum time without progress. Errors are thrown by the transfer's `value`.
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
    /// The file is created or replaced when the download is complete. Until then, and if it fails, an existing file is
    /// kept. Only the statuses 200, 201, 203 and 206 contain the file; 206 only if a range was requested, or if it is the
    /// whole file. After 304, the result is the existing file; any other success throws ``NoFile``. The timeout is the
    /// maximum time without progress.
    ///
    /// As for every operation, the body of a failure is in the error, even if only the body reports the failure. It is
    /// never written to the file. With `partial: .kept`, an interrupted download continues where it stopped when it is
    /// started again, even by another run of the program.
    public func download(
        _ endpoint: Endpoint<Void>,
        to file: URL,
        partial: PartialDownload = .discarded
    ) -> Transfer<URL> {
        Transfer { [client] report in
            if try await client.answers?.answer(to: endpoint) != nil { return file }
            let download = Handling(
                report: report, destination: file, partial: partial == .kept ? PartialFile(of: file) : nil,
                failure: client.defaults.failure)
            var request = try await client.request(for: endpoint, transfer: download)
            // Only this client requests ranges, of a file whose first part was received successfully.
            if partial == .kept { request.expected.append(206...206) }
            let raw = try await client.perform(request)
            _ = try client.judge(raw, to: request, as: endpoint)
            if let written = raw.file { return written }
            if raw.status == 304, FileManager.default.fileExists(atPath: file.path) { return file }
            guard Handling.isFile(raw.status) else {
                throw APIError(.decoding(NoFile(status: raw.status)), request.summary)
            }
            // The response was created or changed by a middleware.
            do {
                try raw.body.write(to: file, options: .atomic)
            } catch {
                throw APIError(.local(error), request.summary)
            }
            return file
        }
    }
}

/// Thrown if the response to a download was a success, but did not contain the file. For example, 202 means that the
/// server is still creating it. An existing file is unchanged.
public struct NoFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the response.
    public let status: Int

    /// What is wrong.
    public var description: String { "the response with the status \(status) does not contain the file" }
}

/// An upload, or a download whose response is written to a file.
struct Handling: TransferHandling {
    let report: @Sendable (TransferProgress) -> Void
    /// The file of a download.
    var destination: URL?
    /// Where the bytes are kept if the download is interrupted, so that the next one can continue.
    var partial: PartialFile?
    /// How a document that reports a failure is distinguished from the download.
    var failure: (any FailureReading)?
    /// Whether the request asks for a range.
    private let asksForRange = Locked(false)

    /// Whether the body of a successful response is the file (RFC 9110, section 15.3).
    static func isFile(_ status: Int) -> Bool { [200, 201, 203, 206].contains(status) }

    func prepare(_ head: inout HTTPRequest) {
        partial?.prepare(&head)
        asksForRange.withLock { $0 = head.headerFields[.range] != nil }
    }

    /// Whether a response contains what was requested, and not just another part of it. Some servers send the whole file
    /// as a range.
    func isRequested(_ response: HTTPResponse) -> Bool {
        guard response.status.code == 206 else { return true }
        if let partial { return partial.continues(with: response) }
        if asksForRange.withLock({ $0 }) { return true }
        guard let size = PartialFile.size(response) else { return false }
        return response.headerFields[.contentRange] == "bytes 0-\(size &- 1)/\(size)"
    }

    func isRepeated(_ head: inout HTTPRequest, after response: HTTPResponse) -> Bool {
        partial?.isRepeated(&head, after: response) ?? false
    }

    func sent(_ count: Int64, of total: Int64?) {
        report(TransferProgress(.upload, completed: count, total: total))
    }

    func sink() -> (any ResponseSink)? { destination.map { FileSink($0, self) } }
}
