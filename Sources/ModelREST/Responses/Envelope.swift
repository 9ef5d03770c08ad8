import ModelRuntime

/// The positions of the value in responses and request bodies: key paths from the root of the document, empty for the
/// root itself.
public struct Envelope: Sendable {
    /// The key path of a single object.
    public var object: JSONPath
    /// The key path of a list.
    public var list: JSONPath
    /// The key path of the metadata; nil if there is none.
    public var meta: JSONPath?
    /// The key path of the value in a request body.
    public var body: JSONPath

    /// Creates an envelope; without any key paths, the response itself is the value.
    public init(object: JSONPath = [], list: JSONPath = [], meta: JSONPath? = nil, body: JSONPath = []) {
        self.object = object
        self.list = list
        self.meta = meta
        self.body = body
    }
}
