import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime

/// A multipart form (RFC 7578).
///
/// ```swift
/// var form = MultipartForm()
/// form.add("file", .file(url))
/// form.add("caption", caption)       // nothing is sent when it is nil
/// form.add("about", json: about)     // a part of the type application/json
/// ```
/// Files are read in parts while the form is sent.
public struct MultipartForm: Sendable {
    private var pieces: [BodyStream.Piece] = []
    private let boundary: String
    /// The problem with a part, reported when the form is sent.
    private var problem: (any Error)?

    /// Creates an empty form with a unique boundary.
    public init() {
        boundary = "modelrest-" + UUID().uuidString
    }

    /// The value of the `Content-Type` header, with the boundary.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// A media type that an operation declares for the form, with the boundary, without which nobody can read it.
    func contentType(declared: String) -> String {
        let media = declared.lowercased()
        guard media.hasPrefix("multipart/"), !media.contains("boundary=") else { return declared }
        return "\(declared.trimmingCharacters(in: [";", " "])); boundary=\(boundary)"
    }

    /// Adds a text field; nil adds nothing.
    public mutating func add<Value: ParameterValue>(
        _ name: String,
        _ value: Value?,
        headers: RequestHeaders = RequestHeaders()
    ) {
        guard let value else { return }
        add(.data(Data(value.parameterText.utf8)), name, type: nil, headers)
    }

    /// Adds a field for each value of a list; nil adds nothing.
    public mutating func add<Value: ParameterValue>(
        _ name: String,
        _ values: [Value]?,
        headers: RequestHeaders = RequestHeaders()
    ) {
        for value in values ?? [] { add(name, value, headers: headers) }
    }

    /// Adds a value converted by a transformer as a text field; nil adds nothing.
    public mutating func add<Form: Transformer>(
        _ name: String,
        _ value: Form.Value?,
        using form: Form,
        headers: RequestHeaders = RequestHeaders()
    ) where Form.Source: ParameterValue {
        guard let value else { return }
        do {
            add(name, try form.encode(value), headers: headers)
        } catch {
            problem = problem ?? error
        }
    }

    /// Adds a field for each value of a list, converted by a transformer; nil adds nothing.
    public mutating func add<Form: Transformer>(
        _ name: String,
        _ values: [Form.Value]?,
        using form: Form,
        headers: RequestHeaders = RequestHeaders()
    ) where Form.Source: ParameterValue {
        for value in values ?? [] { add(name, value, using: form, headers: headers) }
    }

    /// Adds a value as JSON; nil adds nothing.
    public mutating func add<Value: JSONValue>(
        _ name: String,
        json value: Value?,
        headers: RequestHeaders = RequestHeaders()
    ) {
        guard let value else { return }
        do {
            add(.data(try value.jsonData()), name, type: "application/json", headers)
        } catch {
            problem = problem ?? error
        }
    }

    /// Adds a part in JSON for each value of a list; nil adds nothing.
    public mutating func add<Value: JSONValue>(
        _ name: String,
        jsonValues values: [Value]?,
        headers: RequestHeaders = RequestHeaders()
    ) {
        for value in values ?? [] { add(name, json: value, headers: headers) }
    }

    /// Adds a file; nil adds nothing.
    public mutating func add(_ name: String, _ source: UploadSource?, headers: RequestHeaders = RequestHeaders()) {
        guard let source else { return }
        add(source.piece, name, filename: source.name, type: source.type, headers)
    }

    /// Adds several files under one name; nil adds nothing.
    public mutating func add(_ name: String, _ sources: [UploadSource]?, headers: RequestHeaders = RequestHeaders()) {
        for source in sources ?? [] { add(name, source, headers: headers) }
    }

    var body: APIRequest.Body {
        get throws {
            if let problem { throw problem }
            let pieces = self.pieces + [.data(Data("--\(boundary)--\r\n".utf8))]
            var whole = Data()
            for piece in pieces {
                guard case .data(let data) = piece else { return .stream(BodyStream(pieces)) }
                whole.append(data)
            }
            return .data(whole)
        }
    }

    private mutating func add(
        _ piece: BodyStream.Piece,
        _ name: String,
        filename: String? = nil,
        type: String?,
        _ headers: RequestHeaders
    ) {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let filename { head += "; filename=\"\(Self.escaped(filename))\"" }
        head += "\r\n"
        if let type, headers.fields[.contentType] == nil {
            do {
                head += "Content-Type: \(try HTTPField(checking: "Content-Type", type).value)\r\n"
            } catch {
                problem = problem ?? error
            }
        }
        for field in headers.fields { head += "\(field.name.rawName): \(field.value)\r\n" }
        if let message = headers.problem { problem = problem ?? APIError.Reason.invalidRequest(message) }
        pieces += [.data(Data((head + "\r\n").utf8)), piece, .data(Data("\r\n".utf8))]
    }

    /// Escapes a name as WHATWG's variant of RFC 7578 does: only quotes and line breaks are percent-encoded.
    private static func escaped(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}

extension RequestContent {
    /// A multipart form, as `multipart/form-data` (RFC 7578).
    public static func multipart(_ form: MultipartForm) -> RequestContent {
        RequestContent(type: form.contentType) { try form.body }
    }
}

extension Endpoint {
    /// Returns this operation with a multipart form (`multipart/form-data`) as its body. If it already has another
    /// multipart type as its header `Content-Type`, that is sent with the form's boundary.
    ///
    /// ```swift
    /// Endpoint("posts.attach", .post, "posts/\(id)/file", returns: .object)
    ///     .multipart {
    ///         $0.add("file", file)
    ///         $0.add("caption", caption)
    ///     }
    /// ```
    public func multipart(_ fill: (inout MultipartForm) -> Void) -> Endpoint {
        var form = MultipartForm()
        fill(&form)
        return with {
            $0.body = .multipart(form)
            guard let declared = $0.headers.fields[.contentType] else { return }
            $0.headers.set("Content-Type", form.contentType(declared: declared))
        }
    }
}
