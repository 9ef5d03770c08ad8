import HTTPTypes

extension HTTPResponse {
    /// How many bytes the body must have, unless it was compressed in transit or there is none.
    package func announcedLength(method: HTTPRequest.Method) -> Int64? {
        guard headerFields[.contentEncoding] == nil, method != .head, status.code >= 200, status.code != 204,
            status.code != 304
        else { return nil }
        return headerFields[.contentLength].flatMap { Int64($0) }
    }
}
