/// A model without the fields that the server or the database assigns.
///
///     let draft = Post.Draft(userId: 7, title: "Hello")
///     let post = Post(draft, id: 12)
///     let again = Post.Draft(post)
///
/// Generated code conforms to it. A draft is read, written and compared by its model's code, with placeholders for the
/// assigned fields, which are never visible.
public protocol ModelDraft: JSONCodable, Equatable {
    /// The model that a draft becomes.
    associatedtype DraftedModel: JSONModel & Equatable

    /// Creates a draft from a model, without the assigned fields.
    init(_ model: DraftedModel)

    /// The model, with placeholders for the assigned fields.
    static func model(of draft: Self) -> DraftedModel
}

extension ModelDraft {
    /// Where a document holds the draft when it is decoded alone, like its model.
    public static var jsonRoot: JSONPath { DraftedModel.jsonFields.root }

    /// Reads the fields of the model, without the assigned ones.
    public init(reading source: inout JSONSource) throws {
        self.init(try source.readModel(DraftedModel.jsonFields.ofDraft))
    }

    /// Writes the fields of the model, without the assigned ones.
    public func write(to sink: inout JSONSink) throws {
        let fields = DraftedModel.jsonFields.ofDraft
        try sink.enter(fields)
        try Self.model(of: self).write(fields: &sink)
        try sink.leave(fields)
    }

    /// Whether all properties are equal.
    public static func == (left: Self, right: Self) -> Bool {
        model(of: left) == model(of: right)
    }
}
