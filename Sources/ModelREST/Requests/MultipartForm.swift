import Foundation

/// A form with files, as RFC 7578 has it.
///
/// ```swift
/// var form = MultipartForm()
/// form.add("file", .file(url))
/// form.add("caption", caption)       // nothing is sent when it is nil
/// ```
/// Files are read while the form is sent, never as a whole.
public struct MultipartForm: Sendable {
    private var pieces: [BodyStream.Piece] = []
    private let boundary: String

    /// An empty form with a boundary of its own.
    public init() {
        boundary = "modelrest-" + UUID().uuidString
    }

    /// The value of the `Content-Type` header, with the boundary.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Adds a text field; nil adds nothing.
    public mutating func add<Value: ParameterValue>(_ name: String, _ value: Value?) {
        guard let value else { return }
        begin("name=\"\(Self.escaped(name))\"", type: nil)
        pieces.append(.data(Data(value.parameterText.utf8)))
        end()
    }

    /// Adds a field for each value of a list; nil adds nothing.
    public mutating func add<Value: ParameterValue>(_ name: String, _ values: [Value]?) {
        for value in values ?? [] { add(name, value) }
    }

    /// Adds a file; nil adds nothing.
    public mutating func add(_ name: String, _ source: UploadSource?) {
        guard let source else { return }
        begin("name=\"\(Self.escaped(name))\"; filename=\"\(Self.escaped(source.name))\"", type: source.type)
        switch source {
        case .file(let url, _, _): pieces.append(.file(url))
        case .data(let data, _, _): pieces.append(.data(data))
        }
        end()
    }

    var body: APIRequest.Body {
        get throws {
            let pieces = self.pieces + [.data(Data("--\(boundary)--\r\n".utf8))]
            var whole = Data()
            for piece in pieces {
                guard case .data(let data) = piece else { return .stream(try BodyStream(pieces)) }
                whole.append(data)
            }
            return .data(whole)
        }
    }

    private mutating func begin(_ disposition: String, type: String?) {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n"
        if let type { head += "Content-Type: \(Self.escaped(type))\r\n" }
        pieces.append(.data(Data((head + "\r\n").utf8)))
    }

    private mutating func end() {
        pieces.append(.data(Data("\r\n".utf8)))
    }

    /// The WHATWG's form of RFC 7578: quotes and line breaks are percent-encoded, nothing else is.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
