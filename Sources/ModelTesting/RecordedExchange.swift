import Foundation
import HTTPTypes
import ModelREST

/// A request and its response, in a file that people can read, write and compare:
///
/// ```
/// POST /posts?notify=true
/// {"title":"New"}
///
/// 201
/// Content-Type: application/json
///
/// {"id":12}
/// ```
/// Request headers are not stored, and neither are values that the request marks as sensitive, nor headers, parameters
/// and members that look like credentials. Without a line for the request's body, any body matches.
struct RecordedExchange: Sendable {
    /// The method, path and query, by which a request finds its recording.
    let request: String
    /// The body of the request; nil if it does not matter.
    let sent: String?
    let status: Int
    let headers: HTTPFields
    let body: Data

    init(
        _ request: HTTPRequest, _ sent: RecordedBody?, _ response: HTTPResponse, _ body: Data, _ redaction: Redaction
    ) {
        self.request = Self.key(of: request, redaction)
        self.sent = sent?.text
        status = response.status.code
        // Lengths and encodings only matter in transit; the decoded body is stored.
        let left = ["content-length", "content-encoding", "transfer-encoding", "connection"]
        let kept = response.headerFields.filter {
            !left.contains($0.name.canonicalName) && !SensitiveNames.contain($0.name.canonicalName)
        }
        headers = HTTPFields(
            kept.map { field in
                let leads = ["link", "location", "content-location"].contains(field.name.canonicalName)
                return leads ? HTTPField(name: field.name, value: redaction.applied(toURLs: field.value)) : field
            }
        )
        self.body = body
    }

    init(reading data: Data, from file: URL) throws {
        let separator = Data("\n\n".utf8)
        guard let first = data.firstRange(of: separator),
            let second = data[first.upperBound...].firstRange(of: separator)
        else { throw MalformedRecording(file: file, problem: "two empty lines are missing") }
        let asked = String(decoding: data[..<first.lowerBound], as: UTF8.self).split(separator: "\n", maxSplits: 1)
        request = asked.first.map(String.init) ?? ""
        sent = asked.count > 1 ? String(asked[1]) : nil
        let lines = String(decoding: data[first.upperBound..<second.lowerBound], as: UTF8.self).split(separator: "\n")
        guard let line = lines.first, let status = Int(line), (100..<1000).contains(status) else {
            throw MalformedRecording(file: file, problem: "no status after the first empty line")
        }
        self.status = status
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
                throw MalformedRecording(file: file, problem: "`\(line)` is not a header")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append(HTTPField(name: name, value: String(value)))
        }
        self.headers = headers
        body = Data(data[second.upperBound...])
    }

    var data: Data {
        var text = "\(request)\n" + (sent.map { "\($0)\n" } ?? "") + "\n\(status)\n"
        for field in headers { text += "\(field.name.rawName): \(field.value)\n" }
        return Data((text + "\n").utf8) + body
    }

    static func key(of request: HTTPRequest, _ redaction: Redaction) -> String {
        "\(request.method) \(redaction.applied(toURLs: request.path ?? "/"))"
    }

    /// A file name that tells people which request it contains. The program only uses the first line of the file.
    static func fileName(for key: String, number: Int) -> String {
        let readable = key.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._".contains($0)) ? $0 : "-" }
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + String(readable.prefix(80))
            + ".http"
    }
}

/// Thrown if a recording cannot be read.
public struct MalformedRecording: Error, Sendable, CustomStringConvertible {
    /// The file.
    public let file: URL
    /// What is wrong with it.
    public let problem: String

    /// The file and what is wrong with it.
    public var description: String { "\(file.path): \(problem)" }
}
