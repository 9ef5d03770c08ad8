import ModelRuntime

/// The positions of the value in responses and request bodies. They are key paths from the root of the document; an
/// empty one is the root itself.
public struct Envelope: Sendable {
    /// The key path of a single object.
    public var object: JSONPath
    /// The key path of a list.
    public var list: JSONPath
    /// The key path of the metadata; nil if there is none.
    public var meta: JSONPath?
    /// The key path of the value in a request body.
    public var body: JSONPath

    /// Creates an envelope. Without any key paths, the value is the whole document.
    public init(object: JSONPath = [], list: JSONPath = [], meta: JSONPath? = nil, body: JSONPath = []) {
        self.object = object
        self.list = list
        self.meta = meta
        self.body = body
    }
}
