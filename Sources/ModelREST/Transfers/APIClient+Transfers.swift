import Foundation

extension APIClient {
    /// Begins an operation whose request is large. Its timeout is how long it may stand still.
    public func upload<Value>(_ endpoint: Endpoint<Value>) -> Transfer<Value> {
        Transfer { report in
            if let answer = try await answer(to: endpoint) { return answer }
            var request = try await request(for: endpoint)
            request.progress = report
            return try judge(try await perform(request), to: request, as: endpoint.returns, endpoint.failures).value
        }
    }

    /// Begins an operation whose response goes to a file, and gives the file's URL.
    ///
    /// The file appears, or is replaced, when all of it is there; before, and on failure, what was there stays. Its
    /// timeout is how long it may stand still. A failure's body is in the error, as for every operation, also where only
    /// the body tells it: it is never taken for the file. With `partial: .kept` a download that was cut goes on
    /// where it stopped when it is begun again, also by another run of the program.
    public func download(
        _ endpoint: Endpoint<Void>,
        to file: URL,
        partial: PartialDownload = .discarded
    ) -> Transfer<URL> {
        Transfer { report in
            var request = try await request(for: endpoint)
            request.progress = report
            request.destination = file
            request.keepsPart = partial == .kept
            request.failure = defaults.failure
            let raw = try await perform(request)
            _ = try judge(raw, to: request, as: endpoint.returns, endpoint.failures)
            return raw.file ?? file
        }
    }
}
