import HTTPTypes

extension HTTPResponse {
    /// The number of bytes that the body must have; nil if it is unknown, if the body was compressed in transit, or if
    /// there is none.
    package func announcedLength(method: HTTPRequest.Method) -> Int64? {
        guard headerFields[.contentEncoding] == nil, method != .head, status.code >= 200, status.code != 204,
            status.code != 304
        else { return nil }
        return headerFields[.contentLength].flatMap { Int64($0) }
    }
}
